public import BridgePrimitives

/// The guard that signs a user in with a custom token from a cookie, for one call of `beforeEach`.
///
/// It decides, the shell asks: whether somebody is signed in, what `document.cookie` holds, whether the token is
/// accepted. Answers that nobody asked for do nothing.
public struct CustomTokenGuard: Sendable {
    /// Which way of writing the guard is followed.
    public enum Preset: String, Hashable, Sendable, CaseIterable {
        /// As articles print it: a failed sign-in calls `next('/signin')` and then, unconditionally, `next()`;
        /// without a cookie `next` is never called; an unreadable cookie throws.
        case article
        /// Exactly one `next` in every branch; no cookie leads to the sign-in page, which never needs a user itself;
        /// a guard that a newer navigation has overtaken redirects nobody.
        case recommended
    }

    public struct Configuration: Hashable, Sendable {
        public var cookieName = "customtoken"
        public var reader = CookieReader.vueCookies
        /// Where users without a valid token are sent.
        public var signInPath = "/signin"
        /// The `meta` member that marks records as needing a user; a parent's mark covers its children.
        public var metaKey = "requiresAuth"
        public var preset = Preset.article

        public init(preset: Preset = .article) { self.preset = preset }
    }

    public enum Action: Sendable {
        case askCurrentUser
        case readCookie
        case signIn(token: Secret<String>)
        case next(NextArgument)
        /// The guard throws, before or instead of calling `next`.
        case throwError(ThrownValue)
        /// The guard is over, and `next` will not be called any more than it was.
        case neverCallsNext
    }

    /// What the guard does next, and why.
    public struct Answer: Sendable {
        public let actions: [Action]
        /// Empty while it only asks.
        public let reasons: [GuardReason]

        static let none = Answer(actions: [], reasons: [])
    }

    private enum State {
        case idle, awaitingUser, awaitingCookie, awaitingSignIn, ended
    }

    public let configuration: Configuration
    private var state = State.idle
    private var isSuperseded = false

    public init(configuration: Configuration) { self.configuration = configuration }

    /// Whether the guard has asked something that is not answered yet.
    public var isWaiting: Bool {
        switch state {
        case .awaitingUser, .awaitingCookie, .awaitingSignIn: true
        case .idle, .ended: false
        }
    }

    /// The router calls the guard.
    public mutating func start(to: Route, from: Route) -> Answer {
        guard case .idle = state else { return .none }
        let isSignIn = to.path.utf8.elementsEqual(configuration.signInPath.utf8)
        let needsUser = to.matched.contains { scriptTruth($0.meta[configuration.metaKey]) }
        guard needsUser, !(isSignIn && configuration.preset == .recommended) else {
            return end([.next(.none)], [.noAuthNeeded])
        }
        state = .awaitingUser
        return Answer(actions: [.askCurrentUser], reasons: [])
    }

    /// The answer to ``Action/askCurrentUser``.
    public mutating func userState(signedIn: Bool) -> Answer {
        guard case .awaitingUser = state else { return .none }
        if signedIn { return end([.next(.none)], [.userPresent]) }
        state = .awaitingCookie
        return Answer(actions: [.readCookie], reasons: [])
    }

    /// The answer to ``Action/readCookie``: the text of `document.cookie`.
    public mutating func cookieText(_ text: String) -> Answer {
        guard case .awaitingCookie = state else { return .none }
        switch configuration.reader.read(configuration.cookieName, from: text) {
        case .value(let value) where scriptTruth(value):
            state = .awaitingSignIn
            return Answer(actions: [.signIn(token: Secret(scriptText(value)))], reasons: [])
        case .value, .absent, .absentOrEmpty:
            return without([.neverCallsNext], reasons: [.cookieAbsent])
        case .malformedEscape:
            let error = ThrownValue.engine(className: "URIError", message: "URI malformed")
            return without([.throwError(error)], reasons: [.cookieUnreadable])
        case .unusableName:
            let error = ThrownValue.engine(className: "SyntaxError", message: "Invalid regular expression")
            return without([.throwError(error)], reasons: [.cookieUnreadable])
        }
    }

    /// An answer to ``Action/signIn(token:)``.
    public mutating func signInSucceeded() -> Answer {
        guard case .awaitingSignIn = state else { return .none }
        return end([.next(.none)], [.tokenAccepted])
    }

    /// An answer to ``Action/signIn(token:)``; the sign-in's own reason is for the shell's trace.
    public mutating func signInFailed(_ reason: ReasonCode) -> Answer {
        guard case .awaitingSignIn = state else { return .none }
        switch configuration.preset {
        case .article: return end([toSignIn, .next(.none)], [.tokenRefused])
        case .recommended: return end([isSuperseded ? .next(.value(false)) : toSignIn], [.tokenRefused])
        }
    }

    /// A newer navigation has started. The recommended guard then sends nobody to the sign-in page any more.
    public mutating func supersede() { isSuperseded = true }

    private var toSignIn: Action { .next(.value(.string(configuration.signInPath))) }

    /// There is no usable token.
    private mutating func without(_ faulty: [Action], reasons: [GuardReason]) -> Answer {
        switch configuration.preset {
        case .article: end(faulty, reasons)
        case .recommended: end([isSuperseded ? .next(.value(false)) : toSignIn], reasons)
        }
    }

    private mutating func end(_ actions: [Action], _ reasons: [GuardReason]) -> Answer {
        state = .ended
        return Answer(actions: actions, reasons: reasons)
    }
}
