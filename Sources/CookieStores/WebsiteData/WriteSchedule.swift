import Cookies

/// When a native write that nobody awaits arrives in the store, where native writes race with loads.
///
/// A race has many outcomes; these are the two ends of it, each the same in every run. A program is right when its
/// tests pass under both.
public enum WriteSchedule: String, CaseIterable, Sendable {
    /// Before anything else happens.
    case prompt
    /// After the next request has gone out, which lists it as `send/not-committed-yet`; or with the next awaited call
    /// to the store, since messages keep their order. Waiting for a completion handler alone would wait for ever.
    case afterNextRequest
}

/// An operation that native code asks a store for.
enum NativeWrite: Sendable {
    case set(NativeCookie)
    case delete(NativeCookie)

    var cookie: NativeCookie {
        switch self {
        case .set(let cookie), .delete(let cookie): cookie
        }
    }
}

/// The messages that are on their way to the process that holds the jar.
struct Mailbox: Sendable {
    /// With more under way than this, a message arrives at once.
    static let limit = 4096

    struct Message: Sendable {
        let write: NativeWrite
        let completionHandler: (@Sendable (StoreDecision) -> Void)?

        init(_ write: NativeWrite, _ completionHandler: (@Sendable (StoreDecision) -> Void)?) {
            (self.write, self.completionHandler) = (write, completionHandler)
        }
    }

    var schedule = WriteSchedule.prompt
    private(set) var messages: [Message] = []

    /// Keeps a message back if the schedule says so.
    mutating func keep(_ message: Message) -> Bool {
        guard schedule == .afterNextRequest, messages.count < Self.limit else { return false }
        messages.append(message)
        return true
    }

    /// Writes whose arrival somebody else orders, by number.
    private var held: [Int: NativeWrite] = [:]
    private var nextNumber = 0

    mutating func hold(_ write: NativeWrite) -> Int {
        nextNumber += 1
        held[nextNumber] = write
        return nextNumber
    }

    mutating func release(_ number: Int) { held[number] = nil }

    mutating func takeAll() -> [Message] {
        defer { messages = [] }
        return messages
    }

    /// The cookies that are under way.
    var cookies: [NativeCookie] {
        (messages.map(\.write) + held.sorted { $0.key < $1.key }.map(\.value))
            .compactMap { if case .set(let cookie) = $0 { cookie } else { nil } }
    }
}
