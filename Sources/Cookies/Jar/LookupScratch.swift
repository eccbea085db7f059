/// What a look-up writes down on the way, kept so that the next one need not ask for memory.
struct LookupScratch: Sendable {
    /// The host and the domains above it, the farthest first.
    var domains: [DomainOnTheWay] = []
    /// Of those that have cookies, in the same order.
    var buckets: [BucketOnTheWay] = []
    /// In the header's order at the end.
    var matches: [CookieMatch] = []
    var header: [UInt8] = []
    /// The sum of what was read ahead; without it the compiler would leave the reading out.
    var readAhead: UInt64 = 0

    /// Room for more than this is given back: one giant host must not cost memory for ever.
    private static let keptRoom = 4096

    mutating func clear() {
        domains.removeAll(keepingCapacity: domains.capacity <= Self.keptRoom)
        buckets.removeAll(keepingCapacity: buckets.capacity <= Self.keptRoom)
        matches.removeAll(keepingCapacity: matches.capacity <= Self.keptRoom)
        if header.capacity > 16 * Self.keptRoom { header = [] }
    }
}
