import TestSupport

/// What reached the server.
struct ReceivedRequest: Sendable {
    let method: String
    let target: String
    let headers: [(name: String, value: String)]
    let body: String

    func header(_ name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }
    var host: String { header("host").map { String($0.prefix { $0 != ":" }) } ?? "" }
    /// Of the server, as the client wrote it.
    var port: Int { header("host").flatMap { $0.split(separator: ":").last }.flatMap { Int($0) } ?? 80 }
    /// `GET app.localhost/path`
    var line: String { "\(method) \(host)\(target)" }
}

/// What the server answers.
enum Reply: Sendable {
    case response(status: Int, headers: [(String, String)], body: [UInt8])
    /// The connection stays open and nothing comes.
    case silence

    static func html(_ text: String = "<title>Page</title>", cookies: [String] = [], status: Int = 200) -> Reply {
        .response(
            status: status,
            headers: [("Content-Type", "text/html; charset=utf-8")] + cookies.map { ("Set-Cookie", $0) },
            body: Array(text.utf8))
    }
    static func redirect(_ location: String, cookies: [String] = [], status: Int = 302) -> Reply {
        .response(status: status, headers: [("Location", location)] + cookies.map { ("Set-Cookie", $0) }, body: [])
    }
    static func typed(_ type: String?, _ body: [UInt8], _ more: [(String, String)] = []) -> Reply {
        .response(status: 200, headers: (type.map { [("Content-Type", $0)] } ?? []) + more, body: body)
    }
}

/// A ``ScriptedServer`` that is asked and answers as sites are: one request a connection.
final class SiteServer: Sendable {
    private let server: ScriptedServer

    init(_ script: @escaping @Sendable (ReceivedRequest) -> Reply) throws {
        server = try ScriptedServer { request in
            guard let received = ReceivedRequest(request) else { return .close("") }
            return script(received).answer
        }
    }

    var port: Int { server.port }

    func stop() { server.stop() }

    func url(_ path: String = "/", on host: String = "app.localhost") -> String { "http://\(host):\(port)\(path)" }

    var requests: [ReceivedRequest] { server.received.compactMap(ReceivedRequest.init) }
    /// The `Cookie` headers in order; nil for a request without.
    var cookies: [String?] { requests.map { $0.header("cookie") } }

    /// Waits for the next request that nobody has waited for.
    func nextArrival() async -> ReceivedRequest? {
        for await request in server.arrivals { return ReceivedRequest(request) }
        return nil
    }
}

extension ReceivedRequest {
    fileprivate init?(_ request: ScriptedServer.Request) {
        let parts = request.line.split(separator: " ")
        guard parts.count == 3 else { return nil }
        self.init(
            method: String(parts[0]), target: String(parts[1]),
            headers: request.lines.dropFirst().compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return (line[..<colon].lowercased(), String(line[line.index(after: colon)...].drop { $0 == " " }))
            }, body: String(decoding: request.body, as: UTF8.self))
    }
}

extension Reply {
    fileprivate var answer: ScriptedServer.Answer {
        guard case .response(let status, let headers, let body) = self else { return .silence }
        var text = "HTTP/1.1 \(status) Scripted\r\nContent-Length: \(body.count)\r\nConnection: close\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        return .close(Array((text + "\r\n").utf8) + body)
    }
}
