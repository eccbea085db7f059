/// What an event reads and writes. Two events commute when neither writes what the other one touches.
public struct Footprint: Hashable, Sendable {
    /// One thing, or all things of one kind.
    public struct Resource: Hashable, Sendable {
        /// `cookies of WKWebsiteDataStore.default`, say.
        public let space: String
        /// A cookie's name, say; nil for all that is there.
        public let item: String?

        public init(_ space: String, _ item: String? = nil) { (self.space, self.item) = (space, item) }

        func overlaps(_ other: Resource) -> Bool {
            space == other.space && (item == nil || other.item == nil || item == other.item)
        }
    }

    public private(set) var reads: Set<Resource>
    public private(set) var writes: Set<Resource>

    public init(reads: Set<Resource> = [], writes: Set<Resource> = []) { (self.reads, self.writes) = (reads, writes) }

    public mutating func formUnion(_ other: Footprint) {
        reads.formUnion(other.reads)
        writes.formUnion(other.writes)
    }

    /// Whether the order of the two can matter.
    ///
    /// - Complexity: the product of what both touch.
    public func conflicts(with other: Footprint) -> Bool {
        func meet(_ a: Set<Resource>, _ b: Set<Resource>) -> Bool {
            a.contains { one in b.contains(where: one.overlaps) }
        }
        return meet(writes, other.writes) || meet(writes, other.reads) || meet(reads, other.writes)
    }
}
