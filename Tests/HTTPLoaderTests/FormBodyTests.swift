import BridgePrimitives
import HTTPLoader
import Testing

@Suite("Form and JSON bodies")
struct FormBodyTests {
    @Test(
        arguments: [
            ([], ""),
            ([("", "")], "="),
            ([("a", "b c")], "a=b+c"),
            ([("a", "1"), ("a", "2")], "a=1&a=2"),  // repeats stay
            ([("a&b", "c=d")], "a%26b=c%3Dd"),
            ([("t", "*-._~+")], "t=*-._%7E%2B"),
            ([("t", "é\r\n\0")], "t=%C3%A9%0D%0A%00"),
            ([("t", "AZaz09")], "t=AZaz09"),
        ] as [([(String, String)], String)])
    func encodesAsTheURLStandardHasIt(pairs: [(String, String)], expected: String) {
        #expect(FormBody.encode(pairs) == Array(expected.utf8))
    }

    @Test func requestsCarryTheirType() throws {
        let url = try WebURL("http://h/")
        let form = HTTPRequest.form(
            url: url, fields: [("idtoken", "a.b")], headers: ["content-type": "text/plain", "X": "1"])
        #expect(form.method == "POST")
        #expect(form.headers == ["Content-Type": "application/x-www-form-urlencoded", "X": "1"])
        #expect(form.body == Array("idtoken=a.b".utf8))
        let json = HTTPRequest.json(method: "PATCH", url: url, value: ["a": [1, nil, "é"]])
        #expect(json.method == "PATCH")
        #expect(json.headers == ["Content-Type": "application/json"])
        #expect(json.body == Array(#"{"a":[1,null,"é"]}"#.utf8))
    }
}
