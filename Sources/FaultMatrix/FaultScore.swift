public import BridgePrimitives
import BridgeTrace

/// How a handoff did under the faults that it came across.
public struct FaultScore: Hashable, Sendable {
    public let handled: Int
    /// How many it came across.
    public let total: Int
    /// How many more it was tried under: no request of it met them, so they say nothing.
    public let notMet: Int
    /// How many could not be brought about.
    public let notJudged: Int
    /// 0 to 100, rounded down: 100 where each fault is handled. A fault that is not takes away as many as its fate costs.
    /// Nil where there is nothing to judge by.
    public let points: Int?

    /// - Parameters:
    ///   - fates: of the faults that it came across.
    ///   - notMet: how many others there were.
    ///   - notJudged: how many could not be brought about.
    public init(_ fates: [FaultFate], notMet: Int = 0, notJudged: Int = 0) {
        (total, self.notMet, self.notJudged) = (fates.count, notMet, notJudged)
        handled = fates.count { $0 == .handled }
        let kept = max(0, total - fates.reduce(0) { $0 + $1.cost })
        points = total == 0 ? nil : kept * 100 / total
    }

    public var line: String {
        let others = notJudged == 0 ? "" : "; \(notJudged) could not be judged here"
        guard let points else {
            return notMet == 0 && notJudged > 0
                ? "no score: none of the faults could be judged here"
                : "no score: the handoff met none of the faults tried\(others)"
        }
        let score = "handled \(handled) of \(total), score \(points) of 100"
        let unmet = notMet == 0 ? "" : "; \(notMet) of the \(total + notMet) tried were not met and do not count"
        return score + unmet + others
    }

    /// How the score is made.
    public static let legend =
        "A fault that is handled counts 1; one that no request met does not count. Of those that are not handled, "
        + FaultFate.allCases.filter { $0.cost > 0 }.map { "\($0.rawValue) costs \($0.cost)" }.joined(separator: ", ")
        + "; the score is what is left, of 100."

    public var json: JSONValue {
        [
            "handled": .integer(Int64(handled)), "total": .integer(Int64(total)), "not_met": .integer(Int64(notMet)),
            "not_judged": .integer(Int64(notJudged)), "score": points.map { .integer(Int64($0)) } ?? .null,
        ]
    }
}

/// All rows of one scenario.
public struct FaultReport: Sendable {
    public let scenario: String
    public let rows: [FaultRow]
    /// How many faults were left when somebody ended it.
    public let untried: Int

    public init(scenario: String, rows: [FaultRow], untried: Int = 0) {
        (self.scenario, self.rows, self.untried) = (scenario, rows, untried)
    }

    /// The score, and whether it is one of all.
    public var line: String { untried == 0 ? score.line : "\(score.line); ended before \(untried) were tried" }

    public var score: FaultScore {
        let (met, notJudged) = (rows.filter(\.isMet), rows.count { $0.obstacle != nil })
        return FaultScore(met.map(\.fate), notMet: rows.count - met.count - notJudged, notJudged: notJudged)
    }

    /// Why what could not be brought about says nothing, in lines; empty where all were tried.
    public var obstacles: [String] {
        rows.flatMap { row -> [String] in
            guard let obstacle = row.obstacle else { return [] }
            return ["\(row.fault.name) is not judged: \(obstacle.cause)."]
                + (obstacle.fix.isEmpty ? [] : ["  fix: \(obstacle.fix)"])
        }
    }

    /// The worst rows, at most three, the worst first; of one fate in the order of a handoff.
    public var worst: [FaultRow] {
        let bad = rows.enumerated().filter { $0.element.isMet && $0.element.fate != .handled }
        return bad.sorted { a, b in
            a.element.fate == b.element.fate ? a.offset < b.offset : a.element.fate > b.element.fate
        }.prefix(3).map(\.element)
    }

    /// What to fix first, in lines; empty where all is handled.
    ///
    /// - Parameter reasons: for the fix of a row that has no root cause.
    public func advice(reasons: ReasonCatalogue) -> [String] {
        guard !worst.isEmpty else { return [] }
        return ["What to fix first:"]
            + worst.enumerated().flatMap { index, row -> [String] in
                let entry = row.reason.flatMap { reasons[$0] }
                let why = row.cause?.message ?? entry?.meaning ?? row.fate.meaning
                let fix = row.cause.map(\.fix) ?? entry?.fix ?? ""
                return ["  \(index + 1). \(row.fault.name): \(row.fate.rawValue). \(row.fault.breaks)"]
                    + ["     why:    \(why)"] + (fix.isEmpty ? [] : ["     fix:    \(fix)"])
                    + ["     wanted: \(row.fault.wanted)"]
            }
    }

    public var json: JSONValue {
        var object = JSONObject([
            ("scenario", .string(scenario)), ("score", score.json),
            ("worst", .array(worst.map { .string($0.fault.name) })),
        ])
        if untried > 0 { object["untried"] = .integer(Int64(untried)) }
        return .object(object)
    }
}
