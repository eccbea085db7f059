import AppFrameworks
import BridgePrimitives
import CookieStores
import Foundation
import SimulatedDevice
import Testing
import WebViews

@Suite("Scripts and messages of a WKWebView", .timeLimit(.minutes(5))) @MainActor
struct WKWebViewScriptsTests {
    @Test("Results have the types that WebKit gives them")
    func results() async throws {
        try await withApp { app in
            let view = WKWebView()
            await view.loadAndWait(try app.url("/a"))
            #expect(try await view.evaluateJavaScript("'text'") as? String == "text")
            #expect(try await view.evaluateJavaScript("42") as? Int == 42)
            #expect(try await view.evaluateJavaScript("42") as? Double == 42)
            #expect(try await view.evaluateJavaScript("1.5") as? Double == 1.5)
            #expect(try await view.evaluateJavaScript("1 < 2") as? Bool == true)
            #expect(try await view.evaluateJavaScript("[1, 'a']") as? [AnyHashable] == [NSNumber(value: 1), "a"])
            let object = try await view.evaluateJavaScript("({ a: 'b', c: [true] })") as? [String: Any]
            #expect(object?["a"] as? String == "b")
            #expect(object?["c"] as? [Bool] == [true])
            #expect(try await view.evaluateJavaScript("undefined") == nil)
            let title = await withCheckedContinuation { continuation in
                view.evaluateJavaScript("document.title") { value, error in
                    continuation.resume(returning: error == nil ? value as? String : nil)
                }
            }
            #expect(title == "Page")
        }
    }

    @Test(
        "Scripts that fail give WKErrors",
        arguments: [
            ("document.cookie = ", WKError.Code.javaScriptExceptionOccurred, "script/syntax-error"),
            ("throw new Error('no')", .javaScriptExceptionOccurred, "script/threw"),
            ("localStorage.setItem('a', 'b')", .javaScriptExceptionOccurred, "script/not-simulated"),
            ("(function () {})", .javaScriptResultTypeIsUnsupported, "script/unsupported-result"),
        ])
    func failures(script: String, code: WKError.Code, reason: String) async throws {
        try await withApp { app in
            let view = WKWebView()
            await view.loadAndWait(try app.url())
            do {
                _ = try await view.evaluateJavaScript(script)
                Issue.record("nothing was thrown")
            } catch {
                #expect((error as? WKError)?.code == code)
                let bridged = error as NSError
                #expect(bridged.domain == WKErrorDomain)
                #expect(bridged.code == code.rawValue)
                #expect(
                    bridged.localizedDescription
                        == (code == .javaScriptExceptionOccurred
                            ? "A JavaScript exception occurred"
                            : "JavaScript execution returned a result of an unsupported type"))
                #expect(bridged.userInfo["reasons"] as? [String] == [reason])
                #expect(
                    (bridged.userInfo["WKJavaScriptExceptionMessage"] != nil) == (code == .javaScriptExceptionOccurred))
            }
            let handled: Int? = await withCheckedContinuation { continuation in
                view.evaluateJavaScript(script) { value, error in
                    continuation.resume(returning: value == nil ? (error as? WKError)?.code.rawValue : nil)
                }
            }
            #expect(handled == code.rawValue)
        }
    }

    @Test("Asynchronous functions, with arguments")
    func asyncFunctions() async throws {
        try await withApp { app in
            let view = WKWebView()
            await view.loadAndWait(try app.url())
            let sum = try await view.callAsyncJavaScript(
                "return (await Promise.resolve(a)) + list.length + (flag ? 10 : 0) + n",
                arguments: ["a": 1, "list": ["x", "y"], "flag": true, "n": NSNumber(value: 100)], contentWorld: .page)
            #expect(sum as? Int == 113)
            let text = try await view.callAsyncJavaScript(
                "document.cookie = `customtoken=${token}`; return document.cookie", arguments: ["token": "a\"b'c"],
                contentWorld: .page)
            #expect(text as? String == "customtoken=a\"b'c")
            await #expect(throws: WKError(.javaScriptExceptionOccurred, reasons: [ScriptFailureReason.threw.code])) {
                try await view.callAsyncJavaScript("throw new Error('no')", contentWorld: .page)
            }
            await #expect(
                throws: WKError(
                    .javaScriptResultTypeIsUnsupported, reasons: [ScriptFailureReason.unsupportedResult.code])
            ) {
                try await view.callAsyncJavaScript("return 1", arguments: ["a": Date()], contentWorld: .page)
            }
        }
    }

    // MARK: - User scripts

    @Test("User scripts run in their order, at their times, until they are taken out")
    func userScripts() async throws {
        try await withApp { app in
            let configuration = WKWebViewConfiguration()
            let controller = configuration.userContentController
            for (text, time) in [("b", WKUserScriptInjectionTime.atDocumentEnd), ("a", .atDocumentStart)] {
                controller.addUserScript(
                    WKUserScript(
                        source: "globalThis.ran = (globalThis.ran || '') + '\(text)'", injectionTime: time,
                        forMainFrameOnly: true))
            }
            #expect(controller.userScripts.map(\.injectionTime) == [.atDocumentEnd, .atDocumentStart])
            #expect(controller.userScripts.map(\.isForMainFrameOnly) == [true, true])
            let view = WKWebView(frame: .zero, configuration: configuration)
            let log = await view.loadAndWait(try app.url())
            #expect(try await view.evaluateJavaScript("ran") as? String == "ab")
            controller.removeAllUserScripts()
            #expect(controller.userScripts.isEmpty)
            await view.loadAndWait(try app.url(), log)
            #expect(try await view.evaluateJavaScript("typeof ran") as? String == "undefined")
        }
    }

    // MARK: - Messages

    @MainActor
    private final class Inbox: NSObject, WKScriptMessageHandler {
        private(set) var messages: [WKScriptMessage] = []
        private(set) var wasApp = true

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) {
            messages.append(message)
            wasApp = wasApp && AppProcess.current != nil
        }
    }

    @Test("Messages arrive with their view, their frame and their types")
    func messages() async throws {
        try await withApp(answering: { request in
            request.path == "/" ? .page("<iframe src='/inner'></iframe>") : .page()
        }) { app in
            let configuration = WKWebViewConfiguration()
            let inbox = Inbox()
            configuration.userContentController.add(inbox, name: "bridge")
            configuration.userContentController.addUserScript(
                WKUserScript(
                    source: "webkit.messageHandlers.bridge.postMessage({ path: location.pathname, n: 1, none: null })",
                    injectionTime: .atDocumentStart, forMainFrameOnly: false))
            let view = WKWebView(frame: .zero, configuration: configuration)
            let other = WKWebView(frame: .zero, configuration: configuration)
            await view.loadAndWait(try app.url())
            await other.loadAndWait(try app.url("/other"))
            #expect(inbox.messages.map(\.name) == ["bridge", "bridge", "bridge"])
            let bodies = inbox.messages.compactMap { $0.body as? [String: Any] }
            #expect(bodies.map { $0["path"] as? String } == ["/", "/inner", "/other"])
            #expect(bodies.allSatisfy { $0["n"] as? Int == 1 && $0["none"] is NSNull })
            #expect(inbox.messages.map { $0.webView === view } == [true, true, false])
            #expect(inbox.messages.last?.webView === other)
            #expect(inbox.messages.map(\.frameInfo.isMainFrame) == [true, false, true])
            #expect(inbox.messages.map(\.frameInfo.securityOrigin.host) == Array(repeating: "app.localhost", count: 3))
            #expect(inbox.messages[1].frameInfo.request.url?.path() == "/inner")
            #expect(inbox.wasApp)

            configuration.userContentController.removeScriptMessageHandler(forName: "bridge")
            let found = try await view.evaluateJavaScript("'bridge' in webkit.messageHandlers")
            #expect(found as? Bool == false || found == nil)
        }
    }

    private final class Today: WKScriptMessageHandlerWithReply {
        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
            replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
        ) { replyHandler(["token": message.body], nil) }
    }

    private final class Before: WKScriptMessageHandlerWithReply {
        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
            replyHandler: @escaping (Any?, String?) -> Void
        ) { replyHandler(nil, "no token") }
    }

    private final class Awaiting: WKScriptMessageHandlerWithReply {
        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) async -> (Any?, String?) { (42, nil) }
    }

    private final class Silent: WKScriptMessageHandlerWithReply {
        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
            replyHandler: @escaping (Any?, String?) -> Void
        ) {}
    }

    @Test("Pages are answered, in all forms; one that nobody will answer any more is told so")
    func replies() async throws {
        try await withApp { app in
            let configuration = WKWebViewConfiguration()
            let controller = configuration.userContentController
            let inbox = Inbox()
            controller.add(inbox, name: "tell")
            controller.addScriptMessageHandler(Today(), contentWorld: .page, name: "today")
            controller.addScriptMessageHandler(Before(), contentWorld: .page, name: "before")
            controller.addScriptMessageHandler(Awaiting(), contentWorld: .page, name: "awaiting")
            controller.addScriptMessageHandler(Silent(), contentWorld: .page, name: "silent")
            let view = WKWebView(frame: .zero, configuration: configuration)
            await view.loadAndWait(try app.url())
            for name in ["today", "before", "awaiting", "silent"] {
                let count = inbox.messages.count
                try await view.evaluateJavaScript(
                    "webkit.messageHandlers.\(name).postMessage('a').then(x => JSON.stringify(x), e => String(e))"
                        + ".then(x => webkit.messageHandlers.tell.postMessage(x)); 0")
                while inbox.messages.count == count { await Task.yield() }
            }
            #expect(
                inbox.messages.map { $0.body as? String } == [
                    "{\"token\":\"a\"}", "Error: no token", "42",
                    "Error: WKWebView API client did not respond to this postMessage",
                ])
        }
    }

    @Test("App-Bound Domains take scripts from a view that does not limit itself, and give them back to one that does")
    func appBound() async throws {
        let information = AppInformation(appBoundDomains: ["app.localhost"])
        try await withApp(information: information) { app in
            let view = WKWebView()
            await view.loadAndWait(try app.url())
            await #expect(
                throws: WKError(.javaScriptAppBoundDomain, reasons: [ScriptFailureReason.appBoundDomain.code])
            ) {
                _ = try await view.evaluateJavaScript("1")
            }
            let configuration = WKWebViewConfiguration()
            configuration.limitsNavigationsToAppBoundDomains = true
            let bound = WKWebView(frame: .zero, configuration: configuration)
            await bound.loadAndWait(try app.url())
            #expect(try await bound.evaluateJavaScript("1") as? Int == 1)
            let log = await bound.loadAndWait(try app.url(on: "elsewhere.localhost"))
            #expect((log.errors.first as? WKError)?.code == .navigationAppBoundDomain)
        }
    }
}
