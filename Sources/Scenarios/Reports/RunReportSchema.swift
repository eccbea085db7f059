public import BridgePrimitives
import BridgeTrace

/// The JSON Schema of a run's report, and of the lines of `run --json`, which are its scenarios.
public enum RunReportSchema: Sendable {
    /// Draft 2020-12. Members that are not listed are allowed: a later version 1 may have them.
    public static var json: JSONValue {
        [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "session-bridge report of a run",
            "type": "object", "required": ["version", "session_bridge", "run", "scenarios", "errors"],
            "properties": [
                "version": ["type": "integer", "enum": [.integer(RunReport.version)]], "session_bridge": text,
                "run": reference("run"), "scenarios": list(of: "scenario"), "errors": list(of: "error"),
            ],
            "$defs": [
                "run": object(
                    ["milliseconds", "totals", "exit_code"],
                    [
                        ("started", time), ("milliseconds", milliseconds), ("seed", pattern("^[0-9]+$")),
                        ("profile", text), ("engine", text), ("strictness", words(["strict", "lenient"])),
                        ("shard", reference("shard")), ("scenarios_of_all_shards", positive),
                        ("shards", list(of: "shard")), ("fail_on_flaky", flag),
                        ("strict_effects", flag),
                        ("totals", totals), ("exit_code", number),
                    ]),
                "shard": object(["index", "count"], [("index", positive), ("count", positive)]),
                "scenario": object(
                    ["name", "source", "outcome", "milliseconds", "findings"],
                    [
                        ("name", text), ("source", place), ("file", text), ("ordinal", positive),
                        ("repetition", positive),
                    ] + ending + [
                        ("flaky", flag), ("tags", ["type": "array", "items": text]), ("profile", text),
                        ("engine", text), ("shard", positive), ("attempts", list(of: "attempt")),
                        ("events", ["type": "array", "items": ["type": "object"]]),
                    ]),
                "attempt": object(["outcome", "milliseconds"], ending),
                "root_cause": object(
                    ["code", "message", "fix"],
                    [
                        ("code", code), ("message", text), ("fix", text), ("evidence", numbers),
                        (
                            "followed_by",
                            [
                                "type": "array",
                                "items": object(["sequence", "code"], [("sequence", number), ("code", code)]),
                            ]
                        ),
                        (
                            "step",
                            object(
                                ["name", "file", "line"],
                                [
                                    ("name", text), ("file", text), ("line", positive), ("column", positive),
                                    ("used_at", places),
                                ])
                        ),
                    ]),
                "proof": object(
                    ["text", "causes", "runs", "milliseconds"],
                    [
                        ("text", text),
                        (
                            "causes",
                            [
                                "type": "array",
                                "items": object(
                                    ["code", "message", "fix", "result"],
                                    [
                                        ("code", code), ("message", text), ("fix", text), ("evidence", numbers),
                                        ("change", text), ("result", words(Proof.Result.allCases.map(\.rawValue))),
                                        ("milliseconds", milliseconds),
                                    ]),
                            ]
                        ),
                        ("runs", ["type": "integer", "minimum": 0]), ("milliseconds", milliseconds),
                        ("server_start_milliseconds", milliseconds), ("server_kept_state", flag),
                    ]),
                "mismatch": object(
                    ["expected", "happened"],
                    [("expected", text), ("happened", text), ("reasons", codes), ("source", place)]),
                "finding": object(
                    ["code", "message", "fix"],
                    [("code", code), ("message", text), ("fix", text), ("evidence", numbers)]),
                "step": object(
                    ["name", "source"],
                    [
                        ("name", text), ("source", place), ("milliseconds", milliseconds), ("faulty", flag),
                        ("used_at", places),
                    ]),
                "failure": object(
                    ["code", "message", "fix"],
                    [("code", code), ("message", text), ("fix", text), ("exit_code", number)]),
                "error": object(
                    ["name", "outcome", "error"],
                    [
                        ("name", text), ("source", place), ("outcome", words(["error"])),
                        ("error", reference("failure")),
                    ]),
            ],
        ]
    }

    /// What a try has, the last among them.
    private static var ending: [(String, JSONValue)] {
        [
            ("milliseconds", milliseconds), ("outcome", words(ReportedEnding.Outcome.allCases.map(\.rawValue))),
            ("root_cause", reference("root_cause")), ("proof", reference("proof")),
            ("mismatches", list(of: "mismatch")),
            ("error", reference("failure")),
            ("known_failure", object(["reason"], [("reason", code), ("note", text)])), ("hint", reference("finding")),
            ("findings", list(of: "finding")),
            ("steps", list(of: "step")),
        ]
    }

    private static var totals: JSONValue {
        let names = ["scenarios", "passed", "flaky", "failed", "errors", "not_run"]
        return object(names, names.map { ($0, ["type": "integer", "minimum": 0]) })
    }

    private static let text: JSONValue = ["type": "string"]
    private static let flag: JSONValue = ["type": "boolean"]
    private static let number: JSONValue = ["type": "integer"]
    private static let positive: JSONValue = ["type": "integer", "minimum": 1]
    private static let milliseconds: JSONValue = ["type": "number", "minimum": 0]
    private static let numbers: JSONValue = ["type": "array", "items": ["type": "integer"]]
    private static let time: JSONValue = ["type": "string", "format": "date-time"]
    private static let code = pattern("^[a-z0-9-]+/[a-z0-9-]+$")
    private static let place = pattern(":[0-9]+:[0-9]+$")
    private static let places: JSONValue = ["type": "array", "items": place]
    private static let codes: JSONValue = ["type": "array", "items": code]

    private static func pattern(_ text: String) -> JSONValue { ["type": "string", "pattern": .string(text)] }
    private static func words(_ words: [String]) -> JSONValue { ["enum": .array(words.map { .string($0) })] }
    private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }
    private static func list(of name: String) -> JSONValue { ["type": "array", "items": reference(name)] }

    private static func object(_ required: [String], _ members: [(String, JSONValue)]) -> JSONValue {
        [
            "type": "object", "required": .array(required.map { .string($0) }),
            "properties": .object(JSONObject(members)),
        ]
    }
}
