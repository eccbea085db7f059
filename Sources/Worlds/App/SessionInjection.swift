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

    /// The script with which the app answers a page that posts a message; nil when it has no handler.
    package private(set) var messageAnswer: String?

    /// What the app runs in a blank page of the web app's before it opens the real one; nil when it shows none.
    package private(set) var blankPageScript: String?

    private let world: World

    /// - Throws: `handoff/nothing-to-inject` when there is neither a value nor an answer of the backend's.
    package init(_ injections: [Injection], world: World) throws(StepFailure) {
        self.world = world
        for injection in injections { try add(injection) }
    }

    private mutating func add(_ injection: Injection) throws(StepFailure) {
        let cookie = world.app.handedOver
        guard let value = injection.value ?? cookie?.value else {
            throw StepFailure(step: "open", HandoffReason.nothingToInject)
        }
        let name = world.settings.cookieName
        switch injection.method {
        case .userScript, .userScriptAtEnd:
            scripts.append(
                UserScript(
                    source: script(name: name, value: value, isGuarded: injection.isGuardedByHost),
                    injectionTime: injection.method == .userScript ? .atDocumentStart : .atDocumentEnd,
                    forMainFrameOnly: true))
        case .nativeStorage: nativeCookies.append(try copy(of: cookie, named: name, value: value, injection))
        case .cookieStore:
            storeCookies.append((try copy(of: cookie, named: name, value: value, injection), injection.isAwaited))
        case .header: headers.append("Cookie", "\(name)=\(value)")
        case .message:
            scripts.append(
                UserScript(
                    source: SessionMessages.post, injectionTime: .atDocumentStart, forMainFrameOnly: true))
            messageAnswer = script(name: name, value: value, isGuarded: false)
        case .htmlString: blankPageScript = script(name: name, value: value, isGuarded: false)
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

    /// The backend's cookie with all its attributes, made anew with `HTTPCookie(properties:)` as an app copies it. A
    /// cookie for the backend's host alone would be of no use to the web view, so the app gives the copy the web app's
    /// host; a `Domain` of the backend's stays, as does its path. The injection may say otherwise.
    private func copy(
        of cookie: NativeCookie?, named name: String, value: String, _ injection: Injection
    ) throws(StepFailure) -> NativeCookie {
        let ownDomain = cookie.map(\.domain).flatMap { $0.hasPrefix(".") ? $0 : nil }
        var properties = NativeCookieProperties(
            name: name, value: value, path: injection.path ?? cookie?.path ?? "/",
            domain: injection.domain ?? ownDomain ?? world.addresses.web.host)
        properties.isSecure = cookie?.isSecure ?? true
        properties.isHTTPOnly = cookie?.isHTTPOnly ?? false
        properties.sameSite = cookie.map(\.sameSite).flatMap { [.lax, .strict].contains($0) ? $0 : nil }
        properties.expires = cookie?.expiry
        do throws(NativeCookieRefusal) {
            var copy = try NativeCookie(properties, now: world.clock.now(on: .device))
            // `HTTPCookieStringPolicy` has no value for None; that the properties of a cookie that has it carry it on is
            // assumed here, not measured.
            if cookie?.sameSite == SameSite.none { copy.sameSite = .none }
            return copy
        } catch {
            throw StepFailure(
                step: "open", error.reason, notes: error.others.map(\.code),
                message: error.reasons.map(\.meaning).joined(separator: " "))
        }
    }
}
