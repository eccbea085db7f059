import Testing

@testable import WebViews

@Suite("data: URLs, Fetch §6")
struct DataURLTests {
    @Test(arguments: [
        ("data:,a", "text/plain", "a"), ("DATA:text/html,%3Cp%3E", "text/html", "<p>"),
        ("data:text/html;charset=utf-8,x", "text/html", "x"), ("data:text/html,x#fragment", "text/html", "x"),
        ("data:;base64,YQ==", "text/plain", "a"), ("data:text/html; base64 ,Y Q", "text/html", "a"),
        ("data:text/html;BASE64,PHA+/w==", "text/html", "<p>\u{FFFD}"),  // the common alphabet
        ("data:,%", "text/plain", "%"), ("data:,%4", "text/plain", "%4"), ("data:,%zz%41", "text/plain", "%zzA"),
        ("data:,", "text/plain", ""), ("data:nonsense,x", "text/plain", "x"), ("data:,%00", "text/plain", "\0"),
    ])
    func reads(text: String, type: String, body: String) {
        let url = DataURL(text)
        #expect(url?.type.essence == type)
        #expect(url.map { String(decoding: $0.body, as: UTF8.self) } == body)
    }

    @Test(arguments: ["", "data:", "data:x", "date:,x", "data:;base64,!", "data:;base64,Y", "data:;base64,YQ==="])
    func refuses(text: String) {
        #expect(DataURL(text) == nil)
    }

    @Test("The length is capped")
    func limit() {
        let head = "data:,"
        #expect(DataURL(head + String(repeating: "x", count: DataURL.lengthLimit - head.utf8.count)) != nil)
        #expect(DataURL(head + String(repeating: "x", count: DataURL.lengthLimit - head.utf8.count + 1)) == nil)
    }
}
