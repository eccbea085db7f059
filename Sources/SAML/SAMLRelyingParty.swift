public import BridgePrimitives
public import Tokens

/// A service that lets a SAML provider say who its users are: the web browser SSO profile (SAML Profiles §4.1).
public struct SAMLRelyingParty: Sendable {
    /// Its own name, which assertions have as their audience.
    public let entityID: String
    /// Where browsers post responses.
    public let consumerURL: String
    public let providerEntityID: String
    /// The provider's keys, one of which must have signed.
    public let keys: [VerificationKey]

    public init(
        entityID: String, consumerURL: String, providerEntityID: String, keys: [VerificationKey]
    ) {
        (self.entityID, self.consumerURL) = (entityID, consumerURL)
        (self.providerEntityID, self.keys) = (providerEntityID, keys)
    }

    /// Checks a response; whether it was used before is ``AssertionLedger``'s to say.
    ///
    /// - Parameters:
    ///   - response: `SAMLResponse` of the form, base64.
    ///   - request: the ID of the request that it must answer; nil where the provider begins, and then it answers none.
    ///   - clockSkew: 0 to 180 seconds; other values are clamped to that.
    /// - Complexity: O(n · depth), at most 256 KiB, and one RSA public operation for each key.
    public func verify(
        _ response: String, inResponseTo request: String?, now: Instant, clockSkew: Duration = .zero
    ) -> SAMLVerdict {
        let skew = min(max(clockSkew, .zero), .seconds(180))
        do throws(SAMLReason) {
            guard response.utf8.count <= XMLTree.byteLimit * 2 else { throw .tooLarge }
            let text = response.utf8.filter { ![0x0A, 0x0D, 0x20].contains($0) }
            guard let bytes = StandardBase64.decode(String(decoding: text, as: UTF8.self)) else {
                throw .notBase64
            }
            let root = try XMLTree(parsing: bytes).root
            let assertion = try signedAssertion(in: root)
            // From here on what is read is what was signed; all that is wrong with it is told.
            var reasons = addressReasons(root, assertion, request)
            let (confirmation, expiry) = confirmationReasons(assertion, request, now: now, skew: skew)
            reasons += confirmation + conditionReasons(assertion, now: now, skew: skew)
            let verified = try read(assertion, expiry: expiry)
            return reasons.isEmpty ? .accepted(verified) : .refused(reasons.uniqued())
        } catch {
            return .refused([error])
        }
    }

    // MARK: - The signature

    /// The one assertion, once it is sure that a signature is over it or over the response around it.
    private func signedAssertion(in root: XMLElement) throws(SAMLReason) -> XMLElement {
        guard root.name == SAMLName.protocol("Response"), root.attribute("Version") == "2.0" else {
            throw .notAResponse
        }
        let status = root.child(SAMLName.protocol("Status"))?.child(SAMLName.protocol("StatusCode"))
        guard status?.attribute("Value") == SAMLName.success else { throw .statusNotSuccess }
        let all = root.descendants
        let assertions = all.filter { $0.name == SAMLName.assertion("Assertion") }
        guard assertions.count < 2 else { throw .severalAssertions }
        guard let assertion = assertions.first else {
            let isEncrypted = all.contains { $0.name == SAMLName.assertion("EncryptedAssertion") }
            throw isEncrypted ? .assertionEncrypted : .noAssertion
        }
        guard assertion.isChild(of: root) else { throw .assertionMisplaced }

        let signatures = all.filter { $0.name == XMLSignature.name("Signature") }
        guard !signatures.isEmpty else { throw .unsigned }
        for signature in signatures {
            guard let owner = [root, assertion].first(where: { signature.isChild(of: $0) }),
                owner.child(XMLSignature.name("Signature")) != nil
            else { throw .signatureMisplaced }
            if let reason = XMLSignature.fault(of: signature, on: owner, keys: keys) { throw reason }
        }
        return assertion
    }

    // MARK: - For whom

    private func addressReasons(_ root: XMLElement, _ assertion: XMLElement, _ request: String?)
        -> [SAMLReason]
    {
        var reasons: [SAMLReason] = []
        let issuers = [
            root.child(SAMLName.assertion("Issuer")), assertion.child(SAMLName.assertion("Issuer")),
        ]
        let isOurs = issuers.compactMap(\.self).allSatisfy { (try? $0.text()) == providerEntityID }
        if issuers[1] == nil || !isOurs { reasons.append(.wrongIssuer) }
        // A signed response says where it goes (Bindings §3.5.5.2); of an unsigned one anybody may have written it.
        let isSigned = root.child(XMLSignature.name("Signature")) != nil
        let destination = root.attribute("Destination")
        if destination.map({ $0 != consumerURL }) ?? isSigned { reasons.append(.wrongDestination) }
        if let reason = Self.requestReason(root.attribute("InResponseTo"), request) {
            reasons.append(reason)
        }
        return reasons
    }

    private static func requestReason(_ answered: String?, _ request: String?) -> SAMLReason? {
        answered == request ? nil : answered == nil ? .unsolicited : .requestDiffers
    }

    /// - Returns: why none of the bearer confirmations lets the assertion be used here and now; and until when it can be.
    private func confirmationReasons(
        _ assertion: XMLElement, _ request: String?, now: Instant, skew: Duration
    ) -> ([SAMLReason], expiry: Instant) {
        let bearers =
            assertion.child(SAMLName.assertion("Subject"))?.children(
                SAMLName.assertion("SubjectConfirmation")
            )
            .filter { $0.attribute("Method") == SAMLName.bearer }
            .compactMap { $0.child(SAMLName.assertion("SubjectConfirmationData")) } ?? []
        var first: [SAMLReason]?
        for data in bearers {
            var reasons: [SAMLReason] = []
            if data.attribute("Recipient") != consumerURL { reasons.append(.wrongRecipient) }
            if let reason = Self.requestReason(data.attribute("InResponseTo"), request) {
                reasons.append(reason)
            }
            let end = data.attribute("NotOnOrAfter").flatMap(Instant.init(rfc3339:))
            if !(end.map { now < $0 + skew } ?? false) { reasons.append(.expired) }
            if reasons.isEmpty, let end { return ([], end + skew) }
            first = first ?? reasons
        }
        return (first ?? [.noConfirmation], now)
    }

    private func conditionReasons(_ assertion: XMLElement, now: Instant, skew: Duration)
        -> [SAMLReason]
    {
        guard let conditions = assertion.child(SAMLName.assertion("Conditions")) else {
            return [.wrongAudience]
        }
        var reasons: [SAMLReason] = []
        // A time that cannot be read is no time at which it holds.
        if let start = conditions.attribute("NotBefore"),
            !(Instant(rfc3339: start).map { $0 <= now + skew } ?? false)
        {
            reasons.append(.notYetValid)
        }
        if let end = conditions.attribute("NotOnOrAfter"),
            !(Instant(rfc3339: end).map { now < $0 + skew } ?? false)
        {
            reasons.append(.expired)
        }
        // Each restriction must name us; without one the assertion would be anybody's (Profiles §4.1.4.2).
        let restrictions = conditions.children(SAMLName.assertion("AudienceRestriction"))
        let isForUs = restrictions.allSatisfy { restriction in
            restriction.children(SAMLName.assertion("Audience")).contains { (try? $0.text()) == entityID }
        }
        if restrictions.isEmpty || !isForUs { reasons.append(.wrongAudience) }
        return reasons
    }

    // MARK: - Who

    private func read(_ assertion: XMLElement, expiry: Instant) throws(SAMLReason) -> SAMLAssertion {
        guard
            let subject = assertion.child(SAMLName.assertion("Subject"))?.child(
                SAMLName.assertion("NameID")),
            case let nameID = try subject.text(), !nameID.isEmpty, let id = assertion.attribute("ID"),
            !id.isEmpty
        else { throw .noNameID }
        var attributes = JSONObject()
        for statement in assertion.children(SAMLName.assertion("AttributeStatement")) {
            for attribute in statement.children(SAMLName.assertion("Attribute")) {
                guard let name = attribute.attribute("Name") else { continue }
                var values: [JSONValue] = []
                for value in attribute.children(SAMLName.assertion("AttributeValue")) {
                    values.append(.string(try value.text()))
                }
                attributes[name] = values.count == 1 ? values[0] : .array(values)
            }
        }
        let authentication = assertion.children(SAMLName.assertion("AuthnStatement")).first
        return SAMLAssertion(
            id: id, issuer: providerEntityID, nameID: nameID, nameIDFormat: subject.attribute("Format"),
            attributes: attributes, sessionIndex: authentication?.attribute("SessionIndex"),
            expiry: expiry)
    }
}

/// What was decided about a response.
public enum SAMLVerdict: Hashable, Sendable {
    case accepted(SAMLAssertion)
    /// All reasons that hold, in the order of the checks; never empty. What cannot be read has one.
    case refused([SAMLReason])

    public var assertion: SAMLAssertion? {
        if case .accepted(let assertion) = self { assertion } else { nil }
    }
    public var refusals: [SAMLReason] { if case .refused(let reasons) = self { reasons } else { [] } }
}
