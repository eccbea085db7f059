@testable import HTTPLoader
import Testing

@Suite("Heads of responses, RFC 9112 §5", .timeLimit(.minutes(5)))
struct ResponseHeadTests {
    @Test(arguments: [
        ("", []),
        ("HTTP/1.1 200 OK\r\n\r\n", []),
        ("HTTP/1.1 200 OK\r\nA: 1\r\nB:2\r\n\r\n", ["A=1", "B=2"]),
        ("HTTP/1.1 200 OK\nA: 1\n\n", ["A=1"]),  // bare line feeds
        ("HTTP/2 200 \r\nset-cookie: a\r\nset-cookie: b\r\n\r\n", ["set-cookie=a", "set-cookie=b"]),
        ("HTTP/1.1 200 OK\r\nA: \t x y \t\r\n\r\n", ["A=x y"]),  // white space around a value
        ("HTTP/1.1 200 OK\r\nA:\r\n\r\n", ["A="]),
        ("HTTP/1.1 200 OK\r\nA: b:c\r\n\r\n", ["A=b:c"]),  // the first colon counts
        ("HTTP/1.1 200 OK\r\nA : 1\r\n\r\n", ["A=1"]),
        ("HTTP/1.1 200 OK\r\n: 1\r\nB: 2\r\n\r\n", ["B=2"]),  // no name
        ("HTTP/1.1 200 OK\r\na b: 1\r\né: 1\r\n(c): 1\r\nB: 2\r\n\r\n", ["B=2"]),  // names that are no tokens
        ("HTTP/1.1 200 OK\r\nA: 1\r\na b: x\r\n y\r\n\r\n", ["A=1"]),  // … and what continues them
        ("HTTP/1.1 200 OK\r\nA: 1\r2\r\nB: 3\u{0}4\r\n\r\n", ["A=1 2", "B=3 4"]),  // a line end for others
        ("HTTP/1.1 200 OK\r\nA:\r\r \r\n\r\n", ["A="]),
        ("HTTP/1.1 200 OK\r\nA:\r\n 1\r\n \r\n 2\r\n\r\n", ["A=1 2"]),  // continued by nothing
        ("HTTP/1.1 200 OK\r\nno colon\r\nA: 1\r\n\r\n", ["A=1"]),
        ("HTTP/1.1 200 OK\r\nA: 1\r\n  2\r\n\t3\r\n\r\n", ["A=1 2 3"]),  // continued lines
        ("HTTP/1.1 200 OK\r\n  lost\r\n\r\n", []),  // continues nothing
        ("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nA: 1\r\n\r\n", ["A=1"]),  // interim left out
        ("HTTP/1.1 200 OK\r\nA: 1\r\n\r\nX-Trailer: t\r\n", ["A=1"]),  // trailer left out
        ("HTTP/1.1 200 OK\r\nHTTP/1.1 404 Not Found\r\nA: 1\r\n\r\n", ["A=1"]),  // only the first line is a status line
        ("HTTP/1.1 200 OK\r\nA: 1", ["A=1"]),  // cut off
        ("A: 1\r\n\r\n", []),  // no status line
    ])
    func readsTheFinalHead(lines: String, expected: [String]) {
        let fields = ResponseHead.fields(in: Array(lines.utf8))
        #expect(fields.map { "\($0.name)=\($0.text)" } == expected)
    }
}
