public import BridgePrimitives
public import BridgeTrace
public import Cookies
import Synchronization

/// A cookie jar that several parties share, under one lock; every write and every script's read is traced.
///
/// Both a web view's store and the app's own `HTTPCookieStorage` are one of these: two jars, and nothing goes from one
/// to the other by itself.
public final class SharedCookieJar: Sendable {
    /// What traces call it, `WKWebsiteDataStore.default` for instance.
    public let name: String
    public let profile: CookieProfile
    public let publicSuffixes: any PublicSuffixes
    private let jar: Mutex<CookieJar>
    private let changes = Mutex<[@Sendable () -> Void]>([])
    private let clock: WorldClock
    private let trace: TraceLog

    public init(
        name: String, profile: CookieProfile, publicSuffixes: any PublicSuffixes, clock: WorldClock, trace: TraceLog
    ) {
        (self.name, self.profile, self.publicSuffixes) = (name, profile, publicSuffixes)
        (self.clock, self.trace) = (clock, trace)
        jar = Mutex(CookieJar(profile: profile, publicSuffixes: publicSuffixes))
    }

    /// The device's time, by which cookies live and die.
    private var now: Instant { clock.now(on: .device) }

    // MARK: Writing

    /// One `Set-Cookie` field of a response.
    @discardableResult
    public func store(
        setCookie line: [UInt8], from url: CookieURL, context: StoreContext, actor: TraceActor = .webView
    ) -> StoreDecision {
        let now = now
        return finish(
            jar.withLock { $0.store(setCookie: line, from: url, context: context, now: now) }, .response,
            host: url.host, actor: actor)
    }

    /// One assignment to `document.cookie`.
    @discardableResult
    public func store(scriptCookie text: String, from url: CookieURL, context: StoreContext) -> StoreDecision {
        let now = now
        return finish(
            jar.withLock { $0.store(scriptCookie: text, from: url, context: context, now: now) }, .script,
            host: url.host, actor: .page)
    }

    /// A finished cookie from native code.
    @discardableResult
    public func store(native cookie: NativeCookie) -> StoreDecision {
        let now = now
        return finish(
            jar.withLock { $0.store(native: cookie, now: now) }, .native, host: cookie.domain, actor: .app)
    }

    /// Native code deletes the cookie of that identity. One without HttpOnly does not delete one with it.
    @discardableResult
    public func delete(native cookie: NativeCookie) -> StoreDecision {
        let now = now
        return finish(
            jar.withLock { $0.delete(native: cookie, now: now) }, .native, host: cookie.domain, actor: .app)
    }

    /// A write that never reaches the jar, because the document may not write.
    func refuse(scriptCookie text: String, outcome: StoreDecision.Outcome, reason: StoreReason) -> StoreDecision {
        let pair = text.utf8.prefix { $0 != UInt8(ascii: ";") }
        let name = pair.prefix { $0 != UInt8(ascii: "=") }
        let decision = StoreDecision(
            outcome: outcome, reasons: [reason], name: HTMLText.trimmed(Array(name.prefix(256))))
        return finish(decision, .script, host: "", actor: .page)
    }

    /// A response's cookie that is not stored because the request was made without credentials.
    func refuse(setCookie line: [UInt8], from url: CookieURL, reason: StoreReason, actor: TraceActor) -> StoreDecision {
        let decision = StoreDecision(
            outcome: .ignored, reasons: [reason], name: Self.name(inSetCookie: line))
        return finish(decision, .response, host: url.host, actor: actor)
    }

    /// The name in a `Set-Cookie` line, for display.
    static func name(inSetCookie line: [UInt8]) -> String {
        HTMLText.trimmed(line.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }.prefix(256))
    }

    private func finish(
        _ decision: StoreDecision, _ source: CookieWriteEvent.Source, host: String, actor: TraceActor
    ) -> StoreDecision {
        var hasChanged = false
        for each in [decision] + decision.further {
            let event = CookieWriteEvent(each, store: name, source: source, host: host, masking: trace.masking)
            trace.record(.cookieWrite(event), by: actor)
            hasChanged = hasChanged || each.isInJar || each.outcome == .deleted
        }
        if hasChanged { tellObservers() }
        return decision
    }

    // MARK: Reading

    /// What a request carries. Not traced here: it belongs to the request's own event.
    public func requestCookies(for request: RequestContext) -> RequestCookies {
        let now = now
        return jar.withLock { $0.requestCookies(for: request, now: now) }
    }

    /// What a document's script sees.
    public func scriptCookies(for url: CookieURL, context: ScriptContext) -> ScriptCookies {
        let now = now
        let cookies = jar.withLock { $0.scriptCookies(for: url, context: context, now: now) }
        let masking = trace.masking
        let event = CookieReadEvent(
            store: name, url: masking.url("\(url.scheme)://\(url.host)\(url.path)"),
            visible: cookies.visible.map { $0.mention(masking) },
            hidden: cookies.hidden.map { $0.cookie.mention(masking, reasons: $0.reasons.map(\.code)) })
        trace.record(.cookieRead(event), by: .page)
        return cookies
    }

    /// All cookies that are alive.
    public func all() -> [Cookie] {
        let now = now
        return jar.withLock { $0.all(now: now) }
    }

    // MARK: Lifetimes

    /// The process ends: what has no expiry is gone.
    public func removeNonPersistent() {
        jar.withLock { $0.removeNonPersistent() }
        tellObservers()
    }

    public func removeAll() {
        jar.withLock { $0.removeAll() }
        tellObservers()
    }

    // MARK: Observers

    func onChange(_ body: @escaping @Sendable () -> Void) { changes.withLock { $0.append(body) } }

    private func tellObservers() {
        for body in changes.withLock({ $0 }) { body() }
    }
}
