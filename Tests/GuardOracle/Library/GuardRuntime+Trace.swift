import BridgePrimitives
import RouterGuard

/// Writes the trace of a run: nothing here decides anything.
extension GuardRuntime {
    mutating func note(_ kind: GuardTraceEntry.Kind, _ text: String, _ reasons: [GuardReason] = []) {
        // The last entries are kept for what is found out at the end.
        guard !isMuted, trace.count < GuardRun.entryLimit - (isOver ? 0 : GuardRun.endLimit) else { return }
        trace.append(GuardTraceEntry(time: clock, kind: kind, text: text, reasons: reasons))
    }

    /// A guard is called; `conditions` are those that it went through to find its rule.
    mutating func noteCall(_ call: GuardCall, _ conditions: [GuardCondition]) {
        guard !isMuted else { return }
        latestCalls[call.token.navigation] = call
        note(.called, "\(call.kind.rawValue) \(call.reference.id): \(call.from.logName) -> \(call.to.logName)")
        var names: [String] = []
        for name in conditions.flatMap(\.variableNames) where !names.contains(name) { names.append(name) }
        guard !names.isEmpty else { return }
        let values = names.map { "\($0) = \(Self.shown(variables[$0]))" }
        note(.read, values.joined(separator: ", "))
    }

    /// A text may be a token, so only its length is told.
    private static func shown(_ value: JSONValue?) -> String {
        switch value {
        case nil, .string(undefinedMark)?: "undefined"
        case .string(let text)?: "a text of \(text.utf8.count) bytes"
        case .object?, .array?: "an object"
        case let value?: value.text()
        }
    }

    mutating func noteNext(_ argument: NextArgument, _ call: GuardCall) {
        nextCounts[call.token, default: 0] += 1
        let isRepeated = (nextCounts[call.token] ?? 0) > 1
        let reasons: [GuardReason] = isRepeated ? [.nextCalledTwice] : staleness(of: argument, call)
        note(.next, "\(call.reference.id) calls \(argument.callText)", reasons)
    }

    mutating func noteReturn(_ value: NextArgument, _ call: GuardCall, isPromise: Bool) {
        guard router.generation.isModern, !nextGuards.contains(call.token) else { return }
        let text =
            value == .none ? "undefined" : String(decoding: value.callText.utf8.dropFirst(5).dropLast(), as: UTF8.self)
        note(
            .returned, "\(call.reference.id) \(isPromise ? "promises" : "returns") \(text)",
            staleness(of: value, call))
        decided.insert(call.token)
    }

    private func staleness(of argument: NextArgument, _ call: GuardCall) -> [GuardReason] {
        let meaning = router.generation.isModern ? argument.modernMeaning : argument.meaning
        guard case .redirect = meaning, router.isOvertaken(call.token) else { return [] }
        return [.staleRedirect]
    }

    mutating func note(_ action: RouterAction) {
        switch action {
        case .routeChanged(let to, let from):
            let way = hops.isEmpty ? "from \(from.logName)" : "by way of " + hops.joined(separator: " -> ")
            hops = []
            note(.entered, "\(to.logName), \(way)", to.matched.isEmpty ? [.unmatchedRoute] : [])
        case .redirecting(_, let from):
            hops.append(from.logName)
            note(.redirected, "away from \(from.logName)", [.redirected])
        case .settled(_, .failed(let failure)) where failure.kind == .redirected:
            hops.append(failure.to.logName)
            note(.redirected, "away from \(failure.to.logName)", [.redirected])
        case .settled(_, .failed(let failure)): note(.ended, failure.message, [GuardReason(failure.kind)])
        case .settled(_, .threw(let thrown)):
            note(.ended, "with \(thrown.logText)", reasons(for: thrown))
            endsByRouter = false
        case .callOnReady(let route): note(.ready, "at \(route.logName)")
        case .callOnReadyError(let outcome): note(.ready, "not, the first navigation ended: \(outcome.typeName ?? "")")
        case .warn(.endlessRedirect(let path)):
            endsByRouter = true
            note(.redirected, "to \(path) again and again", [.redirectLoop])
        case .warn(.nextNeverCalled(let id)):
            endsByRouter = true
            note(.returned, "\(id) takes next and did not call it", [.invalidGuard])
        default: break
        }
    }

    /// What an error says of the guards: the router's own, and a stack that redirects have filled, no guard has thrown.
    func reasons(for thrown: ThrownValue) -> [GuardReason] {
        if thrown.isStackOverflow { return [.redirectLoop] }
        return endsByRouter ? [] : [.threw]
    }

    /// What is still open when the case is over, or was cut off.
    mutating func noteOpenEnds() {
        isOver = true
        if isSpent { note(.ended, "cut off: the guards go on for ever", [.redirectLoop]) }
        let open = latestCalls.values.filter { call in
            outcomes[call.token.navigation] == nil && nextCounts[call.token] == nil && !decided.contains(call.token)
        }
        for call in open.sorted(by: { $0.token.serial < $1.token.serial }) where !isSpent {
            let place = "\(call.kind.rawValue) \(call.reference.id) at \(call.to.logName)"
            note(.ended, "never: \(place) did not call next", [.neverCalledNext])
        }
    }
}

extension GuardCondition {
    /// The variables that the condition looks at. Recursion goes over nested `not`, whose depth the reader bounds.
    var variableNames: [String] {
        tests.flatMap { (test: Test) -> [String] in
            switch test {
            case .variables(let wanted): wanted.names
            case .not(let inner): inner.variableNames
            default: []
            }
        }
    }
}

extension ThrownValue {
    fileprivate var isStackOverflow: Bool {
        if case .engine(className: "RangeError", _) = self { true } else { false }
    }
}
