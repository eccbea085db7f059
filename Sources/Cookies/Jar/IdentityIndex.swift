/// Where in the header's order each cookie of a crowded domain stands, by its identity's hash.
///
/// Positions move with every cookie that comes or goes; what decides the order stays, so that is what it keeps.
struct IdentityIndex: Sendable {
    struct Place: Sendable {
        let creation: Int64
        let sequence: UInt64
    }

    /// From how many cookies on it is worth its memory, and below how many it is not.
    static let upperBound = 64, lowerBound = 32

    private var places: [UInt64: Place] = [:]
    /// False once two identities had one hash: then it cannot be relied on any more.
    private(set) var isExact = true

    subscript(hash: UInt64) -> Place? { places[hash] }

    mutating func insert(_ hash: UInt64, _ place: Place) {
        if places.updateValue(place, forKey: hash) != nil { isExact = false }
    }

    mutating func remove(_ hash: UInt64) { places[hash] = nil }
}
