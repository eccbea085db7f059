public import BridgePrimitives
import SAML

/// Why the simulated SAML provider shows no page, or gives no answer.
public enum SAMLProviderReason: String, Reason {
    case noSuchPath = "saml-provider/no-such-path"
    case foreignPage = "saml-provider/foreign-page"
    case brokenForm = "saml-provider/broken-form"
    case parameterMissing = "saml-provider/parameter-missing"
    case requestUnreadable = "saml-provider/request-unreadable"
    case requestDestination = "saml-provider/request-destination"
    case serviceUnknown = "saml-provider/service-unknown"
    case consumerUnknown = "saml-provider/consumer-unknown"
    case accountUnknown = "saml-provider/account-unknown"
    case ticketUnknown = "saml-provider/ticket-unknown"

    public var meaning: String {
        switch self {
        case .noSuchPath: "The provider serves nothing at this path."
        case .foreignPage: "A page of another origin sent the choice of account."
        case .brokenForm:
            "The parameters are not a form: a cut escape, no UTF-8, one twice, or too long."
        case .parameterMissing: "A required parameter is missing or empty."
        case .requestUnreadable: "SAMLRequest is no AuthnRequest."
        case .requestDestination: "The request was meant for another provider."
        case .serviceUnknown: "No service has this entity ID."
        case .consumerUnknown: "The service takes no responses there."
        case .accountUnknown: "The provider has no such account."
        case .ticketUnknown: "The page is too old, or was answered before."
        }
    }

    public var fix: String {
        switch self {
        case .noSuchPath: "Take the address from the metadata."
        case .foreignPage: "Let the user choose on the provider's own page."
        case .brokenForm: "Percent-encode names and values, each once."
        case .parameterMissing: "Send the parameter."
        case .requestUnreadable:
            "Post it as the HTTP-POST binding says: base64 of the XML, not compressed."
        case .requestDestination: "Compare Destination with the metadata's SingleSignOnService."
        case .serviceUnknown: "Register the service, or correct its Issuer."
        case .consumerUnknown: "Register the AssertionConsumerServiceURL, letter by letter."
        case .accountUnknown: "Choose one that the page lists."
        case .ticketUnknown: "Begin the sign-in again."
        }
    }
}

/// A reason as an error, with the value that is at fault where it is harmless, and why a request cannot be read.
struct SAMLRefusal: Error, Hashable, Sendable {
    let reason: SAMLProviderReason
    let detail: String?
    let cause: SAMLReason?

    init(_ reason: SAMLProviderReason, _ detail: String? = nil, cause: SAMLReason? = nil) {
        (self.reason, self.detail, self.cause) = (reason, detail, cause)
    }

    var reasons: [ReasonCode] { [reason.code] + [cause?.code].compactMap(\.self) }
}

extension FormItems {
    /// As ``text(_:)``, with the refusals of this provider; an empty value counts as none.
    func samlText(_ name: String) throws(SAMLRefusal) -> String? {
        do {
            let text = try text(name)
            return text?.isEmpty == true ? nil : text
        } catch { throw SAMLRefusal(.brokenForm, name) }
    }

    func requiredSAMLText(_ name: String) throws(SAMLRefusal) -> String {
        guard let text = try samlText(name) else { throw SAMLRefusal(.parameterMissing, name) }
        return text
    }

    init(saml text: some Sequence<UInt8>) throws(SAMLRefusal) {
        do { try self.init(parsing: text) } catch { throw SAMLRefusal(.brokenForm) }
    }
}
