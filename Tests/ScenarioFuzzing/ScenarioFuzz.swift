import BridgePrimitives
public import FuzzSupport
import Scenarios

/// Scenario files: each ends in scenarios, or in problems that say where, what and how to fix it.
public enum ScenarioFuzz: FuzzSubject {
    public static let name = "scenarios"
    public static var words: [String] { ScenarioWords.all }

    public static func example(_ chance: inout FuzzChance) -> [UInt8] {
        Array(chance.list(upTo: 2, separator: "\n---\n") { $0.scenario() }.utf8)
    }

    private static let vocabulary = Vocabulary(
        reasons: ["store/domain-mismatch", "token/expired"], profiles: ["ios-17", "rfc6265bis"],
        edges: ["firebase-hosting"])

    public static func check(_ input: [UInt8]) -> FuzzFinding? {
        var checker = Checker()
        let text = String(decoding: input, as: UTF8.self)
        do throws(ScenarioProblems) {
            let scenarios = try ScenarioFile.scenarios(
                in: text, file: file, environment: ["HOME": "/root"], vocabulary: vocabulary)
            checker.check("a file without problems has scenarios", !scenarios.isEmpty, "none")
            for scenario in scenarios {
                checker.check(
                    "a scenario's place is in the file", isPlace(scenario.source, in: text), "\(scenario.source)")
            }
        } catch {
            problems(error.problems, of: text, &checker)
        }
        return checker.finding
    }

    private static let file = "fuzz.yaml"

    private static func problems(_ problems: [ScenarioProblem], of text: String, _ checker: inout Checker) {
        checker.check("problems are never none", !problems.isEmpty, "")
        checker.check("problems are bounded", problems.count <= 100, "\(problems.count)")
        // A problem of a file that the text names stands in that.
        let problems = problems.filter { $0.location.file == file }
        for problem in problems {
            checker.check("a problem has words", !problem.message.isEmpty, "\(problem)")
            checker.check(
                "a problem's place is in the file", isPlace(problem.location, in: text), "\(problem.location)")
            shown(problem, of: text, &checker)
            let lines = problem.lines
            checker.check(
                "what is shown of a line is short", lines.dropFirst().allSatisfy { $0.count < 400 }, "\(lines)")
            checker.check("a caret is under the line", lines.count == 1 || lines.count == 3, "\(lines)")
        }
        let places = problems.map { [$0.location.line, $0.location.column] }
        checker.check(
            "problems are in the order of the file",
            zip(places, places.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) }, "\(places)")
    }

    /// Where only line feeds end lines, with or without a carriage return, the line is the one that the problem is in.
    private static func shown(_ problem: ScenarioProblem, of text: String, _ checker: inout Checker) {
        let plain = String(decoding: Array(text.utf8).replacing([0x0D, 0x0A], with: [0x0A]), as: UTF8.self)
        let others: Set<Unicode.Scalar> = ["\r", "\u{85}", "\u{2028}", "\u{2029}"]
        let lines = plain.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard !plain.unicodeScalars.contains(where: others.contains), lines.indices.contains(problem.location.line - 1)
        else { return }
        let line = String(Substring(lines[problem.location.line - 1]))
        // What could be a secret is starred, a star for a character.
        let shown = problem.line.utf8.prefix { $0 != UInt8(ascii: "*") }
        checker.check(
            "a problem shows its line",
            line.utf8.starts(with: shown) && (problem.line == line || problem.line.count == line.count),
            "\(problem.line) for \(line)")
    }

    private static func isPlace(_ place: SourceLocation, in text: String) -> Bool {
        let lines = 1 + text.unicodeScalars.count { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
        return (1...lines).contains(place.line) && (1...(text.unicodeScalars.count + 1)).contains(place.column)
    }
}
