/// What tells a cookie from its neighbours of one domain: places in a longer text.
struct NeighbourIdentity: Sendable {
    let text: [UInt8]
    let name: Range<Int>
    let path: Range<Int>
    let isHostOnly: Bool
    /// Where the partition's key stands; nil outside partitions.
    let partition: Range<Int>?

    init(_ cookie: borrowing Cookie) {
        text = cookie.text
        (name, path, isHostOnly) = (cookie.nameRange, cookie.pathRange, cookie.isHostOnly)
        partition = cookie.flags.contains(.hasPartition) ? cookie.partitionRange : nil
    }

    init(_ identity: CookieIdentity) {
        var text = Array(identity.name.utf8)
        name = text.indices
        text += identity.path.utf8
        path = name.upperBound..<text.count
        if let key = identity.partitionKey { text += key.utf8 }
        partition = identity.partitionKey == nil ? nil : path.upperBound..<text.count
        (self.text, isHostOnly) = (text, identity.isHostOnly)
    }
}
