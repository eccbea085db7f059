public import BridgePrimitives

/// Why a SAML response signs nobody in.
public enum SAMLReason: String, Reason, Error {
    // What came
    case notBase64 = "saml/not-base64"
    case tooLarge = "saml/too-large"
    case documentType = "saml/document-type"
    case notXML = "saml/not-xml"
    case idRepeated = "saml/id-repeated"
    case notAResponse = "saml/not-a-response"
    case notARequest = "saml/not-a-request"
    case statusNotSuccess = "saml/status-not-success"
    // The assertion in it
    case noAssertion = "saml/no-assertion"
    case assertionEncrypted = "saml/assertion-encrypted"
    case severalAssertions = "saml/several-assertions"
    case assertionMisplaced = "saml/assertion-misplaced"
    case commentInText = "saml/comment-in-text"
    case noNameID = "saml/no-name-id"
    // Its signature
    case unsigned = "saml/unsigned"
    case signatureMisplaced = "saml/signature-misplaced"
    case signatureMalformed = "saml/signature-malformed"
    case signatureOfAnother = "saml/signature-of-another"
    case signatureAlgorithm = "saml/signature-algorithm"
    case digestDiffers = "saml/digest-differs"
    case signatureWrong = "saml/signature-wrong"
    // For whom it is, and when
    case wrongIssuer = "saml/wrong-issuer"
    case wrongDestination = "saml/wrong-destination"
    case wrongAudience = "saml/wrong-audience"
    case noConfirmation = "saml/no-confirmation"
    case wrongRecipient = "saml/wrong-recipient"
    case requestDiffers = "saml/request-differs"
    case unsolicited = "saml/unsolicited"
    case notYetValid = "saml/not-yet-valid"
    case expired = "saml/expired"
    case replayed = "saml/replayed"

    public var meaning: String { texts.meaning }
    public var fix: String { texts.fix }

    private var texts: (meaning: String, fix: String) {
        switch self {
        case .notBase64:
            ("SAMLResponse is no base64.", "Send it as the browser posted it, percent-encoded once.")
        case .tooLarge:
            ("The response is larger than 256 KiB.", "Have the provider send fewer attributes.")
        case .documentType:
            (
                "The response has a document type, which can declare entities.",
                "SAML messages have none: look who sent it."
            )
        case .notXML:
            ("The response is no well-formed XML in UTF-8.", "Look at what was decoded from base64.")
        case .idRepeated:
            (
                "Two elements have one ID, so a signature could mean either.",
                "Look for a response that was put together."
            )
        case .notARequest:
            (
                "It is no AuthnRequest of SAML 2.0, or does not say who asks.",
                "Send ID, Version 2.0 and Issuer."
            )
        case .notAResponse:
            ("It is no Response of SAML 2.0.", "Post the provider's Response, unchanged.")
        case .statusNotSuccess:
            ("The provider says that it did not sign the user in.", "Read its StatusMessage.")
        case .noAssertion: ("The response has no assertion.", "Have the provider assert who signed in.")
        case .assertionEncrypted:
            (
                "The assertion is encrypted, and no key to read it was given out.",
                "Switch encryption off at the provider."
            )
        case .severalAssertions:
            (
                "The response has several assertions, of which one may be signed and another read.",
                "Send one."
            )
        case .assertionMisplaced:
            (
                "The assertion is not where assertions stand: signature wrapping does that.",
                "Look who changed it."
            )
        case .commentInText:
            (
                "A comment stands inside a text, which readers would end there although more was signed.",
                "Providers write none: look who changed it."
            )
        case .noNameID: ("The assertion names nobody.", "Have the provider send a NameID.")
        case .unsigned:
            ("Neither response nor assertion is signed.", "Have the provider sign assertions.")
        case .signatureMisplaced:
            (
                "A signature stands where none belongs.",
                "Only Response and Assertion are signed, inside themselves."
            )
        case .signatureMalformed:
            ("A signature lacks a part.", "Have the provider sign as SAML Core §5.4 says.")
        case .signatureOfAnother:
            (
                "The signature is over another element than the one it stands in.",
                "Look for a wrapped response."
            )
        case .signatureAlgorithm:
            (
                "The signature is of another kind than RSA-SHA256 over exclusively canonical XML.",
                "Choose RSA-SHA256 at the provider."
            )
        case .digestDiffers:
            ("The element was changed after it was signed.", "Post the response unchanged.")
        case .signatureWrong:
            (
                "The signature is of none of the keys in idpCertificates.",
                "Configure the certificate that the provider signs with now."
            )
        case .wrongIssuer:
            ("The response is of another provider.", "Compare idpEntityId with its Issuer.")
        case .wrongDestination:
            ("The response was meant to be posted elsewhere.", "Compare callbackUri with Destination.")
        case .wrongAudience:
            ("The assertion is for another service.", "Compare spEntityId with its Audience.")
        case .noConfirmation:
            (
                "No bearer confirmation says who may use the assertion until when.",
                "Use the web browser SSO profile."
            )
        case .wrongRecipient:
            ("The assertion was given out to be shown elsewhere.", "Compare callbackUri with Recipient.")
        case .requestDiffers:
            ("The response answers another request.", "Begin anew, in the same browser.")
        case .unsolicited:
            ("The response answers no request, and one was sent.", "Begin at the service.")
        case .notYetValid: ("The assertion is not valid yet.", "Compare the clocks.")
        case .expired: ("The assertion is valid no more.", "Sign in anew; compare the clocks.")
        case .replayed: ("The assertion was used before.", "Sign in anew: each is good once.")
        }
    }
}
