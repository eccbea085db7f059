import BridgePrimitives
import Testing

@Suite("base64 with padding, RFC 4648 §4", .timeLimit(.minutes(5)))
struct StandardBase64Tests {
    @Test(
        "The vectors of RFC 4648 §10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy"),
        ])
    func vectors(text: String, encoded: String) {
        #expect(StandardBase64.encode(Array(text.utf8)) == encoded)
        #expect(StandardBase64.decode(encoded) == Array(text.utf8))
    }

    @Test(
        arguments: [
            ("+/+/", [0xFB, 0xFF, 0xBF]), ("-_-_", [0xFB, 0xFF, 0xBF]),  // both alphabets are taken
            ("Zg", [0x66]), ("Zg=", [0x66]),  // and missing padding
            ("Z", nil), ("Zg=a", nil), ("Zg==\n", nil), ("\u{E9}", nil),
        ] as [(String, [UInt8]?)])
    func decoding(text: String, bytes: [UInt8]?) {
        #expect(StandardBase64.decode(text) == bytes)
    }
}
