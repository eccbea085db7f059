public import BridgePrimitives
public import Cookies
import Listening

/// A data store of a real engine: its cookies, and views over it.
public struct EngineStore: Sendable {
    let helper: EngineHelper
    let name: String

    /// Sets a cookie; returns when the engine's store has it, as the completion handler of `setCookie` is called.
    ///
    /// - Throws: `engine/refused`.
    public func setCookie(_ cookie: NativeCookie) async throws(BridgeFailure) {
        var cookie = cookie
        // libsoup counts in seconds, and keeps a cookie to the end of the one in which it expires.
        if let expiry = cookie.expiry, expiry <= SystemTime.now { cookie.expiry = Instant(secondsSinceEpoch: 1) }
        try await helper.connection.call(.setCookie(cookie, store: name), within: helper.timeouts.command)
    }

    public func deleteCookie(_ cookie: NativeCookie) async throws(BridgeFailure) {
        try await helper.connection.call(.deleteCookie(cookie, store: name), within: helper.timeouts.command)
    }

    /// All cookies, HttpOnly ones too, in the engine's own order.
    public func allCookies() async throws(BridgeFailure) -> [NativeCookie] {
        let answer = try await helper.connection.call(.getAllCookies(store: name), within: helper.timeouts.command)
        var cookies: [NativeCookie] = []
        for json in answer["cookies"]?.arrayValue ?? [] { cookies.append(try helper.connection.cookie(json)) }
        return cookies
    }

    /// The store is gone, with all that it has.
    func remove() async {
        // An engine that does not answer any more has no store either.
        _ = try? await helper.connection.call(.removeDataStore(name), within: helper.timeouts.stop)
    }

    /// A view over the store, lent to `body` and closed however `body` ends.
    ///
    /// - Throws: `engine/refused` for settings that the engine does not take; what `body` throws.
    public func withView<Value>(
        _ settings: EngineViewSettings = EngineViewSettings(), _ body: (EngineView) async throws -> Value
    ) async throws -> Value {
        let view = try await openView(settings)
        return try await lending(view, body) { await view.close() }
    }

    /// A view over the store that stays until somebody closes it.
    ///
    /// - Throws: `engine/refused` for settings that the helper does not take.
    func openView(_ settings: EngineViewSettings) async throws(BridgeFailure) -> EngineView {
        let view = EngineView(helper: helper, name: helper.freshName("view"))
        try await helper.connection.call(
            .makeWebView(view.name, store: name, settings), within: helper.timeouts.command)
        return view
    }
}
