import Cookies
import CookieStores
import HTTPLoader
import Reasons

extension HeadlessWebView {
    /// Refuses a main frame's way out of the app-bound domains, after the delegate has allowed it.
    func mustBePermitted(_ url: WebURL?) throws(NavigationFailure) {
        let target = url.map { CookieURL($0) }
        guard configuration.appBoundRules.permitsNavigation(to: target) else {
            throw NavigationFailure(.appBoundDomain, cause: target?.host ?? "")
        }
    }

    /// What App-Bound Domains keep from the app in a document that has been committed.
    func appBoundNotes(in page: LoadedPage) -> [NavigationReason] {
        let (rules, controller) = (configuration.appBoundRules, configuration.userContentController)
        var notes: [NavigationReason] = []
        if rules.domains?.ignored.isEmpty == false { notes.append(.appBoundDomainsIgnored) }
        guard !rules.permitsScripts(at: page.place) else { return notes }
        if !controller.userScripts.isEmpty { notes.append(.userScriptsSkipped) }
        if controller.hasHandlers { notes.append(.messageHandlersUnavailable) }
        return notes
    }

    /// Why the app may not run a script in a document; nil if it may.
    func refusal(ofScriptIn page: LoadedPage, isInjected: Bool) -> ScriptFailure? {
        guard !configuration.appBoundRules.permitsScripts(at: page.place) else { return nil }
        return isInjected
            ? ScriptFailure(.injectionSkipped, message: "The script was not injected.")
            : ScriptFailure(.appBoundDomain, message: "JavaScript execution targeted a frame that is not app-bound.")
    }
}

extension WebViewConfiguration {
    /// The message handlers that a document finds: none where the app may not run scripts.
    func handlers(for document: DocumentPlace) -> UserContentController {
        appBoundRules.permitsScripts(at: document) ? userContentController : UserContentController()
    }
}
