@testable import Proxying
import Testing

@Suite("What a request line asks a proxy for, RFC 9112 §3.2", .timeLimit(.minutes(5)))
struct RequestTargetTests {
    @Test(
        arguments: [
            ("http://a.example/x?y=1", "a.example", 80, "/x?y=1"),
            ("http://a.example:8080", "a.example", 8080, "/"),  // an empty path is the root
            ("HTTP://A.example/", "a.example", 80, "/"),
            ("http://a.example?x", "a.example", 80, "/?x"),
            ("http://a.example/x#y", "a.example", 80, "/x"),  // a fragment is never sent
            ("http://a.example//x", "a.example", 80, "//x"),
            ("http://[::1]:3000/x", "::1", 3000, "/x"),
            ("http://a.example/http://b.example/", "a.example", 80, "/http://b.example/"),
        ] as [(String, String, Int, String)])
    func absoluteForm(target: String, name: String, port: Int, path: String) throws {
        let host = try #require(ProxiedHost("\(name.contains(":") ? "[\(name)]" : name):\(port)", defaultPort: nil))
        #expect(RequestTarget(method: "GET", target: target) == .absolute(scheme: .http, host, path: path))
    }

    @Test func httpsHasItsPort() throws {
        let host = try #require(ProxiedHost("a.example:443", defaultPort: nil))
        #expect(
            RequestTarget(method: "GET", target: "https://a.example/") == .absolute(scheme: .https, host, path: "/"))
    }

    @Test func authorityForm() throws {
        let host = try #require(ProxiedHost("a.example:443", defaultPort: nil))
        #expect(RequestTarget(method: "CONNECT", target: "a.example:443") == .tunnel(host))
    }

    @Test(arguments: ["/", "/x?y", "*", "//a.example/"])
    func originForm(target: String) {
        #expect(RequestTarget(method: "GET", target: target) == .origin(path: target))
    }

    @Test(
        arguments: [
            ("GET", ""), ("GET", "a.example:443"), ("GET", "x"), ("GET", "ftp://a.example/"), ("GET", "http:///x"),
            ("GET", "http://"), ("GET", "http://user:pass@a.example/"), ("GET", "http://a.example:0/"),
            ("GET", "http://a.example:99999/"), ("GET", "http://a b/"), ("GET", "/x y"), ("GET", "/\u{7F}"),
            ("CONNECT", "a.example"),  // the port must be there
            ("CONNECT", "http://a.example/"), ("CONNECT", "/"), ("CONNECT", "*"), ("CONNECT", ""),
        ] as [(String, String)])
    func orNone(method: String, target: String) { #expect(RequestTarget(method: method, target: target) == nil) }
}
