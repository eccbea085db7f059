import AuthEmulator
import BridgePrimitives
import Faults
import HTTPTypes
import Hummingbird
import Listening
import Worlds

extension ControlEndpoint {
    /// All that there are, in the order in which they are told.
    static let all: [ControlEndpoint] = [
        ControlEndpoint(
            method: "GET", path: "/__bridge/openapi.json", summary: "This document.",
            reply: Content(schema: ["type": "object", "required": ["openapi", "paths"]])
        ) { _, _ in Response(status: .ok, json: ControlDocument.json) },
        ControlEndpoint(
            method: "GET", path: "/__bridge/clock", summary: "What time it is in the world.",
            reply: Content(schema: ControlShape.clock, example: ControlShape.clockExample)
        ) { api, _ in api.clockAnswer },
        ControlEndpoint(
            method: "POST", path: "/__bridge/clock",
            summary: "Moves the clock, stops it, or gives one party a skew; all that is asked for, or nothing.",
            request: Content(schema: ControlShape.clockChange, example: ["advance": "61m"], isOptional: true),
            reply: Content(schema: ControlShape.clock, example: ControlShape.clockExample),
            refusals: [
                ControlReason.notAnObject, ControlReason.unknownMember, ControlReason.badDuration,
                ControlReason.badTime, ControlReason.clockOutOfRange,
            ]
        ) { api, request in try api.changeClock(request) },
        ControlEndpoint(
            method: "POST", path: "/__bridge/reset",
            summary: "Accounts, tenants, settings, codes, faults, trace and clock as after a first start; keys stay.",
            reply: ControlShape.success
        ) { api, _ in try api.reset() },
        ControlEndpoint(
            method: "POST", path: "/__bridge/keys:rotate", summary: "The auth service signs with a new key.",
            request: Content(
                schema: ControlShape.object(["drop_old": ["type": "boolean"]]), example: ["drop_old": true],
                isOptional: true),
            reply: Content(
                schema: ControlShape.object(
                    ["published": ControlShape.list(ControlShape.text)], required: ["published"]),
                example: ["published": ["5e2bb4ac5aae6de0"]])
        ) { api, request in try api.rotateKeys(request) },
        ControlEndpoint(
            method: "GET", path: "/__bridge/traces", summary: "What traces there are.",
            reply: Content(
                schema: ControlShape.object(
                    [
                        "traces": ControlShape.list(
                            ControlShape.object(
                                ["id": ControlShape.text, "events": ["type": "integer", "minimum": 0]],
                                required: ["id", "events"]))
                    ], required: ["traces"]),
                example: ["traces": [["id": "current", "events": 42]]])
        ) { api, _ in api.traceList },
        ControlEndpoint(
            method: "GET", path: "/__bridge/traces/current",
            summary: "All that has happened, secrets masked; session-bridge schema --trace-file describes the events.",
            reply: Content(
                schema: ControlShape.object(
                    ["id": ControlShape.text, "events": ControlShape.list(["type": "object"])],
                    required: ["id", "events"]))
        ) { api, _ in api.currentTrace },
        ControlEndpoint(
            method: "GET", path: "/__bridge/faults", summary: "What goes wrong on purpose in the services.",
            reply: ControlShape.faults
        ) { api, _ in api.faultsAnswer },
        ControlEndpoint(
            method: "PUT", path: "/__bridge/faults",
            summary: "Puts these faults in place of all; one that is wrong changes nothing.",
            request: ControlShape.faults, reply: ControlShape.faults,
            refusals: [ControlReason.notFaults, FaultReason.unreadable]
        ) { api, request in try await api.putFaults(request) },
        ControlEndpoint(
            method: "DELETE", path: "/__bridge/faults", summary: "Takes all faults away.", reply: ControlShape.faults
        ) { api, _ in api.deleteFaults() },
        ControlEndpoint(
            method: "GET", path: "/__bridge/state",
            summary:
                "All that the world keeps, as an emulator's accounts.json with the backend's users; it has secrets.",
            reply: Content(schema: ["type": "object"])
        ) { api, _ in Response(status: .ok, json: .object(try api.state.exported())) },
        ControlEndpoint(
            method: "PUT", path: "/__bridge/state",
            summary: "Puts what GET gave, or an emulator's accounts.json, in place of all; or changes nothing.",
            request: Content(schema: ["type": "object"], example: ["users": []]), reply: ControlShape.success,
            refusals: [ControlReason.notAnObject, AuthServiceReason.unreadableExport],
            longestBody: ControlAPI.stateLimit
        ) { api, request in try await api.putState(request) },
        ControlEndpoint(
            method: "POST", path: "/__bridge/seeds", summary: "Adds users, tenants and settings, as --seeds has them.",
            request: Content(
                type: "application/yaml", schema: ["type": "string"],
                example: "users:\n  - email: taro@example.com\n    password: correct-horse\n"),
            reply: Content(
                schema: ControlShape.object(
                    ["status": ["const": "success"], "users": ["type": "integer", "minimum": 0]],
                    required: ["status", "users"]),
                example: ["status": "success", "users": 1]),
            refusals: [AuthServiceReason.unreadableSeeds], longestBody: SeedFile.sizeLimit
        ) { api, request in try await api.plantSeeds(request) },
        ControlEndpoint(
            method: "GET", path: "/__bridge/inbox",
            summary: "Text messages, mails and authenticator codes that people got.",
            reply: Content(
                schema: ControlShape.object(
                    Dictionary(
                        uniqueKeysWithValues: ["sms", "mails", "authenticators"].map {
                            ($0, ControlShape.list(["type": "object"]))
                        }), required: ["sms", "mails", "authenticators"]),
                example: ["sms": [], "mails": [], "authenticators": []])
        ) { api, _ in Response(status: .ok, json: try api.inbox.contents()) },
        ControlEndpoint(
            method: "GET", path: "/inbox", summary: "The same as a page.",
            reply: Content(type: "text/html", schema: ["type": "string"])
        ) { api, _ in try api.inboxPage() },
        ControlEndpoint(
            method: "GET", path: "/__bridge/audit",
            summary: "What the auth service was asked, oldest first, without what was sent.",
            reply: Content(
                schema: ControlShape.object(
                    [
                        "entries": ControlShape.list(
                            ControlShape.object(
                                [
                                    "at": ControlShape.instant, "endpoint": ControlShape.text,
                                    "status": ["type": "integer"], "code": ControlShape.text, "uid": ControlShape.text,
                                ], required: ["at", "endpoint", "status"]))
                    ], required: ["entries"]))
        ) { api, _ in api.auditAnswer },
    ]
}
