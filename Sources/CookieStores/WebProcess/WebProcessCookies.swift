import BridgePrimitives
import Cookies

/// The copies that one web content process keeps of one store (WebKit's WebCookieCache.cpp).
///
/// The first read for a host makes its copy; a write does not. At most ``hostLimit`` hosts are kept: a random one makes
/// room, which the seed decides.
struct WebProcessCookies: Sendable {
    static let hostLimit = 5

    private var copies: [HostCopy] = []
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    var hosts: [String] { copies.map(\.host.host) }

    /// What the page at `url` sees, from its copy; makes one if there is none.
    mutating func read(
        _ url: CookieURL, context: ScriptContext, from store: inout CookieJar, now: Instant
    ) -> ScriptCookies {
        let direct = store.scriptCookies(for: url, context: context, now: now)
        let position = position(of: url.host) ?? makeCopy(of: url, from: store, now: now)
        return copies[position].read(url, context: context, store: direct, now: now)
    }

    /// A write of the page's own, after the store has decided on it.
    mutating func write(
        _ text: String, from url: CookieURL, context: StoreContext, decision: StoreDecision, now: Instant
    ) {
        guard let position = position(of: url.host) else { return }
        copies[position].write(text, from: url, context: context, decision: decision, now: now)
    }

    mutating func take(_ change: CookieChange, now: Instant) {
        for position in copies.indices { copies[position].take(change, now: now) }
    }

    /// All cookies were deleted, or the process that holds the store has ended: reads copy anew.
    mutating func removeAll() { copies = [] }

    private func position(of host: String) -> Int? { copies.firstIndex { $0.host.host == host } }

    private mutating func makeCopy(of url: CookieURL, from store: CookieJar, now: Instant) -> Int {
        while copies.count >= Self.hostLimit {
            copies.remove(at: Int.random(in: copies.indices, using: &generator))
        }
        copies.append(HostCopy(of: url, from: store, now: now))
        return copies.endIndex - 1
    }
}
