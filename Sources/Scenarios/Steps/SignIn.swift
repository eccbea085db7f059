import BridgePrimitives

/// How the native app signs in, and what the person at the phone does.
public struct SignIn: Hashable, Sendable {
    public enum Method: String, CaseIterable, Sendable {
        case password, apple, twitter
        /// With an ID token that Google's own sheet would give; the sheet is not simulated.
        case google
        /// A code by text message to ``SignIn/phone``.
        case sms
        /// A link by mail, opened on this phone.
        case emailLink = "email-link"
        case anonymous
        /// Fails as the SDK does in an app without GameKit, which is not simulated.
        case gameCenter = "game-center"

        /// Whether it is about an account that an e-mail address names.
        var isByAddress: Bool {
            switch self {
            case .password, .apple, .twitter, .google, .emailLink: true
            case .sms, .anonymous, .gameCenter: false
            }
        }

        /// Whether somebody is asked by a provider.
        var asksPerson: Bool { self == .apple || self == .twitter }
    }

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
        /// The phone's generator gives no random bytes; no mistake of the app's, but one way to go on from it would be.
        case randomFails = "random-fails"
    }

    /// What the person answers when a second factor is asked for.
    public enum SecondFactor: String, CaseIterable, Sendable {
        case sms, totp
        case wrongCode = "wrong-code"
    }

    /// When the app has the text message of the second factor sent.
    public enum CodeRequest: String, CaseIterable, Sendable {
        /// In one call with the rest, without a screen.
        case atOnce = "at-once"
        /// When the person taps a button on the screen.
        case onTap = "on-tap"
        /// Each time the screen appears: a mistake.
        case whenShown = "when-shown"
    }

    public var method = Method.password
    /// Whose account; nil for the scenario's user.
    public var email: String?
    /// The E.164 number that ``Method/sms`` sends its code to.
    public var phone: String?
    public var person = Person.agrees
    public var nonce = Nonce.hashed
    /// Whether the app keeps its provider object until the web page comes back.
    public var keepsProvider = true
    /// Nil to leave the sign-in at the first factor.
    public var secondFactor: SecondFactor?
    public var codeRequest = CodeRequest.atOnce
    /// How often the screen appears, as the person goes back and forth, before the code is typed.
    public var screenAppears = 1

    public init(_ method: Method = .password) { self.method = method }

    /// Whose messages are read where nobody says a number.
    public static let usualNumber = "+819012345678"

    static let fields = [
        Field<Self>(
            "with", \.method, .word(refusing: ["passkey": .passkey]), "How the app signs in."),
        Field("as", \.email, .text, "Whose account, by e-mail; the scenario's user unless given.")
            .only("`with: sms`, `anonymous` and `game-center` look at no address") { $0.method.isByAddress },
        Field(
            "phone", \.phone, .text,
            "The E.164 number that gets the code, for `with: sms`; `\(Self.usualNumber)` unless given."
        ).only("only `with: sms` has a number") { $0.method == .sms },
        Field("person", \.person, .word, "What the person does when the provider asks.")
            .only("only `with: apple` and `with: twitter` ask a person") { $0.method.asksPerson },
        Field(
            "nonce", \.nonce, .word,
            "What the app does with the nonce; all but `hashed` are mistakes, or the phone has no random bytes."
        )
        .only("only `with: apple` has a nonce") { $0.method == .apple },
        Field("keeps-provider", \.keepsProvider, .bool, "Whether the app keeps its provider object meanwhile.")
            .only("only `with: twitter` has a provider object") { $0.method == .twitter },
        Field("second-factor", \.secondFactor, .word, "What the person answers when a second factor is asked for."),
        Field(
            "sends-code", \.codeRequest, .word,
            "When the app has the second factor's text message sent: `on-tap` of a button, `when-shown` each time the"
                + " screen appears, which is a mistake, or `at-once` without a screen."
        ).only("only `second-factor: sms` and `wrong-code` have a message sent") { $0.readsMessage },
        Field(
            "screen-appears", \.screenAppears, .number(1...20),
            "How often that screen appears, as the person goes back and forth."
        ).only("`sends-code: at-once` has no screen") { $0.readsMessage && $0.codeRequest != .atOnce },
    ]

    private var readsMessage: Bool { secondFactor == .sms || secondFactor == .wrongCode }
}

/// How an app signs out.
public struct SignOut: Hashable, Sendable {
    /// Whether the app also empties its web view, its own cookie storage and its preferences.
    public var forgetsEverything: Bool
    public init(forgetsEverything: Bool = false) { self.forgetsEverything = forgetsEverything }

    static let fields = [
        Field<Self>(
            "everywhere", \.forgetsEverything, .bool,
            "Whether the app also empties its web view, its own cookie storage and its preferences.")
    ]
}

/// The second factor that the signed-in user adds to the account.
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
            Field("passkey", refusing: .passkey),
        ]

        var enrollment: Enrollment { phone.map { .sms(number: $0) } ?? .totp }

        var complaint: Vocabulary.Complaint? {
            let fix = "write `phone: \"\(SignIn.usualNumber)\"` or `totp: true`"
            return switch (phone != nil, isTOTP) {
            case (true, false), (false, true): nil
            case (false, false):
                Vocabulary.Complaint(ScenarioReason.missingField, message: "what is added?", fix: fix)
            case (true, true): Vocabulary.Complaint(ScenarioReason.wrongType, message: "one at a time", fix: fix)
            }
        }
    }
}

extension Vocabulary.Complaint {
    /// The auth service's own code for what it does not simulate.
    fileprivate static let passkey = Self(
        code: ReasonCode(unchecked: "auth/not-simulated"), message: "passkeys are not simulated",
        fix: "sign in another way; a second factor is `enroll: { totp: true }`")
}
