public import BridgePrimitives

/// Vue Router's navigation as a pure state machine: events are methods, what to do comes back as actions.
///
/// It is Vue Router 3.6.5's unless the table is of another ``RouterGeneration``.
///
/// The shell performs actions depth first, see ``RouterAction``. Nothing here waits: a guard that never calls
/// `next` leaves its navigation unsettled, and a later one takes its place.
public struct Router: Sendable {
    /// Navigations kept for late calls of `next`; older ones are forgotten and their `next` does nothing.
    static let navigationLimit = 1024

    public let mode: RouterMode
    public internal(set) var table: RouteTable
    public let flavour: RouterFlavour
    /// The generation of Vue Router that the table is written for.
    public var generation: RouterGeneration { table.generation }
    public internal(set) var current = Route.start
    /// Whether an `onError` callback is registered; without one, errors are warned about.
    public var takesErrors = false
    public internal(set) var isReady = false
    public internal(set) var isMounted = false

    let base: RouterBase
    var browser: BrowserHistory
    var stack: [(route: Route, identity: Int)] = []
    var memory = MemoryHistory()
    /// The position in ``stackPaths``; in generation 3 -1 before the first push.
    public internal(set) var stackIndex: Int {
        get { generation.isModern ? memory.index : ownStackIndex }
        set { ownStackIndex = newValue }
    }
    private var ownStackIndex = -1
    /// Nobody has been told yet whether the router is ready.
    var readinessIsAwaited = true
    var startLocation = ""
    var listensToHistory = false

    var beforeEach: [GuardReference] = []
    var beforeResolve: [GuardReference] = []
    var navigations: [Int: Navigation] = [:]
    var pendingIdentity: Int?
    var nextNumber = 1
    var nextSerial = 1
    /// Components still to come, by the serial of the step that waits for them.
    var loads: [Int: Int] = [:]
    var loadedRecords: Set<Int> = []
    /// Records whose components are on the page.
    var renderedRecords: Set<Int> = []
    var enteredCallbacks: [Int: [String]] = [:]

    /// - Parameters:
    ///   - base: the `base` option; nil or empty means the base tag, or the root.
    ///   - baseTag: the `href` of the page's `<base>` element.
    ///   - address: the browser's address before anything runs, as a URL or a path; unused in abstract mode.
    public init(
        table: RouteTable, mode: RouterMode, base: String? = nil, baseTag: String? = nil, address: String = "/",
        flavour: RouterFlavour = .development
    ) {
        self.flavour = flavour
        self.table = table
        self.mode = mode
        self.base = RouterBase(option: base, tag: baseTag, mode: mode)
        browser = BrowserHistory(BrowserAddress(address))
        if mode == .hash { _ = ensureSlash() }
        startLocation = currentLocation
    }

    /// Registers a guard for every navigation; its number counts from 0 within its kind.
    @discardableResult
    public mutating func addBeforeEach(id: String) -> GuardReference {
        beforeEach.append(GuardReference(id: id, number: beforeEach.count))
        return beforeEach[beforeEach.count - 1]
    }

    /// Registers a guard that runs last, before confirmation; its number counts from 0 within its kind.
    @discardableResult
    public mutating func addBeforeResolve(id: String) -> GuardReference {
        beforeResolve.append(GuardReference(id: id, number: beforeResolve.count))
        return beforeResolve[beforeResolve.count - 1]
    }

    /// The address, without its origin.
    public var address: String { browser.current.text }
    /// How many entries the browser's history has.
    public var entryCount: Int { browser.entries.count }
    /// The full paths of the abstract stack.
    public var stackPaths: [String] { generation.isModern ? memory.entries : stack.map(\.route.fullPath) }

    /// Goes to a new entry. A promise for it settles with the first ``RouterAction/settled(_:_:)`` of the id.
    public mutating func push(_ input: LocationInput) -> (id: NavigationID, actions: [RouterAction]) {
        begin(input, method: .push, isInner: false)
    }

    /// Goes somewhere in place of the current entry.
    public mutating func replace(_ input: LocationInput) -> (id: NavigationID, actions: [RouterAction]) {
        begin(input, method: .replace, isInner: false)
    }

    /// Moves in the history. Out of range nothing happens.
    public mutating func go(_ count: Int) -> [RouterAction] {
        guard mode == .abstract else { return [.traverse(by: count)] }
        if generation.isModern {
            memory.move(by: count)
            return listensToHistory
                ? begin(.path(memory.current), method: .traverse, isInner: false, delta: count).actions : []
        }
        let (target, overflow) = stackIndex.addingReportingOverflow(count)
        guard !overflow, stack.indices.contains(target) else { return [] }
        let id = newID()
        return start(
            Navigation(
                id: id, route: stack[target].route, identity: stack[target].identity, from: current,
                method: .stack(target)))
    }

    /// The browser moved by so many entries, after ``RouterAction/traverse(by:)`` or by a button.
    public mutating func traversed(by count: Int) -> [RouterAction] {
        guard mode != .abstract, browser.move(by: count) else { return [] }
        return addressMoved(by: count)
    }

    /// Somebody typed another `#…` into the address.
    public mutating func hashEdited(to hash: String) -> [RouterAction] {
        guard mode != .abstract else { return [] }
        var address = browser.current
        let written = hash.utf8.first == UInt8(ascii: "#") ? hash : "#" + hash
        address.hash = BrowserAddress(written).hash
        guard address != browser.current else { return [] }
        browser.push(address)
        return [.addressChanged(browser.current.text, added: true)] + addressMoved()
    }

    /// The root view appears. With an address bar this starts the initial navigation.
    public mutating func mount() -> [RouterAction] {
        guard !isMounted else { return [] }
        isMounted = true
        // Generation 4 leaves a router alone that is somewhere already; generation 3 finds a duplicate.
        guard mode != .abstract, !generation.isModern || current.isStart else { return [.updateView] }
        return begin(.path(currentLocation), method: .initial, isInner: false).actions + [.updateView]
    }

    /// The current route is rendered: its components are there, those of other records are gone.
    public mutating func viewUpdated() -> [RouterAction] {
        guard isMounted else { return [] }
        renderedRecords = Set(current.matched.map(\.originalID))
        return current.matched.flatMap { record in
            (enteredCallbacks.removeValue(forKey: record.originalID) ?? []).map { RouterAction.callEntered(label: $0) }
        }
    }

    /// Adds a route below the record named `parent`, or at the top. Once there is a current route, the current
    /// address is matched again; generation 4 leaves that to the app.
    public mutating func addRoute(json: JSONValue, parent: String? = nil) throws(RouteTableProblem) -> [RouterAction] {
        try table.add(json: json, parent: parent)
        guard !current.isStart, !generation.isModern else { return [] }
        return begin(.path(currentLocation), method: .rematch, isInner: false).actions
    }

    /// Where a location would lead, and the `href` of a link to it. No guard runs.
    public func resolve(
        _ input: LocationInput, append: Bool = false, warnings: inout [RouterWarning]
    ) throws(ThrownValue) -> (route: Route, href: String) {
        let route = try table.resolve(input, from: current, append: append, warnings: &warnings)
        let shown = generation.isModern ? nil : route.redirectedFrom
        return (route, base.href(of: shown ?? route.fullPath, mode: mode))
    }

    /// Whether a newer navigation has begun since the guard of `token` was called.
    package func isOvertaken(_ token: GuardToken) -> Bool {
        guard let navigation = navigations[token.navigation.number] else { return false }
        return pendingIdentity.map { $0 != navigation.identity } ?? (current != navigation.from)
    }

    /// A guard called `next`. In generation 3 every call acts anew, also late ones; later the first decision counts.
    public mutating func guardCalledNext(_ token: GuardToken, _ argument: NextArgument) -> [RouterAction] {
        if generation.isModern { return countNext(token) + decide(token, argument) }
        guard let navigation = navigations[token.navigation.number],
            let step = navigation.step(at: token)
        else { return [] }
        if case .callEnter(_, let record) = step, case .callback(let label) = argument {
            enteredCallbacks[record, default: []].append(label)
        }
        switch argument.meaning {
        case .proceed:
            return advance(navigation.id, queue: token.queue, index: token.index + 1)
        case .abort:
            return ensureAddress(adding: true) + abort(navigation, with: failure(.aborted, navigation))
        case .fail(let error):
            return ensureAddress(adding: true) + abort(navigation, with: .threw(error))
        case .redirect(let input, let replace):
            return abort(navigation, with: failure(.redirected, navigation))
                + begin(input, method: replace ? .replace : .push, isInner: true).actions
        case .explode(let error):
            return [.throwIntoCaller(error)]
        }
    }

    /// A guard threw before it returned. (What it throws later, nobody catches in generation 3; generation 4 takes the
    /// rejection of a promise that a guard returns for the same.)
    public mutating func guardThrew(_ token: GuardToken, _ thrown: ThrownValue) -> [RouterAction] {
        guard let navigation = navigations[token.navigation.number] else { return [] }
        if generation.isModern { return settle(token, .end(.threw(thrown))) }
        return abort(navigation, with: .threw(thrown))
    }

    public mutating func componentLoaded(_ load: ComponentLoad) -> [RouterAction] {
        loadedRecords.insert(load.record.originalID)
        guard let remaining = loads[load.token.serial] else { return [] }
        loads[load.token.serial] = remaining > 1 ? remaining - 1 : nil
        guard remaining <= 1 else { return [] }
        return advance(load.token.navigation, queue: load.token.queue, index: load.token.index + 1)
    }

    /// - Parameter reason: an error is passed on; another value is wrapped into one.
    public mutating func componentFailed(_ load: ComponentLoad, _ reason: ThrownValue) -> [RouterAction] {
        let message = "Failed to resolve async component default: \(reason.logText)"
        let warning = RouterAction.warn(.componentFailed(message))
        // Only the first failure of a step counts.
        guard loads.removeValue(forKey: load.token.serial) != nil,
            let navigation = navigations[load.token.navigation.number]
        else { return [warning] }
        // Generation 4 passes on whatever the loading ended with.
        if generation.isModern { return end(navigation, with: .threw(reason)) }
        let error = reason.isError ? reason : .error(message: message)
        return [warning] + ensureAddress(adding: true) + abort(navigation, with: .threw(error))
    }
}

extension Navigation.Step {
    /// Whether a navigation that is not the pending one any more ends here in generations 4 and 5.
    var looksAtPending: Bool { if case .checkPending = self { true } else { false } }

    var guardID: String {
        switch self {
        case .call(_, let reference), .callEnter(let reference, _): reference.id
        case .notCallable, .load, .checkPending: ""
        }
    }
}

extension Navigation {
    func step(at token: GuardToken) -> Step? {
        guard queues.indices.contains(token.queue), queues[token.queue].steps.indices.contains(token.index) else {
            return nil
        }
        return queues[token.queue].steps[token.index]
    }
}
