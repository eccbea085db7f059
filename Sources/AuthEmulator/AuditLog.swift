public import BridgePrimitives

/// Who asked what of the service, when, and how that ended: endpoint names, codes and uids, never a credential, an
/// address or a body.
public final class AuditLog: Sendable {
    public struct Entry: Hashable, Sendable {
        public let at: Instant
        /// The endpoint's name: `accounts:signUp`.
        public let endpoint: String
        /// 0 where a fault closed the connection.
        public let status: Int
        /// The wire's code; nil when the request was done.
        public let code: String?
        /// Whom it was about, where the answer says so.
        public let uid: String?

        public var json: JSONObject {
            var object = JSONObject([
                ("at", .string(at.rfc3339)), ("endpoint", .string(endpoint)), ("status", .integer(Int64(status))),
            ])
            object["code"] = code.map { .string($0) }
            object["uid"] = uid.map { .string($0) }
            return object
        }
    }

    private let entries = Mutex<[Entry]>([])
    /// Entries kept; a tenth of the oldest goes at a time.
    private static let capacity = 10_000

    init() {}

    /// Oldest first.
    public var all: [Entry] { entries.withLock { $0 } }

    func removeAll() { entries.withLock { $0 = [] } }

    func note(_ endpoint: String, _ answer: WireAnswer, at now: Instant) {
        let json = answer.json
        // Only the code: what follows the colon may repeat what was sent.
        let message =
            json["error"]?["message"]?.stringValue ?? json["errorMessage"]?.stringValue
            ?? json["error"]?.stringValue
        let code = message.map { String(Substring($0.utf8.prefix { $0 != 0x20 && $0 != UInt8(ascii: ":") })) }
        let entry = Entry(
            at: now, endpoint: endpoint, status: answer.status, code: code,
            uid: json["localId"]?.stringValue ?? json["user_id"]?.stringValue)
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeFirst(Self.capacity / 10) }
            entries.append(entry)
        }
    }
}
