public import BridgePrimitives

/// Why the app itself does not go on: its own rules, which no service knows of.
public enum AppReason: String, Reason {
    case secondFactorMandatory = "app/second-factor-mandatory"
    case emailVerifiedAlready = "app/email-verified-already"
    case noAccessToken = "app/no-access-token"
    case twitterRefused = "app/twitter-refused"

    public var meaning: String {
        switch self {
        case .secondFactorMandatory: "The app lets in nobody without a verified address and a second factor."
        case .emailVerifiedAlready: "The address is verified, so no mail is sent again."
        case .noAccessToken:
            "The app has no access token of Twitter's: nobody has signed in with it since the app started."
        case .twitterRefused: "Twitter's API did not answer what the app asked with its access token."
        }
    }

    public var fix: String {
        switch self {
        case .secondFactorMandatory:
            "Show who comes in what is missing: the mail's link first, then the enrolment. Firebase's sign-in asks for neither."
        case .emailVerifiedAlready: "Reload the user before the button is shown."
        case .noAccessToken:
            "Sign in with Twitter, and keep the result's credential in the keychain: Firebase gives it no second time."
        case .twitterRefused: "Look at Twitter's reason; a token that was revoked needs a new sign-in."
        }
    }
}
