import BridgePrimitives
import Tokens

extension EndpointTable {
    /// What Google's other hosts have beside Identity Toolkit; the emulator has none of it.
    static let google: [Endpoint] = grants + googleCertificates + issuers + [allowedLocations] + installations

    private static let grants: [Endpoint] = [
        Endpoint(
            "oauth2:token", "POST",
            [
                "/oauth2.googleapis.com/token", "/www.googleapis.com/oauth2/v4/token",
                "/accounts.google.com/o/oauth2/token",
            ],
            access: .open, body: .required, takesForms: true,
            request: ["grant_type": .text, "assertion": .text],
            reply: ["access_token": .text, "expires_in": .number, "token_type": .text, "id_token": .text],
            answering: { call in
                do { return WireAnswer(json: try call.service.grant(call.body)) } catch let refusal as GrantRefusal {
                    return WireAnswer(status: 400, json: refusal.json)
                }
            })
    ]

    /// The keys of what Google signs itself: the ID tokens of service accounts, here by the service's own keys.
    private static let googleCertificates: [Endpoint] = [
        Endpoint(
            "oauth2:certs", "GET", ["/www.googleapis.com/oauth2/v1/certs"], access: .open, body: .none,
            reply: .anything,
            answering: { call in keyAnswer(try call.service.keys.certificates(at: call.service.now)) }),
        Endpoint(
            "oauth2:jwk", "GET", ["/www.googleapis.com/oauth2/v3/certs"], access: .open, body: .none,
            reply: ["keys": .list(.anything)],
            answering: { call in keyAnswer(keySet(call.service.keys.published(at: call.service.now))) }),
        Endpoint(
            "oauth2:configuration", "GET", ["/accounts.google.com/.well-known/openid-configuration"], access: .open,
            body: .none, reply: .anything, answering: { _ in keyAnswer(discovery) }),
    ]

    private static let discovery = JSONObject([
        ("issuer", "https://accounts.google.com"), ("token_endpoint", "https://oauth2.googleapis.com/token"),
        ("jwks_uri", "https://www.googleapis.com/oauth2/v3/certs"), ("subject_types_supported", ["public"]),
        ("id_token_signing_alg_values_supported", ["RS256"]),
    ])

    /// Which google-auth asks of each service account before its first call: no region is closed to it.
    private static let allowedLocations = Endpoint(
        "iam:allowedLocations", "GET",
        ["/iamcredentials.googleapis.com/v1/projects/{any}/serviceAccounts/{address}/allowedLocations"],
        access: .admin, body: .none, reply: ["locations": .list(.text), "encodedLocations": .text]
    ) { call in
        guard call.parameters["address"] == call.service.serviceAccount.email else { throw AuthRefusal(.notFound) }
        return JSONObject([("locations", []), ("encodedLocations", "0x0")])
    }

    /// Firebase Installations, which a page's SDK asks for an id before anything else. Nobody looks at its tokens.
    private static let installations: [Endpoint] = [
        Endpoint(
            "installations:create", "POST", [installationsPath], access: .open,
            request: ["fid": .text, "appId": .text, "authVersion": .text, "sdkVersion": .text],
            reply: ["name": .text, "fid": .text, "refreshToken": .text, "authToken": .anything]
        ) { call in
            let wanted = try call.body.nonEmptyString("fid") ?? ""
            let fid = isInstallationID(wanted) ? wanted : makeInstallationID()
            return JSONObject([
                ("name", .string("projects/\(AuthService.projectNumber)/installations/\(fid)")), ("fid", .string(fid)),
                ("refreshToken", .string("2_" + Base64URL.encode(RandomBytes.make(count: 48)))),
                ("authToken", .object(installationToken())),
            ])
        },
        Endpoint(
            "installations:generate", "POST", ["\(installationsPath)/{fid}/authTokens:generate"], access: .open,
            reply: ["token": .text, "expiresIn": .text]
        ) { _ in installationToken() },
        Endpoint("installations:delete", "DELETE", ["\(installationsPath)/{fid}"], access: .open, body: .none) { _ in
            JSONObject()
        },
    ]

    private static let installationsPath = "/firebaseinstallations.googleapis.com/v1/projects/{any}/installations"

    private static func installationToken() -> JSONObject {
        JSONObject([
            ("token", .string(Base64URL.encode(RandomBytes.make(count: 96)))), ("expiresIn", "604800s"),
        ])
    }

    /// 22 characters of base64url whose first bits say that it is one: c, d, e or f.
    private static func isInstallationID(_ text: String) -> Bool {
        text.utf8.count == 22 && "cdef".utf8.contains(text.utf8.first ?? 0)
            && text.utf8.allSatisfy {
                ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }

    private static func makeInstallationID() -> String {
        var bytes = RandomBytes.make(count: 17)
        bytes[0] = 0b0111_0000 | bytes[0] & 0b0000_1111
        return String(Base64URL.encode(bytes).prefix(22))
    }
}
