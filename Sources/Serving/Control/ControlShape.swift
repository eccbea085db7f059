import AuthEmulator
import BridgePrimitives
import Faults

/// JSON Schemas of what control endpoints take and give.
enum ControlShape: Sendable {
    static let text: JSONValue = ["type": "string"]
    static let instant: JSONValue = ["type": "string", "format": "date-time"]
    static let duration: JSONValue = [
        "type": "string", "pattern": "^-?[0-9][0-9.]*(ms|s|m|h|d)$", "description": "61m, 10s, -250ms",
    ]

    static func list(_ element: JSONValue) -> JSONValue { ["type": "array", "items": element] }

    /// Nothing but these members.
    static func object(_ members: [String: JSONValue], required: [String] = []) -> JSONValue {
        var object = JSONObject([
            ("type", "object"), ("additionalProperties", false),
            ("properties", .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))),
        ])
        if !required.isEmpty { object["required"] = .array(required.map { .string($0) }) }
        return .object(object)
    }

    private static let parties = WorldClock.Party.allCases.map(\.rawValue)
    private static let skews = Dictionary(uniqueKeysWithValues: parties.map { ($0, duration) })

    static let clock = object(
        ["now": instant, "frozen": ["type": "boolean"], "skew": object(skews, required: parties)],
        required: ["now", "frozen", "skew"])

    static let clockExample: JSONValue = [
        "now": "2026-11-21T09:00:00.000Z", "frozen": false,
        "skew": ["device": "0s", "backend": "0s", "web": "0s"],
    ]

    static let clockChange = object([
        "advance": duration, "now": instant, "frozen": ["type": "boolean"], "skew": object(skews),
    ])

    private static func words(_ words: [String]) -> JSONValue { ["enum": .array(words.map { .string($0) })] }

    private static let fault = object(
        [
            "endpoint": ["type": "string", "description": "accounts:lookup, token, or * for all", "default": "*"],
            "service": words(FaultService.allCases.map(\.rawValue)),
            "path": ["type": "string", "description": "of backend, web and providers: /auth/*", "default": "/*"],
            "method": text, "effect": words(Fault.Effect.Name.allCases.map(\.rawValue)),
            "times": [
                "anyOf": [words(["once", "always"]), ["type": "integer", "minimum": 1]], "default": "always",
            ],
            "after": ["type": "integer", "minimum": 0, "description": "how many pass before"],
            "status": ["type": "integer", "minimum": 400, "maximum": 599], "message": text,
            "retry-after": ["type": "integer", "minimum": 0], "delay": duration, "skew": duration,
            "header": text, "value": text, "body": words(Fault.Body.allCases.map(\.rawValue)),
            "to": ["type": "string", "description": "itself, other-host or an address"],
        ], required: ["effect"])

    static let faults = ControlEndpoint.Content(
        schema: object(["faults": list(fault)], required: ["faults"]),
        example: [
            "faults": [
                [
                    "endpoint": "accounts:lookup", "effect": "status", "status": 503, "message": "UNAVAILABLE",
                    "times": "once",
                ]
            ]
        ])

    static let success = ControlEndpoint.Content(
        schema: object(["status": ["const": "success"]], required: ["status"]), example: ["status": "success"])

    /// Of every error; `fix` says what to do.
    static let failure = object(
        [
            "status": ["const": "error"], "code": ["type": "string", "pattern": "^[a-z-]+/[a-z0-9-]+$"],
            "message": text, "fix": text, "reasons": list(text),
        ], required: ["status", "code", "message", "fix"])
}
