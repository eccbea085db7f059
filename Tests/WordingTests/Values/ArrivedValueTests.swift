import BridgePrimitives
import Reasons
import Testing

@testable import Wording

@Suite("Values as they arrived", .timeLimit(.minutes(5)))
struct ArrivedValueTests {
    private static func token(_ header: String, _ claims: String, signature: Int = 342) -> String {
        Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(claims.utf8)) + "."
            + String(repeating: "s", count: signature)
    }

    private static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    private static let rs256 = #"{"alg":"RS256","typ":"JWT"}"#
    static let custom = token(rs256, #"{"aud":"\#(audience)","uid":"taro","iss":"a","sub":"a"}"#)
    private static let customOfOther = token(rs256, #"{"aud":"\#(audience)","uid":"hana","iss":"a","sub":"a"}"#)
    private static let unsigned = token(#"{"alg":"none"}"#, #"{"aud":"\#(audience)","uid":"taro"}"#, signature: 0)
    private static let id = token(
        #"{"alg":"RS256","kid":"k"}"#, #"{"iss":"https://securetoken.google.com/shop","aud":"shop","sub":"taro"}"#)
    private static let session = token(
        rs256, #"{"iss":"https://session.firebase.google.com/shop","aud":"shop","sub":"taro"}"#)
    private static let own = token(#"{"alg":"HS256"}"#, #"{"sub":"taro"}"#, signature: 43)

    private static func percent(_ text: String) -> String {
        text.utf8.map { byte in
            PercentEncoding.isUnreserved(byte) ? String(UnicodeScalar(byte)) : PercentEncoding.encode([byte])
        }.joined()
    }

    struct Row: Sendable {
        let why: String
        let text: String
        let forms: [ValueForm]
        let reason: ReasonCode?
        var meant: String?
        var original: String?
        var member: String?
        var writer: ValueWriter?
    }

    static let rows: [Row] =
        [
            Row(why: "a custom token", text: custom, forms: [.intact], reason: nil, original: custom),
            Row(why: "an unsigned one", text: unsigned, forms: [.intact], reason: nil, original: unsigned),
            Row(
                why: "what was meant, whatever it is", text: "abc", forms: [.intact], reason: nil, meant: "abc",
                original: "abc"),
            Row(why: "empty", text: "", forms: [.empty], reason: TokenReason.empty.code),
            Row(why: "blanks", text: "  ", forms: [.spaceAround, .empty], reason: TokenReason.empty.code),
            Row(
                why: "a line break", text: custom + "\n", forms: [.spaceAround, .intact],
                reason: ValueReason.spaceAround.code, original: custom, writer: .shell),
        ]
        + ["undefined", "null", "NaN", "None", "nil", "(null)"].map {
            Row(why: "the word \($0)", text: $0, forms: [.nothingWord], reason: ValueReason.nothing.code)
        }
        + [
            "[object Promise]", "Promise { <pending> }", "{}", "<coroutine object f at 0x7f>",
            "Instance of 'Future<String>'", "System.Threading.Tasks.Task`1[System.String]",
        ].map {
            Row(
                why: "the promise \($0)", text: $0, forms: [.printedPromise], reason: ValueReason.printedPromise.code,
                writer: .missingAwait)
        }
        + ["[object Object]", "#<Token:0x00>", "<__main__.Token object at 0x7f>"].map {
            Row(why: "the object \($0)", text: $0, forms: [.printedObject], reason: ValueReason.printedObject.code)
        }
        + [
            Row(
                why: "Python's bytes", text: "b'\(custom)'", forms: [.printedBytes, .intact],
                reason: ValueReason.printedBytes.code, original: custom, writer: .pythonBytes),
            Row(
                why: "quotes", text: "\"\(custom)\"", forms: [.quoted, .intact], reason: PasteReason.quoted.code,
                original: custom, writer: .simpleCookie),
            Row(
                why: "Python's quoting of JSON, without the quotes", text: #"{\"token\": \"\#(custom)\"}"#,
                forms: [.quoted, .json, .intact], reason: PasteReason.quoted.code, original: custom, member: "token",
                writer: .simpleCookie),
            Row(
                why: "quotes of the other kind", text: "'\(custom)'", forms: [.quoted, .intact],
                reason: PasteReason.quoted.code, original: custom),
            Row(
                why: "percent-encoded twice, a JSON string", text: percent(percent("\"\(custom)\"")),
                forms: [.percentEncoded, .percentEncoded, .quoted, .intact], reason: PasteReason.percentEncoded.code,
                original: custom, writer: .encodedCookie),
            Row(
                why: "each dot is encoded", text: custom.replacing(".", with: "%2E"),
                forms: [.percentEncoded, .intact],
                reason: PasteReason.percentEncoded.code, original: custom),
            Row(
                why: "a JSON object", text: #"{"token":"\#(custom)"}"#, forms: [.json, .intact],
                reason: ValueReason.json.code, original: custom, member: "token", writer: .stringifiedObject),
            Row(
                why: "a JSON object in a cookie's quotes", text: #""{\"a\": 1\054 \"data\": {\"t\": \"\#(custom)\"}}""#,
                forms: [.quoted, .json, .intact], reason: PasteReason.quoted.code, original: custom, member: "data.t"),
            Row(
                why: "a JSON object without a token", text: #"{"error":"x"}"#, forms: [.json],
                reason: ValueReason.json.code),
            Row(
                why: "a JSON object with nothing for a token", text: #"{"customToken":"undefined"}"#,
                forms: [.json, .nothingWord], reason: ValueReason.nothing.code, member: "customToken"),
            Row(
                why: "Express's object", text: percent(#"j:{"token":"\#(custom)"}"#),
                forms: [.percentEncoded, .json, .intact], reason: PasteReason.percentEncoded.code, original: custom,
                member: "token"),
            Row(
                why: "Bearer", text: "Bearer \(custom)", forms: [.bearer, .intact],
                reason: ValueReason.bearerPrefix.code, original: custom),
            Row(
                why: "Bearer and nothing", text: "Bearer undefined", forms: [.bearer, .nothingWord],
                reason: ValueReason.nothing.code),
            Row(
                why: "Express's signature", text: "s%3A\(custom).\(String(repeating: "a", count: 43))",
                forms: [.percentEncoded, .signedCookie, .intact], reason: PasteReason.percentEncoded.code,
                original: custom),
            Row(
                why: "Express's signature, decoded", text: "s:\(custom).abc", forms: [.signedCookie, .intact],
                reason: ValueReason.signedCookie.code, original: custom, writer: .cookieParser),
            Row(
                why: "Django's signature", text: "\(custom):1tXyZa:\(String(repeating: "b", count: 43))",
                forms: [.signedCookie, .intact], reason: ValueReason.signedCookie.code, original: custom,
                writer: .django),
            Row(
                why: "Flask's session",
                text: Base64URL.encode(Array(#"{"user":"taro"}"#.utf8)) + ".Zx1abc."
                    + String(repeating: "c", count: 27),
                forms: [.signedCookie], reason: ValueReason.signedCookie.code, writer: .flaskSession),
            Row(
                why: "Rails's signature", text: "IlRhcm8i--" + String(repeating: "0a", count: 20),
                forms: [.signedCookie],
                reason: ValueReason.signedCookie.code, writer: .railsSigned),
            Row(
                why: "Rails's encryption", text: "c2VjcmV0--MTIzNDU2Nzg5MDEy--MTIzNDU2Nzg5MDEyMzQ1Ng==",
                forms: [.encryptedCookie], reason: ValueReason.encryptedCookie.code, writer: .railsEncrypted),
            Row(
                why: "Laravel's encryption",
                text: percent(StandardBase64.encode(Array(#"{"iv":"a","value":"bb","mac":"c","tag":""}"#.utf8))),
                forms: [.encryptedCookie], reason: ValueReason.encryptedCookie.code, writer: .laravel),
            Row(
                why: "iron-session", text: "Fe26.2*1*abc", forms: [.encryptedCookie],
                reason: ValueReason.encryptedCookie.code, writer: .ironSession),
            Row(
                why: "five parts", text: Base64URL.encode(Array(#"{"alg":"dir","enc":"A256GCM"}"#.utf8)) + "..a.b.c",
                forms: [.encryptedCookie], reason: ValueReason.encryptedCookie.code, writer: .authJS),
            Row(why: "two tokens", text: custom + id, forms: [.joined], reason: PasteReason.joined.code),
            Row(why: "two with a comma", text: "\(custom), \(id)", forms: [.joined], reason: PasteReason.joined.code),
            Row(
                why: "broken by a line end", text: String(custom.prefix(60)) + "\n" + custom.dropFirst(60),
                forms: [.lineBroken, .intact], reason: PasteReason.lineBroken.code, original: custom),
            Row(
                why: "padding", text: custom + "==", forms: [.padded, .intact], reason: PasteReason.padded.code,
                original: custom),
            Row(
                why: "the other alphabet", text: String(custom.dropLast(2)) + "+/",
                forms: [.standardAlphabet, .intact],
                reason: PasteReason.standardAlphabet.code, original: String(custom.dropLast(2)) + "-_"),
            Row(
                why: "base64 of the whole", text: StandardBase64.encode(Array(custom.utf8)), forms: [.base64, .intact],
                reason: ValueReason.base64.code, original: custom),
            Row(
                why: "base64 in lines, with one at the end",
                text: StandardBase64.encode(Array(custom.utf8)).prefix(60) + "\n"
                    + StandardBase64.encode(Array(custom.utf8)).dropFirst(60) + "\n",
                forms: [.spaceAround, .lineBroken, .base64, .intact], reason: ValueReason.base64.code, original: custom),
            Row(
                why: "small letters only", text: custom.lowercased(), forms: [.letterCase],
                reason: ValueReason.letterCase.code, writer: .normalised),
            Row(
                why: "Python's quoting, read by js-cookie", text: #"\"\#(custom)\""#,
                forms: [.quoted, .quoted, .intact],
                reason: PasteReason.quoted.code, original: custom),
            Row(
                why: "a signature that is too short", text: String(custom.dropLast(10)), forms: [.truncated],
                reason: ValueReason.truncated.code, writer: .shortColumn),
            Row(
                why: "cut within the payload", text: String(custom.prefix(60)), forms: [.truncated],
                reason: ValueReason.truncated.code),
            Row(
                why: "the beginning of what was meant", text: "abc", forms: [.truncated],
                reason: ValueReason.truncated.code, meant: "abcdef"),
            Row(
                why: "an ID token for a custom token", text: id, forms: [.otherKind],
                reason: TokenReason.isIDToken.code,
                meant: custom, original: id),
            Row(
                why: "a session cookie for a custom token", text: session, forms: [.otherKind],
                reason: TokenReason.isSessionCookie.code, meant: custom, original: session),
            Row(
                why: "a custom token for an ID token", text: custom, forms: [.otherKind],
                reason: TokenReason.isCustomToken.code, meant: id, original: custom),
            Row(
                why: "another user's custom token", text: customOfOther, forms: [.anotherToken],
                reason: ValueReason.anotherToken.code, meant: custom, original: customOfOther, writer: .oldCookie),
            Row(why: "an ID token, and nothing known", text: id, forms: [.intact], reason: nil, original: id),
            Row(
                why: "a token of the server's own", text: own, forms: [.unknownJWT],
                reason: ValueReason.unknownJWT.code,
                original: own),
            Row(why: "an address", text: "taro@example.com", forms: [.email], reason: ValueReason.email.code),
            Row(
                why: "a uid", text: "Ab12Cd34Ef56Gh78Ij90Kl12Mn34", forms: [.uid], reason: ValueReason.uid.code),
            Row(why: "anything else", text: "hello", forms: [.noToken], reason: TokenReason.malformed.code),
            Row(why: "no address", text: "@example.com", forms: [.noToken], reason: TokenReason.malformed.code),
        ]

    @Test(arguments: rows) func shape(_ row: Row) {
        let shape = ArrivedValue.shape(of: row.text, meant: row.meant)
        // Base64 of Laravel's may have nothing to encode, or an equals sign.
        let forms = row.writer == .laravel ? shape.forms.filter { $0 != .percentEncoded } : shape.forms
        #expect(forms == row.forms, "\(row.why): \(shape.forms)")
        #expect(shape.original == row.original, "\(row.why)")
        #expect(shape.member == row.member, "\(row.why)")
        #expect(shape.reason == row.reason, "\(row.why)")
        if let writer = row.writer { #expect(shape.writtenBy.contains(writer), "\(row.why)") }
    }

    @Test func eachFormHasARow() {
        let shown = Set(Self.rows.flatMap(\.forms))
        for form in ValueForm.allCases { #expect(shown.contains(form), "\(form)") }
    }

    @Test func eachFixIsASentence() {
        for writer in ValueTable.rows.flatMap(\.writers) {
            #expect(writer.fix.hasSuffix(".") && !writer.name.hasSuffix("."), "\(writer)")
        }
    }

    @Test func encodingsAreCounted() {
        let text = Self.percent(Self.percent(Self.percent("\"\(Self.custom)\"")))
        #expect(ArrivedValue.shape(of: text, meant: Self.custom).percentEncodings == 3)
    }

    @Test func theKindIsThatOfTheTokenInside() {
        #expect(ArrivedValue.shape(of: "\"\(Self.session)\"", meant: nil).kind == .sessionCookie)
        #expect(ArrivedValue.shape(of: "AMf-vByz", meant: nil).kind == .refreshToken)
        #expect(ArrivedValue.shape(of: "", meant: nil).kind == .missing)
    }

    /// 64 KiB each. Work that grew with the square of it would take longer than the suite may.
    @Test(arguments: ["%25", "\"", "'", "eyJ.", "{\"a\":", "s:", "=", ".", "--", "\\", " ", "b'", "Bearer ", "\u{0}"])
    func hostileValuesEnd(piece: String) {
        let text = String(repeating: piece, count: (1 << 16) / piece.utf8.count)
        #expect(!ArrivedValue.shape(of: text, meant: Self.custom).forms.isEmpty)
    }

    @Test func tooLongIsNotLookedInto() {
        let shape = ArrivedValue.shape(of: String(repeating: "a", count: ArrivedValue.byteLimit + 1), meant: nil)
        #expect(shape.reason == TokenReason.tooLarge.code)
    }

    @Test(arguments: [
        ("hello", true), (own, true), ("IlRhcm8i--" + String(repeating: "0a", count: 20), true), (custom, false),
        ("\"\(custom)\"", false), (String(custom.prefix(60)), false), ("undefined", false), ("", false), (id, false),
    ])
    func whatAServerMadeForItselfIsItsOwn(text: String, isOwn: Bool) {
        #expect(ArrivedValue.shape(of: text, meant: nil).isServersOwn == isOwn)
    }
}
