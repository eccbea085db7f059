import BridgePrimitives
import BridgeTrace
import Exploring
import Scenarios
import Worlds

extension RaceReport {
    /// `{"scenario":…,"verdict":"passed|failed","orders":{…},"failing":…,"expectations":[…],"smallest":{…}}`.
    var json: JSONValue {
        var object = JSONObject([
            ("scenario", .string(scenario.name)), ("source", .string(scenario.source.description)),
            ("verdict", .string(hasPassed ? "passed" : "failed")), ("selection", .string(selectionWord)),
            (
                "orders",
                [
                    "total": totalJSON, "run": .integer(Int64(runs)), "distinct": .integer(Int64(distinct)),
                    "cut": .integer(Int64(cutRuns)), "more": .bool(hasMore), "shallow": .bool(isShallow),
                    "commuting": .array(commuting.map { .string($0) }),
                ]
            ),
            ("failing", .integer(Int64(failing))), ("deadlocks", .integer(Int64(deadlocks))),
            ("expectations", Self.json(expectations, as: "expected")), ("causes", Self.json(causes, as: "code")),
            ("shared", .bool(isShared)), ("milliseconds", .integer(Int64(elapsed.wholeMilliseconds))),
        ])
        if wasEnded { object["ended"] = true }
        if let smallest { object["smallest"] = smallest.json }
        return .object(object)
    }

    private var selectionWord: String {
        switch selection {
        case .reduced: "reduced"
        case .all: "all"
        case .random: "random"
        }
    }

    /// A number, or a text for one that nobody has counted.
    private var totalJSON: JSONValue {
        switch total {
        case .exactly(let count): Int64(exactly: count).map { .integer($0) } ?? .string("\(count)")
        case .moreThan(let count): .string(">\(count)")
        }
    }

    private static func json(_ counts: [Count], as name: String) -> JSONValue {
        .array(counts.map { .object(JSONObject([(name, .string($0.text)), ("orders", .integer(Int64($0.orders)))])) })
    }
}

extension RaceReport.FailingOrder {
    fileprivate var json: JSONValue {
        var object = JSONObject([
            ("inversions", .integer(Int64(inversions))), ("missing", .array(missing.map { .string($0) })),
            (
                "events",
                .array(
                    events.map { event in
                        [
                            "name": .string(event.name), "place": .string(event.place.rawValue),
                            "detail": .string(event.detail), "moved": .bool(event.isMoved),
                        ]
                    })
            ),
        ])
        if let deadlock { object["cycle"] = .array(deadlock.map { .string($0) }) }
        if let cause = result.rootCause { object["root_cause"] = .object(cause.json) }
        return .object(object)
    }
}
