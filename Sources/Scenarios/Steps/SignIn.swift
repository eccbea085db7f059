/// How the native app signs in, and what the person at the phone does.
public struct SignIn: Hashable, Sendable {
    public enum Method: String, CaseIterable, Sendable { case password, apple, twitter }

    /// What the person does when the provider asks.
    public enum Person: String, CaseIterable, Sendable {
        case agrees
        /// Agrees, and lets Apple relay the e-mail.
        case hidesEmail = "hides-email"
        case cancels
        /// Says no on the provider's page.
        case declines
        /// Nothing of the person's: the system's sheet fails.
        case fails
    }

    /// What the app does with the nonce of Sign in with Apple. All but the first are mistakes that are made.
    public enum Nonce: String, CaseIterable, Sendable {
        /// Its SHA-256 in hexadecimal goes to Apple, the nonce itself to Firebase.
        case hashed
        /// The hash goes to Firebase too.
        case hashTwice = "hash-twice"
        /// Apple gets the hash in base64.
        case base64
        /// Firebase gets none.
        case missing
        /// A second request has overwritten it meanwhile.
        case overwritten
    }

    /// What the person answers when a second factor is asked for.
    public enum SecondFactor: String, CaseIterable, Sendable {
        case sms, totp
        case wrongCode = "wrong-code"
    }

    public var method = Method.password
    /// Whose account; nil for the scenario's user.
    public var email: String?
    public var person = Person.agrees
    public var nonce = Nonce.hashed
    /// Whether the app keeps its provider object until the web page comes back.
    public var keepsProvider = true
    /// Nil to leave the sign-in at the first factor.
    public var secondFactor: SecondFactor?

    public init(_ method: Method = .password) { self.method = method }

    static let fields = [
        Field<Self>("with", \.method, .word, "How the app signs in."),
        Field("as", \.email, .text, "Whose account, by e-mail; the scenario's user unless given."),
        Field("person", \.person, .word, "What the person does when the provider asks.")
            .only("with a password nobody is asked") { $0.method != .password },
        Field("nonce", \.nonce, .word, "What the app does with the nonce; all but `hashed` are mistakes.")
            .only("only `with: apple` has a nonce") { $0.method == .apple },
        Field("keeps-provider", \.keepsProvider, .bool, "Whether the app keeps its provider object meanwhile.")
            .only("only `with: twitter` has a provider object") { $0.method == .twitter },
        Field("second-factor", \.secondFactor, .word, "What the person answers when a second factor is asked for."),
    ]
}

/// How an app signs out.
public struct SignOut: Hashable, Sendable {
    /// Whether the app also empties its web view, its own cookie storage and its preferences.
    public var forgetsEverything: Bool
    public init(forgetsEverything: Bool = false) { self.forgetsEverything = forgetsEverything }

    static let fields = [
        Field<Self>(
            "everywhere", \.forgetsEverything, .bool,
            "Whether the app also empties its web view, its own cookie storage and its preferences."
        ).browserCannot { $0.forgetsEverything ? .processEnds : nil }
    ]
}

/// A second factor that the signed-in user adds.
public enum Enrollment: Hashable, Sendable {
    /// An E.164 number.
    case sms(number: String)
    case totp

    /// As a file has it: `{ phone: "+81…" }` or `{ totp: true }`.
    struct Choice: Sendable {
        var phone: String?
        var isTOTP = false

        static let fields = [
            Field<Self>("phone", \.phone, .text, "An E.164 number that gets text messages."),
            Field("totp", \.isTOTP, .bool, "Whether it is an authenticator app."),
        ]

        var enrollment: Enrollment { phone.map { .sms(number: $0) } ?? .totp }

        var complaint: Vocabulary.Complaint? {
            let fix = "write `enroll: { phone: \"+819012345678\" }` or `enroll: { totp: true }`"
            return switch (phone, isTOTP) {
            case (nil, true), (.some, false): nil
            case (nil, false):
                Vocabulary.Complaint(ScenarioReason.missingField, message: "which second factor?", fix: fix)
            case (.some, true):
                Vocabulary.Complaint(ScenarioReason.wrongType, message: "one second factor at a time", fix: fix)
            }
        }
    }
}
