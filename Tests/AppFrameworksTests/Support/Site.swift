import Foundation
import TestSupport

/// What a site was asked.
struct SiteRequest: Sendable {
    let method: String
    let path: String
    let cookie: String?
    let head: String
    let body: String

    func value(_ name: String) -> String? {
        head.components(separatedBy: "\r\n").dropFirst()
            .first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}

/// What a site answers.
struct SiteAnswer: Sendable {
    var status = 200
    var fields: [String] = []
    var body = ""

    static func page(_ html: String = "<title>Page</title>", cookies: [String] = []) -> SiteAnswer {
        SiteAnswer(
            fields: ["Content-Type: text/html; charset=utf-8"] + cookies.map { "Set-Cookie: \($0)" }, body: html)
    }
    static func json(_ body: String, cookies: [String] = []) -> SiteAnswer {
        SiteAnswer(fields: ["Content-Type: application/json"] + cookies.map { "Set-Cookie: \($0)" }, body: body)
    }
    static func redirect(_ target: String, status: Int = 302, cookies: [String] = []) -> SiteAnswer {
        SiteAnswer(status: status, fields: ["Location: \(target)"] + cookies.map { "Set-Cookie: \($0)" })
    }
}

/// A server that plays every host under `.localhost`.
final class Site: Sendable {
    private let server: ScriptedServer

    /// - Parameter answer: nil for a server that says nothing.
    init(_ answer: @escaping @Sendable (SiteRequest) -> SiteAnswer?) throws {
        server = try ScriptedServer { request in
            guard let answer = answer(SiteRequest(request)) else { return .silence }
            let fields = ["HTTP/1.1 \(answer.status) Scripted", "Content-Length: \(answer.body.utf8.count)"]
            return .close(
                (fields + answer.fields + ["Connection: close", "", ""]).joined(separator: "\r\n") + answer.body)
        }
    }

    func address(_ path: String = "/", on host: String = "app.localhost") -> String {
        "http://\(host):\(server.port)\(path)"
    }

    var requests: [SiteRequest] { server.received.map { SiteRequest($0) } }
    /// `GET / a=1`, with a dash for a request without cookies.
    var log: [String] { requests.map { "\($0.method) \($0.path) \($0.cookie ?? "-")" } }

    func stop() { server.stop() }
}

extension SiteRequest {
    fileprivate init(_ request: ScriptedServer.Request) {
        let parts = request.line.split(separator: " ").map(String.init)
        self.init(
            method: parts.first ?? "", path: parts.dropFirst().first ?? "", cookie: request.values("cookie").first,
            head: request.head, body: String(decoding: request.body, as: UTF8.self))
    }
}
