public import BridgePrimitives

/// The JSON Schema of a trace file's lines, and the one list of what each of them has.
public enum TraceSchema: Sendable {
    enum Form: Sendable {
        case text, number, time, flag, codes, texts, numbers, cookies, fields, cause, proof, findings
        case one([String])
    }

    struct Member: Sendable {
        let name: String
        let form: Form
        let isRequired: Bool
        /// What it is, for the reference; empty where its name says it.
        let words: String

        init(_ name: String, _ form: Form, isRequired: Bool = false, _ words: String = "") {
            self.name = name
            self.form = form
            self.isRequired = isRequired
            self.words = words
        }
    }

    static let head = [
        Member("version", .number, isRequired: true, "1"),
        Member("producer", .text, "`session-bridge 0.1.0`"),
        Member("id", .text, isRequired: true, "tells the traces of one file apart: `1`, `2` …"),
        Member("name", .text, isRequired: true, "the scenario's name, `demo`, or the URL of `trace`"),
        Member("source", .text, "`file:line:column` of the scenario"),
        Member("started", .time, "the world's time of the beginning"),
        Member("profile", .text, "the cookie profile of the web view, `ios18`"),
        Member("engine", .text, "`model`, `webkitgtk` or `chromium`"),
        Member("project", .text, "the Firebase project's id"),
        Member("cookie", .text, "the name of the cookie that carries the handoff, `customtoken`"),
        Member(
            "expected", .one(verdicts),
            "the verdict that was wanted; left out for `signed-in`"),
        Member(
            "seen_from", .one(TraceHead.Viewpoint.allCases.map(\.rawValue)),
            "`services` where only what reached the services was seen (`serve`, `exec`), `network` where only requests and"
                + " answers were (`proxy`, HAR files); left out where all was"),
        Member(
            "secrets", .one(["masked", "shown"]), "`masked`, or `shown` where somebody asked for `--show-secrets`"),
    ]

    static let outcome = [
        Member("verdict", .one(verdicts), alternatives(verdicts)),
        Member("uid", .text, "who is signed in"),
        Member("passed", .flag, "whether it ended as the scenario wanted"),
        Member(
            "root_cause", .cause,
            "`{\"code\",\"message\",\"fix\",\"evidence\":[sequence],\"followed_by\":[{\"sequence\",\"code\"}]}`"),
        Member(
            "proof", .proof,
            "`{\"text\",\"causes\":[{\"code\",\"change\",\"result\",\"milliseconds\"}],\"runs\",\"milliseconds\"}`: what trials of the cause showed"
        ),
        Member("findings", .findings, "`{\"code\",\"message\",\"fix\",\"evidence\":[sequence…]}` each"),
        Member("milliseconds", .number, "of real time"),
    ]

    private static let verdicts = Verdict.allCases.map(\.rawValue)
    private static let actors = TraceActor.allCases.map(\.rawValue)

    /// What every event has.
    static let event = [
        Member("sequence", .number, isRequired: true, "place in this trace; grows, and is never used twice"),
        Member("at", .time, isRequired: true, "the world's time, RFC 3339 with milliseconds, UTC"),
        Member("elapsed", .number, "milliseconds of real time since the trace began"),
        Member("actor", .one(actors), isRequired: true, alternatives(actors)),
        Member("cause", .number, "the `sequence` of the event that led to this one, where that is known"),
        Member(
            "reasons", .codes, "reason codes, in the order of the checks; `session-bridge reasons CODE` explains one"),
    ]

    /// What an event of each kind has besides.
    static let kinds = TraceEvent.Kind.all.map { kind in
        var kind = kind
        kind.members.removeAll { $0.name == "reasons" }
        return kind
    }

    /// Draft 2020-12, for one line of a file. Members and kinds that are not listed are allowed: a later version 1 may
    /// have them.
    public static var json: JSONValue {
        [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "session-bridge trace, one line",
            "oneOf": [
                line("trace", head), line("outcome", outcome),
                .object(
                    JSONObject([
                        ("properties", properties(event, entry: "event")),
                        ("required", required(event, besides: ["entry", "event"])),
                        (
                            "allOf",
                            .array(
                                kinds.map { kind in
                                    [
                                        "if": [
                                            "properties": ["event": ["const": .string(kind.name)]],
                                            "required": ["event"],
                                        ],
                                        "then": [
                                            "properties": properties(kind.members), "required": required(kind.members),
                                        ],
                                    ]
                                })
                        ),
                    ])),
            ],
        ]
    }

    private static func line(_ entry: String, _ members: [Member]) -> JSONValue {
        ["properties": properties(members, entry: entry), "required": required(members, besides: ["entry"])]
    }

    private static func properties(_ members: [Member], entry: String? = nil) -> JSONValue {
        var object = JSONObject()
        if let entry { object["entry"] = ["const": .string(entry)] }
        for member in members { object[member.name] = schema(of: member.form) }
        return .object(object)
    }

    private static func required(_ members: [Member], besides others: [String] = []) -> JSONValue {
        .array((others + members.filter(\.isRequired).map(\.name)).map { .string($0) })
    }

    private static func schema(of form: Form) -> JSONValue {
        func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }
        return switch form {
        case .text: ["type": "string"]
        case .number: ["type": "number"]
        case .time: ["type": "string", "format": "date-time"]
        case .flag: ["type": "boolean"]
        case .codes: list(["type": "string", "pattern": "^[a-z0-9-]+/[a-z0-9-]+$"])
        case .texts: list(["type": "string"])
        case .numbers: list(["type": "integer"])
        case .cookies:
            list([
                "type": "object", "required": ["name", "value"],
                "properties": [
                    "name": schema(of: .text), "domain": schema(of: .text), "path": schema(of: .text),
                    "written_by": schema(of: .text), "value": schema(of: .text), "reasons": schema(of: .codes),
                ],
            ])
        case .fields:
            list([
                "type": "object", "required": ["name", "value"],
                "properties": ["name": schema(of: .text), "value": schema(of: .text)],
            ])
        case .findings: list(explanation([]))
        case .cause:
            explanation([
                (
                    "followed_by",
                    list([
                        "type": "object",
                        "properties": ["sequence": schema(of: .number), "code": schema(of: .text)],
                    ])
                )
            ])
        case .proof:
            [
                "type": "object", "required": ["text", "causes", "runs", "milliseconds"],
                "properties": [
                    "text": schema(of: .text), "causes": list(explanation([])), "runs": schema(of: .number),
                    "milliseconds": schema(of: .number),
                ],
            ]
        case .one(let values): ["enum": .array(values.map { .string($0) })]
        }
    }

    private static func explanation(_ further: [(String, JSONValue)]) -> JSONValue {
        let members: [(String, JSONValue)] = [
            ("code", schema(of: .text)), ("message", schema(of: .text)), ("fix", schema(of: .text)),
            ("evidence", schema(of: .numbers)),
        ]
        return [
            "type": "object", "required": ["code", "message", "fix"],
            "properties": .object(JSONObject(members + further)),
        ]
    }
}
