public import BridgePrimitives

/// A service's question who its user is: `AuthnRequest` (Core §3.4.1), not signed.
public struct SAMLRequest: Hashable, Sendable {
    /// What the response must answer.
    public let id: String
    /// The service's name.
    public let issuer: String
    /// Where the response is to be posted; nil for where the provider knows it from.
    public let consumerURL: String?
    /// Whom the request was sent to.
    public let destination: String?

    public init(id: String, issuer: String, consumerURL: String?, destination: String?) {
        (self.id, self.issuer) = (id, issuer)
        (self.consumerURL, self.destination) = (consumerURL, destination)
    }

    /// The value of `SAMLRequest` as the HTTP-POST binding has it (Bindings §3.5.4).
    public func text(issuedAt now: Instant) -> String {
        func attribute(_ name: String, _ value: String?) -> String {
            value.map { " \(name)=\"\(MarkupText.escaped($0))\"" } ?? ""
        }
        let xml =
            "<samlp:AuthnRequest xmlns:samlp=\"\(SAMLName.protocolSpace)\" ID=\"\(id)\" Version=\"2.0\""
            + " IssueInstant=\"\(now.rfc3339)\"\(attribute("Destination", destination))"
            + "\(attribute("AssertionConsumerServiceURL", consumerURL))><saml:Issuer"
            + " xmlns:saml=\"\(SAMLName.assertionSpace)\">\(MarkupText.escaped(issuer))</saml:Issuer>"
            + "</samlp:AuthnRequest>"
        return StandardBase64.encode(Array(xml.utf8))
    }

    /// - Throws: `saml/not-base64`, `saml/not-xml` and what else a document may be refused for; `saml/not-a-request`.
    public init(parsing text: String) throws(SAMLReason) {
        guard text.utf8.count <= XMLTree.byteLimit * 2 else { throw .tooLarge }
        guard let bytes = StandardBase64.decode(text) else { throw .notBase64 }
        let root = try XMLTree(parsing: bytes).root
        guard root.name == SAMLName.protocol("AuthnRequest"), root.attribute("Version") == "2.0",
            let id = root.attribute("ID"), !id.isEmpty,
            let issuer = root.child(SAMLName.assertion("Issuer")),
            case let name = try issuer.text(), !name.isEmpty
        else { throw .notARequest }
        self.init(
            id: id, issuer: name, consumerURL: root.attribute("AssertionConsumerServiceURL"),
            destination: root.attribute("Destination"))
    }
}
