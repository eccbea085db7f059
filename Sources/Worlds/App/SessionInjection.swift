import BridgePrimitives
package import Cookies
import CookieStores
import Diagnosis
package import HTTPLoader
package import Scenarios
import SimulatedDevice
package import WebViews

/// Where the session goes before a page is opened: into user scripts, stores, or a header.
///
/// Says what is to be done; ``write(to:)`` does it for a view's store.
package struct SessionInjection {
    package private(set) var scripts: [UserScript] = []
    package private(set) var headers = HTTPHeaders()
    /// For the app's own storage.
    package private(set) var nativeCookies: [NativeCookie] = []
    /// For the view's store, and whether the app waits until each is there.
    package private(set) var storeCookies: [(cookie: NativeCookie, isAwaited: Bool)] = []

    private let world: World

    /// - Throws: `handoff/nothing-to-inject` when there is neither a value nor an answer of the backend's.
    package init(_ injections: [Injection], world: World) throws(StepFailure) {
        self.world = world
        for injection in injections { try add(injection) }
    }

    private mutating func add(_ injection: Injection) throws(StepFailure) {
        let cookie = world.app.handedOver
        guard let value = injection.value ?? cookie?.value else {
            throw StepFailure(
                step: "open", reasons: [HandoffReason.nothingToInject.code],
                message: HandoffReason.nothingToInject.meaning)
        }
        let name = world.settings.cookieName
        switch injection.method {
        case .userScript, .userScriptAtEnd:
            scripts.append(
                UserScript(
                    source: script(name: name, value: value, isGuarded: injection.isGuardedByHost),
                    injectionTime: injection.method == .userScript ? .atDocumentStart : .atDocumentEnd,
                    forMainFrameOnly: true))
        case .nativeStorage: nativeCookies.append(copy(of: cookie, named: name, value: value, injection))
        case .cookieStore:
            storeCookies.append((copy(of: cookie, named: name, value: value, injection), injection.isAwaited))
        case .header: headers.append("Cookie", "\(name)=\(value)")
        }
    }

    /// Does what the app does with its own storage.
    package func writeNatively() {
        for cookie in nativeCookies { world.installedApp.cookieStorage.setCookie(cookie) }
    }

    /// Does what the app does with a view's store.
    func write(to dataStore: WebsiteDataStore) async {
        let store = dataStore.httpCookieStore
        for (cookie, isAwaited) in storeCookies {
            if isAwaited {
                await store.setCookie(cookie)
            } else {
                store.writeSchedule = .afterNextRequest
                store.setCookie(cookie) { _ in }
            }
        }
    }

    /// The script as apps write it: the value goes into the text as it is, quotes and all. The guarded form looks at
    /// the host first and quotes the value as JSON does.
    private func script(name: String, value: String, isGuarded: Bool) -> String {
        guard isGuarded else { return "document.cookie='\(name)=\(value);path=/'" }
        let host = JSONValue.string(world.addresses.web.host).text()
        let assignment = JSONValue.string("\(name)=\(value);path=/;secure").text()
        return "if (location.hostname === \(host)) document.cookie = \(assignment)"
    }

    /// The backend's cookie with all its attributes, as an app copies an `HTTPCookie`. A cookie for the backend's host
    /// alone would be of no use to the web view, so the app gives the copy the web app's host; a `Domain` of the
    /// backend's stays, as does its path. The injection may say otherwise.
    private func copy(of cookie: Cookie?, named name: String, value: String, _ injection: Injection) -> NativeCookie {
        var copy = NativeCookie(name: name, value: value, domain: world.addresses.web.host, isSecure: true)
        if let cookie {
            copy = NativeCookie(cookie)
            (copy.name, copy.value) = (name, value)
            if cookie.isHostOnly { copy.domain = world.addresses.web.host }
        }
        if let domain = injection.domain { copy.domain = domain }
        if let path = injection.path { copy.path = path }
        return copy
    }
}
