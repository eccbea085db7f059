/// What a path and a method ask for.
struct AuthRoute: Hashable, Sendable {
    enum Endpoint: Hashable, Sendable {
        case status
        case signUp, lookup, signInWithPassword, signInWithCustomToken, update, delete
        case token
        /// x509 certificates of an address, by key id.
        case certificates(address: String)
        /// The same keys as a JSON Web Key Set.
        case keySet(address: String)
    }

    let endpoint: Endpoint
    /// The project that the path names, if any: then only administrators may call it.
    var project: String?
    var tenant: String?

    /// Whether the call needs an API key or a bearer.
    var isProtected: Bool {
        switch endpoint {
        case .status, .certificates, .keySet: false
        default: true
        }
    }

    /// - Parameters:
    ///   - method: upper case.
    ///   - path: percent-encoded, without query; with the real services' host as its first segment, or bare.
    /// - Returns: nil when nothing answers there.
    static func match(method: String, path: String) -> AuthRoute? {
        let segments = Array(path.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst().map { WireForm.unescape($0, plusIsBlank: false) }
        guard let first = segments.first else { return nil }
        if segments == [""] { return method == "GET" ? AuthRoute(endpoint: .status) : nil }
        let rest = Array(segments.dropFirst())
        switch first {
        case "identitytoolkit.googleapis.com": return identityToolkit(method, rest)
        case "securetoken.googleapis.com": return secureToken(method, rest)
        case "www.googleapis.com": return relyingParty(method, rest) ?? publicKeys(method, rest)
        // Clients that are pointed here by DNS send the bare paths; no two families share one.
        default:
            return identityToolkit(method, segments) ?? secureToken(method, segments)
                ?? relyingParty(method, segments) ?? publicKeys(method, segments)
        }
    }

    private static func identityToolkit(_ method: String, _ segments: [String]) -> AuthRoute? {
        guard method == "POST", segments.first == "v1" else { return nil }
        if segments.count == 2 { return userVerbs[segments[1]].map { AuthRoute(endpoint: $0) } }
        guard segments.count >= 4, segments[1] == "projects", !segments[2].isEmpty else { return nil }
        if segments.count == 4 {
            return adminVerbs[segments[3]].map { AuthRoute(endpoint: $0, project: segments[2]) }
        }
        guard segments.count == 6, segments[3] == "tenants", !segments[4].isEmpty else { return nil }
        return adminVerbs[segments[5]].map { AuthRoute(endpoint: $0, project: segments[2], tenant: segments[4]) }
    }

    private static func secureToken(_ method: String, _ segments: [String]) -> AuthRoute? {
        method == "POST" && segments == ["v1", "token"] ? AuthRoute(endpoint: .token) : nil
    }

    /// The version 3 names, which the iOS SDK and pyrebase use. The method is the one of the call that it becomes.
    private static func relyingParty(_ method: String, _ segments: [String]) -> AuthRoute? {
        guard segments.count == 4, segments[..<3] == ["identitytoolkit", "v3", "relyingparty"] else { return nil }
        return legacyNames[segments[3]].flatMap { identityToolkit(method, ["v1", $0]) }
    }

    private static func publicKeys(_ method: String, _ segments: [String]) -> AuthRoute? {
        guard method == "GET" else { return nil }
        if segments.count == 5, segments[..<4] == ["robot", "v1", "metadata", "x509"] {
            return AuthRoute(endpoint: .certificates(address: segments[4]))
        }
        guard segments.count == 4, segments[..<3] == ["service_accounts", "v1", "jwk"] else { return nil }
        return AuthRoute(endpoint: .keySet(address: segments[3]))
    }

    private static let userVerbs: [String: Endpoint] = [
        "accounts:signUp": .signUp, "accounts:lookup": .lookup, "accounts:signInWithPassword": .signInWithPassword,
        "accounts:signInWithCustomToken": .signInWithCustomToken, "accounts:update": .update,
        "accounts:delete": .delete,
    ]

    private static let adminVerbs: [String: Endpoint] = [
        "accounts": .signUp, "accounts:lookup": .lookup, "accounts:update": .update, "accounts:delete": .delete,
    ]

    private static let legacyNames = [
        "signupNewUser": "accounts:signUp", "getAccountInfo": "accounts:lookup",
        "verifyPassword": "accounts:signInWithPassword", "verifyCustomToken": "accounts:signInWithCustomToken",
        "setAccountInfo": "accounts:update", "deleteAccount": "accounts:delete",
    ]
}
