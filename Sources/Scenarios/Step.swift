/// What a scenario does next.
public enum Step: Hashable, Sendable {
    /// The native app creates the scenario's user if need be and signs in.
    case signIn
    /// The native app signs out.
    case signOut
    /// The native app asks for a fresh ID token, posts it to the backend and keeps the cookie it gets.
    case exchange(field: String)
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
    /// The backend stops listening.
    case stopBackend
    /// The app ends and starts again: cookies without an expiry are gone.
    case relaunch
    /// WebKit's network process dies and starts again: cookies that were not on disk yet are gone.
    case crashNetworkProcess

    /// The step's name in a file.
    public var name: String {
        switch self {
        case .signIn: "sign-in"
        case .signOut: "sign-out"
        case .exchange: "exchange"
        case .open: "open"
        case .reload: "reload"
        case .advance: "advance"
        case .disableUser: "disable-user"
        case .revokeUser: "revoke-user"
        case .stopBackend: "stop-backend"
        case .relaunch: "relaunch"
        case .crashNetworkProcess: "crash-network-process"
        }
    }

    /// All names, in the order in which help lists them.
    public static let names = [
        "sign-in", "sign-out", "exchange", "open", "reload", "advance", "disable-user", "revoke-user", "stop-backend",
        "relaunch", "crash-network-process",
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
