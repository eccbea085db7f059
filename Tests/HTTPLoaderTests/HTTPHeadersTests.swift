import HTTPLoader
import Testing

@Suite("Header fields", .timeLimit(.minutes(5)))
struct HTTPHeadersTests {
    @Test(arguments: [
        ("set-cookie", "Set-Cookie", true),
        ("a", "b", false),
        ("ab", "a", false),
        ("", "", true),
        ("x@", "x`", false),  // differ by the case bit, but are no letters
        ("x[", "x{", false),
        ("ſ", "s", false),  // long s is an s to Unicode only
        ("K", "\u{212A}", false),  // Kelvin sign
    ])
    func comparesNamesWithoutASCIICase(a: String, b: String, same: Bool) {
        #expect(HTTPHeaders.areSameName(a, b) == same)
    }

    @Test func keepsOrderSpellingAndRepeats() {
        var headers: HTTPHeaders = ["Set-Cookie": "a=1", "X": "1", "set-cookie": "b=2"]
        headers.append("SET-COOKIE", bytes: [0xFF])
        #expect(headers.map(\.name) == ["Set-Cookie", "X", "set-cookie", "SET-COOKIE"])
        #expect(headers.all("set-Cookie") == [Array("a=1".utf8), Array("b=2".utf8), [0xFF]])
        #expect(headers.first("SET-cookie") == "a=1")
        #expect(headers.first("absent") == nil)
    }

    @Test func setReplacesAllInThePlaceOfTheFirst() {
        var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3", "C": "4"]
        headers.set("a", "5")
        #expect(headers == ["a": "5", "B": "2", "C": "4"])
        headers.set("D", "6")
        #expect(headers.first("d") == "6")
        headers.remove("B")
        #expect(headers.map(\.name) == ["a", "C", "D"])
    }

    @Test(
        arguments: [
            (Array("é".utf8), "é"),  // UTF-8
            ([0xE9], "é"),  // Latin-1
            ([0xC3, 0xA9, 0xFF], "Ã©ÿ"),  // not UTF-8 as a whole: every byte by itself
            ([], ""),
        ] as [([UInt8], String)])
    func readsValuesWithoutLosingBytes(bytes: [UInt8], text: String) {
        #expect(HTTPHeaders.Field(name: "X", value: bytes).text == text)
    }

    @Test func printingShowsNoValues() throws {
        let headers: HTTPHeaders = ["Cookie": "customtoken=secret"]
        var dumped = ""
        let url = try WebURL("https://h/p?token=secret")
        let request = HTTPRequest(method: "POST", url: url, headers: headers, body: Array("secret".utf8))
        let response = HTTPResponse(status: 200, headers: headers, body: Array("secret".utf8))
        dump(headers, to: &dumped)
        dump([headers.fields], to: &dumped)
        dump(request, to: &dumped)
        dump(response, to: &dumped)
        dumped += "\(headers) \(headers.fields) \(request) \(response)"
        #expect(dumped.contains("Cookie"))
        #expect(!dumped.contains("secret"))
    }
}
