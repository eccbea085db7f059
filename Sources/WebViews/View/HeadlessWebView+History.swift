import BridgeTrace
import Cookies
public import HTTPLoader
import Reasons

/// Back and forward.
extension HeadlessWebView {
    public var canGoBack: Bool { history.entry(at: -1) != nil }
    public var canGoForward: Bool { history.entry(at: 1) != nil }

    /// The addresses that one can go back to, the nearest last.
    public var backList: [WebURL] { history.entries.prefix(max(0, history.position)).map(\.url) }
    /// The addresses that one can go forward to, the nearest first.
    public var forwardList: [WebURL] { history.entries.dropFirst(history.position + 1).map(\.url) }

    /// Asks again for the document before this one, with today's cookies.
    ///
    /// - Returns: nil when nothing was loaded: there is no such document, or it is the same one under another address
    ///   (``pushState(_:)``).
    @discardableResult
    public func goBack() async -> NavigationResult? { await go(by: -1) }

    /// As ``goBack()``, in the other direction.
    @discardableResult
    public func goForward() async -> NavigationResult? { await go(by: 1) }

    private func go(by offset: Int) async -> NavigationResult? {
        guard let entry = history.entry(at: offset) else { return nil }
        guard entry.page !== page else {
            history.apply(.traverse(offset), entry)
            page.move(to: entry.url) { DocumentCookies($0, configuration: configuration) }
            note(.didNavigateWithinDocument, entry.url)
            return nil
        }
        let keeps = configuration.profile.nativeReloadKeepsSameSite.value
        return await latest { view, load in
            // Another load may have been faster.
            guard let entry = view.history.entry(at: offset) else {
                return NavigationResult(failure: NavigationFailure(.superseded), url: view.url)
            }
            return await view.run(Navigation(to: entry, by: offset, keepsSameSite: keeps), load: load)
        }
    }
}
