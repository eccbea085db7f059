/// What the app asks Twitter's own API with, besides the access token of the sign-in.
public enum TwitterKey: String, CaseIterable, Sendable {
    /// The key and the secret that the sign-in went by.
    case own
    /// Another app's: Twitter gave it no token.
    case other
    /// The app's key with a secret that is not its own.
    case wrongSecret = "wrong-secret"

    static let fields = [
        Field<Self>(
            "key", \.self, .word,
            "What signs the request beside the token: the app's `own` key and secret; all else is a mistake.")
    ]
}

/// How the user comes by a verified address.
public struct EmailVerification: Hashable, Sendable {
    /// Whether a mail is asked for; else the link of the last one is opened.
    public var sends: Bool
    public init(sends: Bool = true) { self.sends = sends }

    static let fields = [
        Field<Self>(
            "sends", \.sends, .bool, "Whether a mail is asked for first; without, the last one's link is opened.")
    ]
}

/// How often the auth service does something from now on.
public struct QuotaChange: Hashable, Sendable {
    /// What production counts.
    public enum Subject: String, CaseIterable, Sendable {
        case verificationMails = "verification-mails-per-day"
        case signInMails = "sign-in-mails-per-day"
        case messagesPerMinute = "messages-per-minute"
        case messagesPerHour = "messages-per-hour"
        case newAccounts = "new-accounts-per-hour"
        case failedPasswords = "failed-passwords-per-hour"
    }

    public var subject: Subject
    public var limit: Int

    public init(_ subject: Subject = .verificationMails, limit: Int = 0) {
        (self.subject, self.limit) = (subject, limit)
    }

    static let fields = [
        Field<Self>("of", \.subject, .word, "What is counted, all that went before among it."),
        Field("to", \.limit, .number(0...25_000), "How many the auth service lets through; 0 lets none."),
    ]
}

extension StepDefinition {
    static let verifyEmail = StepDefinition(
        "verify-email", .app, startingWith: EmailVerification(),
        "The user asks for the verification mail and opens its link.", EmailVerification.fields
    ) { .verifyEmail($0) }

    static let sendVerification = StepDefinition(
        "send-verification", .app, .sendVerification,
        "The user has the verification mail sent, or sent once more, and does not open it.")

    static let requireMember = StepDefinition(
        "require-member", .app, startingWith: true,
        "The app opens what is behind its login: it lets in nobody without a verified address and a second factor.",
        [
            Field<Bool>(
                "second-factor", \.self, .bool,
                "Whether the app insists on a second factor, which Firebase leaves to the user.")
        ]
    ) { .requireMember(insistsOnSecondFactor: $0) }

    static let askTwitter = StepDefinition(
        "ask-twitter", .app, startingWith: TwitterKey.own,
        "The app asks Twitter's own API who the user is, with the access token that the sign-in brought.",
        TwitterKey.fields
    ) { .askTwitter($0) }

    static let revokeTwitter = StepDefinition(
        "revoke-twitter", .world, .revokeTwitter,
        "The user takes the app's access away on Twitter's own pages; Firebase is not told.")

    static let setQuota = StepDefinition(
        "set-quota", .world, startingWith: QuotaChange(),
        "The auth service does something only so often from now on; a lenient one does not count.", QuotaChange.fields
    ) { .setQuota($0) }
}
