public import BridgePrimitives
import BridgeTrace

extension RunReportDiff.Kind {
    fileprivate var title: String {
        switch self {
        case .newlyFailing: "newly failing"
        case .otherCause: "fails for another cause"
        case .newlyFlaky: "newly flaky"
        case .newlyPassing: "newly passing"
        case .slower: "slower"
        case .new: "new"
        case .gone: "gone"
        }
    }
}

extension RunReportDiff {
    /// A line a change, with the cause and its fix under what fails; last the counts.
    public var lines: [String] {
        var lines: [String] = []
        for change in changes {
            let times = change.kind == .slower ? "  \(Self.times(change))" : ""
            let verdict = change.kind == .new ? "  (\(change.scenario.verdict))" : ""
            lines.append("\(change.kind.title.padded(to: 24, gap: 1))\(change.scenario.name)\(verdict)\(times)")
            guard change.kind != .gone, change.kind != .newlyPassing, change.kind != .slower,
                let reason = change.scenario.ending.reason ?? change.scenario.earlier.last?.reason
            else { continue }
            lines += TextRow.lines("cause", "\(reason.code): \(reason.message)")
            if !reason.fix.isEmpty { lines += TextRow.lines("fix", reason.fix) }
            lines += TextRow.lines("where", change.scenario.place.description)
            if change.kind == .otherCause, let code = change.before?.ending.reason?.code {
                lines += TextRow.lines("before", code.rawValue)
            }
        }
        return lines + [summary]
    }

    /// `1 newly failing, 2 new, 40 unchanged`.
    public var summary: String {
        let counts = Kind.allCases.compactMap { kind in
            let count = changes.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(kind.title)"
        }
        return (counts + ["\(unchanged) unchanged"]).joined(separator: ", ")
    }

    /// The same for a comment of a review.
    public var markdown: String {
        var lines = ["### \(hasNewFailures ? "❌" : "✅") session-bridge: \(RunReport.text(summary))", ""]
        guard !changes.isEmpty else { return lines.joined(separator: "\n") }
        lines += ["| Change | Scenario | Cause | Where |", "| --- | --- | --- | --- |"]
        for change in changes.prefix(100) {
            let reason = change.kind == .gone ? nil : change.scenario.ending.reason
            let told =
                change.kind == .slower ? Self.times(change) : reason.map { "\($0.code): \($0.message)" } ?? ""
            let cells = [
                change.kind.title, change.scenario.name, told, change.scenario.place.description,
            ]
            lines.append("| \(cells.map { RunReport.text($0) }.joined(separator: " | ")) |")
        }
        if changes.count > 100 { lines += ["", "… and \(changes.count - 100) more."] }
        return (lines + [""]).joined(separator: "\n")
    }

    /// `{"changes":[{"kind":…,"name":…,"source":…,"before":…,"after":…}],"unchanged":…,"new_failures":…}`.
    public var json: JSONValue {
        [
            "changes": .array(
                changes.map { change in
                    var object = JSONObject([
                        ("kind", .string(change.kind.rawValue)), ("name", .string(change.scenario.name)),
                        ("source", .string(change.scenario.source.description)),
                    ])
                    object["before"] = change.before.map { Self.side($0) }
                    if change.kind != .gone { object["after"] = Self.side(change.scenario) }
                    return .object(object)
                }), "unchanged": .integer(Int64(unchanged)), "new_failures": .bool(hasNewFailures),
        ]
    }

    private static func side(_ scenario: ReportedScenario) -> JSONValue {
        var object = JSONObject([
            ("outcome", .string(scenario.verdict)),
            ("milliseconds", .integer(scenario.ending.elapsed.wholeMilliseconds)),
        ])
        if let reason = scenario.ending.reason {
            object["code"] = .string(reason.code.rawValue)
            object["message"] = .string(reason.message)
            object["fix"] = .string(reason.fix)
        }
        return .object(object)
    }

    private static func times(_ change: Change) -> String {
        let before = change.before?.ending.elapsed ?? .zero
        return "\(before.wholeMilliseconds) ms → \(change.scenario.ending.elapsed.wholeMilliseconds) ms"
    }
}
