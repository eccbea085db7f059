extension Router {
    mutating func newID() -> NavigationID {
        defer { nextNumber += 1 }
        navigations[nextNumber - Self.navigationLimit] = nil
        return NavigationID(number: nextNumber)
    }

    /// Matches and starts. `isInner` navigations are started by a guard's `next`, which sees what matching throws.
    mutating func begin(
        _ input: LocationInput, method: Navigation.Method, isInner: Bool, delta: Int = 0,
        hopOf earlier: Navigation? = nil
    ) -> (id: NavigationID, actions: [RouterAction]) {
        let id = earlier?.id ?? newID()
        let origin = earlier.map { $0.route.redirectedFrom ?? $0.route.fullPath }
        var warnings: [RouterWarning] = []
        do throws(ThrownValue) {
            let route = try table.destination(
                input, from: current, redirectedFrom: origin, warnings: &warnings)
            // A hop of generation 4 keeps its id and is a navigation of its own all the same.
            let serial = nextSerial
            nextSerial += 1
            var navigation = Navigation(
                id: id, route: route, identity: generation.isModern ? serial : id.number, from: current, method: method)
            if generation.isModern {
                // A redirect record on the way back or forward replaces the entry that was reached.
                let leavesEntry = method == .traverse && route.redirectedFrom != nil
                if leavesEntry {
                    navigation = Navigation(
                        id: id, route: route, identity: serial, from: current, method: .replace)
                }
                (navigation.delta, navigation.isForced) = (leavesEntry ? 0 : delta, method == .traverse || input.forces)
                if let earlier {
                    navigation.isForced = earlier.isForced
                    (navigation.nextCounts, navigation.sameRedirects) = (earlier.nextCounts, earlier.sameRedirects)
                }
            }
            return (id, warnings.map(RouterAction.warn) + start(navigation))
        } catch {
            // Generation 4 finds its target before there is anybody who takes errors.
            if generation.isModern { return (id, warnings.map(RouterAction.warn) + [.settled(id, .threw(error))]) }
            let thrown: RouterAction = isInner ? .throwIntoCaller(error) : .settled(id, .threw(error))
            return (id, warnings.map(RouterAction.warn) + [.callOnError(error, to: nil, from: nil), thrown])
        }
    }

    mutating func start(_ navigation: Navigation) -> [RouterAction] {
        pendingIdentity = navigation.identity
        if generation.isModern { return begin(navigation, at: navigation.identity) }
        guard !navigation.route.isDuplicate(of: current) else {
            return ensureAddress(adding: false) + abort(navigation, with: failure(.duplicated, navigation))
        }
        var navigation = navigation
        navigation.queues = [Navigation.Queue(steps: firstSteps(of: navigation), isLast: false)]
        navigations[navigation.id.number] = navigation
        return advance(navigation.id, queue: 0, index: 0)
    }

    /// Goes on with a queue until something is left to the shell or the navigation ends.
    mutating func advance(_ id: NavigationID, queue: Int, index: Int) -> [RouterAction] {
        var (queue, index) = (queue, index)
        while let navigation = navigations[id.number], navigation.queues.indices.contains(queue) {
            let isPending = pendingIdentity == navigation.identity
            let steps = navigation.queues[queue].steps
            guard index < steps.count else {
                if !navigation.queues[queue].isLast {
                    let last = Navigation.Queue(steps: lastSteps(of: navigation), isLast: true)
                    navigations[id.number]?.queues.append(last)
                    (queue, index) = (navigation.queues.count, 0)
                    continue
                }
                return isPending ? confirm(navigation) : abort(navigation, with: failure(.cancelled, navigation))
            }
            guard isPending || (generation.isModern && !steps[index].looksAtPending) else {
                return abort(navigation, with: failure(.cancelled, navigation))
            }
            let token = GuardToken(
                navigation: id, queue: queue, index: index, serial: nextSerial, guardID: steps[index].guardID)
            nextSerial += 1
            navigations[id.number]?.awaited = token.serial
            switch steps[index] {
            case .call(let kind, let reference):
                return [
                    .callGuard(
                        GuardCall(
                            kind: kind, reference: reference, to: navigation.route, from: navigation.from,
                            token: token))
                ]
            case .callEnter(let reference, _):
                return [
                    .callGuard(
                        GuardCall(
                            kind: .beforeRouteEnter, reference: reference, to: navigation.route,
                            from: navigation.from, token: token))
                ]
            case .notCallable:
                return abort(navigation, with: .threw(.typeError("hook is not a function")))
            case .checkPending: index += 1
            case .load(let records):
                let missing = records.filter { $0.component.lazy != nil && !loadedRecords.contains($0.originalID) }
                guard missing.isEmpty else {
                    loads[token.serial] = missing.count
                    return missing.compactMap { record in
                        record.component.lazy.map {
                            .loadComponent(ComponentLoad(record: record, component: $0, token: token))
                        }
                    }
                }
                index += 1
            }
        }
        return []
    }

    /// Leave guards, global guards, update guards, entry guards, components.
    func firstSteps(of navigation: Navigation) -> [Navigation.Step] {
        let change = change(from: current, to: navigation.route)
        // Guards inside a component need its instance.
        func onPage(_ records: some Sequence<RouteRecord>) -> [RouteRecord] {
            records.filter { renderedRecords.contains($0.originalID) }
        }
        let left = onPage(change.left.reversed())
        let reused = onPage(change.reused)
        let entered = change.entered
        let groupEnd: [Navigation.Step] = generation.isModern ? [.checkPending] : []
        var steps: [Navigation.Step] = []
        steps += left.flatMap(\.component.leave).map { .call(.beforeRouteLeave, $0) } + groupEnd
        steps += beforeEach.map { .call(.beforeEach, $0) } + groupEnd
        steps += reused.flatMap(\.component.update).map { .call(.beforeRouteUpdate, $0) } + groupEnd
        for record in entered {
            switch record.beforeEnter {
            case .none: break
            case .list(let references): steps += references.map { .call(.beforeEnter, $0) }
            case .single(let reference): steps.append(.call(.beforeEnter, reference))
            case .notCallable: steps.append(.notCallable)
            }
        }
        return steps + groupEnd + [.load(entered)]
    }

    /// Enter guards of components, then the global resolve guards as they are registered now.
    private func lastSteps(of navigation: Navigation) -> [Navigation.Step] {
        let entered = change(from: navigation.from, to: navigation.route).entered
        let enter = entered.flatMap { record in
            record.component.enter.map { Navigation.Step.callEnter($0, record: record.originalID) }
        }
        let groupEnd: [Navigation.Step] = generation.isModern ? [.checkPending] : []
        return enter + groupEnd + beforeResolve.map { .call(.beforeResolve, $0) } + groupEnd
    }

    /// What a navigation changes: generation 3 keeps the records that both chains begin with, later ones keep every
    /// record that both chains hold, an alias being its original.
    private func change(
        from old: Route, to new: Route
    ) -> (left: [RouteRecord], reused: [RouteRecord], entered: [RouteRecord]) {
        let (old, new) = (old.matched, new.matched)
        guard generation.isModern else {
            let kept = zip(old, new).prefix { $0 == $1 }.count
            return (Array(old[kept...]), Array(new[..<kept]), Array(new[kept...]))
        }
        let (oldIDs, newIDs) = (Set(old.map(\.originalID)), Set(new.map(\.originalID)))
        return (
            old.filter { !newIDs.contains($0.originalID) }, old.filter { newIDs.contains($0.originalID) },
            new.filter { !oldIDs.contains($0.originalID) }
        )
    }

    private mutating func confirm(_ navigation: Navigation) -> [RouterAction] {
        if generation.isModern { return confirmModern(navigation) }
        let (route, old) = (navigation.route, current)
        pendingIdentity = nil
        current = route
        var actions: [RouterAction] = [.routeChanged(to: route, from: old)]
        if case .stack(let target) = navigation.method {
            stackIndex = target
            actions += [.settled(navigation.id, .completed(route)), .callAfterEach(to: route, from: old, failure: nil)]
        } else {
            actions += record(navigation)
            if navigation.method == .initial { listensToHistory = true }
            actions.append(.settled(navigation.id, .completed(route)))
            actions += ensureAddress(adding: false)
            actions.append(.callAfterEach(to: route, from: old, failure: nil))
            if !isReady {
                isReady = true
                actions.append(.callOnReady(route))
            }
        }
        return isMounted ? actions + [.updateView] : actions
    }

    func failure(_ kind: NavigationFailure.Kind, _ navigation: Navigation) -> NavigationOutcome {
        .failed(NavigationFailure(kind: kind, from: navigation.from, to: navigation.route))
    }

    /// Ends a navigation without confirming it. It stays pending, as in Vue Router: a later `next()` of the same
    /// guard would still complete it.
    mutating func abort(_ navigation: Navigation, with outcome: NavigationOutcome) -> [RouterAction] {
        if generation.isModern { return end(navigation, with: outcome) }
        var actions: [RouterAction] = []
        var isFalsy = false
        var failureKind: NavigationFailure.Kind?
        switch outcome {
        case .threw(let thrown) where thrown.isError:
            if !takesErrors { actions.append(.warn(.uncaughtError(thrown.logText))) }
            actions.append(.callOnError(thrown, to: nil, from: nil))
        case .threw(.value(let value)): isFalsy = !scriptTruth(value)
        case .failed(let failure): failureKind = failure.kind
        default: break
        }
        actions.append(.settled(navigation.id, outcome))
        if case .stack(let target) = navigation.method {
            if failureKind == .duplicated { stackIndex = target }
            return actions
        }
        if navigation.method == .initial { listensToHistory = true }
        // A redirect of the very first navigation leaves the question open to the navigation it starts.
        if !isReady, !isFalsy, !(failureKind == .redirected && navigation.from.isStart) {
            isReady = true
            actions.append(.callOnReadyError(outcome))
        }
        return actions
    }
}
