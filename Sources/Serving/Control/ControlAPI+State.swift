import AuthEmulator
import BridgePrimitives
import Faults
import HTTPTypes
import Hummingbird
import Listening
import NIOCore
import Worlds

/// Faults, the service's state, seeds and the audit log.
extension ControlAPI {
    func putState(_ request: PlainRequest) async throws -> Response {
        try await answering {
            let isRead = try await ElsewhereWork.run { [state] in
                guard let json = try? JSONValue(parsing: request.body), json.objectValue != nil else { return false }
                try state.replace(by: json)
                return true
            }
            guard isRead else { return Self.refusal(.notAnObject) }
            return Response(status: .ok, json: ["status": "success"])
        }
    }

    func plantSeeds(_ request: PlainRequest) async throws -> Response {
        try await answering {
            let count = try await ElsewhereWork.run { [service] in
                let seeds = try SeedFile.seeds(in: String(decoding: request.body, as: UTF8.self), file: "the body")
                try service.plant(seeds)
                return seeds.users.count
            }
            return Response(status: .ok, json: ["status": "success", "users": .integer(Int64(count))])
        }
    }

    func inboxPage() throws -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: try InboxPage(inbox: inbox).html())))
    }

    var auditAnswer: Response {
        Response(status: .ok, json: ["entries": .array(service.audit.all.map { .object($0.json) })])
    }

    var faultsAnswer: Response { Response(status: .ok, json: faults) }

    func deleteFaults() -> Response {
        put([])
        return faultsAnswer
    }

    /// How large a state may be that is put in: a hundred thousand accounts are about fifty million bytes.
    static let stateLimit = 256 << 20

    /// The mailbox of the people who use the service; links in mails lead to the service's own address.
    var inbox: Inbox { Inbox(service: service, origin: authOrigin) }

    private func put(_ faults: [Fault]) {
        let before = service.faults.all
        service.faults.set(faults)
        service.faults.skewClocks(of: clock, before: before)
    }

    private var faults: JSONValue { ["faults": .array(service.faults.all.map { .object($0.json) })] }

    /// The whole list; one that is wrong anywhere changes nothing.
    func putFaults(_ request: PlainRequest) async throws -> Response {
        try await answering {
            guard let body = Self.object(in: request), let rows = body["faults"]?.arrayValue,
                rows.count <= FaultBook.limit
            else {
                return Self.refusal(.notFaults, "the body is no list of at most \(FaultBook.limit) faults")
            }
            var read: [Fault] = []
            for row in rows { read.append(try Fault(json: row)) }
            put(read)
            return Response(status: .ok, json: faults)
        }
    }

    /// What a person has to fix is a bad request, with the fix.
    private func answering(_ body: () async throws -> Response) async throws -> Response {
        do { return try await body() } catch let failure as BridgeFailure {
            return Self.failure(.badRequest, failure.code, failure.cause, fix: failure.fix)
        } catch let refusal as AuthRefusal {
            return Self.failure(.badRequest, refusal.reason.code, refusal.message, fix: refusal.reason.fix)
        }
    }
}
