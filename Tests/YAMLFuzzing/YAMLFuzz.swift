public import FuzzSupport
import YAMLReading
import Yams

/// YAML through its one door: what comes out is within the limits, aliases followed, whatever went in.
public enum YAMLFuzz: FuzzSubject {
    public static let name = "yaml"

    public static let words = [
        ": ", "- ", "? ", ":", "?", ",", "[", "]", "{", "}", "&a ", "&b ", "*a", "*b", "*a, ", "*a:", "{?*a", "<<: ",
        "\n", "\n  ", "\n- ", "\r\n", "---\n", "...\n", "|\n", ">-\n", "\"", "'", "# ", " #", "!!str ", "!<tag:x> ",
        "%YAML 1.1\n", "%TAG ! tag:x:\n", "~", "null", "0x1F", "1_000", ".inf", "2026-11-21", "[[[[[[[[", "- - - - - ",
        "{a: {a: {a: ", "&a [*a]", "\u{F8FF}a", "\u{F0000}", "\t", "@", "`", "\u{2028}", "\u{85}",
    ]

    public static func example(_ chance: inout FuzzChance) -> [UInt8] {
        Array(chance.list(upTo: 3, separator: "\n---\n") { $0.block(indent: 0) }.utf8)
    }

    public static func check(_ input: [UInt8]) -> FuzzFinding? {
        var checker = Checker()
        let text = String(decoding: input, as: UTF8.self)
        // Few values are soon too many.
        for limits in [YAMLLimits(), YAMLLimits(depth: 4, nodes: 24)] {
            let (documents, problem) = BoundedYAML.documents(in: text, limits: limits)
            within(limits, documents, &checker)
            guard let problem else { continue }
            place(of: problem, in: text, &checker)
            refusal(problem, of: text, &checker)
        }
        return checker.finding
    }

    private static func within(_ limits: YAMLLimits, _ documents: [Node], _ checker: inout Checker) {
        var total = 0
        for document in documents {
            var extent = YAMLExtent(limits: limits)
            extent.add(document)
            total += extent.nodes
            checker.check("there are no more values than may be", total <= limits.nodes, "\(total)")
            checker.check("values nest only so deep", extent.depth <= limits.depth, "\(extent.depth)")
            checker.check("keys are texts", extent.hasTextKeys, "a list or a mapping is a key")
        }
    }

    private static func place(of problem: YAMLProblem, in text: String, _ checker: inout Checker) {
        checker.check("a problem has words", !problem.message.isEmpty, "\(problem)")
        guard let place = problem.place else { return }
        let lines = 1 + text.unicodeScalars.count { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
        checker.check("a problem is in a line of the text", (1...lines).contains(place.line), "\(place), \(problem)")
        checker.check(
            "a problem is in a column of the text", (1...(text.unicodeScalars.count + 1)).contains(place.column),
            "\(place), \(problem)")
    }

    /// What is refused as no YAML is none for the parser itself, which is asked where aliases are too few to do harm.
    private static func refusal(_ problem: YAMLProblem, of text: String, _ checker: inout Checker) {
        guard case .notYAML = problem, text.utf8.count(where: { $0 == UInt8(ascii: "*") }) <= 6 else { return }
        // Before `:` and a bracket an alias is refused with the words for a text.
        guard !problem.message.contains("unexpected ':'") else { return }
        do {
            var sequence = try compose_all(yaml: text)
            while sequence.next() != nil {}
            checker.check("what is refused as no YAML is none", sequence.error != nil, problem.message)
        } catch {}
    }
}

/// What a document holds, found by going everywhere; ends soon after a limit.
private struct YAMLExtent {
    let limits: YAMLLimits
    private(set) var nodes = 0
    private(set) var depth = 0
    private(set) var hasTextKeys = true

    init(limits: YAMLLimits) { self.limits = limits }

    mutating func add(_ node: Node, at level: Int = 0) {
        (nodes, depth) = (nodes + 1, max(depth, level))
        guard nodes <= limits.nodes, depth <= limits.depth, hasTextKeys else { return }
        switch node {
        case .scalar, .alias: break
        case .sequence(let sequence): for element in sequence { add(element, at: level + 1) }
        case .mapping(let mapping):
            for (key, value) in mapping {
                if key.scalar == nil { hasTextKeys = false }
                add(key, at: level + 1)
                add(value, at: level + 1)
            }
        }
    }
}
