import Cookies
public import HTTPLoader

/// Navigations that the document starts itself, and not the app.
extension HeadlessWebView {
    /// Goes where the document leads, as a click on a link or the sending of a form: the document's site decides what
    /// SameSite cookies go along, its URL is the referrer, and a `Cookie` header of the caller's is ignored.
    @discardableResult
    public func navigate(_ request: HTTPRequest) async -> NavigationResult {
        let navigation = Navigation(request, from: page.url, origin: page.host.origin)
        return await latest { view in await view.run(navigation) }
    }

    /// Goes where a script of the page that is shown has asked for.
    func followScript(of page: LoadedPage) async {
        guard page === self.page, page.host.requestedNavigation != nil else { return }
        _ = await latest { view in await view.runScriptNavigation() }
    }

    /// Carries on as long as the scripts of new documents ask for it.
    func settle(_ first: NavigationResult, load: Int) async -> NavigationResult {
        var result = first
        var count = 0
        while result.failure == nil, isLatest(load), page.host.requestedNavigation != nil {
            guard count < ScriptNavigation.limit else {
                _ = page.host.takeNavigation()
                return result.adding(.tooManyScriptNavigations)
            }
            count += 1
            result = result.followed(by: await runScriptNavigation())
        }
        return result
    }

    private func runScriptNavigation() async -> NavigationResult {
        switch page.host.takeNavigation() {
        case .to(let url)?:
            return await run(Navigation(HTTPRequest(url: url), from: page.url, origin: page.host.origin))
        case .reload?:
            if let origin = page.origin { return await run(Navigation(reloading: origin, by: page.url)) }
        case nil: break
        }
        return NavigationResult(failure: NavigationFailure(.nothingToReload), url: url)
    }
}

extension ScriptNavigation {
    /// In a row; a browser goes on for ever.
    static let limit = 20
}
