/// Secrets seen so far, each with what is shown in its place; bounded, the oldest are forgotten first.
///
/// Short ones are not searched for in text, since they would hit ordinary words.
struct KnownSecrets: Sendable {
    private static let most = 512
    /// A search looks at this many bytes at a time.
    private static let headLength = 8

    private var shown: [String: MaskedText] = [:]
    /// A ring: `oldest` is the next to be forgotten.
    private var order: [String] = []
    private var oldest = 0
    private var byHead: [UInt64: [[UInt8]]] = [:]
    /// How many of them begin with a byte: most places of most texts are passed by on a look at this.
    private var firstBytes = [UInt16](repeating: 0, count: 256)

    /// What is shown in place of `value`; nil when it was not seen, or was forgotten.
    func replacement(of value: String) -> MaskedText? { shown[value] }

    mutating func insert(_ value: String, shownAs replacement: MaskedText) {
        guard shown.updateValue(replacement, forKey: value) == nil else { return }
        if order.count < Self.most {
            order.append(value)
        } else {
            forget(order[oldest])
            order[oldest] = value
            oldest = (oldest + 1) % Self.most
        }
        let bytes = Array(value.utf8)
        guard let head = Self.head(of: bytes[...]) else { return }
        byHead[head, default: []].append(bytes)
        firstBytes[Int(bytes[0])] += 1
    }

    private mutating func forget(_ value: String) {
        shown[value] = nil
        let bytes = Array(value.utf8)
        guard let head = Self.head(of: bytes[...]) else { return }
        byHead[head]?.removeAll { $0 == bytes }
        if byHead[head]?.isEmpty == true { byHead[head] = nil }
        firstBytes[Int(bytes[0])] -= 1
    }

    /// Replaces each secret in `text`; where several begin at one place, the longest.
    ///
    /// - Complexity: O(n) in the text's length, times the secrets that share their first eight bytes with it. A text
    ///   without secrets is given back as it is.
    func hiding(in text: String) -> String {
        guard !byHead.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var copied = 0
        var index = 0
        while index + Self.headLength <= bytes.count {
            guard firstBytes[Int(bytes[index])] > 0, let length = longestSecret(in: bytes[index...]) else {
                index += 1
                continue
            }
            guard !Self.showsItself(bytes[index..<(index + length)], in: bytes) else {
                index += length
                continue
            }
            output.append(contentsOf: bytes[copied..<index])
            output.append(contentsOf: "<secret>".utf8)
            index += length
            copied = index
        }
        return copied == 0 ? text : String(decoding: output + bytes[copied...], as: UTF8.self)
    }

    /// Whether it is a token that stands by itself: what looks for shapes finds it again, and shows which one it is.
    private static func showsItself(_ secret: ArraySlice<UInt8>, in text: [UInt8]) -> Bool {
        guard SecretRun.isJWT(secret) else { return false }
        let before = text[..<secret.startIndex].suffix(2)
        // Behind two slashes it is a host, in which nobody looks for tokens.
        let isBegun = before.last.map { " =?&#\"'/".utf8.contains($0) && !before.elementsEqual("//".utf8) } ?? true
        let isEnded = secret.endIndex == text.count || " &#;\"',/".utf8.contains(text[secret.endIndex])
        return isBegun && isEnded
    }

    /// The length of the longest secret that `bytes` begin with.
    private func longestSecret(in bytes: ArraySlice<UInt8>) -> Int? {
        guard let head = Self.head(of: bytes), let candidates = byHead[head] else { return nil }
        return candidates.lazy.filter { bytes.starts(with: $0) }.map(\.count).max()
    }

    /// The first eight bytes as one number; nil when there are fewer.
    private static func head(of bytes: ArraySlice<UInt8>) -> UInt64? {
        guard bytes.count >= headLength else { return nil }
        return bytes.prefix(headLength).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
