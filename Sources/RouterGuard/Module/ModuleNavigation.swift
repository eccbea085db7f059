public import BridgePrimitives

/// One page load under a guard of somebody's own: a ``Router`` whose guards are functions of a script.
///
/// It decides, the shell runs the script: `start` and `resume` say which guard to call next, or that nothing happens
/// before something outside does. What the script does in a call comes back as ``GuardOperation``s, and a call's
/// operations are all done before the next one's, so what follows `next()` in a guard runs before what `next()` brings
/// about.
public struct ModuleNavigation: Sendable {
    /// What the shell does next.
    public enum Demand: Hashable, Sendable {
        /// Call a guard, and give back what the script did.
        case call(GuardCall, number: Int)
        /// Call the script's `afterEach`, and give back what it did.
        case tellEnd(to: Route, from: Route, failure: NavigationFailure?)
        /// Call the script's `onError`, and give back what it did.
        case tellError(ThrownValue)
        /// Nothing, until auth or the service answers; without that the load is over, see ``ModuleNavigation/end()``.
        case rest
    }

    public private(set) var router: Router
    private let address: String
    /// Whether the routes are the script's, and their `beforeEnter` with them.
    private var hasOwnRoutes = false
    /// The cookie that has the token.
    private let cookieName: String
    private var calls: [Call] = []
    private var record: NavigationRecord
    private var hasStarted = false
    /// The guard calls that were there when the page last went somewhere by itself.
    private var earlierCalls = 0
    private var work: [Work] = []
    private var turns: [RouterTurn] = []
    /// What the script did before any guard was called.
    private var earlyFacts = GuardFacts()

    private struct Call {
        let guardCall: GuardCall
        var facts: GuardFacts
        var nextCount = 0
        var hasDecided = false
        var declaresNext = true
        /// It gave something back, or the promise of something, and has not called `next`.
        var gaveInstead = false

        /// Why the navigation waits for it: in words, and as reasons.
        func endsNot(in generation: RouterGeneration) -> (detail: String, reasons: [GuardReason]) {
            if generation.isModern, !declaresNext { return ("the guard never comes back", [.neverDecided]) }
            if generation.isModern, !gaveInstead {
                return ("the guard neither calls next nor comes back", [.neverCalledNext])
            }
            if generation.isModern { return ("next is never called", [.invalidGuard, .neverCalledNext]) }
            guard gaveInstead || !declaresNext else { return ("next is never called", [.neverCalledNext]) }
            return ("next is never called, and what the guard returns is not looked at", [.returnIgnored])
        }
    }

    private enum Work {
        case router(RouterAction)
        case turn(RouterTurn)
        case operation(GuardOperation)
    }

    /// - Parameter path: the address of the page, as a URL or a path.
    public init(table: RouteTable, cookieName: String, mode: RouterMode = .history, path: String) {
        // What users have is built for production; generation 4 then lets a guard hang that forgets its next.
        router = Router(table: table, mode: mode, address: path, flavour: .production)
        router.takesErrors = true
        address = path
        record = NavigationRecord(initialPath: path)
        self.cookieName = cookieName
    }

    /// The script has been read: `operations` is what it did meanwhile. Mounts the app, which starts the first
    /// navigation.
    ///
    /// - Throws: what is wrong with the routes of a router that the script makes; nothing is mounted then.
    public mutating func start(after operations: [GuardOperation]) throws(RouteTableProblem) -> Demand {
        guard !hasStarted else { return .rest }
        try take(operations.compactMap { if case .makesRouter(let made) = $0 { made } else { nil } }.last)
        for operation in operations { note(operation) }
        // Guards are there before the first navigation; what the script wants besides comes once the app is mounted.
        for operation in operations { if case .registers = operation { perform(operation) } }
        work = operations.reversed().compactMap { operation in
            if case .registers = operation { nil } else { .operation(operation) }
        }
        hasStarted = true
        record.began(NavigationID(number: router.nextNumber))
        let actions = router.mount()
        push(router.mode == .abstract ? actions + router.push(.path(record.initialPath)).actions : actions)
        return run()
    }

    /// Goes on with what the script did since the last demand.
    public mutating func resume(with operations: [GuardOperation]) -> Demand {
        guard hasStarted else { return .rest }
        for operation in operations { note(operation) }
        work += operations.reversed().map(Work.operation)
        return run()
    }

    /// Nothing more will happen.
    public mutating func end() -> GuardedOutcome {
        if let call = calls.last(where: { !$0.hasDecided }), record.result == nil {
            let reasons = call.facts.reasonsWithoutDecision
            let (detail, ends) = call.endsNot(in: router.generation)
            record.append(.ended, call.guardCall.to, detail, reasons + ends)
            record.hangs(reasons + ends)
        }
        return record.outcome(of: router)
    }

    /// The script was stopped, or could not be run.
    public mutating func fail(_ text: String, _ reasons: [ReasonCode]) -> GuardedOutcome {
        record.append(.ended, currentRoute, text, [], others: reasons)
        (work, turns) = ([], [])
        return .failed(message: text)
    }

    /// The steps since the last call, oldest first.
    public mutating func drainSteps() -> [GuardStep] { record.drainSteps() }

    /// What the script's guard is called for now: the route that its steps are about.
    public var currentRoute: Route { calls.last?.guardCall.to ?? router.current }

    /// Whether the script has registered a guard.
    public var hasGuard: Bool { !router.beforeEach.isEmpty || !router.beforeResolve.isEmpty }

    /// The page's router is the script's own, where it makes one.
    private mutating func take(_ made: ModuleRouter?) throws(RouteTableProblem) {
        guard let made else { return }
        let table = try RouteTable(json: made.routes, generation: router.generation)
        router = Router(table: table, mode: made.mode, base: made.base, address: address, flavour: router.flavour)
        (router.takesErrors, hasOwnRoutes) = (true, true)
    }

    /// Guards of a page's routes that the script has not made, and those of components, are not the script's.
    private func isOfScript(_ kind: GuardKind) -> Bool {
        switch kind {
        case .beforeEach, .beforeResolve: true
        case .beforeEnter: hasOwnRoutes
        case .beforeRouteEnter, .beforeRouteUpdate, .beforeRouteLeave: false
        }
    }

    // MARK: - Running

    private mutating func push(_ actions: [RouterAction]) { work += actions.reversed().map(Work.router) }

    /// Performs what there is to do depth first, until the script has to be asked.
    private mutating func run() -> Demand {
        while let next = work.popLast() ?? nextTurn() {
            switch next {
            case .turn(let turn): push(router.turnCame(turn))
            case .operation(let operation): perform(operation)
            case .router(.takeTurn(let turn)): turns.append(turn)
            case .router(.throwIntoCaller(let thrown)): throwIntoCaller(thrown)
            case .router(.callGuard(let call)) where !isOfScript(call.kind):
                push(router.guardCalledNext(call.token, .none))
            case .router(.loadComponent(let load)): push(router.componentLoaded(load))
            case .router(.callGuard(let call)):
                guard calls.count - earlierCalls < GuardedNavigation.guardCallLimit else { return endLoop(at: call) }
                calls.append(Call(guardCall: call, facts: earlyFacts))
                earlyFacts = GuardFacts()
                return .call(call, number: calls.count - 1)
            case .router(.callAfterEach(let to, let from, let failure)):
                return .tellEnd(to: to, from: from, failure: failure)
            case .router(.callOnError(let thrown, _, _)): return .tellError(thrown)
            case .router(let action): record.note(action, of: router)
            }
        }
        return .rest
    }

    private mutating func nextTurn() -> Work? { turns.isEmpty ? nil : .turn(turns.removeFirst()) }

    private mutating func endLoop(at call: GuardCall) -> Demand {
        let limit = GuardedNavigation.guardCallLimit
        record.append(.ended, call.to, "stopped after \(limit) guard calls", [.redirectLoop])
        record.hangs([.redirectLoop])
        (work, turns) = ([], [])
        return .rest
    }

    /// What the guard would have done after a `next` that throws is not done.
    private mutating func throwIntoCaller(_ thrown: ThrownValue) {
        guard let call = calls.indices.last else { return }
        work.removeAll { if case .operation(.next(call, _)) = $0 { true } else { false } }
        push(router.guardThrew(calls[call].guardCall.token, thrown))
    }

    /// Takes down what a decision will have been made from.
    private mutating func note(_ operation: GuardOperation) {
        if let call = calls.lastIndex(where: { !$0.hasDecided }) ?? calls.indices.last {
            calls[call].facts.note(operation, cookieName: cookieName)
        } else {
            earlyFacts.note(operation, cookieName: cookieName)
        }
    }

    private mutating func perform(_ operation: GuardOperation) {
        switch operation {
        case .registers(let kind):
            let id = "\(kind.rawValue) \(router.guardCount(kind) + 1)"
            if kind == .beforeResolve { router.addBeforeResolve(id: id) } else { router.addBeforeEach(id: id) }
        case .next(let call, let argument):
            guard calls.indices.contains(call) else { return }
            calls[call].nextCount += 1
            let isRepeated = calls[call].nextCount > 1
            decide(call, argument, "", isRepeated ? [.nextCalledTwice] : [])
            push(router.guardCalledNext(calls[call].guardCall.token, argument))
        case .called(let call, let declaresNext):
            guard calls.indices.contains(call) else { return }
            calls[call].declaresNext = declaresNext
        case .returned(let call, let value):
            guard calls.indices.contains(call) else { return }
            guard router.generation.isModern else {
                // Not looked at; an async function without a decision gives a promise too.
                calls[call].gaveInstead = calls[call].nextCount == 0 && !value.isUndefined
                return
            }
            if !value.declaresNext {
                decide(call, value.value, "returned", [])
            } else if calls[call].nextCount == 0 {
                calls[call].gaveInstead = value.isPromise || !value.isUndefined
            }
            push(router.guardReturned(calls[call].guardCall.token, value))
        case .threw(let call, let error): threw(call, error)
        case .navigates(let input, let replaces):
            let begun = replaces ? router.replace(input) : router.push(input)
            push(begun.actions)
        case .signsIn: record.append(.signIn, currentRoute, "with a custom token", [])
        case .deletesCookie(let name): record.append(.signIn, currentRoute, "deleted the cookie '\(name)'", [])
        case .makesRouter, .asked, .waits, .read, .lookedFor, .unreadable, .misses, .signedIn, .signInFailed: break
        }
    }

    private mutating func decide(_ call: Int, _ argument: NextArgument, _ verb: String, _ reasons: [GuardReason]) {
        let isFirst = !calls[call].hasDecided
        calls[call].hasDecided = true
        let facts = calls[call].facts
        let known = isFirst ? facts.reasons(passing: argument.passes(router.generation)) : []
        let text = verb.isEmpty ? argument.callText : "\(verb) \(argument.valueText)"
        // A guard that signs in by hand could not, and may have caught that.
        guard known == [.tokenNotUsed], let missed = facts.missed else {
            return record.append(.next, calls[call].guardCall.to, text, known + reasons)
        }
        record.append(
            .next, calls[call].guardCall.to, "\(text) after \(missed.text)", reasons, others: missed.reasons)
    }

    private mutating func threw(_ call: Int, _ error: GuardError) {
        guard calls.indices.contains(call) else { return }
        let guardCall = calls[call].guardCall
        // Vue Router 3 looks at no promise: such an error is nobody's, and the navigation goes on waiting.
        let isNobodys = error.isRejection && !router.generation.isModern
        let known = calls[call].hasDecided ? [] : calls[call].facts.reasonsWithoutDecision
        record.append(
            .next, guardCall.to, "threw \(error.text)" + (isNobodys ? ", which nobody catches" : ""),
            known + [.threw], others: error.reasons)
        guard !isNobodys else { return }
        calls[call].hasDecided = true
        push(router.guardThrew(guardCall.token, error.value))
    }
}

extension Router {
    fileprivate func guardCount(_ kind: GuardKind) -> Int {
        kind == .beforeResolve ? beforeResolve.count : beforeEach.count
    }
}

extension NextArgument {
    /// Whether the navigation goes on to where it was going.
    fileprivate func passes(_ generation: RouterGeneration) -> Bool {
        switch generation.isModern ? modernMeaning : meaning {
        case .proceed: true
        case .abort, .fail, .redirect, .explode: false
        }
    }

    /// A returned value as a script writes it.
    fileprivate var valueText: String {
        switch self {
        case .none: "nothing"
        case .value(.string(let path)): "'\(path)'"
        case .value(let value): value.text()
        case .error: "an error"
        case .callback: "a function"
        }
    }
}
