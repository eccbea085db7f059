extension TraceSchema {
    /// The text of `docs/trace-file.md`.
    public static var reference: String {
        let lines =
            [
                "# The trace file, version 1",
                "",
                "A trace is a text file of JSON Lines: one JSON object a line, UTF-8, `\\n` at the end of each. `--trace FILE` of `demo`, `run`,",
                "`trace`, `serve` and `exec` writes one; `session-bridge inspect FILE` shows it. The JSON Schema of a line is printed by",
                "`session-bridge schema --trace-file`, and this page by `session-bridge schema --trace-file --markdown`.",
                "",
                "A file holds one trace or several, one after the other. Each begins with its head, goes on with its events in order, and ends",
                "with its outcome; the outcome is missing where the run was ended from outside, and in a world that is still served.",
                "Whoever reads takes what they know and passes over members and lines that they do not: a later version 1 may have more. A",
                "member that has nothing to say is left out.",
                "",
                "## The head: `{\"entry\":\"trace\",…}`",
                "",
            ] + table(head) + [
                "",
                "## An event: `{\"entry\":\"event\",…}`",
                "",
            ] + table(event) + [
                "| `event` | text | the kind, below; it says which further members there are |",
                "",
                "| `event` | further members |",
                "| --- | --- |",
            ] + kinds.map(row) + [
                "",
                "A cookie in a list is `{\"name\",\"domain\",\"path\",\"value\",\"reasons\"}`; its domain begins with a dot where a `Domain` attribute was",
                "given. One that the app wrote by hand into a `Cookie` field has `\"written_by\":\"app\"` in place of domain and path.",
                "",
                "## The outcome: `{\"entry\":\"outcome\",…}`",
                "",
            ] + table(outcome) + [
                "",
                "## Values are masked",
                "",
                "No secret stands in a trace unless `--show-secrets` was given. A value is `<16 bytes #1a2b3c>`: its length and a fingerprint, so",
                "that two sightings of one value can be told to be the same; a token is `<custom token uid=… exp=… #fcbc87>`. Fingerprints of two",
                "runs differ. A text, a URL or an exception in which a secret occurs has it replaced.",
            ]
        return lines.joined(separator: "\n")
    }

    /// `a`, `b` or `c`.
    static func alternatives(_ values: [String]) -> String {
        let quoted = values.map { "`\($0)`" }
        return quoted.dropLast().joined(separator: ", ") + (quoted.last.map { " or \($0)" } ?? "")
    }

    private static func table(_ members: [Member]) -> [String] {
        ["| member | type | is |", "| --- | --- | --- |"]
            + members.map { "| `\($0.name)` | \(words(for: $0.form)) | \($0.words) |" }
    }

    private static func row(_ kind: EventKind) -> String {
        let members = kind.members.map { "`\($0.name)`" + ($0.words.isEmpty ? "" : " (\($0.words))") }
        return "| `\(kind.name)` | \(members.joined(separator: ", "))\(kind.words.isEmpty ? "" : ": \(kind.words)") |"
    }

    private static func words(for form: Form) -> String {
        switch form {
        case .text, .one: "text"
        case .number: "number"
        case .time: "time"
        case .flag: "true or false"
        case .codes, .texts: "list of texts"
        case .numbers: "list of numbers"
        case .cause, .proof: "object"
        case .cookies, .fields, .findings: "list"
        }
    }
}
