import BridgePrimitives
import BridgeTrace
import Exploring
import Scenarios
import Worlds

/// What came of a scenario's orders, for people.
enum RaceText {
    /// `FAIL`, the counts, and the smallest order that fails as a lane of events with its root cause.
    ///
    /// - Parameter file: where the order was written to; nil where nobody asked for that.
    static func lines(for report: RaceReport, writtenTo file: String? = nil) -> [String] {
        let word = report.hasPassed ? "ok" : "FAIL"
        var lines = ["\(word.padded(to: 6, gap: 2))\(report.scenario.name)  (\(report.scenario.source))"]
        lines += TextRow.lines("orders", counts(report))
        if let rest = leftOut(report) { lines += TextRow.lines("left out", rest) }
        for count in report.expectations {
            lines += TextRow.lines("expected", "\(count.text); not so in \(count.orders)")
        }
        for count in report.causes { lines += TextRow.lines("because", "\(count.text) in \(count.orders)") }
        guard let smallest = report.smallest else { return lines }
        lines += TextRow.lines("smallest", distance(smallest))
        lines += lane(smallest.events)
        for (number, wait) in (smallest.deadlock ?? []).enumerated() {
            lines += TextRow.lines(number == 0 ? "cycle" : "", wait)
        }
        if let cause = smallest.result.rootCause {
            lines += RootCauseText.lines(cause, step: smallest.result.faultyStep)
            lines += RootCauseText.consequences(cause)
        }
        return lines
            + TextRow.lines(
                "again",
                file.map { "session-bridge run \(ShellWord.quoted($0))" }
                    ?? "--out FILE writes a scenario that does it again")
    }

    private static func counts(_ report: RaceReport) -> String {
        let orders = report.runs == 1 ? "1 order was run" : "\(report.runs) orders were run"
        let outcome = report.failing == 0 ? "none fails" : "\(report.failing) fail"
        let stuck = report.deadlocks == 0 ? "" : ", \(report.deadlocks) of them in a deadlock"
        let milliseconds = "\(report.elapsed.wholeMilliseconds) ms"
        return "\(total(report)); \(orders), \(outcome)\(stuck) (\(milliseconds))"
    }

    private static func total(_ report: RaceReport) -> String {
        switch report.total {
        case .exactly(1): "the events of the program's own order have 1 order"
        case .exactly(let count): "the events of the program's own order have \(count) orders"
        case .moreThan(let count): "the events of the program's own order have more than \(count) orders"
        }
    }

    private static func leftOut(_ report: RaceReport) -> String? {
        var parts: [String] = []
        if report.selection == .reduced, !report.commuting.isEmpty {
            let shown = report.commuting.prefix(4).joined(separator: "; ")
            let more = report.commuting.count > 4 ? "; \(report.commuting.count - 4) pairs more" : ""
            parts.append("orders that differ only in what commutes: \(shown)\(more)")
        }
        if report.cutRuns > 0 { parts.append("\(report.cutRuns) were begun and led to nothing new") }
        if report.wasEnded { parts.append("ended before the others were run") }
        if report.hasMore { parts.append("there are more: raise --orders") }
        if report.isShallow { parts.append("choices behind --depth were not varied") }
        if case .random = report.selection, report.distinct < report.runs {
            parts.append("\(report.runs - report.distinct) came up again")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private static func distance(_ order: RaceReport.FailingOrder) -> String {
        switch order.inversions {
        case 0 where order.missing.isEmpty: "it fails in the program's own order"
        case 0: "in the program's own order, but \(order.missing.joined(separator: ", ")) never comes to happen"
        case 1: "one pair of events comes the other way round than in the program"
        default: "\(order.inversions) pairs of events come the other way round than in the program"
        }
    }

    /// An event a line: where it happens, its name, what it did; a star where it is not where the program has it.
    private static func lane(_ events: [RaceReport.FailingOrder.Event]) -> [String] {
        let placeWidth = events.map(\.place.rawValue.count).max() ?? 0
        let nameWidth = events.map(\.name.count).max() ?? 0
        return events.enumerated().map { number, event in
            let count = "\(number + 1)"
            let head = String(repeating: " ", count: max(0, 12 - count.count)) + count + (event.isMoved ? " * " : "   ")
            let line =
                head + event.place.rawValue.padded(to: placeWidth + 2, gap: 2)
                + event.name.padded(to: nameWidth + 2, gap: 2)
                + event.detail
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
