import BridgePrimitives
import Testing
import Tokens

@Suite("CBOR, RFC 8949", .timeLimit(.minutes(5)))
struct CBORTests {
    /// Of Appendix A, those kinds that authenticators send.
    private static let vectors: [(CBORValue, [UInt8])] = [
        (.integer(0), [0x00]), (.integer(23), [0x17]), (.integer(24), [0x18, 0x18]), (.integer(100), [0x18, 0x64]),
        (.integer(1000), [0x19, 0x03, 0xE8]), (.integer(1_000_000), [0x1A, 0x00, 0x0F, 0x42, 0x40]),
        (.integer(1_000_000_000_000), [0x1B, 0, 0, 0, 0xE8, 0xD4, 0xA5, 0x10, 0]),
        (.integer(.max), [0x1B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        (.integer(.min), [0x3B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        (.integer(-1), [0x20]), (.integer(-100), [0x38, 0x63]), (.integer(-257), [0x39, 0x01, 0x00]),
        (.bytes([]), [0x40]), (.bytes([1, 2, 3, 4]), [0x44, 1, 2, 3, 4]),
        (.text(""), [0x60]), (.text("ü"), [0x62, 0xC3, 0xBC]), (.text("水"), [0x63, 0xE6, 0xB0, 0xB4]),
        (.array([]), [0x80]), (.array([.integer(1), .array([.integer(2)])]), [0x82, 0x01, 0x81, 0x02]),
        (.map([]), [0xA0]),
        (
            .map([.init(.text("a"), .integer(1)), .init(.text("b"), .array([.integer(2)]))]),
            [0xA2, 0x61, 0x61, 0x01, 0x61, 0x62, 0x81, 0x02]
        ),
    ]

    @Test(arguments: vectors) func isWrittenAndRead(value: CBORValue, bytes: [UInt8]) {
        #expect(value.encoded == bytes)
        #expect(CBORReader.value(bytes) == value)
    }

    @Test(
        arguments: [
            [], [0x18], [0x19, 0x01],  // cut short
            // Not the shortest.
            [0x18, 0x17], [0x19, 0x00, 0xFF], [0x1A, 0, 0, 0xFF, 0xFF], [0x1B, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x1B, 0x80, 0, 0, 0, 0, 0, 0, 0], [0x3B, 0x80, 0, 0, 0, 0, 0, 0, 0],  // beyond 63 bits
            // Reserved, and lengths that are told at the end.
            [0x1C], [0x1F], [0x5F, 0x41, 0x00, 0xFF], [0x9F, 0xFF], [0xBF, 0xFF],
            [0x42, 0x00], [0x5B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],  // more bytes than there are
            [0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x82, 0x00],  // more elements than there are
            [0xA1, 0x00], [0xA2, 0x00, 0x00],  // a member without a value, a map without its second member
            [0xA2, 0x01, 0x00, 0x01, 0x00],  // a member twice
            [0x61, 0xFF], [0x62, 0xC3, 0x28],  // no UTF-8
            [0xF4], [0xF6], [0xF7], [0xF9, 0x00, 0x00], [0xC0, 0x00],  // simple values, floats, tags
            [0x00, 0x00],  // more after the end
            [0x81, 0x81, 0x81, 0x81, 0x81, 0x00],  // five levels
        ] as [[UInt8]])
    func isRefused(bytes: [UInt8]) { #expect(CBORReader.value(bytes) == nil) }

    @Test func membersAreFoundByNameAndLabel() {
        let map = CBORValue.map([.init(.text("a"), .bytes([7])), .init(.integer(-2), .text("b"))])
        #expect(map["a"]?.bytesValue == [7] && map[-2]?.textValue == "b" && map["b"] == nil && map[2] == nil)
        #expect(CBORValue.array([])["a"] == nil)
    }

    /// Whatever is read is written as it was: one value has one spelling.
    @Test func anyBytesThatAreReadAreWrittenTheSame() {
        var random = SystemRandomNumberGenerator()
        var read = 0
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                UInt8.random(in: 0...0xB7, using: &random)
            }
            guard let value = CBORReader.value(bytes) else { continue }
            read += 1
            #expect(value.encoded == bytes)
        }
        #expect(read > 100)
    }
}
