/// Secrets seen so far, each with what is shown in its place; bounded, the oldest are forgotten first.
///
/// Short ones are not searched for in text, since they would hit ordinary words.
struct KnownSecrets: Sendable {
    private static let most = 512
    /// A search looks at this many bytes at a time.
    private static let headLength = 8

    private var shown: [String: String] = [:]
    private var order: [String] = []
    private var byHead: [UInt64: [[UInt8]]] = [:]

    /// What is shown in place of `value`; nil when it was not seen, or was forgotten.
    func replacement(of value: String) -> String? { shown[value] }

    mutating func insert(_ value: String, shownAs replacement: String) {
        guard shown.updateValue(replacement, forKey: value) == nil else { return }
        order.append(value)
        let bytes = Array(value.utf8)
        if let head = Self.head(of: bytes[...]) { byHead[head, default: []].append(bytes) }
        if order.count > Self.most { forget(order.removeFirst()) }
    }

    private mutating func forget(_ value: String) {
        shown[value] = nil
        let bytes = Array(value.utf8)
        guard let head = Self.head(of: bytes[...]) else { return }
        byHead[head]?.removeAll { $0 == bytes }
        if byHead[head]?.isEmpty == true { byHead[head] = nil }
    }

    /// Replaces each secret in `text`; where several begin at one place, the longest.
    ///
    /// - Complexity: O(n) in the text's length, times the secrets that share their first eight bytes with it.
    func hiding(in text: String) -> String {
        let bytes = Array(text.utf8)
        guard !byHead.isEmpty, bytes.count >= Self.headLength else { return text }
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            let candidates = Self.head(of: rest).flatMap { byHead[$0] } ?? []
            if let secret = candidates.filter({ rest.starts(with: $0) }).max(by: { $0.count < $1.count }) {
                output.append(contentsOf: "<secret>".utf8)
                index += secret.count
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The first eight bytes as one number; nil when there are fewer.
    private static func head(of bytes: ArraySlice<UInt8>) -> UInt64? {
        guard bytes.count >= headLength else { return nil }
        return bytes.prefix(headLength).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
