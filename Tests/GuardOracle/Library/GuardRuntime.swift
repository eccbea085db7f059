import BridgePrimitives
import RouterGuard

/// Runs a case's guards on a router: a shell for ``Router`` with a virtual clock, timers, microtasks and promises.
///
/// Everything synchronous lies on one explicit stack of work, so guards that redirect to each other cost no call
/// depth; the length of that stack stands in for a script engine's.
struct GuardRuntime {
    /// How much synchronous work may be nested before it is the script engine's RangeError.
    static let workLimit = 500
    /// How many pieces of work a case may take altogether; an endless loop ends here, unsettled.
    static let budget = 100_000
    /// How many bytes the log may have: redirects that carry the full path along make it grow with every hop.
    static let logLimit = 2_000_000

    enum Work {
        case action(RouterAction)
        case resume(Int)
    }

    /// What a timer or a microtask does.
    enum Task {
        case settle(promise: Int, PromiseResult)
        case react(PromiseReaction, PromiseResult)
        case adopt(outer: Int, inner: Int)
        case resume(Int)
        case loaded(ComponentLoad)
        case updateView
        case turn(RouterTurn)
        case traverse(Int)
    }

    struct Timer {
        let time: Int
        let task: Task
    }

    /// Which callbacks the case registers.
    struct Listeners {
        var afterEach = false
        var onError = false
        var onReady = false
    }

    var router: Router
    var scripts: [GuardScript]
    let beforeEach: [GuardScript]
    let beforeResolve: [GuardScript]
    let listeners: Listeners
    var variables: JSONObject

    /// While the case sets up its start, guards pass and nothing is logged.
    var isMuted = true
    private(set) var log: [String] = []
    private var logSize = 0
    private(set) var sawWarning = false
    /// The first outcome of each navigation that a step or a guard started.
    private(set) var outcomes: [NavigationID: NavigationOutcome] = [:]
    /// Navigations started with callbacks instead of a promise.
    var callbackStyle: Set<NavigationID> = []

    var clock = 0
    var work: [Work] = []
    private var timers: [Timer] = []
    private var microtasks: [Task] = []
    private var spent = 0
    var promises: [ScriptPromise] = []
    /// Promises that were rejected since the last look at who listens.
    var rejected: [Int] = []
    var navigationPromises: [NavigationID: Int] = [:]
    var activations: [Int: Activation] = [:]
    var activationCount = 0
    var trace: [GuardTraceEntry] = []
    /// The latest guard call of each navigation, and how often it called `next`.
    var latestCalls: [NavigationID: GuardCall] = [:]
    var nextCounts: [GuardToken: Int] = [:]
    /// Guard calls that decided by what they returned.
    var decided: Set<GuardToken> = []
    /// Where guards have redirected from since a route was last entered.
    var hops: [String] = []
    /// The router has warned of what it ends the navigation for with an error of its own.
    var endsByRouter = false
    /// The run has ended, and only what is still open is traced.
    var isOver = false
    var isSpent: Bool { spent >= Self.budget }
    var callCounts: [String: Int] = [:]
    /// Calls of guards that decide through `next`, not by what they return.
    var nextGuards: Set<GuardToken> = []
    /// What the next resumed script finds thrown by its own call of `next`.
    var thrownIntoCaller: ThrownValue?

    init(
        router: Router, scripts: [GuardScript], beforeEach: [GuardScript], beforeResolve: [GuardScript],
        listeners: Listeners, variables: JSONObject
    ) {
        (self.router, self.scripts, self.variables) = (router, scripts, variables)
        (self.beforeEach, self.beforeResolve, self.listeners) = (beforeEach, beforeResolve, listeners)
        self.router.takesErrors = listeners.onError
        for script in beforeEach { self.router.addBeforeEach(id: script.id) }
        for script in beforeResolve { self.router.addBeforeResolve(id: script.id) }
    }

    mutating func write(_ line: String) {
        guard !isMuted else { return }
        log.append(line)
        logSize += line.utf8.count
        if logSize > Self.logLimit { spent = Self.budget }
    }
    mutating func warn() { if !isMuted { sawWarning = true } }

    /// Performs actions and all that follows from them in the same turn, but no microtask.
    mutating func perform(_ actions: [RouterAction]) {
        enqueue(actions)
        runWork()
    }

    /// Puts actions on the stack, so that the first is done first.
    mutating func enqueue(_ actions: [RouterAction]) { work += actions.reversed().map(Work.action) }

    mutating func later(_ task: Task) { microtasks.append(task) }

    mutating func after(_ ticks: Int, _ task: Task) {
        let time = clock + ticks
        // Latest first, so that the earliest is taken from the end; of one time, the one set first goes last.
        var (low, high) = (0, timers.count)
        while low < high {
            let middle = (low + high) / 2
            if timers[middle].time > time { low = middle + 1 } else { high = middle }
        }
        timers.insert(Timer(time: time, task: task), at: low)
    }

    /// Runs until nothing is left to run.
    mutating func runUntilIdle() {
        runMicrotasks()
        while let timer = takeTimer(upTo: .max) {
            clock = timer.time
            run(timer.task)
            runMicrotasks()
        }
    }

    mutating func advance(by ticks: Int) {
        let target = clock + ticks
        runMicrotasks()
        while let timer = takeTimer(upTo: target) {
            clock = timer.time
            run(timer.task)
            runMicrotasks()
        }
        clock = target
    }

    /// The earliest timer; those of one time fire in the order in which they were set.
    private mutating func takeTimer(upTo limit: Int) -> Timer? {
        guard spent < Self.budget, let earliest = timers.last, earliest.time <= limit else { return nil }
        return timers.removeLast()
    }

    private mutating func runMicrotasks() {
        var index = 0
        while index < microtasks.count, spent < Self.budget {
            run(microtasks[index])
            index += 1
        }
        microtasks = []
        // Whoever has no listener now is reported; one that comes later is too late.
        for promise in rejected where !promises[promise].isHandled {
            if case .rejected(let reason)? = promises[promise].result { write("unhandled:\(reason.logText)") }
        }
        rejected = []
    }

    private mutating func run(_ task: Task) {
        spent += 1
        switch task {
        case .settle(let promise, let result):
            switch result {
            case .fulfilled: note(.settled, "what a guard waited for is there")
            case .rejected(let reason): note(.settled, "what a guard waited for failed: \(reason.logText)")
            }
            settle(promise, result)
        case .react(let reaction, let result): react(reaction, result)
        case .adopt(let outer, let inner): listen(to: inner, .forward(to: outer))
        case .resume(let activation): work.append(.resume(activation))
        case .loaded(let load):
            if let message = load.component.failure {
                enqueue(router.componentFailed(load, .error(message: message)))
            } else {
                enqueue(router.componentLoaded(load))
            }
        case .updateView: enqueue(router.viewUpdated())
        case .traverse(let count): enqueue(router.traversed(by: count))
        case .turn(let turn): enqueue(router.turnCame(turn))
        }
        runWork()
    }

    private mutating func runWork() {
        while spent < Self.budget, let next = work.popLast() {
            spent += 1
            switch next {
            case .action(let action): perform(action)
            case .resume(let activation): resume(activation)
            }
        }
    }

    private mutating func perform(_ action: RouterAction) {
        note(action)
        switch action {
        case .callGuard(let call):
            guard work.count < Self.workLimit else {
                let error = ThrownValue.engine(
                    className: "RangeError", message: "Maximum call stack size exceeded")
                return enqueue(router.guardThrew(call.token, error))
            }
            self.call(call)
        case .loadComponent(let load):
            write("load:\(load.component.label)")
            after(load.component.ticks, .loaded(load))
        case .settled(let id, let outcome): settled(id, outcome)
        case .callAfterEach(let to, let from, let failure):
            let suffix = failure.map { " " + $0.kind.rawValue } ?? ""
            if listeners.afterEach { write("afterEach \(from.logName) -> \(to.logName)\(suffix)") }
        case .callOnError(let thrown, let to, let from):
            let suffix = to.flatMap { to in from.map { " \($0.logName) -> \(to.logName)" } } ?? ""
            if listeners.onError { write("onError \(thrown.logText)\(suffix)") }
        case .callOnReady(let route):
            if listeners.onReady { write("onReady \(route.logName)") }
        case .callOnReadyError(let outcome):
            if listeners.onReady { write("onReadyError \(outcome.typeName ?? "")") }
        case .updateView: later(.updateView)
        case .callEntered(let label): write("entered:\(label):vm")
        case .throwIntoCaller(let thrown): thrownIntoCaller = thrown
        // The browser tells of a traversal in a turn of its own.
        case .traverse(let count): after(0, .traverse(count))
        case .warn: warn()
        case .takeTurn(let turn): later(.turn(turn))
        case .routeChanged, .addressChanged, .redirecting: break
        }
    }

    private mutating func settled(_ id: NavigationID, _ outcome: NavigationOutcome) {
        if outcomes[id] == nil { outcomes[id] = outcome }
        if callbackStyle.contains(id) {
            switch outcome {
            case .completed(let route): write("onComplete \(route.logName)")
            case .failed, .threw: write("onAbort \(outcome.typeName ?? "")")
            }
        }
        if let promise = navigationPromises[id] {
            switch outcome {
            case .completed: settle(promise, .fulfilled(.null))
            case .failed, .threw: settle(promise, .rejected(.error(message: outcome.typeName ?? "")))
            }
        }
    }
}

extension NavigationOutcome {
    /// What cases call the way a navigation failed; nil for success.
    var typeName: String? {
        switch self {
        case .completed: nil
        case .failed(let failure): failure.kind.rawValue
        case .threw(let thrown): thrown.isError ? "error" : "other"
        }
    }
}
