import BridgePrimitives
import Scenarios

/// The page of all codes, by area, each with a scenario that shows it.
struct ReasonReference: Sendable {
    private let catalogue: ReasonCatalogue
    private let shown: [ReasonCode: Scenario]

    /// - Complexity: O(n) in the scenarios and the codes that they expect.
    init(_ scenarios: [Scenario], catalogue: ReasonCatalogue = .all) {
        self.catalogue = catalogue
        // What ends a scenario shows a code better than what occurs on its way.
        let ways: [(ScenarioExpectation) -> [ReasonCode]] = [
            { [$0.because, $0.failure?.reason].compactMap(\.self) }, { $0.findings }, { $0.reasons },
            { $0.authCalls.compactMap(\.reason) },
        ]
        // The situations, which stand in no folder within, are written for people who look for a symptom.
        let depth = { (scenario: Scenario) in scenario.file.count { $0 == "/" } }
        let ordered = Set(scenarios.map(depth)).sorted().flatMap { near in scenarios.filter { depth($0) == near } }
        var shown: [ReasonCode: Scenario] = [:]
        for codes in ways {
            for scenario in ordered {
                for code in codes(scenario.expectation) where shown[code] == nil { shown[code] = scenario }
            }
        }
        self.shown = shown
    }

    /// The scenario that shows a code best; nil where none expects it.
    subscript(code: ReasonCode) -> Scenario? { shown[code] }

    /// A link to a code's place on the page, for pages beside it.
    static func link(to code: ReasonCode) -> String {
        "[`\(code)`](reasons.md#\(code.rawValue.replacing("/", with: "")))"
    }

    /// The text of `docs/reasons.md`.
    ///
    /// - Parameter folder: what the scenarios' files are named from; its name stands in links, from the folder beside it.
    func markdown(from folder: String) -> String {
        let byArea = Dictionary(grouping: catalogue.entries) { ReasonArea.of($0.code)?.name ?? "" }
        var lines = [
            "# Reasons", "",
            "Each decision about a cookie, a token or a route has a code; `session-bridge reasons CODE` prints what it means"
                + " and what to do about it. This page is printed by"
                + " `session-bridge reasons --markdown --scenarios Scenarios`. Where a scenario shows a code, its name leads to"
                + " it.",
        ]
        for area in ReasonArea.all {
            lines += ["", "## \(area.name)", "", "\(area.introduction) Met in: \(area.place)."]
            for entry in byArea[area.name] ?? [] {
                lines += ["", "### `\(entry.code)`"] + words(for: entry, from: folder)
            }
        }
        return lines.joined(separator: "\n")
    }

    private func words(for entry: ReasonCatalogue.Entry, from folder: String) -> [String] {
        // Their backticks are Markdown's; a backslash is one that a reader is to type.
        let (meaning, fix) = (entry.meaning.replacing("\\", with: "\\\\"), entry.fix.replacing("\\", with: "\\\\"))
        var lines = ["", meaning]
        if !fix.isEmpty { lines += ["", "**Fix:** \(fix)"] }
        let notes = [
            entry.devToolsName.map { "Chrome DevTools: \($0)." }, entry.kind.map { "Exit code \($0.exitCode)." },
            shown[entry.code].map { "Shown by [\($0.name)](\(Self.place(of: $0, from: folder)))." },
        ].compactMap(\.self)
        if !notes.isEmpty { lines += ["", notes.joined(separator: " ")] }
        return lines
    }

    private static func place(of scenario: Scenario, from folder: String) -> String {
        let name = folder.split(separator: "/").last.map(String.init) ?? ""
        let file = scenario.file.hasPrefix(folder + "/") ? String(scenario.file.dropFirst(folder.count + 1)) : ""
        return "../\(name)\(file.isEmpty ? "" : "/\(file)")#L\(scenario.source.line)"
    }
}
