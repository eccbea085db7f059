import BridgePrimitives
import Testing

@Suite("Secrets do not print", .timeLimit(.minutes(5)))
struct SecretTests {
    @Test func inNoWayThatSwiftPrints() {
        struct Session { let token: Secret<String> }
        let session = Session(token: Secret("hunter2"))
        var dumped = ""
        dump(session, to: &dumped)
        for text in ["\(session)", String(reflecting: session), dumped, "\([session.token])"] {
            #expect(!text.contains("hunter2"))
        }
        #expect(session.token.reveal() == "hunter2")
    }

    @Test(arguments: [("hunter2", true), ("hunter3", false), ("hunter", false), ("", false), ("hunter22", false)])
    func compare(candidate: String, isEqual: Bool) {
        #expect(Secret("hunter2").matches(candidate) == isEqual)
    }
}

@Suite("base64url, RFC 4648 §5", .timeLimit(.minutes(5)))
struct Base64URLTests {
    @Test(
        arguments: [
            ([], ""), ([0], "AA"), ([0xFF, 0xEF], "_-8"), (Array("foobar".utf8), "Zm9vYmFy"), ([1, 2, 3, 4], "AQIDBA"),
        ] as [([UInt8], String)])
    func roundTrips(bytes: [UInt8], text: String) {
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text.utf8) == bytes)
    }

    @Test(arguments: ["A", "AA==", "A+A", "A/A", "AB", "AA\n", "é"])  // "AB" has bits left that are not zero
    func refusesOtherSpellings(text: String) {
        #expect(Base64URL.decode(text.utf8) == nil)
    }
}
