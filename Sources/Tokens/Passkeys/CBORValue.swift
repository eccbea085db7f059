/// A value in CBOR (RFC 8949), of the kinds that authenticators send.
public indirect enum CBORValue: Hashable, Sendable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// In the order in which the members are written.
    case map([Member])

    public struct Member: Hashable, Sendable {
        public let key: CBORValue
        public let value: CBORValue

        public init(_ key: CBORValue, _ value: CBORValue) { (self.key, self.value) = (key, value) }
    }

    /// The member of a map whose key is this text.
    public subscript(_ name: String) -> CBORValue? { self[.text(name)] }

    /// The member of a map whose key is this number, as COSE keys have them.
    public subscript(_ label: Int64) -> CBORValue? { self[.integer(label)] }

    private subscript(_ key: CBORValue) -> CBORValue? {
        guard case .map(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    public var bytesValue: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    public var textValue: String? { if case .text(let text) = self { text } else { nil } }
    public var integerValue: Int64? { if case .integer(let number) = self { number } else { nil } }
}

extension CBORValue {
    /// The value in the shortest form, which CTAP2 asks of authenticators (CTAP 2.1 §8).
    ///
    /// Members of maps stay in their order: whoever makes one puts them in CTAP2's.
    public var encoded: [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }

    private func write(to output: inout [UInt8]) {
        switch self {
        case .integer(let number) where number >= 0: Self.head(0, UInt64(number), to: &output)
        case .integer(let number): Self.head(1, UInt64(-1 - number), to: &output)
        case .bytes(let bytes):
            Self.head(2, UInt64(bytes.count), to: &output)
            output += bytes
        case .text(let text):
            Self.head(3, UInt64(text.utf8.count), to: &output)
            output += Array(text.utf8)
        case .array(let elements):
            Self.head(4, UInt64(elements.count), to: &output)
            for element in elements { element.write(to: &output) }
        case .map(let members):
            Self.head(5, UInt64(members.count), to: &output)
            for member in members {
                member.key.write(to: &output)
                member.value.write(to: &output)
            }
        }
    }

    /// The kind in three bits, and the number behind it in as few bytes as it takes (RFC 8949 §3).
    private static func head(_ kind: UInt8, _ number: UInt64, to output: inout [UInt8]) {
        let width: Int
        switch number {
        case 0..<24:
            output.append(kind << 5 | UInt8(number))
            return
        case 24...0xFF: width = 0
        case 0x100...0xFFFF: width = 1
        case 0x1_0000...0xFFFF_FFFF: width = 2
        default: width = 3
        }
        output.append(kind << 5 | UInt8(24 + width))
        for position in stride(from: (1 << width) - 1, through: 0, by: -1) {
            output.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * position)))
        }
    }
}
