public import BridgePrimitives

/// What a scenario does next. What each step is called, takes and does is said once, in its ``definition``.
public enum Step: Hashable, Sendable {
    case signIn(SignIn)
    case signOut(SignOut)
    case verifyEmail(EmailVerification = EmailVerification())
    case sendVerification
    case enroll(Enrollment)
    case unenroll
    case requireMember(insistsOnSecondFactor: Bool = true)
    case askTwitter(TwitterKey = .own)
    case exchange(field: String, token: TokenExchange.Token = .fresh)
    case register
    case currentUser
    case openSample(SamplePage)
    case view(ViewStep)
    case page(PageStep)
    case device(DeviceStep)
    case advance(Duration)
    case disableUser
    case deleteUser
    case revokeUser
    case setClaims(ClaimsChange)
    case disableProvider(SwitchedProvider)
    case revokeTwitter
    case setQuota(QuotaChange)
    case skew(ClockSkews)
    case secondDevice(SecondDevice)
    case rotateKeys(dropsOld: Bool)
    case stopBackend
    case together(Together)
    case inject([Injection])
    /// In the form of the control endpoint's faults.
    case fault(JSONValue)
    case clearFaults

    /// The step's row of the table.
    public var definition: StepDefinition {
        switch self {
        case .signIn: .signIn
        case .signOut: .signOut
        case .verifyEmail: .verifyEmail
        case .sendVerification: .sendVerification
        case .enroll: .enroll
        case .unenroll: .unenroll
        case .requireMember: .requireMember
        case .askTwitter: .askTwitter
        case .exchange: .exchange
        case .register: .register
        case .currentUser: .currentUser
        case .openSample: .openSample
        case .view(let step): step.definition
        case .page(let step): step.definition
        case .device(let step): step.definition
        case .advance: .advance
        case .disableUser: .disableUser
        case .deleteUser: .deleteUser
        case .revokeUser: .revokeUser
        case .setClaims: .setClaims
        case .disableProvider: .disableProvider
        case .revokeTwitter: .revokeTwitter
        case .setQuota: .setQuota
        case .skew: .skew
        case .secondDevice: .secondDevice
        case .rotateKeys: .rotateKeys
        case .stopBackend: .stopBackend
        case .together: .together
        case .inject: .inject
        case .fault: .fault
        case .clearFaults: .clearFaults
        }
    }

    /// The step's name in a file.
    public var name: String { definition.name }

    /// The table: all steps, in the order of the reference.
    public static let definitions: [StepDefinition] =
        [
            .signIn, .signOut, .verifyEmail, .sendVerification, .enroll, .unenroll, .requireMember, .askTwitter,
            .exchange, .register, .currentUser, .openSample, .inject, .together,
        ] + ViewStep.definitions + PageStep.definitions + DeviceStep.definitions + [
            .advance, .skew, .disableUser, .deleteUser, .revokeUser, .setClaims, .secondDevice, .disableProvider,
            .revokeTwitter,
            .setQuota, .rotateKeys, .stopBackend, .fault, .clearFaults,
        ]

    /// All names, in that order.
    public static let names = definitions.map(\.name)
}

extension StepDefinition {
    static let signIn = StepDefinition(
        "sign-in", .app, startingWith: SignIn(),
        "The native app signs in; with a password the account is made if need be.", SignIn.fields
    ) { .signIn($0) }

    static let signOut = StepDefinition(
        "sign-out", .app, startingWith: SignOut(), "The native app signs out.", SignOut.fields
    ) { .signOut($0) }

    static let enroll = StepDefinition(
        "enroll", .app, startingWith: Enrollment.Choice(), "The user adds a second factor.",
        Enrollment.Choice.fields,
        complaint: \.complaint
    ) { .enroll($0.enrollment) }

    static let unenroll = StepDefinition(
        "unenroll", .app, .unenroll, "The user takes all second factors away.")

    static let exchange = StepDefinition(
        "exchange", .app, startingWith: TokenExchange(),
        "The app asks for a fresh ID token, posts it to the backend and keeps the cookie it gets.",
        TokenExchange.fields
    ) { .exchange(field: $0.field, token: $0.token) }

    static let register = StepDefinition(
        "register", .app, .register, "The app posts to `/v1/users`, with its ID token as bearer token.")

    static let currentUser = StepDefinition(
        "current-user", .app, .currentUser, "The app asks the backend who it is.")

    static let advance = StepDefinition(
        "advance", .world, .duration, example: "61m", "The world's clock moves on."
    ) { .advance($0) }

    static let disableUser = StepDefinition(
        "disable-user", .world, .disableUser, "An administrator disables the user.")

    static let deleteUser = StepDefinition(
        "delete-user", .world, .deleteUser,
        "An administrator deletes the user. A custom token that was minted before makes the account anew.")

    static let revokeUser = StepDefinition(
        "revoke-user", .world, .revokeUser, "An administrator revokes the user's refresh tokens.")

    static let rotateKeys = StepDefinition(
        "rotate-keys", .world, startingWith: false, "The auth service signs with a new key from now on.",
        [Field("drop-old", \.self, .bool, "Whether the old key is published no more.")]
    ) { .rotateKeys(dropsOld: $0) }

    static let stopBackend = StepDefinition(
        "stop-backend", .world, .stopBackend, "The backend stops listening.")

    static let fault = StepDefinition(
        "fault", .world, .fault, example: "{ service: backend, effect: hang }",
        "Something goes wrong from now on, beside what does already; the keys are those of `faults`."
    ) { .fault($0) }

    static let clearFaults = StepDefinition(
        "clear-faults", .world, .clearFaults, "All goes right again: no fault is in force any more.")
}

/// A step and where it stands.
public struct LocatedStep: Hashable, Sendable {
    /// The step as far as it is known before the run: of one with a ``template`` what it waits for is a stand-in.
    public var step: Step
    public var location: SourceLocation
    /// What it becomes when the steps before it are taken; nil for a step that waits for nothing.
    public var template: StepTemplate?
    /// The name under which later steps have what it brings about, beside its own.
    public var id: String?
    /// Where the file is used that has it, the nearest first; empty for a step of the scenario's own file.
    public var usedAt: [SourceLocation] = []
    /// Which of a scenario's lists it stands in.
    public var part = Part.steps

    public enum Part: String, Hashable, Sendable {
        case setUp = "set-up"
        case steps
        case tearDown = "tear-down"
    }

    /// Where it stands, and where its file is used.
    public var place: String { ([location.description] + usedAt.map { "used at \($0)" }).joined(separator: ", ") }

    public init(_ step: Step, at location: SourceLocation) {
        self.step = step
        self.location = location
    }
}
