public import BridgePrimitives

/// By how much the clocks of a world's parties are off; nil for one that stays as it is.
public struct ClockSkews: Hashable, Sendable {
    public var device: Duration?
    public var backend: Duration?
    public var web: Duration?

    public init(device: Duration? = nil, backend: Duration? = nil, web: Duration? = nil) {
        (self.device, self.backend, self.web) = (device, backend, web)
    }

    static let fields = [
        Field<Self>("device", \.device, .skew, "The phone's: `-3s` is three seconds slow."),
        Field(
            "backend", \.backend, .skew,
            "The backend's and the web app's servers'; a backend of your own has the machine's clock, which no step moves."
        ),
        Field("web", \.web, .skew, "The page's."),
    ]

    var complaint: Vocabulary.Complaint? {
        guard self == ClockSkews() else { return nil }
        return Vocabulary.Complaint(
            ScenarioReason.missingField, message: "whose clock is off?", fix: "write `skew: { device: -3s }`")
    }
}

/// Custom claims that an administrator gives a user.
public struct ClaimsChange: Hashable, Sendable {
    public var claims: JSONObject

    public init(claims: JSONObject) { self.claims = claims }

    /// As a file has it: a role, any claims, or both.
    struct Draft: Sendable {
        var role = "admin"
        var claims: JSONObject?

        static let fields = [
            Field<Self>("role", \.role, .text, "The claim `role`, where no `claims` are given."),
            Field("claims", \.claims, .claims, "All claims, each any JSON; Firebase takes 1000 bytes of them."),
        ]

        var change: ClaimsChange { ClaimsChange(claims: claims ?? JSONObject([("role", .string(role))])) }
    }
}

/// An identity provider that the project may have switched off.
public enum SwitchedProvider: String, CaseIterable, Sendable {
    case apple, twitter

    /// As the auth service calls it.
    public var id: String { "\(rawValue).com" }

    static let fields = [Field<Self>("provider", \.self, .word, "Whose sign-ins the project takes no more.")]
}

/// What the same user does on another phone.
public struct SecondDevice: Hashable, Sendable {
    public enum Action: String, CaseIterable, Sendable {
        case signIn = "sign-in"
        case signOut = "sign-out"
        case changePassword = "change-password"
        case deleteAccount = "delete-account"
    }

    public var action: Action
    /// The new one, for a change.
    public var password: String

    public init(_ action: Action, password: String = "another-horse") {
        (self.action, self.password) = (action, password)
    }

    static let fields = [
        Field<Self>(
            "does", \.action, .word,
            "What happens there. Firebase ends the sessions of all other devices with a change of the password, and those of all devices with the account; a sign-out there is nothing to this one."
        ),
        Field("password", \.password, .text, "The new password, for `change-password`; later sign-ins there need it."),
    ]
}

extension StepDefinition {
    static let skew = StepDefinition(
        "skew", .world, startingWith: ClockSkews(),
        "Somebody's clock is off from now on, against the world's; `0s` sets it right.", ClockSkews.fields,
        complaint: \.complaint
    ) { .skew($0) }

    static let setClaims = StepDefinition(
        "set-claims", .world, startingWith: ClaimsChange.Draft(),
        "An administrator gives the user other custom claims.", ClaimsChange.Draft.fields
    ) { .setClaims($0.change) }

    static let disableProvider = StepDefinition(
        "disable-provider", .world, startingWith: SwitchedProvider.apple,
        "An administrator switches an identity provider off, as the Firebase console does.", SwitchedProvider.fields
    ) { .disableProvider($0) }

    static let secondDevice = StepDefinition(
        "second-device", .world, startingWith: SecondDevice(.signIn),
        "The same user, with the scenario's password, does something on another phone.", SecondDevice.fields
    ) { .secondDevice($0) }
}

extension FieldType<Duration> {
    /// May be negative.
    fileprivate static var skew: Self {
        FieldType(.text, written: \.worldText) { node, reader in
            guard let text = reader.text(node) else { return nil }
            return Duration(worldText: text)
                ?? reader.refuse(.wrongType, node, "\"\(text)\" is not a duration", "write -3s, 301s or 0s")
        }
    }
}
