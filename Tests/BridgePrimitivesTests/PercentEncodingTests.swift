import BridgePrimitives
import Testing

@Suite("Percent-encoding, RFC 3986 §2.1", .timeLimit(.minutes(5)))
struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""),
        ("aZ09-._~", "aZ09-._~"),  // unreserved, stays
        (" ", "%20"),  // never a plus sign
        ("+", "%2B"), ("*", "%2A"), ("!", "%21"), ("'", "%27"), ("(", "%28"),  // stay in other encodings
        ("&=%", "%26%3D%25"),
        ("\u{0}\r\n", "%00%0D%0A"),
        ("鈴", "%E9%88%B4"),  // upper-case hexadecimal, byte by byte
    ])
    func encodes(text: String, expected: String) {
        #expect(PercentEncoding.encode(text) == expected)
        #expect(PercentEncoding.decode(Array(expected.utf8)[...], plusIsBlank: false) == Array(text.utf8))
    }

    @Test(arguments: ["%", "%4", "%zz", "a%2", "%%41", "%+1"])
    func aCutEscapeIsNoTextAndStandsForItselfInBrowsers(text: String) {
        #expect(PercentEncoding.decode(Array(text.utf8)[...], plusIsBlank: true) == nil)
        let kept = PercentEncoding.decodeLeniently(Array(text.utf8)[...], plusIsBlank: false)
        #expect(kept == (text == "%%41" ? Array("%A".utf8) : Array(text.utf8)))
    }

    @Test func aPlusIsABlankInFormsOnly() {
        #expect(PercentEncoding.decode(Array("a+b".utf8)[...], plusIsBlank: true) == Array("a b".utf8))
        #expect(PercentEncoding.decode(Array("a+b".utf8)[...], plusIsBlank: false) == Array("a+b".utf8))
    }
}
