import BridgePrimitives
import BridgeTrace
public import HTTPLoader
public import Reasons

/// Windows: those that the document opens, and its own.
extension HeadlessWebView {
    /// What came of a link or a form that leads into another window.
    public enum WindowOutcome: Sendable {
        /// The address is being loaded there.
        case opened(HeadlessWebView)
        /// The page goes on as if nothing had happened.
        case notOpened(PageWishReason)
        /// The navigation delegate did not want it.
        case cancelled(NavigationFailure)
    }

    /// Goes where the document leads in another window, as a click on a link with `target="_blank"`: first the navigation
    /// delegate is asked, then the UI delegate for the view. Such a window has no opener (HTML §4.6.4).
    public func openWindow(_ request: HTTPRequest, by trigger: PageTrigger = .link) async -> WindowOutcome {
        let page = page
        let navigation = Navigation(request, from: page.url, origin: page.host.origin)
        do throws(NavigationFailure) {
            try await decide(trigger.kind, navigation.request, url: request.url, load: loadNumber, for: .newWindow)
        } catch { return .cancelled(error) }
        let asked = WindowRequest(
            action: NavigationAction(
                kind: trigger.kind, method: request.method, url: request.url, headers: navigation.request.headers,
                target: .newWindow),
            features: WindowFeatures(), configuration: configuration)
        guard let view = await window.delegate?.openView(for: asked) else {
            page.host.noteWindow(request.url, isOpened: false, [.newWindow])
            return .notOpened(.newWindow)
        }
        page.host.noteWindow(request.url, isOpened: true)
        view.beginWindow(OpenedWindow(view), opener: nil, navigation: navigation)
        return .opened(view)
    }

    /// The view stands for a window from now on, and loads what that was opened for.
    ///
    /// - Parameter navigation: nil for a window that stays at `about:blank`.
    nonisolated func beginWindow(_ handle: OpenedWindow, opener: DocumentPlace?, navigation: Navigation?) {
        _ = beginLoad { view in
            view.window.isOpened(as: handle, by: opener)
            guard let navigation else { return nil }
            return await view.latest { view, load in await view.run(navigation, load: load) }
        }
    }

    /// Closes the window where a script of its document has asked for it, and may.
    func closeIfAsked(by page: LoadedPage) async {
        guard page.host.takeCloseRequest(), page === self.page else { return }
        // A window is script-closable where a script has opened it, or nobody has gone anywhere in it (HTML §7.2.2.1).
        guard window.handle != nil || history.entries.count <= 1 else {
            return page.host.print("warn", "Can't close the window since it was not opened by JavaScript")
        }
        await closeWindow()
    }

    /// The window is closed, by a script of its own or of the page that holds it. The document stays until the app lets
    /// the view go.
    func closeWindow() async {
        window.handle?.close()
        let event = MessageEvent(handler: "webViewDidClose", body: trace.masking.url(page.url.text))
        trace.record(.message(event), by: .webView)
        await window.delegate?.viewDidClose()
    }
}
