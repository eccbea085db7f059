import BridgePrimitives
import HTTPLoader
import Testing

@Suite("Form and JSON bodies", .timeLimit(.minutes(5)))
struct RequestBodiesTests {
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
