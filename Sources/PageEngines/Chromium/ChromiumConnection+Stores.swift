import BridgePrimitives
import Cookies
import Foundation
import HTTPLoader
import WebViews

// Browser contexts, in the place of data stores.
extension ChromiumConnection {
    func makeStore(_ name: String, _ settings: EngineStoreSettings, _ limit: Duration)
        async throws(BridgeFailure)
    {
        guard settings.folder == nil, !settings.trackingPrevention else {
            throw PageEngineReason.refused.failure(
                "Chromium's stores are in memory, and without WebKit's tracking prevention",
                fix: "leave folder and trackingPrevention out, or use webkitgtk")
        }
        let answer = try await ask(
            "Target.createBrowserContext",
            [
                "disposeOnDetach": true, "proxyServer": .string(settings.proxy ?? "direct://"),
                // Loopback's names too, which Chromium otherwise keeps from a proxy.
                "proxyBypassList": "<-loopback>",
            ], within: limit)
        let context = try Self.text("browserContextId", of: answer)
        _ = try await ask(
            "Browser.setDownloadBehavior", ["behavior": "deny", "browserContextId": .string(context)], within: limit)
        state.withLock { $0.stores[name] = context }
    }

    func removeStore(_ name: String, _ limit: Duration) async throws(BridgeFailure) {
        let context = try context(of: name)
        guard !state.withLock({ $0.views.values.contains { $0.store == name } }) else {
            throw PageEngineReason.refused.failure("a view has the store \(name)")
        }
        state.withLock { $0.stores[name] = nil }
        _ = try await ask("Target.disposeBrowserContext", ["browserContextId": context], within: limit)
    }

    func put(
        _ cookie: NativeCookie, isDeletion: Bool, in store: String, _ limit: Duration
    ) async throws(BridgeFailure) {
        if cookie.sameSite == .none, !cookie.isSecure, !isDeletion {
            // Chromium says that it has done it, and does not.
            throw PageEngineReason.refused.failure("SameSite=None without Secure, which Chromium does not keep")
        }
        let host = ASCIIText.lowercased(
            cookie.domain.hasPrefix(".") ? String(cookie.domain.dropFirst()) : cookie.domain)
        guard (try? WebURL("http://\(host)/"))?.host == host else {
            throw PageEngineReason.refused.failure("\(cookie.domain) is no host")
        }
        _ = try await ask(
            "Storage.setCookies",
            ["cookies": [cookie.devTools(isDeletion: isDeletion)], "browserContextId": context(of: store)],
            within: limit)
    }
}
