import AppFrameworks
import BridgePrimitives
import BridgeTrace
import Foundation
import HTTPLoader
import SimulatedDevice
import Testing
import WebViews

@Suite("WKUIDelegate and preferences", .timeLimit(.minutes(5))) @MainActor
struct WKUIDelegateTests {
    /// What every delegate here does: it writes down what it is asked.
    @MainActor
    private class Panels: NSObject {
        private(set) var asked: [String] = []

        func note(_ what: String, _ frame: WKFrameInfo) {
            asked.append("\(what) by \(frame.request.url?.path() ?? "-")\(frame.isMainFrame ? "" : " in a frame")")
        }
    }

    /// As Xcode 16 and later write it.
    private final class Today: Panels, WKUIDelegate {
        func webView(
            _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable () -> Void
        ) {
            note("alert \(message)", frame)
            completionHandler()
        }
        func webView(
            _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
        ) {
            note("confirm \(message)", frame)
            completionHandler(true)
        }
        func webView(
            _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void
        ) {
            note("prompt \(prompt) \(defaultText ?? "-")", frame)
            completionHandler("Ada")
        }
    }

    /// As articles have it.
    private final class Before: Panels, WKUIDelegate {
        func webView(
            _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping () -> Void
        ) {
            note("alert \(message)", frame)
            completionHandler()
        }
        func webView(
            _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (Bool) -> Void
        ) {
            note("confirm \(message)", frame)
            completionHandler(true)
        }
        func webView(
            _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (String?) -> Void
        ) {
            note("prompt \(prompt) \(defaultText ?? "-")", frame)
            completionHandler("Ada")
        }
    }

    private final class Awaiting: Panels, WKUIDelegate {
        func webView(
            _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo
        ) async { note("alert \(message)", frame) }
        func webView(
            _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo
        ) async -> Bool {
            note("confirm \(message)", frame)
            return true
        }
        func webView(
            _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
            initiatedByFrame frame: WKFrameInfo
        ) async -> String? {
            note("prompt \(prompt) \(defaultText ?? "-")", frame)
            return "Ada"
        }
    }

    /// Leaves every method out.
    private final class Idle: Panels, WKUIDelegate {}

    @Test(
        "All three forms of a panel are heard, and a delegate without them is as good as none",
        arguments: ["today", "before", "awaiting", "idle", "none"])
    func panels(form: String) async throws {
        try await withApp { app in
            let delegate: (any (Panels & WKUIDelegate))? =
                switch form {
                case "today": Today()
                case "before": Before()
                case "awaiting": Awaiting()
                case "idle": Idle()
                default: nil
                }
            let isAnswered = !["idle", "none"].contains(form)
            let view = WKWebView()
            view.uiDelegate = delegate
            await view.loadAndWait(try app.url("/page"))
            let value = try await view.evaluateJavaScript("[alert('a'), confirm('b'), prompt('c', 'd')].join()")
            #expect(value as? String == (isAnswered ? ",true,Ada" : ",false,"))
            #expect(
                (delegate?.asked ?? [])
                    == (isAnswered ? ["alert a by /page", "confirm b by /page", "prompt c d by /page"] : []))
            #expect(
                app.messages.map(\.reasons)
                    == Array(repeating: isAnswered ? [] : [PageWishReason.panel.code], count: 3))
        }
    }

    /// Opens windows in views of its own, or, as articles have it, in the view that is there.
    private final class Windows: NSObject, WKUIDelegate {
        enum Way { case newView, sameView, none }
        let way: Way
        let log = NavigationLog()
        private(set) var asked: [String] = []
        private(set) var opened: WKWebView?

        init(_ way: Way) { self.way = way }

        func webView(
            _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
            for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
        ) -> WKWebView? {
            let size = "\(windowFeatures.width?.intValue ?? 0)x\(windowFeatures.height?.intValue ?? 0)"
            let isNew = navigationAction.targetFrame == nil ? "new" : "known"
            asked.append(
                "\(navigationAction.navigationType) \(navigationAction.request.url?.path() ?? "-") \(isNew) \(size)")
            switch way {
            case .none: return nil
            case .sameView:
                webView.load(navigationAction.request)
                return nil
            case .newView:
                let view = WKWebView(frame: .zero, configuration: configuration)
                (view.navigationDelegate, view.uiDelegate) = (log, self)
                opened = view
                return view
            }
        }

        func webViewDidClose(_ webView: WKWebView) {
            asked.append("closed \(webView === opened)")
            opened = nil
        }
    }

    @Test("A popup: null without a view, a window of the page's with one, and closed when the app lets it go")
    func popup() async throws {
        try await withApp(answering: { _ in .page(cookies: ["s=1"]) }) { app in
            let view = WKWebView(), none = Windows(.none), windows = Windows(.newView)
            view.uiDelegate = none
            await view.loadAndWait(try app.url("/signin"))
            let popup = "globalThis.w = window.open('/handler', 'login', 'width=500,height=600')"
            #expect(try await view.evaluateJavaScript("\(popup) === null") as? Bool == true)
            #expect(none.asked == ["other /handler new 500x600"])
            #expect(app.messages.last?.reasons == [PageWishReason.newWindow.code])

            view.uiDelegate = windows
            #expect(try await view.evaluateJavaScript("\(popup); w.closed") as? Bool == false)
            await windows.log.wait()
            #expect(windows.opened?.url?.path() == "/handler")
            #expect(app.site.log == ["GET /signin -", "GET /handler s=1"])
            #expect(app.site.requests.last?.value("referer") == (try app.url("/signin")).absoluteString)
            _ = try await windows.opened?.evaluateJavaScript("window.close()")
            #expect(windows.asked.last == "closed true")
            #expect(try await view.evaluateJavaScript("w.closed") as? Bool == true)
        }
    }

    private final class Types: NSObject, WKNavigationDelegate {
        let log = NavigationLog()
        private(set) var types: [String] = []
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
        ) async -> WKNavigationActionPolicy {
            types.append("\(navigationAction.navigationType)\(navigationAction.targetFrame == nil ? " new" : "")")
            return .allow
        }
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            log.webView(webView, didFinish: navigation)
        }
    }

    @Test("A link to a new window that the app follows in the view it has is a load of the app's own")
    func sameView() async throws {
        try await withApp { app in
            let view = WKWebView(), windows = Windows(.sameView), types = Types()
            (view.uiDelegate, view.navigationDelegate) = (windows, types)
            view.load(URLRequest(url: try app.url("/page")))
            await types.log.wait()
            let next = HTTPRequest(url: try WebURL(app.site.address("/next")))
            _ = await view.headlessView.openWindow(next)
            await types.log.wait(for: 2)
            #expect(view.url?.path() == "/next")
            #expect(app.site.requests.last?.value("referer") == nil)
            #expect(types.types == ["other", "linkActivated new", "other"])
        }
    }

    @Test("What the user does has a type of its own; a form that would be sent again is told by its method")
    func types() async throws {
        try await withApp { app in
            let view = WKWebView(), delegate = Types()
            view.navigationDelegate = delegate
            view.load(URLRequest(url: try app.url("/page")))
            await delegate.log.wait()
            let target = try WebURL(app.site.address("/next"))
            await view.headlessView.navigate(HTTPRequest(url: target), by: .link)
            await view.headlessView.navigate(.form(url: target, fields: [("a", "b")]), by: .form)
            view.reload()
            await delegate.log.wait(for: 4)
            _ = try await view.evaluateJavaScript("location.href = '/last'")
            #expect(
                delegate.types == ["other", "linkActivated", "formSubmitted", "formResubmitted", "other"])
        }
    }

    /// A script of the app's own runs without a tap at the document's start.
    @Test(arguments: [(false, []), (true, ["other /popup new 0x0"])])
    func automaticWindows(isAllowed: Bool, asked: [String]) async throws {
        try await withApp { app in
            let configuration = WKWebViewConfiguration(), windows = Windows(.none)
            configuration.preferences.javaScriptCanOpenWindowsAutomatically = isAllowed
            configuration.userContentController.addUserScript(
                WKUserScript(source: "open('/popup')", injectionTime: .atDocumentStart, forMainFrameOnly: true))
            let view = WKWebView(frame: .zero, configuration: configuration)
            view.uiDelegate = windows
            await view.loadAndWait(try app.url("/page"))
            #expect(windows.asked == asked)
        }
    }

    @Test("The page's own scripts can be switched off, and those of the app still run")
    func contentScripts() async throws {
        try await withApp { app in
            let configuration = WKWebViewConfiguration()
            configuration.defaultWebpagePreferences.allowsContentJavaScript = false
            let view = WKWebView(frame: .zero, configuration: configuration)
            await view.headlessView.setPageScript { page in
                _ = try? await page.evaluateJavaScript("document.title = 'module'")
            }
            await view.loadAndWait(try app.url("/page"))
            #expect(view.title == "Page")
            #expect(try await view.evaluateJavaScript("1 + 1") as? Int == 2)
        }
    }
}
