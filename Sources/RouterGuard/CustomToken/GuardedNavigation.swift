public import BridgePrimitives

/// Something that a guarded page load needs from its shell.
public enum GuardedAction: Sendable {
    /// Is somebody signed in? Answer with ``GuardedEvent/userState(signedIn:)``.
    case askCurrentUser
    /// What does `document.cookie` hold? Answer with ``GuardedEvent/cookieText(_:)``.
    case readCookie
    /// Sign in with this custom token. Answer with one of the sign-in events.
    case signIn(token: Secret<String>)
    /// Make this cookie expire. Nothing is answered.
    case deleteCookie(name: String)
    case finished(GuardedOutcome)
}

/// The shell's answer to a ``GuardedAction``.
public enum GuardedEvent: Hashable, Sendable {
    case userState(signedIn: Bool)
    /// Auth has not read its storage yet. Once it has, ``userState(signedIn:)`` may follow: a guard that waits then
    /// goes on, for another it comes too late.
    case authIsNotReady
    /// `isEarly` when user scripts at document end are still to run.
    case cookieText(String, isEarly: Bool = false)
    case signInSucceeded
    case signInFailed(ReasonCode)
}

/// How a guarded page load ended.
public enum GuardedOutcome: Hashable, Sendable {
    /// A route is current; `redirected` when a guard or a redirect record led there.
    case entered(Route, redirected: Bool)
    case aborted
    /// An error ended it.
    case failed(message: String)
    /// It can make no more progress, and never settles in a browser: `guard/never-called-next`, or
    /// `guard/redirect-loop` when it was stopped after ``GuardedNavigation/guardCallLimit`` guard calls.
    case hanging([GuardReason])
}

/// One page load under the custom-token guard: a ``Router`` and as many ``CustomTokenGuard``s as it calls.
///
/// `start`, `navigate` and `resume` return what the shell has to do; after a question comes exactly one `resume`.
/// Events that answer no question are ignored; of several open questions an event answers the newest.
public struct GuardedNavigation: Sendable {
    public static let guardCallLimit = 20

    public private(set) var router: Router
    /// Whether the guard does nothing before auth has read its storage.
    public var waitsForAuth: Bool { configuration.waitsForAuth }
    private let configuration: CustomTokenGuard.Configuration
    private var calls: [Call] = []
    private var firstID: NavigationID?
    private var record: NavigationRecord
    /// The guard calls that were there when the last navigation of the page or its user began.
    private var earlierCalls = 0
    private var turns: [RouterTurn] = []

    private struct Call {
        let guardCall: GuardCall
        var machine: CustomTokenGuard
        var nextCount = 0
        var waitsForAuth = false
    }

    private enum Work {
        case router(RouterAction)
        /// Generations 4 and 5 take their steps when everything else is done.
        case turn(RouterTurn)
        case machine(CustomTokenGuard.Action, call: Int, reasons: [GuardReason])
    }

    /// - Parameter path: the address of the page, as a URL or a path.
    public init(
        table: RouteTable, guard configuration: CustomTokenGuard.Configuration, mode: RouterMode = .history,
        path: String
    ) {
        self.configuration = configuration
        router = Router(table: table, mode: mode, address: path)
        router.takesErrors = true
        router.addBeforeEach(id: "custom-token")
        record = NavigationRecord(initialPath: path)
    }

    /// Loads the page: mounts the app, which starts the first navigation. Later calls do nothing.
    public mutating func start() -> [GuardedAction] {
        guard firstID == nil else { return [] }
        let first = NavigationID(number: router.nextNumber)
        firstID = first
        record.began(first)
        let actions = router.mount()
        return run(router.mode == .abstract ? actions + router.push(.path(record.initialPath)).actions : actions)
    }

    /// Goes on with the answer to the last question.
    public mutating func resume(with event: GuardedEvent) -> [GuardedAction] {
        guard let call = calls.lastIndex(where: { $0.machine.isWaiting }) else { return [] }
        let answer: CustomTokenGuard.Answer
        switch event {
        case .userState(let signedIn):
            if calls[call].waitsForAuth {
                calls[call].waitsForAuth = false
                append(.asked, calls[call].guardCall.to, "auth is ready", [.authReady])
            }
            answer = calls[call].machine.userState(signedIn: signedIn)
        case .authIsNotReady: answer = calls[call].machine.authIsNotReady()
        case .cookieText(let text, let isEarly): answer = calls[call].machine.cookieText(text, isEarly: isEarly)
        case .signInSucceeded: answer = calls[call].machine.signInSucceeded()
        case .signInFailed(let reason): answer = calls[call].machine.signInFailed(reason)
        }
        guard !answer.actions.isEmpty else {
            if answer.reasons.contains(.waitsForAuth) {
                guard !calls[call].waitsForAuth else { return [] }
                calls[call].waitsForAuth = true
            }
            if !answer.reasons.isEmpty {
                append(.asked, calls[call].guardCall.to, "auth is not ready yet", answer.reasons)
            }
            return []
        }
        return run(work(for: answer, call: call))
    }

    /// Somebody goes elsewhere, perhaps while a guard still waits. Nothing happens before ``start()``.
    public mutating func navigate(to path: String) -> [GuardedAction] {
        guard firstID != nil else { return [] }
        for index in calls.indices { calls[index].machine.supersede() }
        earlierCalls = calls.count
        let begun = router.push(.path(path))
        record.began(begun.id)
        return run(begun.actions)
    }

    /// The steps since the last call, oldest first.
    public mutating func drainSteps() -> [GuardStep] {
        record.drainSteps()
    }

    private func work(for answer: CustomTokenGuard.Answer, call: Int) -> [Work] {
        // The reasons belong to the first thing that the guard does about them.
        answer.actions.enumerated().map { .machine($1, call: call, reasons: $0 == 0 ? answer.reasons : []) }
    }

    private mutating func run(_ actions: [RouterAction]) -> [GuardedAction] { run(actions.map(Work.router)) }

    /// Performs actions depth first with a stack of its own, so a chain of redirects costs no call depth.
    private mutating func run(_ start: [Work]) -> [GuardedAction] {
        var stack = Array(start.reversed())
        var questions: [GuardedAction] = []
        while let work = stack.popLast() ?? nextTurn() {
            switch work {
            case .router(.takeTurn(let turn)): turns.append(turn)
            case .turn(let turn): stack += more(router.turnCame(turn))
            case .router(.throwIntoCaller(let thrown)):
                guard let call = calls.indices.last else { continue }
                stack.removeAll { if case .machine(_, call, _) = $0 { true } else { false } }
                stack += more(router.guardThrew(calls[call].guardCall.token, thrown))
            case .router(.callGuard(let guardCall)):
                guard calls.count - earlierCalls < Self.guardCallLimit else {
                    append(.ended, guardCall.to, "stopped after \(Self.guardCallLimit) guard calls", [.redirectLoop])
                    return finish(.hanging([.redirectLoop]))
                }
                for index in calls.indices { calls[index].machine.supersede() }
                var call = Call(guardCall: guardCall, machine: CustomTokenGuard(configuration: configuration))
                let answer = call.machine.start(to: guardCall.to, from: guardCall.from)
                calls.append(call)
                stack += self.work(for: answer, call: calls.count - 1).reversed()
            case .router(let action): record.note(action, of: router)
            case .machine(let action, let call, let reasons):
                stack += more(perform(action, call: call, reasons: reasons, questions: &questions))
            }
        }
        let asksNothing = questions.allSatisfy { if case .deleteCookie = $0 { true } else { false } }
        guard asksNothing else { return questions }
        return questions
            + finish(record.outcome(of: router))
    }

    private mutating func nextTurn() -> Work? { turns.isEmpty ? nil : .turn(turns.removeFirst()) }

    private func more(_ actions: [RouterAction]) -> [Work] { actions.reversed().map(Work.router) }

    private mutating func finish(_ outcome: GuardedOutcome) -> [GuardedAction] {
        turns = []
        return [.finished(outcome)]
    }

    private mutating func perform(
        _ action: CustomTokenGuard.Action, call: Int, reasons: [GuardReason], questions: inout [GuardedAction]
    ) -> [RouterAction] {
        let guardCall = calls[call].guardCall
        switch action {
        case .askCurrentUser:
            append(.asked, guardCall.to, "is somebody signed in?", reasons)
            questions.append(.askCurrentUser)
            return []
        case .readCookie:
            let detail = "the cookie '\(configuration.cookieName)', by \(configuration.reader.rawValue)"
            append(.read, guardCall.to, detail, reasons)
            questions.append(.readCookie)
            return []
        case .signIn(let token):
            append(.signIn, guardCall.to, "with the token from the cookie", reasons)
            questions.append(.signIn(token: token))
            return []
        case .deleteCookie(let name):
            append(.signIn, guardCall.to, "deleted the cookie '\(name)'", reasons)
            questions.append(.deleteCookie(name: name))
            return []
        case .next(let argument):
            calls[call].nextCount += 1
            let isRepeated = calls[call].nextCount > 1
            append(.next, guardCall.to, argument.callText, reasons + (isRepeated ? [.nextCalledTwice] : []))
            return router.guardCalledNext(guardCall.token, argument)
        case .throwError(let thrown):
            append(.next, guardCall.to, "threw \(thrown.logText)", reasons + [.threw])
            return router.guardThrew(guardCall.token, thrown)
        case .neverCallsNext:
            append(.ended, guardCall.to, "next is never called", reasons + [.neverCalledNext])
            record.hangs(reasons + [.neverCalledNext])
            return []
        }
    }

    private mutating func append(_ kind: GuardStep.Kind, _ route: Route, _ detail: String, _ reasons: [GuardReason]) {
        record.append(kind, route, detail, reasons)
    }
}

extension NextArgument {
    /// The call as a script writes it.
    package var callText: String {
        switch self {
        case .none: "next()"
        case .value(.string(let path)): "next('\(path)')"
        case .value(let value): "next(\(value.text()))"
        case .error: "next(error)"
        case .callback: "next(callback)"
        }
    }
}
