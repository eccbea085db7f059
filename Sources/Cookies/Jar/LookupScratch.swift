/// What a look-up writes down on the way, kept so that the next one need not ask for memory.
struct LookupScratch: Sendable {
    /// The farthest domain first.
    var buckets: [BucketOnTheWay] = []
    /// In the header's order at the end.
    var matches: [CookieMatch] = []
    var header: [UInt8] = []

    /// Room for more than this is given back: one giant host must not cost memory for ever.
    private static let keptRoom = 4096

    mutating func clear() {
        buckets.removeAll(keepingCapacity: buckets.capacity <= Self.keptRoom)
        matches.removeAll(keepingCapacity: matches.capacity <= Self.keptRoom)
        if header.capacity > 16 * Self.keptRoom { header = [] }
    }
}
