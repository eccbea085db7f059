import AppFrameworks
import BridgePrimitives
import BridgeTrace
import Testing

@Suite("The page of a request", .timeLimit(.minutes(5))) @MainActor
struct MainDocumentTests {
    private nonisolated static let refused = ["session: rejected store/third-party-blocked"]
    private nonisolated static let stored = ["session: stored "]

    @Test(
        "A response of another site than the page's sets nothing, where session or storage say so",
        arguments: [
            (.onlyFromMainDocumentDomain, .always, "http://news.test/", refused),
            (.onlyFromMainDocumentDomain, .always, "http://www.app.localhost/", stored),
            (.onlyFromMainDocumentDomain, .always, nil, stored),
            (.always, .always, "http://news.test/", stored),
            (.always, .onlyFromMainDocumentDomain, "http://news.test/", refused),
            (.always, .onlyFromMainDocumentDomain, nil, stored),
            (.never, .onlyFromMainDocumentDomain, "http://news.test/", ["session: ignored store/cookies-disabled"]),
        ] as [(HTTPCookie.AcceptPolicy, HTTPCookie.AcceptPolicy, String?, [String])])
    func policies(
        ofSession: HTTPCookie.AcceptPolicy, ofStorage: HTTPCookie.AcceptPolicy, page: String?, expected: [String]
    ) async throws {
        try await withApp(answering: { _ in .json("{}", cookies: ["session=s; Path=/"]) }) { app in
            HTTPCookieStorage.shared.cookieAcceptPolicy = ofStorage
            let configuration = URLSessionConfiguration.default
            configuration.httpCookieAcceptPolicy = ofSession
            var request = URLRequest(url: try app.url())
            request.mainDocumentURL = page.flatMap { URL(string: $0) }
            _ = try await URLSession(configuration: configuration).data(for: request)
            let outcomes = app.writes.map { write in
                "\(write.name): \(write.outcome.rawValue) "
                    + write.reasons.map(\.rawValue).filter { !$0.hasPrefix("note/") }.joined(separator: " ")
            }
            #expect(outcomes == expected)
            #expect(HTTPCookieStorage.shared.cookies?.isEmpty == (expected != Self.stored))
        }
    }

    @Test("It stays the page through redirects, which a delegate sees; what is stored goes to other sites all the same")
    func redirects() async throws {
        try await withApp(answering: { request in
            request.path == "/from"
                ? .redirect("/to", cookies: ["hop=1; Path=/"]) : .json("{}", cookies: ["end=1; Path=/"])
        }) { app in
            let cookie = try #require(
                HTTPCookie(properties: [.name: "there", .value: "1", .domain: "app.localhost", .path: "/"]))
            HTTPCookieStorage.shared.setCookie(cookie)
            let (session, delegate) = (URLSession.shared, Redirected())
            var request = URLRequest(url: try app.url("/from"))
            request.mainDocumentURL = URL(string: "http://news.test/")
            _ = try await session.data(for: request, delegate: delegate)
            #expect(app.site.log == ["GET /from there=1", "GET /to there=1"])
            #expect(await delegate.page?.host() == "news.test")
            #expect(HTTPCookieStorage.shared.cookies?.map(\.name) == ["there"])
        }
    }

    private actor Redirected: URLSessionTaskDelegate {
        private(set) var page: URL?

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest
        ) async -> URLRequest? {
            page = request.mainDocumentURL
            return request
        }
    }
}
