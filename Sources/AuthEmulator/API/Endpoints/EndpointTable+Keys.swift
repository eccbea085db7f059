import BridgePrimitives
import Tokens

extension EndpointTable {
    /// Public keys, as Google publishes them; caches may keep them for six hours.
    static let keys: [Endpoint] = [
        Endpoint(
            "keys:certificates", "GET", ["/www.googleapis.com/robot/v1/metadata/x509/{address}"], access: .open,
            body: .none, reply: .anything,
            answering: { call in
                keyAnswer(try certificates(of: call.parameters["address"] ?? "", call.service))
            }),
        Endpoint(
            "keys:jwk", "GET", ["/www.googleapis.com/service_accounts/v1/jwk/{address}"], access: .open, body: .none,
            reply: ["keys": .list(.anything)],
            answering: { call in
                let keys = try signers(of: call.parameters["address"] ?? "", call.service)
                return keyAnswer(keySet(keys))
            }),
        // Session cookies are signed with the same keys as ID tokens.
        Endpoint(
            "keys:publicKeys", "GET", ["\(EndpointPath.legacy)/publicKeys"], access: .open, body: .none,
            reply: .anything, answering: { call in keyAnswer(try call.service.keys.certificates(at: call.service.now)) }
        ),
        Endpoint(
            "keys:sessionCookiePublicKeys", "GET", ["\(EndpointPath.toolkit)/v1/sessionCookiePublicKeys"],
            access: .open, body: .none, reply: ["keys": .list(.anything)],
            answering: { call in keyAnswer(keySet(call.service.keys.published(at: call.service.now))) }),
    ]

    /// What is at the issuers' well-known addresses, for verifiers that begin there (OpenID Connect Discovery 1.0 §4).
    /// All projects have the same keys, and being asked for makes no project.
    static let issuers: [Endpoint] = [
        issuer(
            "oauth2:issuer", "securetoken.google.com",
            keysAt: "www.googleapis.com/service_accounts/v1/jwk/\(tokenServiceAddress)"),
        issuer(
            "oauth2:cookieIssuer", "session.firebase.google.com",
            keysAt: "identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys"),
    ]

    private static func issuer(_ id: String, _ host: String, keysAt address: String) -> Endpoint {
        Endpoint(
            id, "GET", ["/\(host)/{any}/.well-known/openid-configuration"], access: .open, body: .none,
            reply: .anything,
            answering: { call in
                let project = PercentEncoding.encode(call.parameters["any"] ?? "")
                // Whoever asked by the issuer's own name reaches the other by its name too.
                let isGoogles = call.origin == "https://\(host)"
                return keyAnswer(
                    JSONObject([
                        ("issuer", .string("https://\(host)/\(project)")),
                        ("jwks_uri", .string(isGoogles ? "https://\(address)" : "\(call.origin)/\(address)")),
                        ("response_types_supported", ["id_token"]), ("subject_types_supported", ["public"]),
                        ("id_token_signing_alg_values_supported", ["RS256"]),
                    ]))
            })
    }

    /// The address whose keys sign ID tokens.
    private static let tokenServiceAddress = "securetoken@system.gserviceaccount.com"

    static func keyAnswer(_ json: JSONObject) -> WireAnswer {
        WireAnswer(json: json, cacheControl: "public, max-age=21600")
    }

    private static func certificates(of address: String, _ service: AuthService) throws -> JSONObject {
        if address == tokenServiceAddress { return try service.keys.certificates(at: service.now) }
        guard address == service.serviceAccount.email else { throw AuthRefusal(.notFound) }
        let key = service.serviceAccount.key
        return JSONObject([(key.keyID, .string(try key.publishedCertificate(commonName: address)))])
    }

    private static func signers(of address: String, _ service: AuthService) throws -> [SigningKey] {
        if address == tokenServiceAddress { return service.keys.published(at: service.now) }
        guard address == service.serviceAccount.email else { throw AuthRefusal(.notFound) }
        return [service.serviceAccount.key]
    }

    static func keySet(_ keys: [SigningKey]) -> JSONObject {
        VerificationKey.jwkSet(keys.map { ($0.keyID, $0.verificationKey) }).objectValue ?? JSONObject()
    }
}
