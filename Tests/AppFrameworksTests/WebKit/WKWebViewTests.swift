import AppFrameworks
import BridgePrimitives
import BridgeTrace
import CookieStores
import Cookies
import Foundation
import SimulatedDevice
import Testing

@Suite("WKWebView", .timeLimit(.minutes(5))) @MainActor
struct WKWebViewTests {
    private nonisolated static let pages: @Sendable (SiteRequest) -> SiteAnswer? = { request in
        switch request.path {
        case "/from": .redirect("/to", cookies: ["hop=1; Path=/"])
        case "/loop": .redirect("/loop")
        case "/nothing": SiteAnswer(status: 204)
        case "/file": SiteAnswer(fields: ["Content-Type: application/zip"], body: "PK")
        case "/elsewhere": .redirect("myapp://done")
        case "/silent": nil
        default: .page("<title>\(request.path)</title>")
        }
    }

    @Test("The delegate is told in WebKit's order, of one navigation")
    func order() async throws {
        try await withApp(answering: Self.pages) { app in
            let view = WKWebView()
            let log = NavigationLog()
            view.navigationDelegate = log
            #expect(view.url == nil)
            let navigation = view.load(URLRequest(url: try app.url("/from")))
            #expect(view.isLoading)
            #expect(view.url?.path() == "/from")
            await log.wait()
            #expect(log.lines == ["start /from", "redirect /to", "commit /to", "finish /to"])
            #expect(log.navigations.allSatisfy { $0 === navigation })
            #expect(!view.isLoading)
            #expect(view.estimatedProgress == 1)
            #expect(view.title == "/to")
            #expect(app.site.log == ["GET /from -", "GET /to hop=1"])
        }
    }

    @Test(
        "What fails comes with Apple's domain and code, and with our reason",
        arguments: [
            ("/loop", NSURLErrorDomain, -1007, "too many HTTP redirects", "navigation/too-many-redirects"),
            ("/nothing", "WebKitErrorDomain", 102, "Frame load interrupted", "navigation/no-content"),
            ("/file", "WebKitErrorDomain", 102, "Frame load interrupted", "navigation/cannot-show"),
            ("/elsewhere", NSURLErrorDomain, -1002, "unsupported URL", "navigation/unsupported-scheme"),
        ])
    func failures(path: String, domain: String, code: Int, words: String, reason: String) async throws {
        try await withApp(answering: Self.pages) { app in
            let view = WKWebView()
            await view.loadAndWait(try app.url("/first"))
            let log = await view.loadAndWait(try app.url(path))
            let error = try #require(log.errors.first) as NSError
            #expect(error.domain == domain)
            #expect(error.code == code)
            #expect(error.localizedDescription == words)
            #expect(error.userInfo[NSURLErrorFailingURLErrorKey] is URL)
            #expect((error.userInfo["reasons"] as? [String])?.first == reason)
            #expect(log.lines.last?.hasPrefix("fail-provisional") == true)
            // The view shows what it showed before.
            #expect(view.url?.path() == "/first")
            #expect(view.title == "/first")
            #expect(!view.isLoading)
        }
    }

    @Test(
        "Addresses that no request can be made of",
        arguments: ["file:///etc/hosts", "myapp://done", "http://nobody.invalid:1/"])
    func addresses(address: String) async throws {
        try await withApp { app in
            let log = await WKWebView().loadAndWait(try #require(URL(string: address)))
            let error = try #require(log.errors.first)
            let known: [URLError.Code] = [.unsupportedURL, .cannotFindHost]
            #expect((error as? URLError).map { known.contains($0.code) } == true)
            #expect(app.navigations.last?.reasons.isEmpty == false)
        }
    }

    @Test("A device without a network is told so")
    func offline() async throws {
        try await withApp(hasNetwork: false) { app in
            let log = await WKWebView().loadAndWait(try app.url())
            #expect((log.errors.first as? URLError)?.code == .cannotConnectToHost)
        }
    }

    @Test("A load that is stopped, or overtaken by another, was cancelled")
    func cancelling() async throws {
        try await withApp(answering: Self.pages) { app in
            let view = WKWebView()
            let log = NavigationLog()
            view.navigationDelegate = log
            let first = view.load(URLRequest(url: try app.url("/silent")))
            let second = view.load(URLRequest(url: try app.url("/next")))
            await log.wait(for: 2)
            #expect(first !== second)
            #expect(log.errors.map { ($0 as? URLError)?.code } == [.cancelled])
            #expect(view.url?.path() == "/next")
            view.load(URLRequest(url: try app.url("/silent")))
            view.stopLoading()
            await log.wait(for: 3)
            #expect(log.errors.map { ($0 as? URLError)?.code } == [.cancelled, .cancelled])
            let reasons = app.navigations.flatMap(\.reasons).map(\.rawValue)
            #expect(reasons.contains("navigation/superseded"))
            #expect(reasons.contains("navigation/cancelled"))
            #expect(!view.isLoading)
        }
    }

    @Test("Back, forward, reload")
    func history() async throws {
        try await withApp(answering: Self.pages) { app in
            let view = WKWebView()
            #expect(view.goBack() == nil)
            #expect(view.reload() == nil)
            let log = await view.loadAndWait(try app.url("/a"))
            #expect(!view.canGoBack)
            await view.loadAndWait(try app.url("/b"), log)
            #expect(view.canGoBack)
            #expect(view.goBack() != nil)
            await log.wait(for: 3)
            #expect(view.url?.path() == "/a")
            #expect(view.canGoForward)
            view.reload()
            await log.wait(for: 4)
            view.goForward()
            await log.wait(for: 5)
            #expect(view.url?.path() == "/b")
            #expect(app.site.requests.map(\.path) == ["/a", "/b", "/a", "/a", "/b"])
        }
    }

    @Test("A request's fields, method and body reach the server; the user agent can be set")
    func requests() async throws {
        try await withApp { app in
            let configuration = WKWebViewConfiguration()
            configuration.applicationNameForUserAgent = "Shop/1"
            let view = WKWebView(frame: .zero, configuration: configuration)
            var request = URLRequest(
                url: try app.url("/a"), cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 10)
            request.httpMethod = "POST"
            request.httpBody = Data("a=1".utf8)
            request.setValue("Bearer x", forHTTPHeaderField: "authorization")
            request.addValue("b", forHTTPHeaderField: "X-A")
            request.addValue("c", forHTTPHeaderField: "x-a")
            let log = NavigationLog()
            view.navigationDelegate = log
            view.load(request)
            await log.wait()
            view.customUserAgent = "Mine/2"
            await view.loadAndWait(try app.url("/b"), log)
            let requests = app.site.requests
            #expect(requests.map(\.method) == ["POST", "GET"])
            #expect(requests[0].body == "a=1")
            #expect(requests[0].value("Authorization") == "Bearer x")
            #expect(requests[0].value("X-A") == "b,c")
            #expect(requests[0].value("Cache-Control") == "no-cache")
            #expect(requests[0].value("User-Agent")?.hasSuffix("Shop/1") == true)
            #expect(requests[1].value("User-Agent") == "Mine/2")
            #expect(try await view.evaluateJavaScript("navigator.userAgent") as? String == "Mine/2")
        }
    }

    @Test("A view takes a copy of its configuration; what copies share they go on sharing")
    func configuration() async throws {
        try await withApp { app in
            let configuration = WKWebViewConfiguration()
            let own = WKWebsiteDataStore.nonPersistent()
            configuration.websiteDataStore = own
            let view = WKWebView(frame: .zero, configuration: configuration)
            configuration.websiteDataStore = .nonPersistent()
            view.configuration.websiteDataStore = .nonPersistent()
            view.configuration.userContentController.addUserScript(
                WKUserScript(
                    source: "document.cookie = 'late=1'", injectionTime: .atDocumentStart, forMainFrameOnly: true))
            await view.loadAndWait(try app.url())
            #expect(view.configuration.websiteDataStore === own)
            #expect(await own.httpCookieStore.allCookies().map(\.name) == ["late"])
        }
    }

    @Test("HTML of the app's own has its base's cookies; without a base there are none")
    func htmlString() async throws {
        try await withApp { app in
            let view = WKWebView()
            let log = NavigationLog()
            view.navigationDelegate = log
            view.loadHTMLString("<title>T</title>", baseURL: try app.url())
            await log.wait()
            #expect(view.title == "T")
            _ = try await view.evaluateJavaScript("document.cookie = 'a=1'")
            #expect(try await view.evaluateJavaScript("document.cookie") as? String == "a=1")
            view.loadHTMLString("x", baseURL: nil)
            await log.wait(for: 2)
            #expect(view.url?.absoluteString == "about:blank")
            _ = try await view.evaluateJavaScript("document.cookie = 'a=1'")
            #expect(try await view.evaluateJavaScript("document.cookie") as? String == "")
            #expect(app.site.requests.isEmpty)
        }
    }

    @Test("A process that ends takes its views along")
    func end() async throws {
        try await withApp { app in
            let view = WKWebView()
            let url = try app.url()
            app.process.end()
            #expect(view.load(URLRequest(url: url)) == nil)
            #expect(app.site.requests.isEmpty)
        }
    }
}
