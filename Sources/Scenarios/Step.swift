/// What a scenario does next.
public enum Step: Hashable, Sendable {
    /// The native app signs in; with a password the account is made if need be.
    case signIn(SignIn)
    /// The native app signs out.
    case signOut(SignOut)
    /// The user asks for the verification mail and opens its link.
    case verifyEmail
    /// The user adds a second factor.
    case enroll(Enrollment)
    /// The user takes all second factors away.
    case unenroll
    /// The native app asks for a fresh ID token, posts it to the backend and keeps the cookie it gets.
    case exchange(field: String)
    /// The native app posts to `/v1/users`, with its ID token as bearer token.
    case register
    /// The native app asks the backend who it is.
    case currentUser
    /// The web view opens a page of the web app, after the session was put where `injections` say.
    case open(path: String, injections: [Injection])
    /// The web view loads again what it shows.
    case reload
    /// The world's clock moves on.
    case advance(Duration)
    /// An administrator disables the user.
    case disableUser
    /// An administrator revokes the user's refresh tokens.
    case revokeUser
    /// The auth service signs with a new key; the old one may go at once.
    case rotateKeys(dropsOld: Bool)
    /// The backend stops listening.
    case stopBackend
    /// The app ends and starts again: cookies without an expiry are gone.
    case relaunch
    /// WebKit's network process dies and starts again: cookies that were not on disk yet are gone.
    case crashNetworkProcess
    case device(DeviceStep)

    /// The step's name in a file.
    public var name: String {
        switch self {
        case .signIn: "sign-in"
        case .signOut: "sign-out"
        case .verifyEmail: "verify-email"
        case .enroll: "enroll"
        case .unenroll: "unenroll"
        case .exchange: "exchange"
        case .register: "register"
        case .currentUser: "current-user"
        case .open: "open"
        case .reload: "reload"
        case .advance: "advance"
        case .disableUser: "disable-user"
        case .revokeUser: "revoke-user"
        case .rotateKeys: "rotate-keys"
        case .stopBackend: "stop-backend"
        case .relaunch: "relaunch"
        case .crashNetworkProcess: "crash-network-process"
        case .device(let step): step.name
        }
    }

    /// All names, in the order in which help lists them.
    public static let names = [
        "sign-in", "sign-out", "verify-email", "enroll", "unenroll", "exchange", "register", "current-user", "open",
        "reload", "advance", "disable-user", "revoke-user", "rotate-keys", "stop-backend", "relaunch",
        "crash-network-process", "launch", "kill", "lock", "unlock", "reboot", "uninstall", "install", "update",
        "transfer", "tamper",
    ]
}

/// One way of giving the web view what the backend answered.
public struct Injection: Hashable, Sendable {
    public enum Method: String, CaseIterable, Sendable {
        /// A user script at document start writes `document.cookie`.
        case userScript = "user-script"
        /// The same at document end.
        case userScriptAtEnd = "user-script-at-end"
        /// The app puts the cookie into its own `HTTPCookieStorage`.
        case nativeStorage = "native-storage"
        /// The app calls `httpCookieStore.setCookie`, and awaits it unless told not to.
        case cookieStore = "cookie-store"
        /// The app writes a `Cookie` header on the first request.
        case header
    }

    public var method: Method
    /// What to hand over instead of the custom token.
    public var value: String?
    /// Whether the script checks `location.hostname` before it writes.
    public var isGuardedByHost: Bool
    /// Whether the app waits until the store has the cookie. Otherwise the load wins the race, where there is one.
    public var isAwaited: Bool
    /// The copy's domain: with a leading dot for the hosts below it as well. Nil for the backend's own where it gave a
    /// `Domain`, and otherwise for the web app's host.
    public var domain: String?
    /// The copy's path; nil for that of the backend's cookie.
    public var path: String?

    public init(_ method: Method, value: String? = nil, isGuardedByHost: Bool = false, isAwaited: Bool = true) {
        (self.method, self.value, self.isGuardedByHost) = (method, value, isGuardedByHost)
        self.isAwaited = isAwaited
    }
}

/// A step and where it stands.
public struct LocatedStep: Hashable, Sendable {
    public var step: Step
    public var location: SourceLocation
    public init(_ step: Step, at location: SourceLocation) { (self.step, self.location) = (step, location) }
}
