public import BridgePrimitives

/// One of the parts that a run is in, each on a machine of its own.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public let index: Int
    public let count: Int

    public static let limit = 10_000

    /// Nil unless `index` is within `count`.
    public init?(_ index: Int, of count: Int) {
        guard (1...Self.limit).contains(count), (1...count).contains(index) else { return nil }
        (self.index, self.count) = (index, count)
    }

    /// `2/5`.
    public var description: String { "\(index)/\(count)" }
}

/// What `--shard` says: a shard, or where to find out.
public enum ShardChoice: Hashable, Sendable {
    case one(Shard)
    /// As what runs the command says.
    ///
    /// - Parameter count: how many there are, where only an index is told.
    case auto(count: Int?)

    /// - Parameter text: `2/5`, `auto` or `auto/5`.
    /// - Throws: `run/bad-shard`.
    public init(_ text: String) throws(BridgeFailure) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let count = parts.count == 2 ? Int(parts[1]) : nil
        if parts.first == "auto", parts.count == 1 {
            self = .auto(count: nil)
        } else if parts.first == "auto", let count, (1...Shard.limit).contains(count) {
            self = .auto(count: count)
        } else if let index = parts.first.flatMap({ Int($0) }), let count, let shard = Shard(index, of: count) {
            self = .one(shard)
        } else {
            throw ChoiceReason.badShard.failure("\"\(text)\" is no shard")
        }
    }
}
