import AppFrameworks
import BridgePrimitives
import Foundation
import Testing
import WebViews

@Suite("Content worlds", .timeLimit(.minutes(5))) @MainActor
struct ContentWorldTests {
    @Test("Worlds are told apart by their names")
    func identity() {
        #expect(WKContentWorld.world(name: "a") === WKContentWorld.world(name: "a"))
        #expect(WKContentWorld.world(name: "a") !== WKContentWorld.world(name: "b"))
        #expect([WKContentWorld.page, .defaultClient, .world(name: "a")].map(\.name) == [nil, nil, "a"])
    }

    /// Whose `mine` a script finds that was defined in another world.
    @Test(
        "A world has names of its own, in a document that all share",
        arguments: [("page", true), ("default", false), ("named", false)])
    func names(world: String, isPage: Bool) async throws {
        try await withApp { app in
            let view = WKWebView(), world = Self.world(world)
            await view.loadAndWait(try app.url("/a"))
            try await view.evaluateJavaScript(
                "globalThis.mine = 'page'; Array.prototype.extra = 1; document.cookie = 'p=1'; document.title = 'New'")
            let found = try await view.evaluateJavaScript(
                """
                const seen = [typeof mine, [].extra === 1, document.cookie, document.title, location.pathname].join(' ');
                globalThis.mine = 'world'; document.cookie = 'w=1'; seen
                """, contentWorld: world)
            #expect(found as? String == (isPage ? "string true p=1 New /a" : "undefined false p=1 New /a"))
            let after = try await view.evaluateJavaScript("mine + ' ' + document.cookie") as? String
            #expect(after == (isPage ? "world p=1; w=1" : "page p=1; w=1"))
            #expect(try await view.evaluateJavaScript("mine", contentWorld: world) as? String == "world")
            // A new document has none of it.
            await view.loadAndWait(try app.url("/b"))
            #expect(
                try await view.evaluateJavaScript("typeof mine", contentWorld: world) as? String == "undefined")
        }
    }

    private static func world(_ name: String) -> WKContentWorld {
        switch name {
        case "page": .page
        case "default": .defaultClient
        default: .world(name: name)
        }
    }

    @Test("A script of a world sends the view elsewhere, as the page's do")
    func navigation() async throws {
        try await withApp { app in
            let view = WKWebView()
            let log = await view.loadAndWait(try app.url("/a"))
            try await view.evaluateJavaScript("location.href = '/b'", contentWorld: .defaultClient)
            await log.wait(for: 2)
            #expect(view.url?.path() == "/b")
        }
    }

    /// Hears messages and says from which world they came.
    private final class Listener: NSObject, WKScriptMessageHandler, WKScriptMessageHandlerWithReply {
        private(set) var heard: [String] = []

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) {
            heard.append("\(message.name) \(message.body) \(message.world.name ?? "-")")
        }
        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) async -> (Any?, String?) { ("\(message.body) of \(message.world.name ?? "-")", nil) }
    }

    @Test("User scripts run in their world, and find the message handlers of that world only")
    func userScripts() async throws {
        try await withApp { app in
            let configuration = WKWebViewConfiguration(), listener = Listener(),
                world = WKContentWorld.world(name: "app")
            let controller = configuration.userContentController
            controller.add(listener, contentWorld: world, name: "bridge")
            controller.add(listener, name: "open")
            controller.addScriptMessageHandler(listener, contentWorld: world, name: "ask")
            let look = "[typeof token, ...['bridge', 'open'].map(n => typeof webkit.messageHandlers[n])].join(' ')"
            for (source, place) in [
                ("globalThis.token = 'secret'; webkit.messageHandlers.bridge.postMessage(token)", world),
                ("webkit.messageHandlers.open.postMessage(\(look))", WKContentWorld.page),
            ] {
                controller.addUserScript(
                    WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: place))
            }
            let view = WKWebView(frame: .zero, configuration: configuration)
            await view.loadAndWait(try app.url())
            #expect(listener.heard == ["bridge secret app", "open undefined undefined object -"])
            #expect(
                try await view.evaluateJavaScript(look, contentWorld: world) as? String == "string object undefined")
            try await view.evaluateJavaScript(
                "webkit.messageHandlers.ask.postMessage(token).then(text => { globalThis.answer = text })",
                contentWorld: world)
            var answer: String?
            while answer == nil {
                answer = try await view.evaluateJavaScript("globalThis.answer", contentWorld: world) as? String
            }
            #expect(answer == "secret of app")
            controller.removeScriptMessageHandler(forName: "bridge")
            #expect(
                try await view.evaluateJavaScript(look, contentWorld: world) as? String == "string object undefined")
            controller.removeAllScriptMessageHandlers(from: world)
            #expect(
                try await view.evaluateJavaScript(look, contentWorld: world) as? String == "string undefined undefined")
            #expect(try await view.evaluateJavaScript(look) as? String == "undefined undefined object")
        }
    }

    @Test(
        "Handlers get the value or the error, in the order of the calls",
        arguments: [
            ("1 + 1", "2", nil), ("undefined", "nil", nil),
            ("throw 1", nil, .javaScriptExceptionOccurred), ("(() => 1)", nil, .javaScriptResultTypeIsUnsupported),
        ] as [(String, String?, WKError.Code?)])
    func handlers(script: String, value: String?, code: WKError.Code?) async throws {
        try await withApp { app in
            let view = WKWebView()
            await view.loadAndWait(try app.url())
            for world in [WKContentWorld.page, .defaultClient] {
                let evaluated = await withCheckedContinuation { continuation in
                    view.evaluateJavaScript(script, in: nil, in: world) {
                        continuation.resume(returning: Self.text($0))
                    }
                }
                let called = await withCheckedContinuation { continuation in
                    let body = script.hasPrefix("throw") ? script : "return \(script)"
                    view.callAsyncJavaScript(body, arguments: [:], in: nil, in: world) {
                        continuation.resume(returning: Self.text($0))
                    }
                }
                let expected = value ?? code.map { "error \($0.rawValue)" }
                #expect(evaluated == expected)
                #expect(called == expected)
            }
        }
    }

    private static func text(_ result: Result<Any, any Error>) -> String {
        switch result {
        case .success(let value): (value as Any?).map { $0 as? Int }?.map(String.init) ?? "nil"
        case .failure(let error): "error \((error as? WKError)?.code.rawValue ?? 0)"
        }
    }

    private final class Frames: NSObject, WKScriptMessageHandler {
        private(set) var inner: WKFrameInfo?

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) { inner = message.frameInfo }
    }

    @Test("Only the main frame can be asked, whatever the world")
    func frames() async throws {
        try await withApp(answering: { $0.path == "/" ? .page("<iframe src='/inner'></iframe>") : .page() }) { app in
            let configuration = WKWebViewConfiguration(), listener = Frames()
            configuration.userContentController.add(listener, name: "frame")
            configuration.userContentController.addUserScript(
                WKUserScript(
                    source: "if (top !== window) webkit.messageHandlers.frame.postMessage(1)",
                    injectionTime: .atDocumentEnd, forMainFrameOnly: false))
            let view = WKWebView(frame: .zero, configuration: configuration)
            await view.loadAndWait(try app.url())
            let frame = try #require(listener.inner)
            let expected = WKError(.javaScriptInvalidFrameTarget, reasons: [ScriptFailureReason.noSuchFrame.code])
            await #expect(throws: expected) {
                _ = try await view.evaluateJavaScript("1", in: frame, contentWorld: .defaultClient)
            }
            await #expect(throws: expected) {
                _ = try await view.callAsyncJavaScript("return 1", in: frame, contentWorld: .page)
            }
        }
    }
}
