import AppFrameworks
import BridgePrimitives
import BridgeTrace
import Foundation
import SimulatedDevice
import Testing

@Suite("URLSession", .timeLimit(.minutes(5))) @MainActor
struct URLSessionTests {
    private nonisolated static let api: @Sendable (SiteRequest) -> SiteAnswer? = { request in
        switch request.path {
        case "/login": .json("{\"ok\":true}", cookies: ["session=s; Path=/; HttpOnly", "theme=dark; Path=/"])
        case "/from": .redirect("/to", cookies: ["hop=1; Path=/"])
        case "/away": .redirect("/to", status: 307)
        case "/loop": .redirect("/loop")
        case "/elsewhere": .redirect("myapp://done")
        case "/silent": nil
        case "/missing": SiteAnswer(status: 404, fields: ["Content-Type: text/plain; charset=UTF-8"], body: "no")
        default: .json("{}")
        }
    }

    @Test("Data and response come back; the trace has the request as the app's")
    func data() async throws {
        try await withApp(answering: Self.api) { app in
            var request = URLRequest(url: try app.url("/login"))
            request.httpMethod = "POST"
            request.httpBody = Data("{\"idtoken\":\"x\"}".utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            let (data, response) = try await URLSession.shared.data(for: request)
            let http = try #require(response as? HTTPURLResponse)
            #expect(http.statusCode == 200)
            #expect(http.mimeType == "application/json")
            #expect(http.value(forHTTPHeaderField: "content-type") == "application/json")
            #expect(http.expectedContentLength == 11)
            #expect(String(decoding: data, as: UTF8.self) == "{\"ok\":true}")
            #expect(app.site.requests.map(\.body) == ["{\"idtoken\":\"x\"}"])
            // Two fields are one, and can be taken apart again.
            let fields = try #require(http.allHeaderFields as? [String: String])
            #expect(fields["Set-Cookie"] == "session=s; Path=/; HttpOnly, theme=dark; Path=/")
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: fields, for: try app.url())
            #expect(cookies.map(\.name) == ["session", "theme"])
            #expect(HTTPCookieStorage.shared.cookies?.map(\.name).sorted() == ["session", "theme"])
            #expect(
                app.trace.events.filter { if case .request = $0.kind { $0.actor == .app } else { false } }.count == 1)
            let missing = try await URLSession.shared.data(from: try app.url("/missing")).1 as? HTTPURLResponse
            #expect(missing?.statusCode == 404)
            #expect(missing?.textEncodingName == "utf-8")
        }
    }

    @Test("A task with a handler: begun by resume, called as code of the app")
    func handlers() async throws {
        try await withApp(answering: Self.api) { app in
            let url = try app.url("/login")
            let (text, wasApp): (String?, Bool) = await withCheckedContinuation { continuation in
                let task = URLSession.shared.dataTask(with: url) { data, _, error in
                    let text = error == nil ? data.map { String(decoding: $0, as: UTF8.self) } : nil
                    continuation.resume(returning: (text, AppProcess.current != nil))
                }
                #expect(task.state == .suspended)
                task.resume()
                task.resume()
                #expect(task.state != .suspended)
            }
            #expect(text == "{\"ok\":true}")
            #expect(wasApp)
            #expect(app.site.requests.count == 1)
        }
    }

    @Test(
        "What fails is a URLError, with our reason",
        arguments: [
            ("/loop", URLError.Code.httpTooManyRedirects, "load/too-many-redirects"),
            ("/elsewhere", .unsupportedURL, "load/unsupported-redirect"),
        ])
    func failures(path: String, code: URLError.Code, reason: String) async throws {
        try await withApp(answering: Self.api) { app in
            let url = try app.url(path)
            do {
                _ = try await URLSession.shared.data(from: url)
                Issue.record("there is no answer")
            } catch let error as URLError {
                #expect(error.code == code)
                #expect(error.userInfo["reasons"] as? [String] == [reason])
            }
        }
    }

    @Test("No network, no scheme, no cache")
    func unreachable() async throws {
        try await withApp(hasNetwork: false) { app in
            for (request, code) in [
                (URLRequest(url: try app.url()), URLError.Code.cannotConnectToHost),
                (URLRequest(url: URL(filePath: "/etc/hosts")), .unsupportedURL),
                (URLRequest(url: try app.url(), cachePolicy: .returnCacheDataDontLoad), .resourceUnavailable),
            ] {
                let error = await #expect(throws: URLError.self) { try await URLSession.shared.data(for: request) }
                #expect(error?.code == code)
                #expect(error?.failingURL == request.url)
            }
        }
    }

    /// What an app shows its user, or logs.
    @Test("An error says in words what failed, and where")
    func words() async throws {
        try await withApp(answering: Self.api) { app in
            let url = try #require(URL(string: "http://nobody.invalid/"))
            let error = await #expect(throws: URLError.self) { try await URLSession.shared.data(from: url) }
            let told = "A server with the specified hostname could not be found."
            #expect(error?.localizedDescription == told)
            let bridged = try #require(error) as NSError
            #expect(bridged.localizedDescription == told)
            #expect(bridged.userInfo[NSURLErrorFailingURLErrorKey] as? URL == url)
            // Where the way ended, not where it began.
            let loop = await #expect(throws: URLError.self) {
                try await URLSession.shared.data(from: try app.url("/loop"))
            }
            #expect(loop?.localizedDescription == "too many HTTP redirects")
            #expect(loop?.failingURL?.path() == "/loop")
        }
    }

    @Test("The world's clock ends what takes too long; cancelling ends it too")
    func waiting() async throws {
        try await withApp(answering: Self.api) { app in
            let url = try app.url("/silent")
            let waiting = Task { try await URLSession.shared.data(for: URLRequest(url: url, timeoutInterval: 10)) }
            while app.site.requests.isEmpty { await Task.yield() }
            app.clock.advance(by: .seconds(10))
            let late = await #expect(throws: URLError.self) { try await waiting.value }
            #expect(late?.code == .timedOut)

            let error: (any Error)? = await withCheckedContinuation { continuation in
                let task = URLSession.shared.dataTask(with: url) { continuation.resume(returning: $2) }
                task.resume()
                task.cancel()
            }
            #expect((error as? URLError)?.code == .cancelled)
        }
    }

    @Test("An invalidated session ends all that it has under way, awaited or not")
    func invalidated() async throws {
        try await withApp(answering: Self.api) { app in
            let (url, session) = (try app.url("/silent"), URLSession(configuration: .default))
            let awaited = Task { try await session.data(from: url) }
            let handled = Task {
                await withCheckedContinuation { continuation in
                    session.dataTask(with: url) { continuation.resume(returning: $2 as? URLError) }.resume()
                }
            }
            while app.site.requests.count < 2 { await Task.yield() }
            session.invalidateAndCancel()
            #expect(await handled.value?.code == .cancelled)
            let error = await #expect(throws: URLError.self) { try await awaited.value }
            #expect(error?.code == .cancelled)
            #expect(session.delegate == nil)
        }
    }

    // MARK: - Cookies

    @Test(
        "Which storage a session reads and writes",
        arguments: [
            ("default", ["-", "session=s; theme=dark"], 2),
            ("ephemeral", ["-", "session=s; theme=dark"], 0),
            ("none", ["-", "-"], 0),
            ("silent", ["-", "-"], 2),  // httpShouldSetCookies = false
            ("refusing", ["-", "-"], 0),  // httpCookieAcceptPolicy = .never
            ("request", ["-", "-"], 0),  // httpShouldHandleCookies = false
        ])
    func storages(kind: String, sent: [String], shared: Int) async throws {
        try await withApp(answering: Self.api) { app in
            let configuration = kind == "ephemeral" ? URLSessionConfiguration.ephemeral : .default
            if kind == "none" { configuration.httpCookieStorage = nil }
            if kind == "silent" { configuration.httpShouldSetCookies = false }
            if kind == "refusing" { configuration.httpCookieAcceptPolicy = .never }
            let session = URLSession(configuration: configuration)
            for path in ["/login", "/me"] {
                var request = URLRequest(url: try app.url(path))
                request.httpShouldHandleCookies = kind != "request"
                _ = try await session.data(for: request)
            }
            #expect(app.site.requests.map { $0.cookie ?? "-" } == sent)
            #expect(HTTPCookieStorage.shared.cookies?.count == shared)
        }
    }

    @Test("A configuration is copied; its fields go with every request that has none of its own")
    func additionalHeaders() async throws {
        try await withApp(answering: Self.api) { app in
            let configuration = URLSessionConfiguration.default
            configuration.httpAdditionalHeaders = ["X-A": "1", "Authorization": "Bearer session"]
            let session = URLSession(configuration: configuration)
            configuration.httpAdditionalHeaders = nil
            var request = URLRequest(url: try app.url("/a"))
            request.setValue("Bearer own", forHTTPHeaderField: "authorization")
            _ = try await session.data(for: request)
            #expect(app.site.requests.first?.value("X-A") == "1")
            #expect(app.site.requests.first?.value("Authorization") == "Bearer own")
        }
    }

    // MARK: - Redirects and delegates

    @Test("Redirects are followed, with the cookies that they set")
    func redirects() async throws {
        try await withApp(answering: Self.api) { app in
            let response = try await URLSession.shared.data(from: try app.url("/from")).1
            #expect(response.url?.path() == "/to")
            #expect(app.site.log == ["GET /from -", "GET /to hop=1"])
        }
    }

    private final class Redirecting: NSObject, URLSessionTaskDelegate {
        let changes: Bool
        init(changes: Bool) { self.changes = changes }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
        ) {
            guard changes else { return completionHandler(nil) }
            var request = request
            request.setValue("Bearer again", forHTTPHeaderField: "Authorization")
            completionHandler(request)
        }
    }

    private final class Awaiting: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest
        ) async -> URLRequest? { response.statusCode == 302 ? nil : request }
    }

    @Test("A delegate may keep a redirect for the answer, or change what is sent")
    func redirectDelegates() async throws {
        try await withApp(answering: Self.api) { app in
            let from = try app.url("/from")
            let session = URLSession(
                configuration: .default, delegate: Redirecting(changes: false), delegateQueue: nil)
            let kept = try await session.data(from: from).1 as? HTTPURLResponse
            #expect(kept?.statusCode == 302)
            #expect(kept?.value(forHTTPHeaderField: "Location") == "/to")
            // A delegate of the call's own is asked before the session's.
            let changed = try await session.data(from: from, delegate: Redirecting(changes: true)).1 as? HTTPURLResponse
            #expect(changed?.statusCode == 200)
            #expect(app.site.requests.last?.value("Authorization") == "Bearer again")
            let awaited = try await session.data(from: from, delegate: Awaiting()).1 as? HTTPURLResponse
            #expect(awaited?.statusCode == 302)
        }
    }

    private final class Collecting: NSObject, URLSessionDataDelegate {
        let (done, ended) = AsyncStream.makeStream(of: String.self)

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            ended.yield(String(decoding: data, as: UTF8.self))
        }
        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            ended.yield(error.map { "\(($0 as NSError).code)" } ?? "done")
            ended.finish()
        }
    }

    @Test("A session's delegate hears of tasks without a handler", arguments: ["/login", "/elsewhere"])
    func dataDelegate(path: String) async throws {
        try await withApp(answering: Self.api) { app in
            let delegate = Collecting()
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let session = URLSession(configuration: .default, delegate: delegate, delegateQueue: queue)
            session.dataTask(with: try app.url(path)).resume()
            var heard: [String] = []
            for await line in delegate.done { heard.append(line) }
            #expect(heard == (path == "/login" ? ["{\"ok\":true}", "done"] : ["-1002"]))
            session.finishTasksAndInvalidate()
            #expect(session.delegate == nil)
        }
    }
}
