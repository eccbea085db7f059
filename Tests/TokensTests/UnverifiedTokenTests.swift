import BridgePrimitives
import Testing
import Tokens

@Suite("Reading a token, RFC 7515 §3.1", .timeLimit(.minutes(5)))
struct UnverifiedTokenTests {
    @Test func readsHeaderAndClaimsInTheirOrder() throws {
        let token = try UnverifiedToken(parsing: OpenSSLFixture.idToken)
        #expect(token.header.names == ["alg", "kid", "typ"])
        #expect(token.payload.names == ["iss", "aud", "auth_time", "user_id", "sub", "iat", "exp"])
        #expect(token.algorithm == "RS256")
        #expect(token.keyID == "openssl")
        #expect(token.audience == "demo-bridge")
        #expect(token.issuer == "https://securetoken.google.com/demo-bridge")
        #expect(token.subject == "u1")
        #expect(token.expiry == Instant(secondsSinceEpoch: 4600))
        #expect(token.issueTime == Instant(secondsSinceEpoch: 1000))
        #expect(token.authTime == Instant(secondsSinceEpoch: 1000))
        #expect(token.notBefore == nil)
        #expect(token.isIDToken && !token.isCustomToken)
    }

    // e30 is {}, W10 is [], bnVsbA is null, Ww is [.
    @Test(arguments: [
        ("", TokenReason.empty),
        ("e", .malformed),  // one byte
        ("e30", .malformed),  // one part
        ("e30.e30", .malformed),  // two: unsigned tokens keep their second dot
        ("e30.e30.AA.AA", .malformed),  // four
        ("...", .malformed),  // four empty parts
        ("..", .notJSON),  // three empty parts: no JSON in them
        ("e30=.e30.AA", .malformed),  // padding
        ("e30.e30.AA==", .malformed),
        ("e30.e30.A+/A", .malformed),  // the other base64's alphabet
        ("e30.e30.A", .malformed),  // a lone character encodes nothing
        ("e30.e30.AB", .malformed),  // bits after the end that are not zero
        (" e30.e30.AA", .malformed),
        ("e30.e30.AA\r\n", .malformed),
        ("e30.e30.AA\0", .malformed),
        ("\"e30.e30.AA\"", .malformed),  // quotes of a JSON body
        ("e30.e30.A\u{E9}", .malformed),  // not ASCII
        ("e30.e\u{301}30.AA", .malformed),  // an accent on an ASCII letter
        ("e30%2Ee30%2EAA", .malformed),  // percent escapes
        ("W10.e30.AA", .notJSON),  // header: an array
        ("e30.W10.AA", .notJSON),  // payload: an array
        ("e30.bnVsbA.AA", .notJSON),  // payload: null
        ("e30.Ww.AA", .notJSON),  // payload: broken JSON
        ("e30.gA.AA", .notJSON),  // payload: not UTF-8
    ])
    func refusesWhatIsNoToken(text: String, reason: TokenReason) {
        #expect(throws: reason) { try UnverifiedToken(parsing: text) }
    }

    @Test func anUnsignedTokenHasAnEmptyThirdPart() throws {
        #expect(try UnverifiedToken(parsing: "e30.e30.").header == JSONObject())
    }

    @Test(arguments: [(-1, nil), (0, nil), (1, TokenReason.tooLarge)])
    func sizeIsCapped(excess: Int, reason: TokenReason?) {
        let head = "e30.e30."
        let text = head + String(repeating: "A", count: UnverifiedToken.byteLimit - head.utf8.count + excess)
        var thrown: TokenReason?
        do { _ = try UnverifiedToken(parsing: text) } catch { thrown = error }
        #expect(thrown == reason)
    }

    @Test func aRepeatedNameHasItsLastValue() throws {
        let text = try TokenFixture.token(
            headerText: #"{"alg":"RS256","alg":"none"}"#, payloadText: #"{"aud":"a","sub":"u1","aud":"b"}"#, key: nil)
        let token = try UnverifiedToken(parsing: text)
        #expect(token.algorithm == "none")
        #expect(token.audience == "b")
    }

    @Test(arguments: [
        ("1000", Instant(secondsSinceEpoch: 1000)),
        ("1000.5", Instant(millisecondsSinceEpoch: 1_000_500)),  // RFC 7519 §2 allows a fraction
        ("-1.0005", Instant(millisecondsSinceEpoch: -1001)),  // rounded down, before the epoch too
        ("1e3", Instant(secondsSinceEpoch: 1000)),
        ("9223372036854775807", Instant(secondsSinceEpoch: .max)),  // clamped, no trap
        ("1e300", nil), ("1e999", nil), ("\"1000\"", nil), ("true", nil), ("null", nil), ("[1000]", nil),
    ])
    func datesAreNumbers(json: String, expected: Instant?) throws {
        let text = try TokenFixture.token(headerText: "{}", payloadText: "{\"exp\":\(json)}", key: nil)
        #expect(try UnverifiedToken(parsing: text).expiry == expected)
    }

    @Test func printsNothingOfItself() throws {
        let token = try UnverifiedToken(parsing: OpenSSLFixture.idToken)
        var dumped = ""
        dump([token], to: &dumped)
        #expect("\(token) \([token]) \(dumped)".contains("u1") == false)
    }

    @Test func arbitraryBytesEndWithoutATrap() {
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array("eyJ30.W1=\u{E9}{}\"-_A".utf8)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            let text = String(decoding: bytes, as: UTF8.self)
            if (try? UnverifiedToken(parsing: text)) != nil { #expect(text.utf8.count { $0 == 0x2E } == 2) }
        }
    }
}
