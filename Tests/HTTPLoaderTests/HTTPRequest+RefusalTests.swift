import HTTPLoader
import Reasons
import Testing

@Suite("Requests that are not sent", .timeLimit(.minutes(5)))
struct HTTPRequestRefusalTests {
    @Test(arguments: [
        "", " ", "GET ", "GE T", "GET\r\n", "GET\0", "G\u{E9}T", "GET/", "CONNECT", "TRACE", "TRACK",
        String(repeating: "A", count: 65),
    ])
    func refusesMethods(method: String) throws {
        let request = HTTPRequest(method: method, url: try WebURL("http://h/"))
        #expect(request.refusal(limits: TransportLimits())?.code == .invalidMethod)
    }

    @Test(arguments: [
        ("", "v"),
        (" X", "v"),
        ("X ", "v"),  // white space before the colon hides a field from some servers
        ("X:", "v"),
        ("X\r\nY", "v"),
        ("X\0", "v"),
        ("é", "v"),
        ("X", "a\r\nY: b"),
        ("X", "a\nb"),
        ("X", "a\rb"),
        ("X", "a\0b"),
        ("X", "\u{1}"),
        ("X", "\u{7F}"),
        ("Transfer-Encoding", "chunked"),
        ("Content-Length", "5"),  // the body has 4
        ("content-length", "4, 4"),
        ("Content-Length", "+4"),
    ])
    func refusesFields(name: String, value: String) throws {
        let request = HTTPRequest(
            method: "POST", url: try WebURL("http://h/"), headers: [name: value], body: Array("body".utf8))
        let refusal = request.refusal(limits: TransportLimits())
        #expect(refusal?.code == .invalidHeader)
        #expect(refusal?.cause.utf8.allSatisfy { $0 >= 0x20 } == true)
    }

    @Test(arguments: [
        ("X", ""), ("X", " a\tb "), ("X", "é"), ("!#$%&'*+-.^_`|~09azAZ", "v"), ("Content-Length", "4"),
        ("Host", "other"),
    ])
    func letsPass(name: String, value: String) throws {
        let request = HTTPRequest(
            method: "POST", url: try WebURL("http://h/"), headers: [name: value], body: Array("body".utf8))
        #expect(request.refusal(limits: TransportLimits()) == nil)
    }

    @Test func sizeIsCapped() throws {
        let limits = TransportLimits(headerBytes: 10)
        let url = try WebURL("http://h/")
        #expect(HTTPRequest(url: url, headers: ["X": "12345"]).refusal(limits: limits) == nil)
        #expect(HTTPRequest(url: url, headers: ["X": "123456"]).refusal(limits: limits)?.code == .tooLarge)
    }

    @Test func headCarriesNoBody() throws {
        let url = try WebURL("http://h/")
        #expect(
            HTTPRequest(method: "HEAD", url: url, body: []).refusal(limits: TransportLimits())?.code == .invalidMethod)
    }
}
