import BridgePrimitives
import Exploring

/// Tasks that read and write variables: small enough for every order to be run.
struct ToyProgram: Sendable {
    struct Operation: Sendable {
        var reads: Set<Int> = []
        var writes: Set<Int> = []
        /// Waits until somebody has written it.
        var needs: Int?
        /// What it sets off and does not wait for.
        var posts: [ToyProgram.Operation] = []
    }

    var tasks: [[Operation]]

    struct Outcome: Hashable, Sendable {
        /// What each variable holds: a digest of who wrote it and of what they had read.
        var values: [Int: Int] = [:]
        /// Whether some operation waits for ever.
        var isStuck = false
    }

    private struct Pending {
        let event: RaceEvent
        let operation: Operation
        let causes: [RaceEvent]
        /// What comes next in the task.
        let rest: ArraySlice<Operation>
    }

    /// - Returns: nil for the outcome of a run that the policy left.
    func run(_ policy: OrderPolicy) -> (execution: Execution, outcome: Outcome?, policy: OrderPolicy) {
        var policy = policy
        var pending = tasks.enumerated().compactMap { number, task in
            task.first.map {
                Pending(event: Self.event([number, 0]), operation: $0, causes: [], rest: task.dropFirst())
            }
        }
        var outcome = Outcome()
        var moments: [Execution.Moment] = []
        while !pending.isEmpty {
            let enabled = pending.filter { $0.operation.needs.map { outcome.values[$0] != nil } ?? true }.map(\.event)
                .sorted()
            guard !enabled.isEmpty else {
                outcome.isStuck = true
                break
            }
            guard let chosen = policy.next(of: enabled), let place = pending.firstIndex(where: { $0.event == chosen })
            else { return (Execution(moments), nil, policy) }
            let taken = pending.remove(at: place)
            let operation = taken.operation
            let reads = operation.reads.union(operation.needs.map { [$0] } ?? [])
            let seen = reads.sorted().map { outcome.values[$0] ?? 0 }
            for variable in operation.writes { outcome.values[variable] = Self.digest(chosen.path + seen) }
            let footprint = Footprint(
                reads: Set(reads.map { Footprint.Resource("v", "\($0)") }),
                writes: Set(operation.writes.map { Footprint.Resource("v", "\($0)") }))
            moments.append(
                Execution.Moment(enabled: enabled, chosen: chosen, causes: taken.causes, footprint: footprint))
            policy.happened(chosen, touching: footprint)
            for (number, posted) in operation.posts.enumerated() {
                pending.append(
                    Pending(
                        event: Self.event(chosen.path + [number]), operation: posted, causes: [chosen], rest: []))
            }
            if let next = taken.rest.first {
                var path = chosen.path
                path[path.count - 1] += 1
                pending.append(
                    Pending(
                        event: Self.event(path), operation: next, causes: [chosen], rest: taken.rest.dropFirst()))
            }
        }
        return (Execution(moments), outcome, policy)
    }

    private static func event(_ path: [Int]) -> RaceEvent {
        RaceEvent(path: path, name: path.map(String.init).joined(separator: "."))
    }

    private static func digest(_ numbers: [Int]) -> Int {
        var generator = SeededGenerator(seed: 7)
        return numbers.reduce(1) { sum, number in
            Int(truncatingIfNeeded: generator.next() ^ UInt64(bitPattern: Int64(sum &* 31 &+ number)))
        }
    }

    /// All that a search comes across.
    struct Explored {
        var outcomes: Set<Outcome> = []
        var orders: Set<[RaceEvent]> = []
        var search: OrderSearch
    }

    func explore(_ strategy: OrderSearch.Strategy, depth: Int = .max, limit: Int = 100_000) -> Explored {
        var explored = Explored(search: OrderSearch(strategy, depth: depth))
        while explored.orders.count < limit, let policy = explored.search.next() {
            let (execution, outcome, _) = run(policy)
            explored.search.ran(execution, isCut: outcome == nil)
            guard let outcome else { continue }
            explored.outcomes.insert(outcome)
            explored.orders.insert(execution.order)
        }
        return explored
    }

    /// A few tasks over a few variables; some post, some wait. Not more orders than can all be run.
    static func random(_ generator: inout SeededGenerator) -> ToyProgram {
        while true {
            let program = anySize(&generator)
            if case .exactly(1...1000) = OrderCount(of: program.run(.program).execution) { return program }
        }
    }

    private static func anySize(_ generator: inout SeededGenerator) -> ToyProgram {
        let variables = Int.random(in: 1...4, using: &generator)
        func chosen(_ generator: inout SeededGenerator, _ chance: Double) -> Set<Int> {
            var variablesChosen: Set<Int> = []
            for variable in 0..<variables where Double.random(in: 0..<1, using: &generator) < chance {
                variablesChosen.insert(variable)
            }
            return variablesChosen
        }
        func operation(_ generator: inout SeededGenerator, posts: Bool) -> Operation {
            var operation = Operation(reads: chosen(&generator, 0.3), writes: chosen(&generator, 0.4))
            if Int.random(in: 0..<6, using: &generator) == 0 {
                operation.needs = Int.random(in: 0..<variables, using: &generator)
            }
            if posts, Int.random(in: 0..<4, using: &generator) == 0 {
                operation.posts = [posted(&generator, variables)]
            }
            return operation
        }
        func task(_ generator: inout SeededGenerator) -> [Operation] {
            (0..<Int.random(in: 1...3, using: &generator)).map { _ in operation(&generator, posts: true) }
        }
        return ToyProgram(tasks: (0..<Int.random(in: 2...3, using: &generator)).map { _ in task(&generator) })
    }

    private static func posted(_ generator: inout SeededGenerator, _ variables: Int) -> Operation {
        Operation(
            reads: [Int.random(in: 0..<variables, using: &generator)],
            writes: [Int.random(in: 0..<variables, using: &generator)])
    }
}
