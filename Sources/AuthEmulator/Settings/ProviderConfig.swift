import BridgePrimitives

/// One identity provider as a project or tenant has it: a resource of one of three collections.
struct ProviderConfig: Hashable, Sendable {
    enum Collection: String, CaseIterable, Sendable {
        case oidc = "oauthIdpConfigs"
        case saml = "inboundSamlConfigs"
        case builtIn = "defaultSupportedIdpConfigs"

        /// The query of `POST` that names the new one.
        var idParameter: String {
            switch self {
            case .oidc: "oauthIdpConfigId"
            case .saml: "inboundSamlConfigId"
            case .builtIn: "idpId"
            }
        }

        /// The collection that an id belongs to; nil for ids of no provider that a project could have.
        init?(id: String) {
            guard let found = Self.allCases.first(where: { $0.accepts(id: id) }) else { return nil }
            self = found
        }

        func accepts(id: String) -> Bool {
            switch self {
            case .oidc: Self.isOwnID(id, "oidc.")
            case .saml: Self.isOwnID(id, "saml.")
            case .builtIn: ProviderConfig.builtInIDs.contains(id)
            }
        }

        /// A prefix and a name of the owner's: letters of the lower case, digits, hyphens, dots.
        private static func isOwnID(_ id: String, _ prefix: String) -> Bool {
            id.hasPrefix(prefix) && id.utf8.count > prefix.utf8.count && id.utf8.count <= ProviderConfig.idLimit
                && id.utf8.allSatisfy {
                    (0x61...0x7A).contains($0) || ASCIIText.isDigit($0) || "-._".utf8.contains($0)
                }
        }
    }

    /// Longer ids are refused, in bytes.
    static let idLimit = 128
    /// Providers that every project may use without describing them.
    static let builtInIDs: Set<String> = [
        "apple.com", "facebook.com", "gc.apple.com", "github.com", "google.com", "linkedin.com", "microsoft.com",
        "playgames.google.com", "twitter.com", "yahoo.com",
    ]

    let collection: Collection
    let id: String
    /// The resource without its name.
    let json: JSONObject

    /// What is stored; members that the resource does not have are dropped.
    init(_ collection: Collection, id: String, json: JSONObject) {
        (self.collection, self.id) = (collection, id)
        self.json = JSONObject(collection.members.compactMap { name in json[name].map { (name, $0) } })
    }

    var isEnabled: Bool { json["enabled"]?.boolValue ?? false }

    func resource(of projectID: String, in scope: AuthScope) -> JSONObject {
        let parent = "projects/\(projectID)" + (scope.tenantID.map { "/tenants/\($0)" } ?? "")
        return JSONObject(
            [("name", .string("\(parent)/\(collection.rawValue)/\(id)"))] + json.map { ($0.name, $0.value) })
    }

    // MARK: - Checks

    /// The resource, if it is one that sign-ins can be done with.
    ///
    /// - Throws: the code of what is missing or wrong first: `auth/missing-oauth-client-id`, `auth/missing-issuer`,
    ///   `auth/missing-config`, `auth/missing-saml-relying-party-config`, `auth/invalid-display-name`,
    ///   `auth/invalid-config`.
    func checked() throws(AuthRefusal) -> ProviderConfig {
        if let name = json["displayName"]?.stringValue, name.utf16.count > 256 {
            throw AuthRefusal(.invalidDisplayName)
        }
        switch collection {
        case .oidc: try checkOIDC()
        case .saml: try checkSAML()
        case .builtIn:
            // Apple's apps are their own clients.
            guard id.hasSuffix("apple.com") || !text("clientId").isEmpty else {
                throw AuthRefusal(.missingOauthClientID)
            }
        }
        return self
    }

    private func checkOIDC() throws(AuthRefusal) {
        guard !text("clientId").isEmpty else { throw AuthRefusal(.missingOauthClientID) }
        guard !text("issuer").isEmpty else { throw AuthRefusal(.missingIssuer) }
        guard Self.isWebAddress(text("issuer")) else { throw AuthRefusal(.invalidConfig, "issuer is no URL.") }
        let response = json["responseType"]
        let wantsCode = response?["code"]?.boolValue ?? false
        guard !wantsCode || !text("clientSecret").isEmpty else {
            throw AuthRefusal(.invalidConfig, "responseType.code needs a clientSecret.")
        }
        guard !wantsCode || response?["idToken"]?.boolValue != true else {
            throw AuthRefusal(.invalidConfig, "responseType has both code and idToken.")
        }
    }

    private func checkSAML() throws(AuthRefusal) {
        guard let idp = json["idpConfig"], idp.objectValue != nil else {
            throw AuthRefusal(.missingConfig, "idpConfig")
        }
        for name in ["idpEntityId", "ssoUrl"] where idp[name]?.stringValue?.isEmpty ?? true {
            throw AuthRefusal(.missingConfig, "idpConfig.\(name)")
        }
        guard Self.isWebAddress(idp["ssoUrl"]?.stringValue ?? "") else {
            throw AuthRefusal(.invalidConfig, "idpConfig.ssoUrl is no URL.")
        }
        let certificates = idp["idpCertificates"]?.arrayValue ?? []
        guard !certificates.isEmpty else { throw AuthRefusal(.missingConfig, "idpConfig.idpCertificates") }
        for certificate in certificates
        where !(certificate["x509Certificate"]?.stringValue ?? "").hasPrefix("-----BEGIN CERTIFICATE-----") {
            throw AuthRefusal(.invalidConfig, "idpConfig.idpCertificates has something else than certificates as PEM.")
        }
        guard let ours = json["spConfig"], !(ours["spEntityId"]?.stringValue ?? "").isEmpty else {
            throw AuthRefusal(.missingSamlRelyingPartyConfig)
        }
        if let callback = ours["callbackUri"]?.stringValue, !Self.isWebAddress(callback) {
            throw AuthRefusal(.invalidConfig, "spConfig.callbackUri is no URL.")
        }
    }

    private func text(_ name: String) -> String { json[name]?.stringValue ?? "" }

    private static func isWebAddress(_ text: String) -> Bool {
        (text.hasPrefix("http://") || text.hasPrefix("https://")) && AuthService.isAbsoluteURI(text)
    }
}

extension ProviderConfig.Collection {
    /// The members of a resource besides its name.
    var members: [String] {
        switch self {
        case .oidc: ["displayName", "enabled", "clientId", "issuer", "clientSecret", "responseType"]
        case .saml: ["displayName", "enabled", "idpConfig", "spConfig"]
        case .builtIn: ["enabled", "clientId", "clientSecret", "appleSignInConfig"]
        }
    }

    /// What a request's body and a reply look like.
    var shape: Shape {
        switch self {
        case .oidc:
            [
                "displayName": .text, "enabled": .flag, "clientId": .text, "issuer": .text, "clientSecret": .text,
                "responseType": ["idToken": .flag, "code": .flag],
            ]
        case .saml:
            [
                "displayName": .text, "enabled": .flag,
                "idpConfig": [
                    "idpEntityId": .text, "ssoUrl": .text, "signRequest": .flag,
                    "idpCertificates": .list(["x509Certificate": .text]),
                ],
                "spConfig": [
                    "spEntityId": .text, "callbackUri": .text,
                    "spCertificates": .list(["x509Certificate": .text, "expiresAt": .text]),
                ],
            ]
        case .builtIn:
            [
                "enabled": .flag, "clientId": .text, "clientSecret": .text,
                "appleSignInConfig": [
                    "bundleIds": .list(.text),
                    "codeFlowConfig": ["teamId": .text, "keyId": .text, "privateKey": .text],
                ],
            ]
        }
    }
}
