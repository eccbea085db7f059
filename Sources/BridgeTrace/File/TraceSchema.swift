public import BridgePrimitives

/// The JSON Schema of a trace file's lines, and the one list of what each of them has.
public enum TraceSchema: Sendable {
    enum Form {
        case text, number, time, flag, codes, texts, numbers, cookies, fields, cause, findings
        case one([String])
    }

    struct Member {
        let name: String
        let form: Form
        let isRequired: Bool

        init(_ name: String, _ form: Form, isRequired: Bool = false) {
            (self.name, self.form, self.isRequired) = (name, form, isRequired)
        }
    }

    static let head = [
        Member("version", .number, isRequired: true), Member("id", .text, isRequired: true),
        Member("name", .text, isRequired: true), Member("producer", .text), Member("source", .text),
        Member("started", .time), Member("profile", .text), Member("engine", .text), Member("project", .text),
        Member("cookie", .text), Member("expected", .one(Verdict.allCases.map(\.rawValue))),
        Member("seen_from", .one(TraceHead.Viewpoint.allCases.map(\.rawValue))),
        Member("secrets", .one(["masked", "shown"])),
    ]

    static let outcome = [
        Member("verdict", .one(Verdict.allCases.map(\.rawValue))), Member("uid", .text), Member("passed", .flag),
        Member("root_cause", .cause), Member("findings", .findings), Member("milliseconds", .number),
    ]

    /// What every event has.
    static let event = [
        Member("sequence", .number, isRequired: true), Member("at", .time, isRequired: true),
        Member("elapsed", .number), Member("actor", .one(TraceActor.allCases.map(\.rawValue)), isRequired: true),
        Member("cause", .number), Member("reasons", .codes),
    ]

    /// What an event of each kind has besides.
    static let kinds: [(name: String, members: [Member])] = [
        (
            "account",
            [
                Member("action", .text, isRequired: true), Member("uid", .text), Member("provider", .text),
                Member("detail", .text),
            ]
        ),
        (
            "token",
            [
                Member("action", .text, isRequired: true), Member("form", .text, isRequired: true),
                Member("token", .text, isRequired: true), Member("uid", .text), Member("certificates", .text),
            ]
        ),
        (
            "request",
            [
                Member("hop", .number, isRequired: true), Member("method", .text, isRequired: true),
                Member("url", .text, isRequired: true), Member("store", .text), Member("sent", .cookies),
                Member("withheld", .cookies), Member("notes", .codes), Member("fields", .fields),
            ]
        ),
        (
            "response",
            [
                Member("hop", .number, isRequired: true), Member("status", .number), Member("location", .text),
                Member("set_cookie", .texts), Member("milliseconds", .number),
            ]
        ),
        (
            "served",
            [
                Member("method", .text, isRequired: true), Member("url", .text, isRequired: true),
                Member("status", .number), Member("cookies", .fields), Member("set_cookie", .texts),
                Member("milliseconds", .number),
            ]
        ),
        (
            "proxied",
            [
                Member("handling", .text, isRequired: true), Member("method", .text),
                Member("url", .text, isRequired: true), Member("request_fields", .fields), Member("status", .number),
                Member("response_fields", .fields), Member("milliseconds", .number),
            ]
        ),
        (
            "cookie-write",
            [
                Member("hop", .number), Member("store", .text, isRequired: true),
                Member("via", .text, isRequired: true), Member("host", .text, isRequired: true), Member("name", .text),
                Member("value", .text), Member("attributes", .text), Member("size", .number),
                Member("outcome", .text, isRequired: true),
            ]
        ),
        (
            "cookie-read",
            [
                Member("store", .text, isRequired: true), Member("url", .text, isRequired: true),
                Member("visible", .cookies), Member("hidden", .cookies),
            ]
        ),
        (
            "fault",
            [
                Member("service", .text, isRequired: true), Member("effect", .text, isRequired: true),
                Member("method", .text, isRequired: true), Member("url", .text, isRequired: true),
            ]
        ),
        (
            "edge",
            [
                Member("edge", .text, isRequired: true), Member("url", .text, isRequired: true),
                Member("forwarded", .texts), Member("dropped", .texts),
            ]
        ),
        (
            "script",
            [
                Member("origin", .text, isRequired: true), Member("url", .text, isRequired: true),
                Member("exception", .text), Member("line", .number), Member("column", .number),
            ]
        ),
        (
            "navigation",
            [
                Member("phase", .text, isRequired: true), Member("url", .text, isRequired: true),
                Member("type", .text),
            ]
        ),
        ("message", [Member("handler", .text, isRequired: true), Member("body", .text)]),
        (
            "routing",
            [
                Member("step", .text, isRequired: true), Member("path", .text), Member("route", .text),
                Member("detail", .text),
            ]
        ),
        ("clock", [Member("change", .text)]),
        (
            "device",
            [
                Member("action", .text, isRequired: true), Member("device", .text, isRequired: true),
                Member("app", .text), Member("detail", .text),
            ]
        ),
        (
            "keychain",
            [
                Member("operation", .text, isRequired: true), Member("app", .text), Member("service", .text),
                Member("account", .text), Member("access_group", .text), Member("status", .number, isRequired: true),
            ]
        ),
    ]

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
