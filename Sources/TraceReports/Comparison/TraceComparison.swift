import BridgePrimitives
package import BridgeTrace

/// Two traces of what ought to be the same, and where they part.
///
/// What an actor does of one kind is compared in its own order, and each request with its answer by itself: which of two that
/// happen at once comes first is chance, and what an order leads to is in the cookies. Ports and
/// secrets are numbered by their first appearance, times are counted from the event and are the same up to a minute; uids
/// are compared as they are.
package struct TraceComparison: Sendable {
    /// A step that is not the same in both, or that one of them lacks.
    package struct Step: Sendable {
        package let aspect: TraceAspect
        /// Nil where this trace has no such step, and for the verdict.
        package let a: TraceEvent?
        package let b: TraceEvent?
        /// Empty where one has no such step.
        package let differences: [FactDifference]
        /// Where this trace has no such step: what the same actor did last, of what both have.
        package let lastOfA: TraceEvent?
        package let lastOfB: TraceEvent?
    }

    package let a: RecordedTrace
    package let b: RecordedTrace
    /// In the order of the first trace.
    package let steps: [Step]

    package var isSame: Bool { steps.isEmpty }

    /// - Complexity: O(n) in the traces where they are alike.
    package init(_ a: RecordedTrace, _ b: RecordedTrace) {
        (self.a, self.b) = (a, b)
        steps = Self.events(Self.compared(a), Self.compared(b)) + Self.verdict(a, b)
    }

    /// What came before a step in its trace, of what people follow.
    ///
    /// - Parameter step: as the trace has it; nil for its end.
    package static func event(before step: TraceEvent?, in trace: RecordedTrace) -> TraceEvent? {
        trace.events.last { event in
            if let step, event.sequence >= step.sequence { return false }
            return switch event.kind {
            case .keychain, .served, .proxied, .printed: false
            default: true
            }
        }
    }

    // MARK: - Events

    private static func compared(_ trace: RecordedTrace) -> [ComparedEvent] {
        let revealed = trace.head.showsSecrets ? Masking(.fingerprints) : nil
        var normal = Normaliser()
        var requests: [Int: String] = [:]
        return trace.events.compactMap { event in
            guard var compared = ComparedEvent(event, &normal, revealed: revealed) else { return nil }
            switch event.kind {
            case .request(let it): requests[it.hop] = compared.lane
            case .response(let it): compared.lane = requests[it.hop] ?? compared.lane
            default: break
            }
            return compared
        }
    }

    private struct Row {
        let a: ComparedEvent?
        let b: ComparedEvent?
        /// What came before in this lane.
        let lastA: ComparedEvent?
        let lastB: ComparedEvent?
    }

    private static func events(_ a: [ComparedEvent], _ b: [ComparedEvent]) -> [Step] {
        let (lanesOfA, lanesOfB) = (Dictionary(grouping: a, by: \.lane), Dictionary(grouping: b, by: \.lane))
        let rows = Set(lanesOfA.keys).union(lanesOfB.keys).sorted().flatMap {
            lane(lanesOfA[$0] ?? [], lanesOfB[$0] ?? [])
        }
        let places = Places(
            rows.compactMap { row in
                if let a = row.a, let b = row.b { (a.event.sequence, b.event.sequence) } else { nil }
            })
        let steps: [(place: Places.Place, step: Step)] = rows.compactMap { row in
            guard let place = places.place(a: row.a?.event.sequence, b: row.b?.event.sequence),
                let aspect = (row.a ?? row.b)?.aspect
            else { return nil }
            var differences: [FactDifference] = []
            if let a = row.a, let b = row.b {
                differences = a.differences(from: b)
                if differences.isEmpty { return nil }
            }
            let step = Step(
                aspect: aspect, a: row.a?.event, b: row.b?.event, differences: differences,
                lastOfA: row.a == nil ? row.lastA?.event : nil, lastOfB: row.b == nil ? row.lastB?.event : nil)
            return (place, step)
        }
        return steps.sorted { $0.place < $1.place }.map(\.step)
    }

    private static func lane(_ a: [ComparedEvent], _ b: [ComparedEvent]) -> [Row] {
        var numbers: [String: Int] = [:]
        let keys = { (event: ComparedEvent) -> Int in
            if let number = numbers[event.key] { return number }
            numbers[event.key] = numbers.count
            return numbers.count - 1
        }
        var (lastA, lastB) = (ComparedEvent?.none, ComparedEvent?.none)
        return Alignment.rows(a.map(keys), b.map(keys)).map { indices in
            let row = Row(a: indices.a.map { a[$0] }, b: indices.b.map { b[$0] }, lastA: lastA, lastB: lastB)
            (lastA, lastB) = (row.a ?? lastA, row.b ?? lastB)
            return row
        }
    }

    /// Where in the first trace a step of the second would stand.
    private struct Places {
        typealias Place = (a: Int, b: Int)
        /// By the second trace's number: the highest of the first trace's up to there.
        private var reached: [(b: Int, a: Int)] = []

        init(_ pairs: [(a: Int, b: Int)]) {
            var highest = -1
            for pair in pairs.sorted(by: { $0.b < $1.b }) {
                highest = max(highest, pair.a)
                reached.append((pair.b, highest))
            }
        }

        func place(a: Int?, b: Int?) -> Place? {
            if let a { return (a, -1) }
            guard let b else { return nil }
            let low = reached.partitioningIndex { $0.b >= b }
            return (low == 0 ? -1 : reached[low - 1].a, b)
        }
    }

    // MARK: - Outcome

    private static func verdict(_ a: RecordedTrace, _ b: RecordedTrace) -> [Step] {
        let facts: [(String, String, String)] = [
            ("verdict", a.verdictWord, b.verdictWord), ("uid", a.outcome?.uid ?? "", b.outcome?.uid ?? ""),
            ("as expected", a.expectationWord, b.expectationWord),
            (
                "root cause", a.outcome?.rootCause?.code.rawValue ?? "none",
                b.outcome?.rootCause?.code.rawValue ?? "none"
            ),
        ]
        let differences = facts.filter { $0.1 != $0.2 }.map { FactDifference(name: $0.0, a: $0.1, b: $0.2) }
        return differences.isEmpty
            ? []
            : [
                Step(aspect: .verdict, a: nil, b: nil, differences: differences, lastOfA: nil, lastOfB: nil)
            ]
    }
}

extension RecordedTrace {
    /// How it ended, in one word.
    package var verdictWord: String {
        // A recording tells of no page whether it was opened.
        let unsaid = head.seenFrom == .network ? "unknown" : Verdict.notOpened.rawValue
        return outcome.map { $0.verdict?.rawValue ?? unsaid } ?? "ended from outside"
    }

    fileprivate var expectationWord: String {
        switch outcome?.hasPassed {
        case true?: "yes"
        case false?: "no"
        case nil: "unknown"
        }
    }
}
