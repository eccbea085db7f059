/// Where a domain stands in a longer text, with its hash: what the jar's index is asked with.
///
/// A domain is hashed from its end, so that one pass over a host gives the hashes of all domains above it on the way.
struct DomainKey: Sendable {
    let tag: UInt32
    let range: Range<Int>

    init(_ text: borrowing [UInt8], _ range: Range<Int>) {
        var hash = ByteHash()
        var position = range.upperBound
        while position > range.lowerBound {
            position -= 1
            hash.combine(text[position])
        }
        (tag, self.range) = (hash.tag, range)
    }

    /// The key of a cookie's domain, in the cookie's text, of which the hash is known.
    init(_ cookie: borrowing Cookie, tag: UInt32) { (self.tag, range) = (tag, cookie.domainRange) }
}
