import BridgePrimitives
import Foundation
import Scenarios

/// A scenario's own text with an order of its events in it.
enum ReproducingScenario {
    /// - Parameters:
    ///   - text: the file in which the scenario stands.
    ///   - order: names of events, as `order:` takes them.
    /// - Returns: the scenario's document alone.
    /// - Throws: `race/not-written` for a document that has no line which begins with `steps:`.
    static func text(
        of scenario: Scenario, in text: String, order: [String]
    ) throws(BridgeFailure) -> String {
        // A carriage return and a line feed are one character.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
        var document = withoutOrder(self.document(at: scenario.source.line, of: lines))
        guard let steps = document.firstIndex(where: { $0.hasPrefix("steps:") }) else {
            throw RaceReason.notWritten.failure("\(scenario.source): no line begins with `steps:`")
        }
        document.insert(contentsOf: ["order:"] + order.map { "  - \($0)" }, at: steps)
        return document.joined(separator: "\n") + "\n"
    }

    /// What a scenario uses it names from its own folder, and a folder has settings: elsewhere it would be another one.
    ///
    /// - Throws: `race/not-written`.
    static func mustStayBeside(_ scenario: Scenario, _ path: String) throws(BridgeFailure) {
        let folders = [scenario.file, path].map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().resolvingSymlinksInPath().path
        }
        guard let used = scenario.files.first(where: { $0 != scenario.file }), folders[0] != folders[1] else { return }
        throw RaceReason.notWritten.failure(
            "\(scenario.source) uses \(used)", fix: "write it into \(folders[0]), where that is found")
    }

    /// The lines of the document that has the line, comments above it included, without empty ones at its end.
    private static func document(at line: Int, of lines: [String]) -> [String] {
        func ends(_ line: String) -> Bool { line.hasPrefix("---") || line.hasPrefix("...") }
        let place = min(max(line - 1, 0), max(lines.count - 1, 0))
        let start = lines[..<place].lastIndex(where: ends).map { $0 + 1 } ?? 0
        let end = lines[place...].dropFirst().firstIndex(where: ends) ?? lines.count
        var document = Array(lines[start..<end])
        while document.last?.allSatisfy(\.isWhitespace) == true { document.removeLast() }
        return document
    }

    /// Without the order that it has.
    private static func withoutOrder(_ lines: [String]) -> [String] {
        var isInside = false
        return lines.filter { line in
            if line.hasPrefix("order:") {
                isInside = true
            } else if let first = line.first, !first.isWhitespace, first != "-" {
                isInside = false
            }
            return !isInside
        }
    }
}
