import Cookies

/// When a native write that nobody awaits arrives in the store, where native writes race with loads.
///
/// A race has many outcomes; these are its ends, each the same in every run. A program is right when its tests pass
/// under all of them.
public enum WriteSchedule: String, CaseIterable, Sendable {
    /// Before anything else happens.
    case prompt
    /// After the next request has gone out, which lists it as `send/not-committed-yet`; or with the next awaited call
    /// to the store, since messages keep their order. Waiting for a completion handler alone would wait for ever.
    case afterNextRequest
    /// After the first request of the loads that the app begins in the same turn of its main actor; at the end of the
    /// turn where it begins none. Who waits for the completion handler is right, who does not loses the race.
    case afterBegunLoads
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

    /// What holds where nobody has chosen.
    var usualSchedule = WriteSchedule.prompt
    private var chosenSchedule: WriteSchedule?
    var schedule: WriteSchedule {
        get { chosenSchedule ?? usualSchedule }
        set { chosenSchedule = newValue }
    }

    /// Loads that were begun and whose first request has not left.
    private var begunLoads: Set<Int> = []
    private(set) var messages: [Message] = []

    /// Keeps a message back if the schedule says so.
    mutating func keep(_ message: Message) -> Bool {
        guard schedule != .prompt, messages.count < Self.limit else { return false }
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

    mutating func beginLoad() -> Int {
        nextNumber += 1
        begunLoads.insert(nextNumber)
        return nextNumber
    }

    /// A load has come to its end, with a request or without.
    ///
    /// - Returns: what need not wait any longer.
    mutating func endLoad(_ number: Int) -> [Message] {
        guard begunLoads.remove(number) != nil else { return [] }
        return takeUnlessLoading()
    }

    /// The app's turn is over, or a load is: what waits for no load arrives.
    mutating func takeUnlessLoading() -> [Message] {
        schedule == .afterBegunLoads && begunLoads.isEmpty ? takeAll() : []
    }

    /// A request has left: whatever waited for it arrives.
    mutating func takeAfterRequest() -> [Message] {
        begunLoads = []
        return takeAll()
    }

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
