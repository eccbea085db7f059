@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Request bodies", .timeLimit(.minutes(5)))
struct WireBodyTests {
    @Test(arguments: [
        (#"{"id_token":"a"}"#, "idToken", "a"),  // snake case
        (#"{"idToken":"a"}"#, "idToken", "a"),
        (#"{"photoURL":"a"}"#, "photoUrl", "a"),  // capitals in a row are one word
        (#"{"iOSBundleId":"a"}"#, "iOsBundleId", "a"),  // so the iOS SDK's own name is lost, as in the emulator
        (#"{"return_secure_token":"a"}"#, "returnSecureToken", "a"),
        (#"{"localId":17}"#, "localId", "17"),  // a number where a string is declared
        (#"{"localId":"a","local_id":"b"}"#, "localId", "b"),  // the last spelling wins
        (#"{"unknown":{"deep":[1]},"localId":"a"}"#, "localId", "a"),  // unknown members are ignored
    ])
    func takesEverySpelling(json: String, name: String, expected: String) throws {
        #expect(try WireBody(json: Array(json.utf8)).string(name) == expected)
    }

    @Test func nullIsAbsent() throws {
        let body = try WireBody(json: Array(#"{"email":null,"mfa":{"enrollments":null}}"#.utf8))
        #expect(try body.string("email") == nil)
        #expect(try body.object("mfa")?.objects("enrollments").isEmpty == true)
    }

    @Test(
        arguments: [
            ("", nil, nil),  // most bodies are optional
            ("{}", nil, nil),
            ("{", "Invalid JSON payload received. Unexpected input at byte 1.", .malformedPayload),
            ("\u{0}", "Invalid JSON payload received. Unexpected input at byte 0.", .malformedPayload),
            ("[]", "Invalid JSON payload received.  must be object", .invalidArgument),
            ("\"x\"", "Invalid JSON payload received. The body is no object.", .malformedPayload),
            ("{\"a\":\"\r\n\"}", "Invalid JSON payload received. Unexpected input at byte 6.", .malformedPayload),
            (
                String(repeating: "[", count: 100_000),
                "Invalid JSON payload received. Unexpected input at byte 128.", .malformedPayload
            ),
        ] as [(String, String?, AuthReason?)])
    func isJSONOrSaysWhereNot(text: String, message: String?, reason: AuthReason?) {
        var refused: AuthRefusal?
        do { _ = try WireBody(json: Array(text.utf8)) } catch { refused = error }
        #expect(refused?.message == message && refused?.reason == reason)
    }

    @Test(arguments: [
        (#"{"email":true}"#, "/email must be string"),
        (#"{"email":[]}"#, "/email must be string"),
        (#"{"emailVerified":"true"}"#, "/emailVerified must be boolean"),
        (#"{"validSince":"soon"}"#, "/validSince must match format \"int64\""),
        (#"{"validSince":1.5}"#, "/validSince must match format \"int64\""),
        (#"{"deleteProvider":"phone"}"#, "/deleteProvider must be array"),
        (#"{"deleteProvider":["phone",{}]}"#, "/deleteProvider/1 must be string"),
        (#"{"deleteAttribute":["NAME"]}"#, "/deleteAttribute/0 must be equal to one of the allowed values"),
        (#"{"deleteAttribute":[99]}"#, "/deleteAttribute/0 must be equal to one of the allowed values"),
        (#"{"mfa":{"enrollments":[7]}}"#, "/mfa/enrollments/0 must be object"),
    ])
    func namesTheMemberOfTheWrongType(json: String, problem: String) throws {
        let body = try WireBody(json: Array(json.utf8))
        #expect(try refusal { try UpdateRequest(body) } == "Invalid JSON payload received. " + problem)
    }

    @Test(arguments: [
        (#"{"validSince":1300000000}"#, 1_300_000_000),
        (#"{"validSince":"1300000000"}"#, 1_300_000_000),
        (#"{"validSince":1300000000.0}"#, 1_300_000_000),
    ])
    func readsInt64AsTextOrNumber(json: String, expected: Int64) throws {
        #expect(try WireBody(json: Array(json.utf8)).integer("validSince") == expected)
    }

    @Test func enumerationsMayBeIndices() throws {
        let request = try UpdateRequest(WireBody(json: Array(#"{"deleteAttribute":[2,"PASSWORD"]}"#.utf8)))
        #expect(request.deleteAttributes == ["DISPLAY_NAME", "PASSWORD"])
    }

    @Test(arguments: [
        ("grant_type=refresh_token&refresh_token=a%2Bb+c", "refreshToken", "a+b c"),
        ("refresh_token=", "refreshToken", ""),
        ("refresh_token", "refreshToken", ""),
        ("refresh_token=a&refresh_token=b", "refreshToken", "b"),  // the last one
        ("refresh_token=%", "refreshToken", "%"),  // a broken escape stands for itself
        ("refresh_token=%4", "refreshToken", "%4"),
        ("refresh_token=%zz", "refreshToken", "%zz"),
        ("&&refresh_token=a=b&", "refreshToken", "a=b"),
        ("refresh_token=%E5%A4%AA", "refreshToken", "太"),
    ])
    func readsForms(form: String, name: String, expected: String) throws {
        #expect(try WireBody(form: Array(form.utf8)).string(name) == expected)
    }

    /// A name of the schema, or its place there; the first one is the unspecified.
    @Test(
        arguments: [
            (#"{"a":"ONE"}"#, "ONE", nil), (#"{"a":1}"#, "ONE", nil), (#"{"a":"1"}"#, "ONE", nil),
            (#"{"a":0}"#, "NONE", nil),
            (#"{"a":null}"#, nil, nil), ("{}", nil, nil),
            (#"{"a":2}"#, nil, "Invalid JSON payload received. /a must be equal to one of the allowed values"),
            (#"{"a":-1}"#, nil, "Invalid JSON payload received. /a must be equal to one of the allowed values"),
            (#"{"a":"one"}"#, nil, "Invalid JSON payload received. /a must be equal to one of the allowed values"),
            (
                #"{"a":9223372036854775807}"#, nil,
                "Invalid JSON payload received. /a must be equal to one of the allowed values"
            ),
            (#"{"a":["ONE"]}"#, nil, "Invalid JSON payload received. /a must be equal to one of the allowed values"),
        ] as [(String, String?, String?)])
    func enumerationsAreNamesOrPlaces(json: String, value: String?, message: String?) throws {
        let body = try WireBody(json: Array(json.utf8))
        do { #expect(try body.enumeration("a", schema: ["NONE", "ONE"]) == value) } catch {
            #expect(error.message == message)
        }
    }

    /// Resources that are kept as they are have one spelling at every depth, and no nulls.
    @Test func wholeResourcesAreSpelledInOneWay() throws {
        let text = #"{"sign_in":{"allow_duplicate_emails":true,"x":null},"list":[{"a_b":1}],"z":null}"#
        #expect(
            JSONValue.object(try WireBody(json: Array(text.utf8)).json)
                == ["signIn": ["allowDuplicateEmails": true], "list": [["aB": 1]]])
    }
}
