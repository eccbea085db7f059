public import BridgePrimitives
import Listening
public import Tokens

/// A provider's half: makes responses that a ``SAMLRelyingParty`` takes.
public struct SAMLIssuer: Sendable {
    public let entityID: String
    private let key: SigningKey
    /// Base64 of the certificate's DER form, as metadata and signatures carry it.
    let certificate: String
    /// The same as PEM, as relying parties are configured with it.
    public let certificatePEM: String

    /// - Parameter validFrom: of the certificate, which is good for ten years.
    /// - Throws: `server/internal-fault`, which only an odd name causes.
    /// - Complexity: one RSA private operation.
    public init(entityID: String, key: SigningKey, validFrom: Instant) throws(BridgeFailure) {
        (self.entityID, self.key) = (entityID, key)
        certificatePEM = try key.certificatePEM(
            commonName: "saml.simulated", validFrom: validFrom, for: .seconds(10 * 365 * 86_400))
        certificate = certificatePEM.utf8.split(separator: 0x0A).filter {
            !$0.starts(with: "-----".utf8)
        }
        .map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    /// What is to be asserted.
    public struct Statement: Sendable {
        public var nameID: String
        public var nameIDFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
        public var attributes: [(name: String, values: [String])] = []
        /// The relying party's name.
        public var audience: String
        /// Where it is posted.
        public var consumerURL: String
        /// The request that it answers.
        public var request: String?
        public var issuedAt: Instant
        public var lifetime = Duration.seconds(300)
        /// How whoever brings it shows that it is for them: whoever bears it, for sign-ins in a browser.
        var confirmationMethod = SAMLName.bearer

        public init(
            nameID: String, audience: String, consumerURL: String, request: String?, issuedAt: Instant
        ) {
            (self.nameID, self.audience, self.consumerURL) = (nameID, audience, consumerURL)
            (self.request, self.issuedAt) = (request, issuedAt)
        }
    }

    /// Which elements are signed; providers differ.
    public enum Signed: String, CaseIterable, Sendable { case assertion, response, both }

    /// - Parameters:
    ///   - ids: two, for response and assertion: letters and digits, not beginning with a digit.
    /// - Returns: the XML of a Response.
    /// - Throws: `token/signing-failed`, which no input causes.
    /// - Complexity: one or two RSA private operations.
    public func response(
        _ statement: Statement, ids: (response: String, assertion: String),
        signing signed: Signed = .assertion
    ) throws(BridgeFailure) -> String {
        let unsigned = assertion(statement, id: ids.assertion, signature: "")
        let signature = signed == .response ? "" : try self.signature(over: unsigned, id: ids.assertion)
        let assertion = assertion(statement, id: ids.assertion, signature: signature)
        guard signed != .assertion else {
            return response(statement, id: ids.response, signature: "", assertion)
        }
        let outer = response(statement, id: ids.response, signature: "", assertion)
        return response(
            statement, id: ids.response, signature: try self.signature(over: outer, id: ids.response),
            assertion)
    }

    private func signature(over text: String, id: String) throws(BridgeFailure) -> String {
        guard let canonical = try? XMLTree(parsing: Array(text.utf8)).root.canonical() else {
            throw ListeningReason.internalFault.failure("the assertion \(id) is no XML")
        }
        return try XMLSignature.text(over: canonical, id: id, key: key, certificate: certificate)
    }

    private func response(_ statement: Statement, id: String, signature: String, _ assertion: String)
        -> String
    {
        """
        <samlp:Response xmlns:samlp="\(SAMLName.protocolSpace)" ID="\(id)" Version="2.0" \
        IssueInstant="\(statement.issuedAt.rfc3339)" Destination="\(attribute: statement.consumerURL)"\
        \(answer(statement))>\(issuer)\(signature)<samlp:Status>\
        <samlp:StatusCode Value="\(SAMLName.success)"/></samlp:Status>\(assertion)</samlp:Response>
        """
    }

    private func assertion(_ statement: Statement, id: String, signature: String) -> String {
        let now = statement.issuedAt.rfc3339
        let end = (statement.issuedAt + statement.lifetime).rfc3339
        let attributes = statement.attributes.map { name, values in
            "<saml:Attribute Name=\"\(attribute: name)\">"
                + values.map { "<saml:AttributeValue>\(MarkupText.escaped($0))</saml:AttributeValue>" }
                .joined()
                + "</saml:Attribute>"
        }.joined()
        return """
            <saml:Assertion xmlns:saml="\(SAMLName.assertionSpace)" ID="\(id)" Version="2.0" IssueInstant="\(now)">\
            \(issuer)\(signature)<saml:Subject>\
            <saml:NameID Format="\(attribute: statement.nameIDFormat)">\(MarkupText.escaped(statement.nameID))</saml:NameID>\
            <saml:SubjectConfirmation Method="\(attribute: statement.confirmationMethod)"><saml:SubjectConfirmationData NotOnOrAfter="\(end)" \
            Recipient="\(attribute: statement.consumerURL)"\(answer(statement))/></saml:SubjectConfirmation>\
            </saml:Subject><saml:Conditions NotBefore="\(now)" NotOnOrAfter="\(end)"><saml:AudienceRestriction>\
            <saml:Audience>\(MarkupText.escaped(statement.audience))</saml:Audience></saml:AudienceRestriction>\
            </saml:Conditions><saml:AuthnStatement AuthnInstant="\(now)" SessionIndex="\(id)"><saml:AuthnContext>\
            <saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>\
            </saml:AuthnContext></saml:AuthnStatement>\
            \(attributes.isEmpty ? "" : "<saml:AttributeStatement>\(attributes)</saml:AttributeStatement>")\
            </saml:Assertion>
            """
    }

    private var issuer: String {
        "<saml:Issuer xmlns:saml=\"\(SAMLName.assertionSpace)\">\(MarkupText.escaped(entityID))</saml:Issuer>"
    }

    private func answer(_ statement: Statement) -> String {
        statement.request.map { " InResponseTo=\"\(attribute: $0)\"" } ?? ""
    }

    /// What relying parties read to know this provider (Metadata §2.4.3).
    public func metadata(singleSignOn url: String) -> String {
        """
        <?xml version="1.0"?>
        <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="\(attribute: entityID)">\
        <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="\(SAMLName.protocolSpace)">\
        <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="\(XMLSignature.space)"><ds:X509Data>\
        <ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>\
        <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>\
        <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" \
        Location="\(attribute: url)"/></md:IDPSSODescriptor></md:EntityDescriptor>
        """
    }
}

extension DefaultStringInterpolation {
    fileprivate mutating func appendInterpolation(attribute text: String) {
        appendLiteral(MarkupText.escaped(text))
    }
}
