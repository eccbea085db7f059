import AuthEmulator
import BridgePrimitives
import HTTPTypes
import Hummingbird
import Listening
import NIOCore
import Worlds

/// Faults, the service's state, seeds and the audit log.
extension ControlAPI {
    /// Nil for paths that are none of these.
    func answerAboutState(_ request: Request) async throws -> Response? {
        switch (request.method, request.uri.path) {
        case (.get, "/__bridge/faults"): return Response(status: .ok, json: faults)
        case (.put, "/__bridge/faults"): return try await putFaults(request)
        case (.delete, "/__bridge/faults"):
            service.faults.set([])
            return Response(status: .ok, json: faults)
        case (.get, "/__bridge/state"):
            return Response(status: .ok, json: .object(try state.exported()))
        case (.put, "/__bridge/state"):
            return try await answering {
                let body = try await request.body.collect(upTo: Self.stateLimit)
                let isRead = try await ElsewhereWork.run {
                    guard let json = try? JSONValue(parsing: body.readableBytesView), json.objectValue != nil else {
                        return false
                    }
                    try state.replace(by: json)
                    return true
                }
                guard isRead else { return Self.failure(.badRequest, "the body is no JSON object") }
                return Response(status: .ok, json: ["status": "success"])
            }
        case (.post, "/__bridge/seeds"):
            return try await answering {
                let body = try await request.body.collect(upTo: SeedFile.sizeLimit)
                let count = try await ElsewhereWork.run {
                    let seeds = try SeedFile.seeds(
                        in: String(decoding: body.readableBytesView, as: UTF8.self), file: "the body")
                    try service.plant(seeds)
                    return seeds.users.count
                }
                return Response(status: .ok, json: ["status": "success", "users": .integer(Int64(count))])
            }
        case (.get, "/__bridge/inbox"):
            return Response(status: .ok, json: try inbox.contents())
        case (.get, "/inbox"):
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                    .xContentTypeOptions: "nosniff",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(string: try InboxPage(inbox: inbox).html())))
        case (.get, "/__bridge/audit"):
            return Response(status: .ok, json: ["entries": .array(service.audit.all.map { .object($0.json) })])
        default: return nil
        }
    }

    /// How large a state may be that is put in: a hundred thousand accounts are about fifty million bytes.
    static let stateLimit = 256 << 20

    /// The mailbox of the people who use the service; links in mails lead to the service's own address.
    private var inbox: Inbox { Inbox(service: service, origin: authOrigin) }

    private var faults: JSONValue { ["faults": .array(service.faults.all.map { .object($0.json) })] }

    /// The whole list; one that is wrong anywhere changes nothing.
    private func putFaults(_ request: Request) async throws -> Response {
        try await answering {
            guard let body = try await Self.object(in: request), let rows = body["faults"]?.arrayValue,
                rows.count <= FaultBook.limit
            else {
                return Self.failure(.badRequest, "send {\"faults\": […]}, at most \(FaultBook.limit) of them")
            }
            var read: [Fault] = []
            for row in rows { read.append(try Fault(json: row)) }
            service.faults.set(read)
            return Response(status: .ok, json: faults)
        }
    }

    /// What a person has to fix is a bad request, with the fix.
    private func answering(_ body: () async throws -> Response) async throws -> Response {
        do { return try await body() } catch let failure as BridgeFailure {
            return Self.failure(.badRequest, failure.description)
        } catch let refusal as AuthRefusal {
            return Self.failure(.badRequest, refusal.message)
        }
    }
}
