import BridgePrimitives
import Testing
import Tokens

@Suite("Tokens in what is pasted", .timeLimit(.minutes(5)))
struct PastedTextTests {
    private static let token =
        "e30." + Base64URL.encode(Array(#"{"iss":"https://securetoken.google.com/my-app"}"#.utf8)) + "."
    /// As a service signs one.
    private static let long =
        "eyJhbGciOiJSUzI1NiJ9." + Base64URL.encode(Array(#"{"iss":"https://securetoken.google.com/my-app"}"#.utf8))
        + ".c2lnbmF0dXJl"
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
            ("e30=.eyJhdWQiOiJhIn0==.c2ln=", nil, [.padded]),
            ("e30%3D.eyJhdWQiOiJhIn0.", nil, [.percentEncoded, .padded]),
            ("e30.eyJhdWQiOiI/Pz8ifQ.a+b/", nil, [.standardAlphabet]),
            // Amid what nobody reads.
            ("curl -H 'Authorization: Bearer \(long)' https://app.test/", nil, []),
            ("https://app.test/?customtoken=\(long)&x=1.2", nil, []), ("\u{201C}\(long)\u{201D}", nil, []),
            ("`\(long)`", nil, []), (#""customToken": "\#(long)","#, nil, []), ("\(long)\u{200B}", nil, []),
            ("see https%3A%2F%2Fapp.test%2F%3Ft%3D\(long)%26", nil, []),
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

    @Test(
        "Two tokens in one text are two",
        arguments: [
            ("\(long)\(long)", [[], [.joined]]), ("\(long)\n\(long)\n", [[], []]), ("\(long) \(long)", [[], []]),
            ("\(long), \(long)", [[], []]),
            // Unsigned, so that a dot stands between them.
            ("eyJhbGciOiJub25lIn0.eyJhdWQiOiJhIn0.eyJhbGciOiJub25lIn0.eyJhdWQiOiJiIn0.", [[], [.joined]]),
            // Broken where a terminal ended its lines.
            ("\(long.prefix(40))\n\(long.dropFirst(40))\n\(long)", [[], [.joined]]),
        ] as [(String, [[PasteReason]])])
    func twoTokens(text: String, repairs: [[PasteReason]]) throws {
        let found = try PastedText(text).credentials
        #expect(found.map(\.repairs) == repairs)
        #expect(found.allSatisfy { $0.inspected.kind != .noToken })
    }

    /// Each look ahead is a short one.
    @Test(arguments: [
        String(repeating: "eyJ", count: 300_000), String(repeating: "eyJ.", count: 250_000),
        "eyJ.eyJ." + String(repeating: "eyJ", count: 300_000) + ".", String(repeating: "eyJ=.", count: 200_000),
    ])
    func whatOnlyBeginsAsOneTakesNoTime(text: String) throws {
        let found = try PastedText(text).credentials
        #expect(found.map(\.inspected.kind) == [.noToken])
    }

    @Test(arguments: [
        "hello", "eyJ", "eyJ.", "eyJ..", "eyJ.eyJ", "eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJhIn0", "\(long.prefix(30))…",
        "a=b; c=d", "=", ";", ":", "{}", "{\"a\":{\"b\":1}}", "Bearer", "\u{FEFF}", "%", "%%%2", "\"", "..",
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
