public import BridgePrimitives

/// Who signed in, as a provider has asserted it and ``SAMLRelyingParty`` has checked it.
public struct SAMLAssertion: Hashable, Sendable {
    /// Given once by the provider.
    public let id: String
    public let issuer: String
    /// The subject's `NameID`, without blanks around it; never empty.
    public let nameID: String
    /// `urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress`, say.
    public let nameIDFormat: String?
    /// By name: a text, or a list of texts where there are several values.
    public let attributes: JSONObject
    public let sessionIndex: String?
    /// From when on it is no good: until then it must be remembered.
    public let expiry: Instant
}

/// Names of SAML 2.0.
enum SAMLName {
    static let assertionSpace = "urn:oasis:names:tc:SAML:2.0:assertion"
    static let protocolSpace = "urn:oasis:names:tc:SAML:2.0:protocol"
    static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"
    static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"

    static func assertion(_ local: String) -> XMLElement.Name {
        XMLElement.Name(space: assertionSpace, local: local)
    }
    static func `protocol`(_ local: String) -> XMLElement.Name {
        XMLElement.Name(space: protocolSpace, local: local)
    }
}
