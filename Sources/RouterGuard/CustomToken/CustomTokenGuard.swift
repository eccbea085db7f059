public import BridgePrimitives

/// The guard that signs a user in with a custom token from a cookie, for one call of `beforeEach`.
///
/// It decides, the shell asks: whether somebody is signed in, what `document.cookie` holds, whether the token is
/// accepted. Answers that nobody asked for do nothing.
public struct CustomTokenGuard: Sendable {
    public enum Action: Sendable {
        case askCurrentUser
        case readCookie
        case signIn(token: Secret<String>)
        /// Make the cookie expire; nothing is answered.
        case deleteCookie(name: String)
        case next(NextArgument)
        /// The guard throws, before or instead of calling `next`.
        case throwError(ThrownValue)
        /// The guard is over, and `next` will not be called any more than it was.
        case neverCallsNext
    }

    /// What the guard does next, and why.
    public struct Answer: Sendable {
        public let actions: [Action]
        /// Mostly empty while it only asks.
        public let reasons: [GuardReason]

        static let none = Answer(actions: [], reasons: [])
    }

    private enum State {
        case idle, awaitingUser, awaitingCookie, awaitingSignIn, ended
    }

    public let configuration: Configuration
    private var state = State.idle
    private var isSuperseded = false
    private var token: Secret<String>?
    private var attempts = 0

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

    /// An answer to ``Action/askCurrentUser``: auth has not read its storage yet, so nobody is signed in *yet*.
    ///
    /// A guard that waits does nothing until ``userState(signedIn:)`` comes; another goes on as if nobody were there.
    public mutating func authIsNotReady() -> Answer {
        guard case .awaitingUser = state else { return .none }
        guard !configuration.waitsForAuth else { return Answer(actions: [], reasons: [.waitsForAuth]) }
        state = .awaitingCookie
        return Answer(actions: [.readCookie], reasons: [.authNotReady])
    }

    /// The answer to ``Action/readCookie``: the text of `document.cookie`.
    ///
    /// - Parameter isEarly: whether user scripts at document end, which might have written it, are still to run.
    public mutating func cookieText(_ text: String, isEarly: Bool = false) -> Answer {
        guard case .awaitingCookie = state else { return .none }
        switch configuration.reader.read(configuration.cookieName, from: text) {
        case .value(let value) where scriptTruth(value):
            let token = Secret(scriptText(value))
            (state, self.token, attempts) = (.awaitingSignIn, token, 1)
            return Answer(actions: [.signIn(token: token)], reasons: [])
        case .value, .absent, .absentOrEmpty:
            return without(
                [.neverCallsNext], reasons: [.cookieAbsent] + (isEarly ? [.readBeforeDocumentEnd] : []))
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
        guard configuration.deletesCookie else { return end([.next(.none)], [.tokenAccepted]) }
        return end(
            [.deleteCookie(name: configuration.cookieName), .next(.none)], [.tokenAccepted, .cookieDeleted])
    }

    /// An answer to ``Action/signIn(token:)``; the sign-in's own reason is for the shell's trace.
    public mutating func signInFailed(_ reason: ReasonCode) -> Answer {
        guard case .awaitingSignIn = state else { return .none }
        if let token, !isSuperseded || configuration.preset == .article, attempts <= configuration.retryLimit,
            attempts < Configuration.attemptLimit, configuration.retryableReasons.contains(reason)
        {
            attempts += 1
            return Answer(actions: [.signIn(token: token)], reasons: [.retried])
        }
        switch configuration.preset {
        case .article:
            return end([toSignIn, .next(.none)], [.tokenRefused] + (isSuperseded ? [.staleRedirect] : []))
        case .recommended: return endAtSignIn([.tokenRefused])
        }
    }

    /// A newer navigation has started. The recommended guard then sends nobody to the sign-in page any more.
    public mutating func supersede() { isSuperseded = true }

    private var toSignIn: Action { .next(.value(.string(configuration.signInPath))) }

    /// There is no usable token.
    private mutating func without(_ faulty: [Action], reasons: [GuardReason]) -> Answer {
        switch configuration.preset {
        case .article: end(faulty, reasons)
        case .recommended: endAtSignIn(reasons)
        }
    }

    private mutating func endAtSignIn(_ reasons: [GuardReason]) -> Answer {
        isSuperseded ? end([.next(.value(false))], reasons + [.overtaken]) : end([toSignIn], reasons)
    }

    private mutating func end(_ actions: [Action], _ reasons: [GuardReason]) -> Answer {
        (state, token) = (.ended, nil)
        return Answer(actions: actions, reasons: reasons)
    }
}
