import BridgePrimitives

/// A navigation's next step in generations 4 and 5, which take every step in a microtask of its own.
public struct RouterTurn: Hashable, Sendable {
    public let navigation: NavigationID
    let serial: Int
}

/// What a guard's function came back with, for generations 4 and 5.
public struct GuardReturn: Hashable, Sendable {
    /// The returned value, or what the returned promise was fulfilled with.
    public let value: NextArgument
    public let isPromise: Bool
    /// The function declares three parameters or more: its decision is expected through `next`, not as a result.
    public let declaresNext: Bool

    public init(_ value: NextArgument, isPromise: Bool = false, declaresNext: Bool = false) {
        (self.value, self.isPromise, self.declaresNext) = (value, isPromise, declaresNext)
    }

    var isUndefined: Bool { value == .none || value == .value(.string(undefinedMark)) }
}

/// What generations 4 and 5 add to the machine: turns, decisions that count once, redirects inside one promise.
extension Router {
    /// Redirects of one promise to one and the same target beyond which the development flavour gives up.
    static let sameRedirectLimit = 30

    /// The microtask of a ``RouterAction/takeTurn(_:)`` has come.
    public mutating func turnCame(_ turn: RouterTurn) -> [RouterAction] {
        guard let navigation = navigations[turn.navigation.number], navigation.awaited == turn.serial,
            let decision = navigation.decision
        else { return [] }
        navigations[turn.navigation.number]?.awaited = nil
        navigations[turn.navigation.number]?.decision = nil
        switch decision {
        case .proceed(let queue, let index): return advance(navigation.id, queue: queue, index: index)
        case .end(let outcome): return end(navigation, with: outcome)
        case .redirect(let input): return redirect(navigation, to: input)
        }
    }

    /// A guard's function returned, or the promise that it returned was fulfilled. Generation 3 looks at neither.
    public mutating func guardReturned(_ token: GuardToken, _ returned: GuardReturn) -> [RouterAction] {
        guard generation.isModern else { return [] }
        guard returned.declaresNext else { return decide(token, returned.value) }
        // Only this flavour notices that next was forgotten, and only if something was returned.
        guard flavour == .development, returned.isPromise || !returned.isUndefined,
            navigations[token.navigation.number]?.nextCounts[token.serial] == nil
        else { return [] }
        return [.warn(.nextNeverCalled(guardID: token.guardID))]
            + settle(token, .end(.threw(.error(message: "Invalid navigation guard"))))
    }

    mutating func begin(_ navigation: Navigation, at serial: Int) -> [RouterAction] {
        var navigation = navigation
        navigation.queues = [Navigation.Queue(steps: firstSteps(of: navigation), isLast: false)]
        navigation.awaited = serial
        let isDuplicate = !navigation.isForced && navigation.route.isSameLocation(as: current) && !current.isStart
        navigation.decision =
            isDuplicate ? .end(failure(.duplicated, navigation)) : .proceed(queue: 0, index: 0)
        navigations[navigation.id.number] = navigation
        return [.takeTurn(RouterTurn(navigation: navigation.id, serial: serial))]
    }

    /// Counts a call of `next`; what is wrong with it is warned about.
    mutating func countNext(_ token: GuardToken) -> [RouterAction] {
        guard navigations[token.navigation.number] != nil else { return [] }
        let count = (navigations[token.navigation.number]?.nextCounts[token.serial] ?? 0) + 1
        navigations[token.navigation.number]?.nextCounts[token.serial] = count
        guard flavour == .development else { return [] }
        if count == 2 { return [.warn(.nextCalledTwice(guardID: token.guardID))] }
        return count == 1 && generation == .five ? [.warn(.nextIsDeprecated(guardID: token.guardID))] : []
    }

    /// A guard decides, through `next` or by what it returns; the first decision counts.
    mutating func decide(_ token: GuardToken, _ argument: NextArgument) -> [RouterAction] {
        guard let navigation = navigations[token.navigation.number], navigation.awaited == token.serial,
            navigation.decision == nil
        else { return [] }
        if case .callEnter(_, let record)? = navigation.step(at: token), case .callback(let label) = argument {
            enteredCallbacks[record, default: []].append(label)
        }
        switch argument.modernMeaning {
        case .proceed: return settle(token, .proceed(queue: token.queue, index: token.index + 1))
        case .abort: return settle(token, .end(failure(.aborted, navigation)))
        case .fail(let error), .explode(let error): return settle(token, .end(.threw(error)))
        case .redirect(let input, _): return settle(token, .redirect(input))
        }
    }

    mutating func settle(_ token: GuardToken, _ decision: Navigation.Decision) -> [RouterAction] {
        guard let navigation = navigations[token.navigation.number], navigation.awaited == token.serial,
            navigation.decision == nil
        else { return [] }
        navigations[token.navigation.number]?.decision = decision
        return [.takeTurn(RouterTurn(navigation: navigation.id, serial: token.serial))]
    }

    /// The same promise goes on to another target; guards run again.
    private mutating func redirect(_ navigation: Navigation, to input: LocationInput) -> [RouterAction] {
        var warnings: [RouterWarning] = []
        var input = input
        if case .path(let path) = input {
            input = .location(table.asObject(path, from: current, isWhole: true, warnings: &warnings))
        }
        var repeats = navigation.sameRedirects
        if navigation.route.redirectedFrom != nil,
            let target = try? table.resolve(input, from: current, warnings: &warnings),
            target.isSameLocation(as: navigation.route)
        {
            repeats += 1
        }
        guard flavour == .production || repeats <= Self.sameRedirectLimit else {
            let error = ThrownValue.error(message: "Infinite redirect in navigation guard")
            return [.warn(.endlessRedirect(to: navigation.route.fullPath)), .settled(navigation.id, .threw(error))]
        }
        let replaces = navigation.method == .replace || input.replaces
        var hop = navigation
        hop.sameRedirects = repeats
        return [.redirecting(navigation.id, from: navigation.route)]
            + begin(input, method: replaces ? .replace : .push, isInner: true, hopOf: hop).actions
    }

    /// Ends a navigation without confirming it. `afterEach` is told of failures, `onError` of everything thrown.
    mutating func end(_ navigation: Navigation, with outcome: NavigationOutcome) -> [RouterAction] {
        var actions: [RouterAction] = []
        let isTraversal = navigation.method == .traverse
        switch outcome {
        case .completed: break
        case .failed(let failure):
            if isTraversal {
                actions += moveBack(navigation, isAborted: failure.kind == .aborted)
            } else if failure.kind == .aborted {
                actions += settleReadiness(outcome)
            }
            actions.append(.callAfterEach(to: navigation.route, from: navigation.from, failure: failure))
        case .threw(let thrown):
            if isTraversal { actions += moveBack(navigation, isAborted: false) }
            actions += settleReadiness(outcome)
            if !takesErrors { actions.append(.warn(.uncaughtError(thrown.logText))) }
            actions.append(.callOnError(thrown, to: navigation.route, from: navigation.from))
        }
        return actions + [.settled(navigation.id, outcome)]
    }

    /// Back and forward have changed the address already: an abort or an error moves it back, entries stay.
    private mutating func moveBack(_ navigation: Navigation, isAborted: Bool) -> [RouterAction] {
        guard pendingIdentity == navigation.identity else { return [] }
        let delta = navigation.delta != 0 ? 0 - max(navigation.delta, -Int.max) : isAborted ? -1 : 0
        if mode == .abstract {
            memory.move(by: delta)
            return []
        }
        return browser.move(by: delta) ? [.addressChanged(browser.current.text, added: false)] : []
    }

    mutating func confirmModern(_ navigation: Navigation) -> [RouterAction] {
        let (route, old) = (navigation.route, current)
        var actions: [RouterAction] = []
        if navigation.method != .traverse {
            let adds = navigation.method != .replace && !navigation.from.isStart
            if mode == .abstract {
                memory.write(route.fullPath, adding: adds)
            } else {
                actions += write(route.fullPath, adding: adds)
            }
        }
        current = route
        actions.insert(.routeChanged(to: route, from: old), at: 0)
        actions += settleReadiness(nil)
        actions += [
            .callAfterEach(to: route, from: navigation.from, failure: nil), .settled(navigation.id, .completed(route)),
        ]
        return isMounted ? actions + [.updateView] : actions
    }

    /// Whoever waits for `isReady()` is told once; a failure tells them too, without making the router ready.
    private mutating func settleReadiness(_ failure: NavigationOutcome?) -> [RouterAction] {
        guard !isReady else { return [] }
        listensToHistory = true
        isReady = failure == nil
        guard readinessIsAwaited else { return [] }
        readinessIsAwaited = false
        return [failure.map(RouterAction.callOnReadyError) ?? .callOnReady(current)]
    }
}
