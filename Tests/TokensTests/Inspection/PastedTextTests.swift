import BridgePrimitives
import Testing
import Tokens

@Suite("Tokens in what is pasted", .timeLimit(.minutes(5)))
struct PastedTextTests {
    private static let token =
        "e30." + Base64URL.encode(Array(#"{"iss":"https://securetoken.google.com/my-app"}"#.utf8)) + "."
    private static let refresh = StandardBase64.encode(
        Array(#"{"_AuthEmulatorRefreshToken":"x","localId":"u12"}"#.utf8))

    @Test(
        arguments: [
            (token, nil, []),
            ("  \(token)\r\n", nil, []),
            ("customtoken=\(token); Path=/; HttpOnly", "customtoken", []),
            ("Set-Cookie: customtoken=\(token); Path=/", "customtoken", []),
            ("cookie: a=b; customtoken=\(token)", "customtoken", []),
            ("Authorization: Bearer \(token)", "authorization", []),
            ("Bearer \(token)", "bearer", []), ("bearer  \(token)", "bearer", []),
            (#"{"kind":"x","idToken":"\#(token)","expiresIn":"3600"}"#, "idToken", []),
            (#"{"data":{"customToken":"\#(token)"}}"#, "data.customToken", []),
            ("\"\(token)\"", nil, [.quoted]),
            ("t='\(token)'", "t", [.quoted]),
            ("t=\(token.replacing(".", with: "%2E"))", "t", [.percentEncoded]),
            ("t=%22\(token)%22", "t", [.percentEncoded, .quoted]),
            ("\(token.prefix(9))\n\(token.dropFirst(9))", nil, [.lineBroken]),
            // {"aud":"a","aud":"b"}
            ("e30.eyJhdWQiOiJhIiwiYXVkIjoiYiJ9.", nil, [.repeatedName]),
            // Padding is no cookie's equals sign.
            (refresh, nil, []),
        ] as [(String, String?, [PasteReason])])
    func tokensAreFound(text: String, name: String?, repairs: [PasteReason]) throws {
        let found = try PastedText(text).credentials
        #expect(found.count == 1)
        #expect(found.first?.name == name)
        #expect(found.first?.repairs == repairs)
        #expect(found.first?.inspected.kind != .noToken)
    }

    @Test func allTokensOfALineAreFoundInItsOrder() throws {
        let found = try PastedText("Cookie: b=\(Self.token); x=1; a=\(Self.token)").credentials
        #expect(found.map(\.name) == ["b", "a"])
    }

    @Test(arguments: [
        "hello", "a=b; c=d", "=", ";", ":", "{}", "{\"a\":{\"b\":1}}", "Bearer", "\u{FEFF}", "%", "%%%2", "\"", "..",
        "\u{0}",
    ])
    func whatHoldsNoneIsOneTextThatIsNoToken(text: String) throws {
        let found = try PastedText(text).credentials
        #expect(found.map(\.inspected.kind) == [.noToken])
    }

    @Test func emptyAndHugeTextsAreRefused() {
        #expect(throws: TokenReason.empty) { try PastedText(" \n") }
        #expect(throws: TokenReason.tooLarge) {
            try PastedText(String(repeating: "a", count: PastedText.byteLimit + 1))
        }
    }
}
