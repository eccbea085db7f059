package import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPTypes
package import Hummingbird
package import Listening
import NIOCore

/// The inspector's page and what it asks for, under `/inspector/`.
///
/// For this machine's own pages alone, as ``ControlAccess`` has it. What changes the world is not asked of it but of the
/// control endpoints.
package struct InspectorAPI: PlainService {
    /// What the traces come from.
    package enum Mode: String, Sendable { case serve, inspect, run }

    private let hub: InspectorHub
    private let mode: Mode
    private let producer: String
    private let reasons: ReasonCatalogue
    private let people: (@Sendable () throws -> JSONValue)?
    private let clients: (@Sendable () -> JSONValue)?
    private let device: DeviceControl?
    private let access: ControlAccess

    /// - Parameters:
    ///   - reasons: what codes are explained with.
    ///   - people: the users of a served world and what was sent to them; nil where there is no world to steer.
    ///   - device: what a device that is kept is steered by; nil where there never is one.
    ///   - clients: the devices that are recorded, and what hides what they send; nil where none are.
    package init(
        hub: InspectorHub, mode: Mode, producer: String, reasons: ReasonCatalogue, access: ControlAccess = .thisMachine,
        device: DeviceControl? = nil, people: (@Sendable () throws -> JSONValue)? = nil,
        clients: (@Sendable () -> JSONValue)? = nil
    ) {
        (self.hub, self.mode, self.producer) = (hub, mode, producer)
        (self.reasons, self.people, self.clients, self.access) = (reasons, people, clients, access)
        self.device = device
    }

    package func response(to request: PlainRequest) async throws -> Response {
        let refusals = access.refusals(
            authority: request.host.isEmpty ? nil : request.host, fields: request.headers)
        guard refusals.isEmpty else {
            return Self.failure(.forbidden, refusals[0].code, refusals[0].meaning, fix: refusals[0].fix)
        }
        if let answer = await answerOfDevice(to: request) { return answer }
        return try answer(to: request) ?? Self.refusal(.noSuchPage, "there is no \(request.method) \(request.path)")
    }

    private static let devicePath = "/__bridge/device:"

    /// Nil for what is not about the device. Access is the caller's to check.
    package func answerOfDevice(to request: PlainRequest) async -> Response? {
        guard request.method == "POST", request.path.hasPrefix(Self.devicePath) else { return nil }
        let name = request.path.dropFirst(Self.devicePath.count)
        guard let action = DeviceControl.Action(rawValue: String(name)) else {
            let known = DeviceControl.Action.allCases.map { Self.devicePath + $0.rawValue }.joined(separator: ", ")
            return Self.refusal(.noSuchPage, "there is no \(request.path); there are \(known)")
        }
        do throws(BridgeFailure) { try await (device ?? DeviceControl()).perform(action) } catch {
            return Self.failure(.conflict, error.code, error.cause, fix: error.fix)
        }
        return Response(status: .ok, json: ["status": "success"])
    }

    /// Nil for what is not the inspector's. Access is the caller's to check.
    package func answer(to request: PlainRequest) throws -> Response? {
        switch (request.method, request.path) {
        case ("GET", "/"), ("GET", "/inspector"):
            return Response(status: .found, headers: [.location: "/inspector/", .cacheControl: "no-store"])
        case ("GET", "/inspector/api/session"): return Response(status: .ok, json: session)
        case ("GET", "/inspector/api/traces"): return Response(status: .ok, json: hub.list)
        case ("GET", "/inspector/api/live"): return live(request)
        case ("GET", "/inspector/api/reasons"): return Response(status: .ok, json: ["reasons": reasons.texts()])
        case ("GET", "/inspector/api/people"):
            guard let people else { return Self.refusal(.noSuchPage, "there is no world to ask for its people") }
            return Response(status: .ok, json: try people())
        case ("GET", "/inspector/api/clients"):
            guard let clients else { return Self.refusal(.noSuchPage, "no devices are recorded here") }
            return Response(status: .ok, json: clients())
        case ("POST", "/inspector/api/ask"): return answering { () throws(BridgeFailure) in try ask(request) }
        case ("POST", "/inspector/api/judge"): return answering { () throws(BridgeFailure) in try judge(request) }
        case ("GET", let path) where path.hasPrefix("/inspector/api/traces/"):
            guard let trace = hub.trace(String(path.dropFirst("/inspector/api/traces/".count))) else {
                return Self.refusal(.noSuchTrace)
            }
            return Response(
                status: .ok, headers: [.contentType: "application/jsonl", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: trace.shownText)))
        case ("GET", let path) where path.hasPrefix("/inspector/"):
            return InspectorPage.response(String(path.dropFirst("/inspector/".count)))
        default: return nil
        }
    }

    private var session: JSONValue {
        [
            "producer": .string(producer), "mode": .string(mode.rawValue), "world": .bool(people != nil),
            "devices": .bool(clients != nil), "device": .bool(device?.isThere ?? false),
            "profiles": .array(CookieProfile.all.map { .string($0.name) }),
        ]
    }

    // MARK: Questions

    private func ask(_ request: PlainRequest) throws(BridgeFailure) -> JSONValue {
        let question = try Question(request, in: hub)
        guard let text = question.members["url"]?.stringValue else {
            throw InspectorReason.badQuestion.failure("the question has no URL")
        }
        // Typed by hand, mostly.
        guard let url = try? CookieURL(text) else {
            throw InspectorReason.badQuestion.failure(
                "That is no URL that can be read", fix: "Write it whole, as https://app.example.com/.")
        }
        let until = question.members["until"]?.integerValue
        let events = question.trace.events.prefix { event in until.map { event.sequence <= $0 } ?? true }
        let other = try question.profile
        let recorded = question.trace.head.profile.flatMap(CookieProfile.named) ?? .ios18
        let stores = RecordedStores(events, profile: other ?? recorded, isJudging: other != nil && other != recorded)
        return StoreAnswer(stores, at: url).json
    }

    private func judge(_ request: PlainRequest) throws(BridgeFailure) -> JSONValue {
        let question = try Question(request, in: hub)
        guard let profile = try question.profile else {
            throw InspectorReason.badQuestion.failure("the question names no profile")
        }
        return JudgedRequests(question.trace.events, profile: profile).json
    }

    private struct Question {
        let trace: RecordedTrace
        let members: JSONObject

        init(_ request: PlainRequest, in hub: InspectorHub) throws(BridgeFailure) {
            guard let members = (try? JSONValue(parsing: request.body))?.objectValue,
                let id = members["trace"]?.stringValue
            else { throw InspectorReason.badQuestion.failure("the question is no object with a trace") }
            guard let trace = hub.trace(id) else {
                throw InspectorReason.noSuchTrace.failure("there is no trace \(id)")
            }
            (self.trace, self.members) = (trace, members)
        }

        /// Nil where none is named.
        var profile: CookieProfile? {
            get throws(BridgeFailure) {
                guard let name = members["profile"]?.stringValue else { return nil }
                guard let profile = CookieProfile.named(name) else {
                    throw InspectorReason.unknownProfile.failure("there is no profile \(name)")
                }
                return profile
            }
        }
    }

    // MARK: Answers

    /// Ends with the connection, or when the hub is closed.
    private func live(_ request: PlainRequest) -> Response {
        let messages = hub.feed(after: request.headers[named: "Last-Event-ID"].flatMap { Int($0) })
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                for await message in messages { try await writer.write(ByteBuffer(string: message)) }
                try await writer.finish(nil)
            })
    }

    private func answering(_ body: () throws(BridgeFailure) -> JSONValue) -> Response {
        do throws(BridgeFailure) { return Response(status: .ok, json: try body()) } catch {
            return Self.failure(.badRequest, error.code, error.cause, fix: error.fix)
        }
    }

    private static func refusal(_ reason: InspectorReason, _ message: String? = nil) -> Response {
        failure(.notFound, reason.code, message ?? reason.meaning, fix: reason.fix)
    }

    private static func failure(
        _ status: HTTPResponse.Status, _ code: ReasonCode, _ message: String, fix: String
    ) -> Response {
        Response(
            status: status,
            json: [
                "status": "error", "code": .string(code.rawValue), "message": .string(message), "fix": .string(fix),
            ])
    }
}
