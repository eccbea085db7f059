import AuthEmulator
import BridgePrimitives
import BridgeTrace
import HTTPTypes
import Hummingbird
import Listening
import NIOCore
import Tokens
import Worlds

/// The control endpoints of a served world, for tests in any language: clock, keys, traces, reset.
///
/// Only for this machine: a `Host` that is no loopback name and an `Origin` of another site are refused, so that a web
/// page cannot move the clock (DNS rebinding, cross-site requests).
struct ControlAPI: HTTPResponder, HTTPResponderBuilder {
    let clock: WorldClock
    let trace: TraceLog
    let service: AuthService
    let providers: SimulatedProviders
    let state: WorldState
    /// The auth service's address, for links in mails.
    let authOrigin: String

    func buildResponder() -> ControlAPI { self }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let refusals = LocalRequest.refusals(authority: request.head.authority, origin: request.headers[.origin])
        guard refusals.isEmpty else { return Self.forbidden(refusals) }
        switch (request.method, request.uri.path) {
        case (.get, "/__bridge/clock"):
            return Response(status: .ok, json: clockState)
        case (.post, "/__bridge/clock"):
            return try await changeClock(request)
        case (.post, "/__bridge/reset"):
            try state.reset()
            providers.reset()
            clock.reset()
            trace.removeAll()
            return Response(status: .ok, json: ["status": "success"])
        case (.post, "/__bridge/keys:rotate"):
            return try await rotateKeys(request)
        case (.get, "/__bridge/traces"):
            let count = Int64(trace.events.count)
            return Response(status: .ok, json: ["traces": [["id": "current", "events": .integer(count)]]])
        case (.get, "/__bridge/traces/current"):
            return Response(status: .ok, json: ["id": "current", "events": .array(trace.events.map(\.json))])
        default:
            if let answer = try await answerAboutState(request) { return answer }
            return Self.failure(
                .notFound,
                "known are GET and POST /__bridge/clock, POST /__bridge/reset, POST /__bridge/keys:rotate,"
                    + " GET /__bridge/traces and /__bridge/traces/current, GET, PUT and DELETE /__bridge/faults,"
                    + " GET and PUT /__bridge/state, POST /__bridge/seeds, GET /__bridge/audit, GET /__bridge/inbox and /inbox"
            )
        }
    }

    // MARK: - The clock

    private var clockState: JSONValue {
        func skew(_ party: WorldClock.Party) -> JSONValue { .string(clock.skew(of: party).worldText) }
        return [
            "now": .string(clock.now.rfc3339), "frozen": .bool(clock.isFrozen),
            "skew": ["device": skew(.device), "backend": skew(.backend), "web": skew(.web)],
        ]
    }

    /// All members are looked at before any is obeyed: a request changes everything that it asks for, or nothing.
    private func changeClock(_ request: Request) async throws -> Response {
        guard let body = try await Self.object(in: request) else {
            return Self.failure(.badRequest, "the body is no JSON object")
        }
        var changes: [() -> Void] = []
        var now: Instant?
        var advance = Duration.zero
        var skews: [Duration] = []
        for (name, value) in body {
            switch (name, value) {
            case ("advance", .string(let text)):
                guard let duration = Duration(worldText: text) else { return Self.badDuration(text) }
                advance = duration
            case ("now", .string(let text)):
                guard let instant = Instant(rfc3339: text) else {
                    return Self.failure(.badRequest, "\"\(text)\" is no time; write 2026-11-21T09:00:00Z")
                }
                now = instant
            case ("frozen", .bool): continue
            case ("skew", .object(let faces)):
                for (name, value) in faces {
                    guard let party = WorldClock.Party(rawValue: name), let text = value.stringValue else {
                        return Self.failure(
                            .badRequest, "skew knows device, backend and web, each a duration such as -3s")
                    }
                    guard let duration = Duration(worldText: text) else { return Self.badDuration(text) }
                    skews.append(duration)
                    changes.append { clock.setSkew(duration, of: party) }
                }
            default:
                return Self.failure(
                    .badRequest,
                    "the clock knows advance, now, frozen and skew; \"\(name)\" is none, or of the wrong type")
            }
        }
        let start = now ?? clock.now
        let reached = [start, start + advance] + skews.map { start + advance + $0 }
        guard reached.allSatisfy({ WorldClock.range.contains($0) }) else { return Self.outOfRange }
        let frozen = body["frozen"]?.boolValue
        if let now {
            clock.set(to: now, frozen: frozen ?? clock.isFrozen)
        } else if let frozen {
            if frozen { clock.freeze() } else { clock.unfreeze() }
        }
        if advance != .zero { clock.advance(by: advance) }
        for change in changes { change() }
        trace.record(.clock(ClockEvent(change: JSONValue.object(body).text())), by: .test)
        return Response(status: .ok, json: clockState)
    }

    private func rotateKeys(_ request: Request) async throws -> Response {
        let body = try await Self.object(in: request) ?? JSONObject()
        try service.keys.rotate(droppingOld: body["drop_old"]?.boolValue ?? false, now: clock.now)
        return Response(
            status: .ok, json: ["published": .array(service.keys.published(at: clock.now).map { .string($0.keyID) })])
    }

    // MARK: - Requests

    static func object(in request: Request, limit: Int = 1 << 20) async throws -> JSONObject? {
        let body = try await request.body.collect(upTo: limit)
        if body.readableBytes == 0 { return JSONObject() }
        return (try? JSONValue(parsing: body.readableBytesView))?.objectValue
    }

    static func failure(_ status: HTTPResponse.Status, _ message: String) -> Response {
        Response(status: status, json: ["status": "error", "message": .string(message)])
    }

    private static func badDuration(_ text: String) -> Response {
        failure(.badRequest, "\"\(text)\" is no duration; write 61m, 10s or 250ms")
    }

    private static var outOfRange: Response {
        failure(.badRequest, "the clock would leave the years 101 to 9899; POST /__bridge/reset puts it back to today")
    }

    private static func forbidden(_ reasons: [ListeningReason]) -> Response {
        Response(
            status: .forbidden,
            json: [
                "status": "error", "message": .string(reasons.map(\.meaning).joined(separator: " ")),
                "reasons": .array(reasons.map { .string($0.rawValue) }),
            ])
    }
}
