import AppFrameworks
import BridgePrimitives
import BridgeTrace
import CookieStores
import Cookies
import Foundation
import SimulatedDevice
import Testing

/// The articles' code, and what becomes of it.
@Suite("Articles on handing a session to a web view", .timeLimit(.minutes(5))) @MainActor
struct HandoffArticleTests {
    private func wait(for controller: WebViewController, _ begin: () async -> Void) async {
        await begin()
        if controller.finished.isEmpty {
            await withCheckedContinuation { continuation in
                controller.didFinish = {
                    controller.didFinish = nil
                    continuation.resume()
                }
            }
        }
    }

    @Test("A cookie in HTTPCookieStorage.shared never reaches the web view, and the trace says where it is")
    func sharedStorage() async throws {
        try await withApp { app in
            let controller = WebViewController(pageURL: try app.url())
            await wait(for: controller) { controller.openWithSharedStorage(token: "t") }
            #expect(app.site.log == ["GET / -"])
            #expect(app.withheld == ["customtoken: send/other-store"])
            // URLSession has it.
            _ = try await URLSession.shared.data(from: try app.url("/api"))
            #expect(app.site.log.last == "GET /api customtoken=t")
        }
    }

    @Test(
        "A cookie that nobody waits for loses the race against the load, where there is one",
        arguments: [
            (
                CookieProfile.ios18, WriteSchedule?.none, ["GET / -", "GET / customtoken=t"],
                ["customtoken: send/not-committed-yet"]
            ),
            (.ios18, .afterNextRequest, ["GET / -", "GET / customtoken=t"], ["customtoken: send/not-committed-yet"]),
            (.ios18, .prompt, ["GET / customtoken=t", "GET / customtoken=t"], []),  // works on the author's phone
            (.webkitgtk, nil, ["GET / customtoken=t", "GET / customtoken=t"], []),
        ])
    func notAwaited(
        profile: CookieProfile, schedule: WriteSchedule?, log: [String], withheld: [String]
    ) async throws {
        try await withApp(profile: profile) { app in
            let controller = WebViewController(pageURL: try app.url())
            if let schedule { app.process.app.dataStore.httpCookieStore.writeSchedule = schedule }
            await wait(for: controller) { controller.openWithoutWaiting(token: "t") }
            await controller.webView.loadAndWait(try app.url())
            #expect(app.site.log == log)
            #expect(app.withheld == withheld)
        }
    }

    @Test("Set and waited for, by handler or by await, the cookie is always there", arguments: [true, false])
    func awaited(usesHandler: Bool) async throws {
        try await withApp { app in
            let controller = WebViewController(pageURL: try app.url())
            await wait(for: controller) {
                if usesHandler {
                    controller.openWhenSet(token: "t")
                } else {
                    await controller.openAwaiting(token: "t")
                }
            }
            #expect(app.site.log == ["GET / customtoken=t"])
        }
    }

    @Test("A Cookie header of the app's own is gone after a redirect, and in no store")
    func header() async throws {
        try await withApp(answering: { $0.path == "/" ? .redirect("/main") : .page() }) { app in
            let controller = WebViewController(pageURL: try app.url())
            await wait(for: controller) { controller.openWithHeader(token: "t") }
            #expect(app.site.log == ["GET / customtoken=t", "GET /main -"])
            #expect(app.requests.last?.notes.map(\.rawValue).contains("send/manual-header-dropped") == true)
            #expect(try await controller.webView.evaluateJavaScript("document.cookie") as? String == "")
        }
    }

    @Test("A cookie from properties without an expiry is gone when the app is opened again", arguments: [true, false])
    func sessionCookie(hasExpiry: Bool) async throws {
        try await withApp { app in
            let controller = WebViewController(pageURL: try app.url())
            let expires = hasExpiry ? Date(timeIntervalSince1970: 1_795_251_600 + 86_400) : nil
            await wait(for: controller) { controller.openWhenSet(token: "t", expires: expires) }
            app.process.end()
            let next = try app.process.app.launch(.user)
            try await next.run { await WKWebView().loadAndWait(try app.url()) }
            #expect(app.site.log == ["GET / customtoken=t", hasExpiry ? "GET / customtoken=t" : "GET / -"])
        }
    }

    @Test("A user script comes after the page's own request, and goes to whatever page comes next")
    func userScript() async throws {
        try await withApp { app in
            let controller = WebViewController(pageURL: try app.url())
            await wait(for: controller) { controller.openWithScript(token: "t") }
            #expect(app.site.log == ["GET / -"])
            #expect(try await controller.webView.evaluateJavaScript("document.cookie") as? String == "customtoken=t")
            let log = await controller.webView.loadAndWait(try app.url(on: "partner.localhost"))
            await controller.webView.loadAndWait(try app.url(on: "partner.localhost"), log)
            #expect(app.site.log.last == "GET / customtoken=t")
        }
    }

    @Test("Cookies are the data store's, whatever the process pool: shared or not makes no difference")
    func processPools() async throws {
        try await withApp { app in
            let (first, second, other) = (WKWebViewConfiguration(), WKWebViewConfiguration(), WKWebViewConfiguration())
            other.processPool = first.processPool
            other.websiteDataStore = .nonPersistent()
            #expect(first.processPool !== second.processPool)
            let controller = WebViewController(pageURL: try app.url(), configuration: first)
            await wait(for: controller) { await controller.openAwaiting(token: "t") }
            await WKWebView(frame: .zero, configuration: second).loadAndWait(try app.url("/another-pool"))
            await WKWebView(frame: .zero, configuration: other).loadAndWait(try app.url("/same-pool"))
            #expect(
                app.site.log == ["GET / customtoken=t", "GET /another-pool customtoken=t", "GET /same-pool -"])
        }
    }

    @Test("The whole of it: exchange, copy, load, page posts back; then signing out")
    func whole() async throws {
        try await withApp(answering: { request in
            switch request.path {
            case "/exchange": .json("{}", cookies: ["customtoken=\(request.body.count); Path=/; Max-Age=60"])
            default: .page()
            }
        }) { app in
            let controller = WebViewController(pageURL: try app.url())
            let content = controller.webView.configuration.userContentController
            content.add(controller, name: "native")
            content.addUserScript(
                WKUserScript(
                    source: "webkit.messageHandlers.native.postMessage({ event: document.cookie })",
                    injectionTime: .atDocumentEnd, forMainFrameOnly: true))
            let exchange = try app.url("/exchange")
            await wait(for: controller) { controller.open(exchanging: "ID", at: exchange) }
            #expect(app.site.log == ["POST /exchange -", "GET / customtoken=16"])
            #expect(controller.received == ["customtoken=16"])
            #expect(controller.finished == ["/"])

            await controller.signOut()
            await controller.webView.loadAndWait(try app.url())
            #expect(app.site.log.last == "GET / -")
            #expect(HTTPCookieStorage.shared.cookies?.isEmpty == true)
        }
    }

    @Test("The cookie copied to the backend's host is of no use to the page's")
    func otherHost() async throws {
        try await withApp(answering: { request in
            request.path == "/exchange" ? .json("{}", cookies: ["customtoken=t; Path=/"]) : .page()
        }) { app in
            let controller = WebViewController(pageURL: try app.url(on: "www.app.localhost"))
            let exchange = try app.url("/exchange", on: "app.localhost")
            await wait(for: controller) { controller.open(exchanging: "ID", at: exchange) }
            #expect(app.site.log.last == "GET / -")
            #expect(app.withheld.contains { $0.hasPrefix("customtoken: send/host-only") })
        }
    }
}
