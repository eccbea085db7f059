public import BridgePrimitives
public import BridgeTrace
public import Cookies
public import CookieStores
public import HTTPLoader
import WebViews

/// The browser that web authentication sessions are shown in, and the person in front of it.
///
/// One stands for the whole device: `device.services.provide(browser)`. Its cookies are Safari's: they outlive a
/// session and an app, and no app sees them; ephemeral sessions begin without any.
public final class InAppBrowser: Sendable {
    /// How many pages a person puts up with in one session.
    public static let mostPages = 20

    private let cookies: Mutex<SharedCookieJar>
    private let transport: any Transport
    private let clock: WorldClock
    private let trace: TraceLog
    private let pageTimeout: Duration
    private let holder: Mutex<any Person>

    /// - Parameters:
    ///   - pageTimeout: how long one page may take, redirects included, in the world's time.
    public init(
        person: any Person, transport: any Transport, profile: CookieProfile, publicSuffixes: any PublicSuffixes,
        clock: WorldClock, trace: TraceLog, pageTimeout: Duration = .seconds(60)
    ) {
        (self.transport, self.clock, self.trace) = (transport, clock, trace)
        self.pageTimeout = pageTimeout
        holder = Mutex(person)
        cookies = Mutex(
            SharedCookieJar(
                name: "Safari", profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace))
    }

    /// Safari's cookies.
    public var jar: SharedCookieJar { cookies.withLock { $0 } }

    /// Safari goes on by another version's rules, with the cookies that it has.
    public func update(to profile: CookieProfile) {
        cookies.withLock { $0 = $0.reopened(by: profile) }
    }

    /// The person at the device.
    public var person: any Person {
        get { holder.withLock { $0 } }
        set { holder.withLock { $0 = newValue } }
    }

    /// How a session ended.
    public enum End: Hashable, Sendable {
        /// With this address, which a page or a redirect led to.
        case calledBack(String)
        /// - Parameters:
        ///   - reasons: never empty; a ``WebSessionReason`` first.
        ///   - detail: the address or the page's words; no secret of the sign-in.
        case closed(reasons: [ReasonCode], detail: String)

        static func because(_ reason: WebSessionReason, _ detail: String, further: [ReasonCode] = []) -> End {
            .closed(reasons: [reason.code] + further, detail: detail)
        }
    }

    /// Shows pages, from `address` on, until one leads to the callback or the person closes the browser.
    ///
    /// A cancelled task ends as if the app had cancelled the session.
    /// - Parameters:
    ///   - callback: the address that ends the session.
    ///   - isEphemeral: whether the session has cookies of its own.
    public func browse(_ address: String, until callback: CallbackAddress, isEphemeral: Bool) async -> End {
        let jar =
            isEphemeral
            ? SharedCookieJar(
                name: "Safari, ephemeral", profile: jar.profile, publicSuffixes: jar.publicSuffixes, clock: clock,
                trace: trace)
            : jar
        let load = PageLoad(
            jar: jar, transport: transport, clock: clock, trace: trace, callback: callback, timeout: pageTimeout)
        var step = BrowserStep(to: address)
        var current: WebURL?
        for _ in 0..<Self.mostPages {
            guard !Task.isCancelled else { return .because(.cancelledByApp, "") }
            let page: BrowserPage
            switch await load.load(step, from: current) {
            case .page(let loaded): page = loaded
            case .end(let end): return end
            }
            current = page.url
            // Nobody is asked about a page that goes on by itself.
            if let refresh = page.document.immediateRefresh {
                step = BrowserStep(to: refresh)
                continue
            }
            let action = await person.act(on: page)
            if case .close(let reason) = action {
                return .because(reason, "\(page.url.origin)\(page.url.path): \(page.text.prefix(300))")
            }
            guard let next = page.request(for: action) else { return .because(.nothingToDo, page.url.origin) }
            step = next
        }
        return .because(.tooManyPages, current?.origin ?? "")
    }
}

/// The address that a session waits for.
public enum CallbackAddress: Hashable, Sendable {
    /// Any address of this scheme; compared without ASCII case.
    case scheme(String)
    /// One https host and path, which the app is associated with.
    case https(host: String, path: String)

    func matches(_ address: String) -> Bool {
        switch self {
        case .scheme(let scheme):
            guard !scheme.isEmpty, address.utf8.count > scheme.utf8.count else { return false }
            let head = address.utf8.prefix(scheme.utf8.count)
            return HTTPHeaders.areSameName(String(decoding: head, as: UTF8.self), scheme)
                && address.utf8.dropFirst(scheme.utf8.count).first == UInt8(ascii: ":")
        case .https(let host, let path):
            guard let url = try? WebURL(address), url.isSecure else { return false }
            return url.host == host && url.path == path
        }
    }
}
