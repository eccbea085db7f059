import ArgumentParser
import BridgePrimitives
import Tokens
import Worlds

struct TokenMintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mint",
        abstract: "Mints a token and prints it, and nothing else.",
        discussion: """
            With the keys of the state folder, which serve takes too; a custom token also with the key file of a service \
            account. Times are the machine's unless --at names another. What an Admin SDK would refuse to mint is refused.

              session-bridge token mint --uid u1 --claims '{"role":"admin"}'
              session-bridge token mint --uid u1 --kind id-token --email taro@example.com
              session-bridge token mint --uid u1 --at=-61m | session-bridge token decode -
              session-bridge token mint --uid u1 --unsigned
            """)

    @Option(help: ArgumentHelp("Who the token is about.", valueName: "uid"))
    var uid: String

    @Option(help: "What is minted.")
    var kind = TokenKindOption.customToken

    @Option(help: ArgumentHelp("Claims of the session, a JSON object.", valueName: "json"))
    var claims: String?

    @Option(help: ArgumentHelp("The tenant.", valueName: "id"))
    var tenant: String?

    @Option(help: ArgumentHelp("The account's address, in an ID token or session cookie.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("How the user signed in, in an ID token or session cookie.", valueName: "provider"))
    var provider: String?

    @Option(help: ArgumentHelp("How long it lasts: at most 1h, a session cookie 14d.", valueName: "duration"))
    var lifetime: String?

    @Flag(help: "Leave it unsigned, as the emulator's are.")
    var unsigned = false

    @Option(
        name: .customLong("service-account"), help: ArgumentHelp("Whose key signs a custom token.", valueName: "file"))
    var serviceAccount: String?

    @Option(help: ArgumentHelp("The project; without it demo-bridge, or the service account's.", valueName: "id"))
    var project: String?

    @Option(help: ArgumentHelp("Where the keys are kept; what is missing is made.", valueName: "folder"))
    var state: String?

    @OptionGroup var time: TimeOptions

    func run() async throws {
        try await runningVerb {
            try BridgeFailure.checkProject(project)
            Console.print(try token())
        }
    }

    private func token() throws -> String {
        let now = try time.now()
        let claims = try sessionClaims()
        let lifetime = try wantedLifetime()
        guard kind == .customToken else {
            if serviceAccount != nil { throw unfitting("--service-account", "signs custom tokens") }
            return try sessionToken(now: now, claims: claims, lifetime: lifetime)
        }
        if email != nil { throw unfitting("--email", "stands in ID tokens") }
        if provider != nil { throw unfitting("--provider", "stands in ID tokens") }
        if let serviceAccount {
            let account = try ServiceAccount(file: serviceAccount)
            if let project, project != account.projectID {
                throw TokenVerbReason.unfittingOption.failure(
                    "\(serviceAccount) belongs to the project \(account.projectID), not to \(project)",
                    fix: "pass --project \(account.projectID)")
            }
            return try customToken(of: account.email, key: account.key, now: now, claims: claims, lifetime: lifetime)
        }
        let projectID = project ?? WorldSettings().projectID
        guard !unsigned else {
            // As an Admin SDK does under FIREBASE_AUTH_EMULATOR_HOST.
            return try customToken(
                of: CustomTokenClaims.emulatorIssuer, key: nil, now: now, claims: claims, lifetime: lifetime)
        }
        let account = try StateKeys.signing(
            in: ProjectOptions.stateFolder(state, of: projectID), projectID: projectID
        ).account
        return try customToken(of: account.email, key: account.key, now: now, claims: claims, lifetime: lifetime)
    }

    private func customToken(
        of account: String, key: SigningKey?, now: Instant, claims: JSONObject?, lifetime: Duration
    ) throws -> String {
        do {
            let claims = try CustomTokenClaims(
                serviceAccount: account, uid: uid, issuedAt: now, lifetime: lifetime, developerClaims: claims,
                tenantID: tenant)
            return try TokenMint.customToken(claims, key: unsigned ? nil : key)
        } catch let reason as TokenReason {
            // Lifetime and claims have been looked at.
            throw TokenVerbReason.cannotMint.failure(reason.meaning, fix: "give --uid 1 to 128 characters")
        }
    }

    private func sessionToken(now: Instant, claims: JSONObject?, lifetime: Duration) throws -> String {
        let projectID = project ?? WorldSettings().projectID
        let key =
            try unsigned
            ? nil
            : StateKeys.signing(in: ProjectOptions.stateFolder(state, of: projectID), projectID: projectID).tokens
        var token = IDTokenClaims(
            projectID: projectID, uid: uid, authTime: now, issuedAt: now,
            lifetime: kind == .idToken ? lifetime : .seconds(3600), signInProvider: provider ?? "custom")
        (token.email, token.tenantID, token.sessionClaims) = (email, tenant, claims ?? JSONObject())
        if let email {
            token.emailVerified = false
            token.identities = JSONObject([("email", [.string(email)])])
        }
        guard kind == .sessionCookie else { return try TokenMint.idToken(token, key: key) }
        return try TokenMint.sessionCookie(
            for: token.payload, projectID: projectID, issuedAt: now, lifetime: lifetime, key: key)
    }

    private func sessionClaims() throws(BridgeFailure) -> JSONObject? {
        guard let claims else { return nil }
        let value: JSONValue
        do { value = try JSONValue(parsing: claims) } catch {
            throw TokenVerbReason.badClaims.failure("--claims is \(error)")
        }
        guard let object = value.objectValue else {
            throw TokenVerbReason.badClaims.failure("--claims is no JSON object")
        }
        guard let reserved = ReservedClaims.names(in: object).first else { return object }
        throw TokenVerbReason.cannotMint.failure("--claims uses the reserved name \"\(reserved)\"", fix: "rename it")
    }

    private func wantedLifetime() throws(BridgeFailure) -> Duration {
        let longest: Duration = kind == .sessionCookie ? .seconds(14 * 86_400) : .seconds(3600)
        guard let lifetime else { return longest }
        guard let wanted = Duration(worldText: lifetime), wanted >= .seconds(1), wanted <= longest else {
            throw UsageReason.badDuration.failure(
                "--lifetime \"\(lifetime)\" is no duration from 1s to \(longest.worldText)", fix: "write 5m")
        }
        return wanted
    }

    private func unfitting(_ option: String, _ clause: String) -> BridgeFailure {
        TokenVerbReason.unfittingOption.failure("\(option) \(clause), and this is a \(kind.rawValue)")
    }
}
