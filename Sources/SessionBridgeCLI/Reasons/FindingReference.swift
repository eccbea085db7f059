import BridgePrimitives
import Diagnosis
import Scenarios

/// The catalogue of findings beside the scenarios that show each: one that brings it about, and the nearest that does
/// not.
struct FindingReference: Sendable {
    struct Row: Sendable {
        let kind: FindingKind
        /// Expects the finding; nil where no scenario does.
        let trigger: Scenario?
        /// Expects that there is none; nil where no scenario does.
        let nearMiss: Scenario?
    }

    /// In the order of the catalogue.
    let rows: [Row]

    /// - Complexity: O(n) in the scenarios, times the kinds.
    init(_ scenarios: [Scenario], catalogue: FindingCatalogue = .all) {
        rows = catalogue.kinds.map { kind in
            let places = scenarios.indices
            let triggers = places.filter { scenarios[$0].expectation.findings.contains(kind.code) }
            let misses = places.filter { scenarios[$0].expectation.noFindings.contains(kind.code) }
            // Where several could stand here, those that were written for each other: in one file, and close.
            let pairs = triggers.flatMap { trigger in misses.map { (trigger, $0) } }
            let closest = pairs.min { Self.distance($0, in: scenarios) < Self.distance($1, in: scenarios) }
            let trigger = closest?.0 ?? triggers.first
            let nearMiss = closest?.1 ?? misses.first
            return Row(kind: kind, trigger: trigger.map { scenarios[$0] }, nearMiss: nearMiss.map { scenarios[$0] })
        }
    }

    private static func distance(_ pair: (Int, Int), in scenarios: [Scenario]) -> Int {
        let isOneFile = scenarios[pair.0].file == scenarios[pair.1].file
        return abs(pair.0 - pair.1) + (isOneFile ? 0 : scenarios.count)
    }

    /// The text of `docs/findings.md`.
    ///
    /// - Parameter folder: what the scenarios' files are named from.
    func markdown(from folder: String) -> String {
        var lines = [
            "# Findings", "",
            "What `demo`, `run`, `trace` and the inspector tell of a handoff beside its verdict, heaviest first. This page is"
                + " printed by `session-bridge reasons --findings --markdown --scenarios Scenarios`.", "",
            "Each row has a scenario that brings the finding about, and the nearest one that does not. Where there is none,"
                + " a trace by hand shows both, in `Tests/SessionBridgeCLITests/Findings`. What only a page in a real"
                + " engine can show has `engine/` and `page/` codes, which `session-bridge reasons` lists.",
        ]
        for severity in FindingSeverity.allCases {
            lines += [
                "", "## \(Self.title(severity))", "",
                "| code | what is the case | brought about by | near miss | fix |",
                "| --- | --- | --- | --- | --- |",
            ]
            for row in rows where row.kind.severity == severity {
                let cells = [
                    "`\(row.kind.code)`", row.kind.meaning, Self.cell(row.trigger, from: folder),
                    Self.cell(row.nearMiss, from: folder), row.kind.fix,
                ]
                lines.append("| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func title(_ severity: FindingSeverity) -> String {
        switch severity {
        case .failure: "Failures: what explains why something failed"
        case .leak: "Leaks: a secret is where it must not be"
        case .fragile: "Fragile: works today, and need not tomorrow"
        case .note: "Notes: worth knowing"
        }
    }

    private static func cell(_ scenario: Scenario?, from folder: String) -> String {
        guard let scenario else { return "by hand" }
        let file = scenario.file
        let isWithin = !folder.isEmpty && file.hasPrefix(folder + "/")
        let name = isWithin ? String(file.dropFirst(folder.count + 1)) : file
        return "\(scenario.name) (`\(name)`)"
    }
}
