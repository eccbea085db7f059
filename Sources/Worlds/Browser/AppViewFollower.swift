import BridgePrimitives
import CookieStores
import WebViews

/// Has the web app of a world in the views that the app's own code makes, as it is in those of ``AppBrowser``.
final class AppViewFollower: PageFollower {
    // The device holds this, and the browser's views hold the device.
    private weak let browser: AppBrowser?

    init(_ browser: AppBrowser) { self.browser = browser }

    func loadDidBegin(in view: isolated HeadlessWebView) { browser?.loadDidBegin(in: view) }

    func loadDidEnd(in view: HeadlessWebView, with result: NavigationResult) async {
        await browser?.loadDidEnd(in: view, with: result)
    }

    func callDidBegin() { browser?.state.withLock { $0.followed.calls += 1 } }
    func callDidEnd() { browser?.state.withLock { $0.followed.calls -= 1 } }

    func loadIsCalledFor(in view: HeadlessWebView) {
        browser?.state.withLock { $0.followed.latestView = ObjectIdentifier(view) }
    }

    func scriptDataWasRemoved(from store: WebsiteDataStore, of sites: Set<String>?) {
        browser?.scriptDataWasRemoved(from: store, of: sites)
    }
}
