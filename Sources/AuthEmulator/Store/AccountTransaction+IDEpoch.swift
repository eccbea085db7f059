import BridgePrimitives

/// Which sequences of ids were used up: a uid that was given once must never be given again, or its unexpired tokens
/// would be somebody else's.
extension AccountTransaction {
    private static let name = "idEpoch"

    /// The first epoch that gave no ids yet.
    func nextIDEpoch() throws -> UInt64 {
        try setting(Self.name)?["next"]?.integerValue.flatMap { UInt64(exactly: $0) } ?? 0
    }

    func setNextIDEpoch(_ epoch: UInt64) throws {
        guard epoch > 0 else { return }
        try set(Self.name, to: JSONObject([("next", .integer(Int64(clamping: epoch)))]))
    }

    /// Uses up the next epoch, or `other` if that is later.
    ///
    /// - Parameter other: the first epoch that is free where imported ids come from.
    func takeIDEpoch(notBefore other: UInt64 = 0) throws -> UInt64 {
        let epoch = min(max(try nextIDEpoch(), other), UInt64(Int64.max - 1))
        try setNextIDEpoch(epoch + 1)
        return epoch
    }
}
