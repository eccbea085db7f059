@testable import AuthEmulator
import BridgePrimitives
import Testing

/// The families of paths: that something is there, whatever it makes of an empty request.
extension Statement {
    private static let toolkit = "/identitytoolkit.googleapis.com"
    private static let own = "\(toolkit)/v1/projects/demo-bridge"
    private static let configured = "\(toolkit)/v2/projects/demo-bridge"

    /// The verbs that users have in the first version; most have a name in version 3 as well.
    private static let verbs = [
        "signUp", "lookup", "signInWithPassword", "signInWithCustomToken", "signInWithEmailLink", "signInWithIdp",
        "sendVerificationCode", "signInWithPhoneNumber", "sendOobCode", "resetPassword", "update", "delete",
        "createAuthUri",
    ]

    /// Asks each of them, and holds that neither the path nor the method is unknown.
    private static func areThere(
        _ method: String, _ paths: [String], authorization: String? = nil, _ wire: WireFixture
    ) async {
        for path in paths {
            let target = path + (authorization == nil ? "?key=k" : "")
            let asked = await wire.raw(method, target, authorization: authorization, "{}")
            #expect(![404, 405].contains(asked.status), "\(method) \(path): \(asked.json)")
        }
    }

    static let pathFamilies: [Statement] = [
        Statement("1.2-01", "Users have their verbs below v1/accounts.") { wire in
            await areThere("POST", verbs.map { "\(toolkit)/v1/accounts:\($0)" }, wire)
        },
        Statement("1.2-02", "Administrators have theirs below a project, and below a tenant of it.") { wire in
            let tenant = "\(own)/tenants/\(try await wire.tenant())"
            for path in [own, tenant] {
                await areThere(
                    "POST",
                    ["", ":lookup", ":update", ":delete", ":sendOobCode", ":batchCreate", ":batchDelete", ":query"]
                        .map { "\(path)/accounts\($0)" } + ["\(path):createSessionCookie"],
                    authorization: "Bearer owner", wire)
                await areThere("GET", ["\(path)/accounts:batchGet"], authorization: "Bearer owner", wire)
            }
            await areThere("POST", ["\(own):queryAccounts"], authorization: "Bearer owner", wire)
        },
        Statement("1.2-03", "Second factors, passkeys, policies and Apple's tokens are in the second version.") {
            wire in
            let groups = [
                "mfaEnrollment": ["start", "finalize", "withdraw"], "mfaSignIn": ["start", "finalize"],
                "passkeyEnrollment": ["start", "finalize"], "passkeySignIn": ["start", "finalize"],
            ]
            let paths = groups.flatMap { group, verbs in verbs.map { "\(toolkit)/v2/accounts/\(group):\($0)" } }
            await areThere("POST", paths + ["\(toolkit)/v2/accounts:revokeToken"], wire)
            await areThere("GET", ["\(toolkit)/v2/passwordPolicy", "\(toolkit)/v2/recaptchaConfig"], wire)
        },
        Statement("1.2-04", "So are configuration, tenants and identity providers, those of a tenant too.") { wire in
            let tenant = "\(configured)/tenants/\(try await wire.tenant())"
            var lists = ["\(configured)/config", "\(configured)/tenants", tenant]
            for collection in ["oauthIdpConfigs", "inboundSamlConfigs", "defaultSupportedIdpConfigs"] {
                lists += ["\(configured)/\(collection)", "\(tenant)/\(collection)"]
            }
            await areThere("GET", lists, authorization: "Bearer owner", wire)
        },
        Statement("1.2-05", "The secure token service, version 3 and the emulator's own pages have hosts and prefixes.")
        {
            wire in
            let legacy = "/www.googleapis.com/identitytoolkit/v3/relyingparty"
            await areThere("POST", ["/securetoken.googleapis.com/v1/token", "\(legacy)/signupNewUser"], wire)
            for name in ["oobCodes", "verificationCodes"] {
                await areThere(
                    "GET", ["", "/tenants/t"].map { "/emulator/v1/projects/demo-bridge\($0)/\(name)" }, wire)
            }
            await areThere(
                "GET",
                [
                    "/emulator/v1/projects/demo-bridge/config", "/emulator/action", "/emulator/auth/handler",
                    "/emulator/auth/iframe",
                ], wire)
        },
        Statement("1.2-06", "A verb's colon may be escaped; a verb is the whole last part of a path.") { wire in
            await wire.raw("POST", "\(toolkit)/v1/accounts%3AsignUp?key=k", "{}") → .has("localId")
            await wire.raw("POST", "\(own)/accounts%3alookup", authorization: "Bearer owner", "{}") → .done
            for path in ["accounts:signUpX", "accounts:signup", "accounts:", "accounts:signUp/", "accounts/signUp"] {
                await wire.raw("POST", "\(toolkit)/v1/\(path)?key=k", "{}") → .refused("Not Found", status: 404)
            }
        },
    ]
}

extension StatementTests {
    @Test("1.2", arguments: Statement.trials(of: Statement.pathFamilies))
    func pathFamilies(_ trial: Statement.Trial) async throws { try await trial.run() }
}
