/// Why the app itself does not go on: its own rules, which no service knows of.
public enum AppReason: String, Reason {
    case secondFactorMandatory = "app/second-factor-mandatory"
    case emailVerifiedAlready = "app/email-verified-already"
    case noAccessToken = "app/no-access-token"
    case twitterRefused = "app/twitter-refused"
}
