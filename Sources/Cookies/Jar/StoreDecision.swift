public import Reasons

/// What a jar did with one cookie, and why.
public struct StoreDecision: Hashable, Sendable {
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// A new cookie is in the jar.
        case stored
        /// A cookie of the same identity was there and has new contents.
        case replaced
        /// A cookie of the same identity was there and is gone.
        case deleted
        /// The cookie was refused; ``StoreDecision/reasons`` say why.
        case rejected
        /// Nothing was refused and nothing changed: there was nothing to delete or nothing was written.
        case ignored
    }

    public let outcome: Outcome
    /// All that hold, in the order of the checks. `note/…` codes may come with any outcome.
    public let reasons: [StoreReason]
    /// As stored, or as far as it was read when it was refused.
    public let cookie: Cookie?
    /// Only where it is not the cookie's.
    private let otherName: String?
    /// The cookies that were evicted to make room.
    public let evicted: [Cookie]
    /// The other cookies of the same text, where the engine reads several from one (WebKitGTK splits at newlines).
    public let further: [StoreDecision]

    public init(
        outcome: Outcome, reasons: [StoreReason] = [], cookie: Cookie? = nil, name: String? = nil,
        evicted: [Cookie] = [], further: [StoreDecision] = []
    ) {
        if let name, !name.hasSameBytes(as: cookie?.name ?? "") { otherName = name } else { otherName = nil }
        (self.outcome, self.reasons, self.cookie) = (outcome, reasons, cookie)
        (self.evicted, self.further) = (evicted, further)
    }

    /// The cookie's name as far as it was read; may be empty.
    public var name: String { otherName ?? cookie?.name ?? "" }

    /// Whether the jar changed.
    var changesJar: Bool { isInJar || outcome == .deleted }

    /// Whether the jar holds the cookie now as it was given.
    public var isInJar: Bool { outcome == .stored || outcome == .replaced }
}
