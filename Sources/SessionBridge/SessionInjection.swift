import BridgePrimitives
import Cookies
import HTTPLoader
import Scenarios
import SimulatedDevice
import WebViews

/// Puts the session where the app wants it to be: into a user script, a store, or a header.
struct SessionInjection {
    private(set) var scripts: [UserScript] = []
    private(set) var headers = HTTPHeaders()

    private let world: World

    init(world: World) { self.world = world }

    /// - Throws: `handoff/nothing-to-inject` when there is neither a value nor an answer of the backend's.
    mutating func apply(_ injection: Injection) async throws(StepFailure) {
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
        case .nativeStorage:
            world.installedApp.cookieStorage.setCookie(native(name: name, value: value, like: cookie))
        case .cookieStore:
            let store = world.browser.dataStore.httpCookieStore
            let native = native(name: name, value: value, like: cookie)
            if injection.isAwaited {
                await store.setCookie(native)
            } else {
                store.writeSchedule = .afterNextRequest
                store.setCookie(native) { _ in }
            }
        case .header:
            headers.append("Cookie", "\(name)=\(value)")
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

    /// The backend's cookie, made to belong to the web app's host, as an app does that copies it.
    private func native(name: String, value: String, like cookie: Cookie?) -> NativeCookie {
        NativeCookie(
            name: name, value: value, domain: world.addresses.web.host, path: "/", isSecure: cookie?.isSecure ?? true,
            isHTTPOnly: cookie?.isHTTPOnly ?? false, sameSite: cookie?.sameSite ?? .unspecified, expiry: cookie?.expiry)
    }
}
