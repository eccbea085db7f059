import BridgePrimitives
import Listening
import SAML
import Tokens

/// Sign-ins with what a SAML provider has signed, where this service is the party that relies on it.
extension AuthService {
    /// Checks a response as the provider's configuration asks, and uses its assertion up.
    ///
    /// - Parameter request: the request that it must answer; nil where the provider began.
    /// - Throws: `auth/invalid-idp-response` with all ``SAMLReason``s as its causes; `auth/invalid-config` for
    ///   certificates that are none.
    func verifiedAssertion(
        _ response: String?, of providerID: String, in scope: AuthScope, inResponseTo request: String?, now: Instant
    ) throws(AuthRefusal) -> SAMLAssertion {
        guard let config = settings.provider(providerID, in: scope) else { throw AuthRefusal(.operationNotAllowed) }
        guard let response else { throw AuthRefusal(.invalidIDPResponse, "\(providerID) needs a SAMLResponse.") }
        let party = try SAMLRelyingParty(config, projectID: projectID)
        switch party.verify(response, inResponseTo: request, now: now) {
        case .refused(let reasons):
            throw AuthRefusal(.invalidIDPResponse, reasons.first?.meaning, causes: reasons.map(\.code))
        case .accepted(let assertion):
            if let reason = assertions.withLock({ $0.use(assertion, now: now) }) {
                throw AuthRefusal(.invalidIDPResponse, reason.meaning, causes: [reason.code])
            }
            return assertion
        }
    }
}

extension SAMLRelyingParty {
    /// As an administrator has described the two sides.
    fileprivate init(_ config: ProviderConfig, projectID: String) throws(AuthRefusal) {
        let (theirs, ours) = (config.json["idpConfig"], config.json["spConfig"])
        var keys: [VerificationKey] = []
        for certificate in theirs?["idpCertificates"]?.arrayValue ?? [] {
            guard let pem = certificate["x509Certificate"]?.stringValue,
                let key = try? VerificationKey(certificatePEM: pem)
            else {
                throw AuthRefusal(.invalidConfig, "idpConfig.idpCertificates has a certificate without an RSA key.")
            }
            keys.append(key)
        }
        self.init(
            entityID: ours?["spEntityId"]?.stringValue ?? "",
            // Where production's handler of the project is, unless another was named.
            consumerURL: ours?["callbackUri"]?.stringValue ?? "https://\(projectID).firebaseapp.com/__/auth/handler",
            providerEntityID: theirs?["idpEntityId"]?.stringValue ?? "", keys: keys)
    }
}

extension AssertedUser {
    init(_ assertion: SAMLAssertion) {
        self.init(
            nameID: assertion.nameID, attributes: assertion.attributes.isEmpty ? nil : .object(assertion.attributes))
    }

    /// The user at the provider: known there by the name identifier, whose address it may be.
    var profile: ProviderProfile {
        var profile = ProviderProfile(rawID: nameID)
        profile.email = EmailAddress(nameID, strictness: .lenient)?.text
        profile.raw = attributes?.objectValue ?? JSONObject()
        return profile
    }
}
