import BridgePrimitives
import Testing

@Suite("JSON, RFC 8259", .timeLimit(.minutes(5)))
struct JSONValueTests {
    @Test(arguments: [
        (#"{"b":1,"a":2}"#, #"{"b":1,"a":2}"#),  // members keep their order
        (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#),  // a repeated name: first place, last value
        ("{\"é\":1,\"e\u{301}\":2}", "{\"é\":1,\"e\u{301}\":2}"),  // the same to people, two names to JSON
        ("{\"K\":1,\"\u{212A}\":2}", "{\"K\":1,\"\u{212A}\":2}"),  // a letter and the sign of kelvins
        (#" [ 1 , 2.5 , -0 , 1e2 ] "#, "[1,2.5,0,100]"),
        (#""\u00e9\ud83d\ude00\/""#, "\"é😀/\""),  // escapes, a surrogate pair
        (#""\ud83d""#, "\"\u{FFFD}\""),  // a lone surrogate
        (#""\ud83dx""#, "\"\u{FFFD}x\""),  // … and what follows it stays
        ("9223372036854775807", "9223372036854775807"),
        ("null", "null"),
    ])
    func readsAndPrints(text: String, printed: String) throws {
        #expect(try JSONValue(parsing: text).text() == printed)
    }

    @Test(arguments: [
        ("", JSONParseFailure.Problem.unexpectedEnd, 0),
        ("{", .unexpectedEnd, 1),
        ("[1,]", .unexpectedByte, 3),
        ("{\"a\" 1}", .unexpectedByte, 5),
        ("01", .invalidNumber, 0),
        ("1.", .invalidNumber, 2),
        ("\"a\nb\"", .controlCharacter, 2),
        ("\"\\x\"", .invalidEscape, 2),
        ("nul", .unexpectedEnd, 3),
        ("1 2", .trailingBytes, 2),
        ("'a'", .unexpectedByte, 0),
    ])
    func saysWhatIsWrongAndWhere(text: String, problem: JSONParseFailure.Problem, offset: Int) {
        let failure = #expect(throws: JSONParseFailure.self) { try JSONValue(parsing: text) }
        #expect(failure?.problem == problem)
        #expect(failure?.offset == offset)
    }

    @Test func refusesBytesThatAreNotUTF8() {
        #expect(throws: JSONParseFailure.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test(arguments: [JSONValue.depthLimit, JSONValue.depthLimit + 1])
    func nestsOnlySoDeep(depth: Int) {
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(((try? JSONValue(parsing: text)) != nil) == (depth <= JSONValue.depthLimit))
    }

    @Test func findsMembersOfLargeObjectsAfterRemovals() {
        var object = JSONObject()
        for number in 0..<40 { object["m\(number)"] = .integer(Int64(number)) }
        object["m3"] = nil
        #expect(object["m39"] == 39)
        #expect(object["m3"] == nil)
        #expect(object.names.prefix(4) == ["m0", "m1", "m2", "m4"])
    }

    @Test func namesOfLargeObjectsAreTheirBytes() {
        var object = JSONObject((0..<20).map { ("m\($0)", .integer($0)) })
        object["é"] = 1
        object["e\u{301}"] = 2
        #expect(object.count == 22)
        #expect(object["é"] == 1)
        #expect(object["e\u{301}"] == 2)
    }

    @Test func moreValuesThanTheLimitAreRefused() throws {
        let text = Array("[1,[2],{\"a\":3}]".utf8)  // six values
        #expect(throws: Never.self) { try JSONValue(parsing: text, valueLimit: 6) }
        let failure = #expect(throws: JSONParseFailure.self) { try JSONValue(parsing: text, valueLimit: 5) }
        #expect(failure?.problem == .tooManyValues)
    }

    @Test func randomBytesEndInAValueOrAFailure() {
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array("{}[]\",:\\u0e1-.tfn \u{7F}é".utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            guard let value = try? JSONValue(parsing: bytes) else { continue }
            #expect((try? JSONValue(parsing: value.text())) == value)
        }
    }
}
