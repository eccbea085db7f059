import BridgeTrace
import Cookies
public import HTTPLoader
public import Reasons

/// Navigations that the document starts itself, and not the app.
extension HeadlessWebView {
    /// Goes where the document leads, as a click on a link or the sending of a form: the document's site decides what
    /// SameSite cookies go along, its URL is the referrer, and a `Cookie` header of the caller's is ignored. Into another
    /// window: ``openWindow(_:by:)``.
    @discardableResult
    public func navigate(_ request: HTTPRequest, by trigger: PageTrigger = .link) async -> NavigationResult {
        let navigation = Navigation(request, from: page.url, origin: page.host.origin, by: trigger)
        return await latest { view, load in await view.run(navigation, load: load) }
    }

    /// What came of a page's wish to have another address without a load.
    public enum AddressChange: Hashable, Sendable {
        case moved(WebURL)
        case refused(NavigationReason)
    }

    /// Moves within the document, as a router does with `history.pushState`: the document stays, under another address
    /// of its origin (HTML §7.4.4). A reload asks for that address, and `document.cookie` has the cookies of its path.
    ///
    /// - Parameter address: absolute, or relative to the document's base.
    @discardableResult
    public func pushState(_ address: String) -> AddressChange {
        guard let current = page.url.web, !page.place.isSandboxed,
            let target = try? (page.host.baseURL ?? current).resolving(address), target.sameOrigin(as: current)
        else { return .refused(.addressOfOtherOrigin) }
        page.move(to: target) { DocumentCookies($0, configuration: configuration) }
        if let origin = page.origin {
            history.apply(.push, SessionHistory.Entry(url: target, origin: origin, page: page))
        }
        note(.didNavigateWithinDocument, target)
        return .moved(target)
    }

    /// Goes where a script of the page that is shown has asked for.
    func followScript(of page: LoadedPage) async {
        guard page === self.page, page.host.requestedNavigation != nil else { return }
        _ = await latest { view, load in await view.runScriptNavigation(.push, load: load) }
    }

    /// Carries on as long as new documents, or their scripts, ask for it.
    func settle(_ first: NavigationResult, load: Int) async -> NavigationResult {
        var result = first
        var count = 0
        while result.failure == nil, isLatest(load) {
            // A script comes first: it runs before the document is done, and a refresh waits for that.
            let isScript = page.host.requestedNavigation != nil
            guard isScript || isRefreshDue else { break }
            guard count < ScriptNavigation.limit else {
                _ = page.host.takeNavigation()
                skipRefresh(.tooManyRefreshes)
                return result.adding(isScript ? .tooManyScriptNavigations : .tooManyRefreshes)
            }
            count += 1
            let next = isScript ? await runScriptNavigation(.replace, load: load) : await runRefresh(load: load)
            result = result.followed(by: next)
        }
        return result
    }

    private func runScriptNavigation(_ history: HistoryChange, load: Int) async -> NavigationResult {
        switch page.host.takeNavigation() {
        case .to(let url)?:
            return await run(
                Navigation(HTTPRequest(url: url), from: page.url, origin: page.host.origin, history: history),
                load: load)
        case .reload?:
            if let origin = page.origin { return await run(Navigation(reloading: origin, by: page.url), load: load) }
        case nil: break
        }
        return NavigationResult(failure: NavigationFailure(.nothingToReload), url: url)
    }
}

extension ScriptNavigation {
    /// In a row; a browser goes on for ever.
    static let limit = 20
}
