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
}

/// How an app signs out.
public struct SignOut: Hashable, Sendable {
    /// Whether the app also empties its web view, its own cookie storage and its preferences.
    public var forgetsEverything: Bool
    public init(forgetsEverything: Bool = false) { self.forgetsEverything = forgetsEverything }
}

/// A second factor that the signed-in user adds.
public enum Enrollment: Hashable, Sendable {
    /// An E.164 number.
    case sms(number: String)
    case totp
}
