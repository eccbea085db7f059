public import BridgePrimitives

extension StoreReason {
    /// Whether the cookie was altered or remarked upon, not refused.
    public var isNote: Bool { rawValue.utf8.starts(with: "note/".utf8) }
}
