/// Reads CBOR as CTAP2 allows it: definite lengths, the shortest numbers, four levels, no member twice.
///
/// What authenticators never send is refused, so that one value has one spelling: tags, floating-point numbers, simple
/// values, lengths that are told at the end.
public struct CBORReader: Sendable {
    /// CTAP 2.1 §8: "no more than four levels".
    static let depthLimit = 4

    private let bytes: ArraySlice<UInt8>
    private var index: Int

    public init(_ bytes: ArraySlice<UInt8>) { (self.bytes, index) = (bytes, bytes.startIndex) }

    /// What has not been read yet.
    public var rest: ArraySlice<UInt8> { bytes[index...] }

    /// The value that is all there is; nil for anything that is not one.
    ///
    /// - Complexity: O(n) in bytes.
    public static func value(_ bytes: [UInt8]) -> CBORValue? {
        var reader = CBORReader(bytes[...])
        guard let value = reader.next(), reader.rest.isEmpty else { return nil }
        return value
    }

    /// The next value; nil when there is none, and then nothing more can be read.
    public mutating func next() -> CBORValue? { next(depth: 0) }

    private mutating func next(depth: Int) -> CBORValue? {
        guard let (kind, number) = head() else { return nil }
        switch kind {
        case 0: return Int64(exactly: number).map { .integer($0) }
        case 1: return Int64(exactly: number).map { .integer(-1 - $0) }
        case 2: return take(number).map { .bytes(Array($0)) }
        case 3: return take(number).flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
        case 4: return array(number, depth: depth + 1)
        case 5: return map(number, depth: depth + 1)
        default: return nil
        }
    }

    private mutating func array(_ count: UInt64, depth: Int) -> CBORValue? {
        // An element takes a byte at least: a count beyond the bytes is a lie that must not cost memory.
        guard depth <= Self.depthLimit, count <= UInt64(rest.count) else { return nil }
        var elements: [CBORValue] = []
        for _ in 0..<count {
            guard let element = next(depth: depth) else { return nil }
            elements.append(element)
        }
        return .array(elements)
    }

    private mutating func map(_ count: UInt64, depth: Int) -> CBORValue? {
        guard depth <= Self.depthLimit, count <= UInt64(rest.count) else { return nil }
        var members: [CBORValue.Member] = []
        var seen: Set<CBORValue> = []
        for _ in 0..<count {
            guard let key = next(depth: depth), seen.insert(key).inserted, let value = next(depth: depth) else {
                return nil
            }
            members.append(CBORValue.Member(key, value))
        }
        return .map(members)
    }

    /// A kind and the number behind it, which must be in its shortest form.
    private mutating func head() -> (kind: UInt8, number: UInt64)? {
        guard let first = take(1)?.first else { return nil }
        let (kind, short) = (first >> 5, first & 0x1F)
        guard short >= 24 else { return (kind, UInt64(short)) }
        guard short <= 27, let tail = take(1 << UInt64(short - 24)) else { return nil }
        let number = tail.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let least: [UInt64] = [24, 0x100, 0x1_0000, 0x1_0000_0000]
        return number >= least[Int(short - 24)] ? (kind, number) : nil
    }

    private mutating func take(_ count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= UInt64(rest.count) else { return nil }
        defer { index += Int(count) }
        return bytes[index..<(index + Int(count))]
    }
}
