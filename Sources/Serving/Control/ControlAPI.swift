import AuthEmulator
import BridgePrimitives
import BridgeTrace
import HTTPTypes
import Hummingbird
import Inspecting
import Listening
import Tokens
import Worlds

/// The control endpoints of a served world, for tests in any language: clock, keys, traces, reset.
///
/// Only for this machine: a `Host` that is no loopback name and an `Origin` of another site are refused, so that a web
/// page cannot move the clock (DNS rebinding, cross-site requests); and so is another machine without the token. A page of
/// the world itself is refused as well.
struct ControlAPI: PlainService {
    let clock: WorldClock
    let trace: TraceLog
    let service: AuthService
    let providers: SimulatedProviders
    let state: WorldState
    /// The auth service's address, for links in mails.
    let authOrigin: String
    var access = ControlAccess.thisMachine
    let inspector: InspectorAPI
    /// Tells those who look on that the trace was emptied.
    let traceWasEmptied: @Sendable () -> Void

    func response(to request: PlainRequest) async throws -> Response {
        let refusals = access.refusals(
            authority: request.host.isEmpty ? nil : request.host, fields: request.headers)
        guard refusals.isEmpty else { return Self.forbidden(refusals) }
        guard isFromOwnPage(request) else { return Self.forbidden([.foreignOrigin]) }
        if let endpoint = ControlEndpoint.matching(request) {
            guard request.body.count <= endpoint.longestBody else { return Self.refusal(.bodyTooLarge) }
            return try await endpoint.answer(self, request)
        }
        if let answer = await inspector.answerOfDevice(to: request) { return answer }
        if let answer = try inspector.answer(to: request) { return answer }
        return Self.refusal(.noSuchEndpoint, "there is no \(request.method) \(request.path)")
    }

    /// Whether no page asks, or the inspector's own does. The pages of the world are of this machine too, and are to be
    /// tested, not to steer; a client that sends the token may steer from any address.
    private func isFromOwnPage(_ request: PlainRequest) -> Bool {
        guard let origin = request.headers[.origin] else { return true }
        return origin == "http://\(request.host)" || request.headers[named: ControlAccess.tokenField] != nil
    }

    func reset() throws -> Response {
        try state.reset()
        providers.reset()
        clock.reset()
        trace.removeAll()
        traceWasEmptied()
        return Response(status: .ok, json: ["status": "success"])
    }

    var traceList: Response {
        let count = Int64(trace.events.count)
        return Response(status: .ok, json: ["traces": [["id": "current", "events": .integer(count)]]])
    }

    var currentTrace: Response {
        Response(status: .ok, json: ["id": "current", "events": .array(trace.events.map(\.json))])
    }

    // MARK: - The clock

    var clockAnswer: Response { Response(status: .ok, json: clockState) }

    private var clockState: JSONValue {
        func skew(_ party: WorldClock.Party) -> JSONValue { .string(clock.skew(of: party).worldText) }
        return [
            "now": .string(clock.now.rfc3339), "frozen": .bool(clock.isFrozen),
            "skew": ["device": skew(.device), "backend": skew(.backend), "web": skew(.web)],
        ]
    }

    /// All members are looked at before any is obeyed: a request changes everything that it asks for, or nothing.
    func changeClock(_ request: PlainRequest) throws -> Response {
        guard let body = Self.object(in: request) else {
            return Self.refusal(.notAnObject)
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
                    return Self.refusal(.badTime, "\"\(text)\" is no time")
                }
                now = instant
            case ("frozen", .bool): continue
            case ("skew", .object(let faces)):
                for (name, value) in faces {
                    guard let party = WorldClock.Party(rawValue: name), let text = value.stringValue else {
                        return Self.refusal(.unknownMember, "skew knows no \"\(name)\", or not so")
                    }
                    guard let duration = Duration(worldText: text) else { return Self.badDuration(text) }
                    skews.append(duration)
                    changes.append { clock.setSkew(duration, of: party) }
                }
            default:
                let known = [
                    "advance": "a text such as \"61m\"", "now": "a time", "frozen": "true or false",
                    "skew": "an object",
                ]
                return Self.refusal(
                    .unknownMember,
                    known[name].map { "\"\(name)\" takes \($0)" } ?? "the clock knows no \"\(name)\"")
            }
        }
        let start = now ?? clock.now
        let reached = [start, start + advance] + skews.map { start + advance + $0 }
        guard reached.allSatisfy({ WorldClock.range.contains($0) }) else { return Self.refusal(.clockOutOfRange) }
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

    func rotateKeys(_ request: PlainRequest) throws -> Response {
        let body = Self.object(in: request) ?? JSONObject()
        try service.keys.rotate(droppingOld: body["drop_old"]?.boolValue ?? false, now: clock.now)
        return Response(
            status: .ok, json: ["published": .array(service.keys.published(at: clock.now).map { .string($0.keyID) })])
    }

    // MARK: - Requests

    /// An empty body is an empty object; nil for one that is none.
    static func object(in request: PlainRequest) -> JSONObject? {
        guard !request.body.isEmpty else { return JSONObject() }
        return (try? JSONValue(parsing: request.body.withoutByteOrderMark))?.objectValue
    }

    /// - Parameter message: nil for the reason's own.
    static func refusal(_ reason: ControlReason, _ message: String? = nil) -> Response {
        failure(
            status(of: reason), reason.code, message ?? reason.meaning, fix: reason.fix
        )
    }

    private static func status(of reason: ControlReason) -> HTTPResponse.Status {
        switch reason {
        case .noSuchEndpoint: .notFound
        case .bodyTooLarge: .contentTooLarge
        case .notAnObject, .unknownMember, .badDuration, .badTime, .notFaults, .clockOutOfRange: .badRequest
        }
    }

    /// `{"status":"error","code":…,"message":…,"fix":…}`, which every error of these endpoints is.
    static func failure(
        _ status: HTTPResponse.Status, _ code: ReasonCode, _ message: String, fix: String
    ) -> Response {
        Response(
            status: status,
            json: [
                "status": "error", "code": .string(code.rawValue), "message": .string(message), "fix": .string(fix),
            ])
    }

    private static func badDuration(_ text: String) -> Response {
        refusal(.badDuration, "\"\(text)\" is no duration")
    }

    private static func forbidden(_ reasons: [ListeningReason]) -> Response {
        Response(
            status: .forbidden,
            json: [
                "status": "error", "code": .string(reasons.first?.rawValue ?? ""),
                "message": .string(reasons.map(\.meaning).joined(separator: " ")),
                "fix": .string(reasons.first?.fix ?? ""), "reasons": .codes(reasons),
            ])
    }
}
