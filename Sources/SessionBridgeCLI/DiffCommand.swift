import ArgumentParser
import BridgePrimitives
import BridgeTrace
import TraceReports

struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Says where two traces part: the first step that differs, and what followed.",
        discussion: """
            Compared are cookies, tokens, the route and the verdict, in what each actor does. Ports and secrets are \
            numbered by their first appearance, times count from the event, up to a minute. Traces of several in a file \
            are paired by name; FILE#2 is the one of that number. Exits with 1 where something differs.

              session-bridge demo --profile ios17 --trace a.jsonl
              session-bridge demo --profile chromium --trace b.jsonl
              session-bridge diff a.jsonl b.jsonl
            """)

    @Argument(
        help: ArgumentHelp(
            "A trace file or a HAR, or - for standard input; FILE#2 for one of its traces.", valueName: "a"),
        completion: .file(extensions: ["jsonl"]))
    var first: String

    @Argument(help: ArgumentHelp("The other.", valueName: "b"), completion: .file(extensions: ["jsonl"]))
    var second: String

    @Option(help: ArgumentHelp("Compare only traces of this name.", valueName: "name"))
    var traceName: String?

    @OptionGroup var input: TraceFileInput

    @Flag(help: "Print one JSON object a pair of traces.")
    var json = false

    func validate() throws {
        guard first != "-" || second != "-" else { throw ValidationError("standard input can be one of the two") }
    }

    func run() async throws {
        try await runningVerb {
            let (a, b) = (input.selection(first), input.selection(second))
            let pairs = try TracePairs(
                try a.traces(of: try input.traces(of: a.file), named: traceName),
                try b.traces(of: try input.traces(of: b.file), named: traceName))
            var isSame = pairs.onlyA.isEmpty && pairs.onlyB.isEmpty
            for pair in pairs.pairs {
                let comparison = TraceComparison(pair.a, pair.b)
                isSame = isSame && comparison.isSame
                if json {
                    Console.print(comparison.json(files: (a.file, b.file), reasons: .all).text())
                } else {
                    Console.print(comparison.lines(files: (a.file, b.file), reasons: .all))
                }
            }
            for (letter, file, traces) in [("a", a.file, pairs.onlyA), ("b", b.file, pairs.onlyB)] {
                for trace in traces { tell(trace, of: file, onlyIn: letter) }
            }
            if !isSame { throw ExitCode(1) }
        }
    }

    private func tell(_ trace: RecordedTrace, of file: String, onlyIn letter: String) {
        if json {
            let object: JSONValue = [
                "name": .string(trace.head.name), "same": false, "only": .string(letter), "file": .string(file),
                "id": .string(trace.head.id),
            ]
            Console.print(object.text())
        } else {
            Console.print("only \(letter.uppercased())   \(trace.head.name) (\(file)#\(trace.head.id))")
        }
    }
}
