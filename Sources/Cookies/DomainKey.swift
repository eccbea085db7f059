/// A domain in a longer text, with its hash: what the jar's index is asked with.
///
/// A domain is hashed from its end, so that one pass over a host gives the hashes of all domains above it on the way.
struct DomainKey: Sendable {
    let tag: UInt32
    let text: [UInt8]
    let range: Range<Int>

    init(_ text: [UInt8], _ range: Range<Int>) {
        var hash = ByteHash()
        var position = range.upperBound
        while position > range.lowerBound {
            position -= 1
            hash.combine(text[position])
        }
        (tag, self.text, self.range) = (hash.tag, text, range)
    }

    init(_ domain: String) {
        let text = Array(domain.utf8)
        self.init(text, text.indices)
    }
}
