import BridgePrimitives

/// What decides where a cookie stands among those of its domain (RFC 6265bis §5.8.3, step 4), its name aside.
struct OrderKey: Sendable {
    let pathLength: UInt32
    let isHostOnly: Bool
    let creation: Instant
    let sequence: UInt64

    /// Whether this cookie stands before `other`; nil if their names decide that.
    func precedes(_ other: OrderKey, order: HeaderOrder) -> Bool? {
        if pathLength != other.pathLength { return pathLength > other.pathLength }
        if order == .domainGroups, isHostOnly != other.isHostOnly { return other.isHostOnly }
        if creation != other.creation { return creation < other.creation }
        return order == .creationThenName ? nil : sequence < other.sequence
    }

    /// As the other, for cookies of which one name stands before the other or neither.
    func precedes(
        _ other: OrderKey, order: HeaderOrder,
        names: @autoclosure () -> (some Collection<UInt8>, some Collection<UInt8>)
    ) -> Bool {
        if let isBefore = precedes(other, order: order) { return isBefore }
        let (mine, theirs) = names()
        return mine.elementsEqual(theirs) ? sequence < other.sequence : mine.lexicographicallyPrecedes(theirs)
    }
}

extension StoredCookie {
    var orderKey: OrderKey {
        OrderKey(
            pathLength: cookie.pathLength, isHostOnly: cookie.isHostOnly, creation: cookie.creationTime,
            sequence: sequence)
    }

    var name: ArraySlice<UInt8> { cookie.text[cookie.nameRange] }

    /// Whether this cookie stands before `other` of its domain in the header.
    func precedes(_ other: StoredCookie, order: HeaderOrder) -> Bool {
        orderKey.precedes(other.orderKey, order: order, names: (name, other.name))
    }
}
