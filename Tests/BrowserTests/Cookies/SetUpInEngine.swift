import BridgePrimitives
import Cookies
import HTTPLoader
import PageEngines

/// Runs set-ups in a real engine, all in one view, whose store is emptied before each.
struct SetUpInEngine: Sendable {
    let view: EngineView
    let store: EngineStore
    let places: SetUpPlaces
    let site: SetUpSite

    func run(_ setUp: CookieSetUp) async throws -> SetUpOutcome {
        for cookie in try await store.allCookies() { try await store.deleteCookie(cookie) }
        _ = site.takeRequests()
        try await view.open(places.start(setUp).string)
        if setUp.way == .store { try await store.setCookie(setUp.nativeCookie) }
        try await view.open(places.route(setUp).string)
        let documentCookie = try await view.evaluate("document.cookie").stringValue ?? ""
        let jar = try await store.allCookies()
        return SetUpOutcome(
            requests: site.takeRequests(), documentCookie: documentCookie,
            jar: Set(jar.map { SetUpOutcome.Entry($0) }))
    }
}

extension CookieSetUp {
    /// The cookie as an app tells it to a store.
    var nativeCookie: NativeCookie {
        let sameSite: SameSite =
            line.contains("SameSite=Strict") ? .strict : line.contains("SameSite=Lax") ? .lax : .unspecified
        return NativeCookie(
            name: "a", value: "1", domain: line.contains("Domain=") ? "." + site : host,
            path: line.contains("Path=") ? "/set/deep" : "/", isSecure: line.contains("Secure"),
            isHTTPOnly: line.contains("HttpOnly"), sameSite: sameSite, expiry: nil)
    }
}
