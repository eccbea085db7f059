public import BridgePrimitives
public import BridgeTrace
public import Cookies
import HTTPLoader

/// A cookie jar that several parties share, under one lock; every write and every script's read is traced.
///
/// Both a web view's store and the app's own `HTTPCookieStorage` are one of these: two jars, and nothing goes from one
/// to the other by itself.
public final class SharedCookieJar: Sendable {
    /// What traces call it, `WKWebsiteDataStore.default` for instance.
    public let name: String
    public let profile: CookieProfile
    public let publicSuffixes: any PublicSuffixes
    let state: Mutex<JarState>
    private let changes = Mutex<[@Sendable () -> Void]>([])
    private let arriving = Mutex<(any CookieArrivals)?>(nil)
    let clock: WorldClock
    let trace: TraceLog

    /// A jar that is as durable as the process that holds it.
    public convenience init(
        name: String, profile: CookieProfile, publicSuffixes: any PublicSuffixes, clock: WorldClock, trace: TraceLog
    ) {
        self.init(
            name: name, profile: profile, publicSuffixes: publicSuffixes, clock: clock, trace: trace, disk: nil)
    }

    /// - Parameter disk: what keeps the jar's cookies when its process ends; nil for a jar in memory.
    init(
        name: String, profile: CookieProfile, publicSuffixes: any PublicSuffixes, clock: WorldClock, trace: TraceLog,
        disk: DurableCookies?
    ) {
        (self.name, self.profile, self.publicSuffixes) = (name, profile, publicSuffixes)
        (self.clock, self.trace) = (clock, trace)
        state = Mutex(JarState(jar: CookieJar(profile: profile, publicSuffixes: publicSuffixes), disk: disk))
    }

    /// The device's time, by which cookies live and die.
    var now: Instant { clock.now(on: .device) }

    /// What changes what scripts and native code write; nil for nothing.
    package var arrivals: (any CookieArrivals)? {
        get { arriving.withLock { $0 } }
        set { arriving.withLock { $0 = newValue } }
    }

    // MARK: Writing

    /// One `Set-Cookie` field of a response.
    ///
    /// - Parameter hop: the response's number in the trace; nil for one that no request of the trace brought.
    @discardableResult
    public func store(
        setCookie line: [UInt8], from url: CookieURL, context: StoreContext, actor: TraceActor = .webView,
        hop: Int? = nil
    ) -> StoreDecision {
        let decision = write(name: CookieFields.name(inSetCookie: line)) { state, now in
            state.jar.store(setCookie: line, from: url, context: context, now: now)
        }
        return finish(decision, .response, host: url.host, actor: actor, hop: hop)
    }

    /// One assignment to `document.cookie`.
    ///
    /// - Parameter process: the web process whose own copy takes the write too; nil for a frame that is not copied.
    @discardableResult
    public func store(
        scriptCookie text: String, from url: CookieURL, context: StoreContext, in process: WebContentProcess? = nil
    ) -> StoreDecision {
        let (written, arrivals) = (text, arrivals)
        guard let text = arrivals.map({ $0.script(written) }) ?? written else {
            return StoreDecision(outcome: .ignored, name: Self.name(inScriptText: written))
        }
        let decision = write(name: Self.name(inScriptText: text)) { state, now in
            state.jar.store(scriptCookie: text, from: url, context: context, now: now)
        } andThen: { state, decision, now in
            guard let process, profile.refusedOverwriteView.value == .phantom else { return }
            state.withCopies(of: process) {
                $0.write(text, from: url, context: context, decision: decision, now: now)
            }
        }
        return finish(decision, .script, host: url.host, actor: .page)
    }

    /// A finished cookie from native code.
    @discardableResult
    public func store(native cookie: NativeCookie) -> StoreDecision {
        let cookie = arrivals?.native(cookie) ?? cookie
        let decision = write(name: cookie.name) { state, now in state.jar.store(native: cookie, now: now) }
        return finish(decision, .native, host: cookie.domain, actor: .app)
    }

    /// Native code deletes the cookie of that identity. One without HttpOnly does not delete one with it.
    @discardableResult
    public func delete(native cookie: NativeCookie) -> StoreDecision {
        guard arrivals?.keeps(cookie.name) != true else { return StoreDecision(outcome: .ignored, name: cookie.name) }
        let now = now
        let decision = state.withLock { state in
            let decision = state.jar.delete(native: cookie, now: now)
            state.spread(CookieChange.of(decision), now: now)
            return decision
        }
        return finish(decision, .native, host: cookie.domain, actor: .app)
    }

    /// A write that never reaches the jar, because the document may not write.
    package func refuse(scriptCookie text: String, outcome: StoreDecision.Outcome, reason: StoreReason) -> StoreDecision
    {
        let decision = StoreDecision(outcome: outcome, reasons: [reason], name: Self.name(inScriptText: text))
        return finish(decision, .script, host: "", actor: .page)
    }

    /// A response's cookie that never reaches the jar, because the request's client does not want it there.
    package func refuse(
        setCookie line: [UInt8], from url: CookieURL, reason: StoreReason, actor: TraceActor, hop: Int
    ) -> StoreDecision {
        let decision = StoreDecision(
            outcome: reason == .thirdPartyBlocked ? .rejected : .ignored, reasons: [reason],
            name: CookieFields.name(inSetCookie: line))
        return finish(decision, .response, host: url.host, actor: actor, hop: hop)
    }

    /// A native write that is filtered out before the jar.
    func refuse(native cookie: NativeCookie, reason: StoreReason) -> StoreDecision {
        finish(
            StoreDecision(outcome: .rejected, reasons: [reason], name: cookie.name), .native, host: cookie.domain,
            actor: .app)
    }

    private static func name(inScriptText text: String) -> String {
        CookieFields.name(inSetCookie: Array(text.utf8.prefix(256)))
    }

    /// Decides under the lock, and lets the disk and the web processes' copies follow before anybody else looks.
    private func write(
        name: String, _ decide: (inout JarState, Instant) -> StoreDecision,
        andThen follow: (inout JarState, StoreDecision, Instant) -> Void = { _, _, _ in }
    ) -> StoreDecision {
        let (now, isOnDiskAtOnce) = (now, arrivals?.isOnDiskAtOnce == true)
        return state.withLock { state in
            guard state.policy == .allow else {
                return StoreDecision(outcome: .rejected, reasons: [.cookiesDisabled], name: name)
            }
            let decision = decide(&state, now)
            state.spread(CookieChange.of(decision), now: now)
            if isOnDiskAtOnce { state.disk?.flush() }
            follow(&state, decision, now)
            return decision
        }
    }

    private func finish(
        _ decision: StoreDecision, _ source: CookieWriteEvent.Source, host: String, actor: TraceActor, hop: Int? = nil
    ) -> StoreDecision {
        var hasChanged = false
        for each in [decision] + decision.further {
            let event = CookieWriteEvent(
                each, store: name, source: source, host: host, hop: hop, masking: trace.masking)
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
        return state.withLock { $0.jar.requestCookies(for: request, now: now) }
    }

    /// What a document's script sees.
    ///
    /// - Parameter process: the web process that answers from a copy of its own, in engines where it does; nil for a
    ///   frame whose reads always reach the jar.
    public func scriptCookies(
        for url: CookieURL, context: ScriptContext, in process: WebContentProcess? = nil
    ) -> ScriptCookies {
        let now = now
        let hasCopies = profile.refusedOverwriteView.value == .phantom
        let cookies = state.withLock { state in
            guard let process, hasCopies else { return state.jar.scriptCookies(for: url, context: context, now: now) }
            return state.read(url, context: context, in: process, now: now)
        }
        let masking = trace.masking
        let differing = Dictionary(
            cookies.shown.map { ($0.cookie.identity, $0.reason.code) }, uniquingKeysWith: { first, _ in first })
        let event = CookieReadEvent(
            store: name, url: masking.url(url.string),
            visible: cookies.visible.map { cookie in
                cookie.mention(masking, reasons: differing[cookie.identity].map { [$0] } ?? [])
            },
            hidden: cookies.hidden.map { $0.cookie.mention(masking, reasons: $0.reasons.map(\.code)) })
        trace.record(.cookieRead(event), by: .page)
        return cookies
    }

    /// A script's look at `document.cookie` that a gate before the jar ended.
    package func noteRead(of url: String, reason: ScriptReason) {
        let event = CookieReadEvent(
            store: name, url: trace.masking.url(url), visible: [], hidden: [], reasons: [reason.code])
        trace.record(.cookieRead(event), by: .page)
    }

    /// The registrable domain of a host, or the host where there is none.
    func site(of host: String) -> String { publicSuffixes.registrableDomain(of: host) ?? host }

    package func isSameSite(_ a: CookieURL, _ b: CookieURL) -> Bool { site(of: a.host) == site(of: b.host) }

    /// All cookies that are alive.
    public func all() -> [Cookie] {
        let now = now
        return state.withLock { $0.jar.all(now: now) }
    }

    // MARK: Observers

    func onChange(_ body: @escaping @Sendable () -> Void) { changes.withLock { $0.append(body) } }

    func tellObservers() {
        for body in changes.withLock({ $0 }) { body() }
    }
}
