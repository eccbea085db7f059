import Testing

@testable import WebViews

@Suite("data: URLs, Fetch §6", .timeLimit(.minutes(5)))
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

    @Test("Any bytes are read or refused")
    func random() {
        var state: UInt64 = 7
        func next(below limit: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % limit)
        }
        let alphabet = Array("data:;,=%#/base64 +AZaz09\u{0}\n\u{E9}")
        for _ in 0..<2000 {
            let tail = String((0..<next(below: 40)).map { _ in alphabet[next(below: UInt64(alphabet.count))] })
            if let url = DataURL("data:" + tail) { #expect(url.body.count <= tail.utf8.count) }
        }
    }
}
