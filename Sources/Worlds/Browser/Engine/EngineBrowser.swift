import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Diagnosis
import HTTPLoader
import Listening
import PageEngines
import Project
import RouterGuard
import Scenarios
import WebViews

/// The web half in a real engine: the page's own scripts run, and what came of it is seen from outside.
final class EngineBrowser: Sendable {
    private let window: EngineWindow
    private let settings: WorldSettings
    private let web: WebURL
    private let auth: WebURL
    private let clock: WorldClock
    private let trace: TraceLog
    private let routes: RouteTable?
    private let state = Mutex(State())

    private struct State {
        var page: EnginePage?
        var findings: [Finding] = []
    }

    init(
        window: EngineWindow, settings: WorldSettings, addresses: WorldAddresses, routes: RouteTable?,
        clock: WorldClock,
        trace: TraceLog
    ) {
        (self.window, self.settings, self.routes) = (window, settings, routes)
        (web, auth) = (addresses.web, addresses.auth)
        (self.clock, self.trace) = (clock, trace)
    }

    /// What was opened last; nil before the first page.
    var lastPage: EnginePage? { state.withLock { $0.page } }
    /// Requests in which the engine did otherwise than the model of the profile.
    var findings: [Finding] { state.withLock { $0.findings } }
    var isOpen: Bool { window.isOpen }

    /// Opens a page after the session was put where `injection` says, and waits until it can be judged.
    ///
    /// - Throws: `engine/model-only` for what no engine can do; what the engine's helper fails with.
    func open(_ opening: PageOpening, injecting injection: SessionInjection, nativeUserID: String?) async throws {
        func refuse(_ what: String) -> BridgeFailure { PageEngineReason.modelOnly.failure(what) }
        guard opening.view == .first else { throw refuse("a second view on the same page") }
        guard opening.store == .default else { throw refuse("a private store beside the app's") }
        guard opening.process == .shared else { throw refuse("a process of its own") }
        guard injection.storeCookies.allSatisfy(\.isAwaited) else {
            throw refuse("a write to the store that nobody awaits")
        }
        var asked = EngineWindow.Opening(url: try web.resolving(opening.path))
        asked.headers = injection.headers
        asked.cookies = injection.storeCookies.map(\.cookie)
        asked.userScripts = injection.scripts
        asked.answers = injection.answers
        asked.blankPageScript = injection.blankPageScript
        let mark = trace.mark
        try await window.open(asked)
        try await judge(since: mark, nativeUserID)
    }

    /// - Returns: whether there was a page.
    func reload(nativeUserID: String?) async throws -> Bool {
        let mark = trace.mark
        guard try await window.reload() else { return false }
        try await judge(since: mark, nativeUserID)
        return true
    }

    func deleteAllCookies() async throws { try await window.deleteAllCookies() }
    func removeAllData() async throws {
        try await window.removeAllData()
        state.withLock { $0.page?.forget() }
    }
    /// The app's process ends, and its view with it.
    func endProcess() async throws { try await window.endProcess() }

    // MARK: - The end of a page

    private func judge(since mark: Int, _ nativeUserID: String?) async throws {
        let offset = clock.now - SystemTime.now
        let (start, patience) = (ContinuousClock.now, EnginePatience(limit: settings.engineLimit))
        var sighting: EngineSighting
        var restSince: ContinuousClock.Instant?
        while true {
            let progress = try window.progress(quiet: patience.quiet, patience: patience.limit)
            sighting = await self.sighting(of: progress, since: mark, nativeUserID)
            let now = ContinuousClock.now
            restSince = progress.isAtRest ? restSince ?? now : nil
            if patience.isOver(sighting, rest: restSince.map { now - $0 }, elapsed: now - start) {
                if !progress.isAtRest, sighting.failure == nil, !sighting.isLooping {
                    sighting.waitingFor = "It was given up after \(patience.limit.worldText)."
                }
                break
            }
            do { try await Task.sleep(for: .milliseconds(25)) } catch {
                throw PageEngineReason.cancelled.failure("the page was given up")
            }
        }
        try await record(sighting, since: mark, shiftedBy: offset)
    }

    private func sighting(
        of progress: EngineWindow.Progress, since mark: Int, _ nativeUserID: String?
    ) async -> EngineSighting {
        var sighting = EngineSighting(
            url: try? WebURL(progress.url), web: web, mode: settings.routerMode,
            signInPath: settings.pageGuard.signInPath)
        (sighting.nativeUserID, sighting.failure) = (nativeUserID, progress.failure)
        sighting.users = users(since: mark, progress.exchanges)
        var (documents, addresses) = (0, 0)
        for happening in progress.happenings {
            switch happening.event {
            case .navigation(.didCommit, _): documents += 1
            case .urlChanged: addresses += 1
            case .console(let message) where message.level == "exception": sighting.hasThrown = true
            default: break
            }
        }
        sighting.isLooping = documents > EnginePatience.documentLimit || addresses > EnginePatience.addressLimit
        sighting.isProven = progress.isAtRest ? await isProven(progress) : settings.signedIn == .signIn ? nil : false
        return sighting
    }

    /// Who is signed in by what the page itself asked the auth service.
    private func users(since mark: Int, _ exchanges: [EngineExchange]) -> [String] {
        guard exchanges.contains(where: { $0.status == 200 && isSignIn($0) }) else { return [] }
        return trace.events(from: mark).compactMap { event in
            guard event.actor == .auth else { return nil }
            switch event.kind {
            case .account(let account): return account.action == .signedIn ? account.uid : nil
            // A session that the page has kept.
            case .token(let token): return token.action == .accepted ? token.uid : nil
            default: return nil
            }
        }
    }

    private func isSignIn(_ exchange: EngineExchange) -> Bool {
        guard exchange.method == "POST", let url = try? WebURL(exchange.url) else { return false }
        let path = url.target.prefix { $0 != "?" }
        return path.contains("/v1/accounts:") || path.hasSuffix("/v1/token")
    }

    private func isProven(_ progress: EngineWindow.Progress) async -> Bool? {
        func holds(_ expression: String) async -> Bool {
            await window.evaluate("Boolean(\(expression))") == true
        }
        switch settings.signedIn {
        case .signIn: return nil
        case .selector(let selector):
            return await holds("document.querySelector(\(JSONValue.string(selector).text()))")
        case .script(let script): return await holds(script)
        case .request(let path):
            return progress.exchanges.contains { exchange in
                guard let status = exchange.status, status < 300, let url = try? WebURL(exchange.url) else {
                    return false
                }
                return url.target.hasPrefix(path)
            }
        }
    }

    // MARK: - The trace

    private func record(_ sighting: EngineSighting, since mark: Int, shiftedBy offset: Duration) async throws {
        guard let replay = try await window.replay() else { return }
        var sighting = sighting
        if replay.page.failure?.code == PageEngineReason.pageBusy.code {
            sighting.waitingFor = "One of its scripts does not end."
        } else if sighting.waitingFor != nil, let url = replay.page.waiting.first {
            sighting.waitingFor = "It waits for \(trace.masking.url(url)), which does not come."
        }
        let comparison = EngineComparison(
            replay, profile: settings.engineProfile, masking: trace.masking, numbering: trace)
        trace.merge(withSignIns(comparison.events, in: replay.page), from: mark, shiftedBy: offset)
        for uid in sighting.users.suffix(1) {
            trace.record(.account(AccountEvent(.signedIn, uid: uid, provider: "custom")), by: .page)
        }
        let route = sighting.path.flatMap { self.route(at: $0) }
        let reasons = (sighting.reasons + guardReasons(since: mark)).uniqued()
        let ended = RoutingEvent(
            .ended, path: trace.masking.url(sighting.path ?? replay.page.url), route: route,
            detail: trace.masking.text(sighting.waitingFor ?? ""), reasons: reasons)
        trace.record(.routing(ended), by: .page)
        // What an engine asks for ahead of the parser is nobody's fault.
        let findings = comparison.differences.filter { !$0.isOnItsWay }.map { difference in
            Finding(difference.reason, difference.text, evidence: [])
        }
        state.withLock { state in
            state.page = EnginePage(
                firstEvent: mark, verdict: sighting.verdict, reasons: reasons,
                path: sighting.path.map { trace.masking.url($0).text }, route: route, userID: sighting.users.last,
                stored: replay.page.cookies)
            state.findings += findings
        }
    }

    /// What of the page's guard is seen from outside: whether it found a token, and what became of that.
    private func guardReasons(since mark: Int) -> [ReasonCode] {
        var reasons: [GuardReason] = []
        var (hasLooked, hasSeen) = (false, false)
        for event in trace.events(from: mark) {
            switch event.kind {
            case .cookieRead(let read) where event.actor == .page:
                hasLooked = true
                if read.visible.contains(where: { $0.name == settings.cookieName }) { hasSeen = true }
            case .token(let token) where event.actor == .auth && token.form == .customToken:
                reasons.append(token.action == .accepted ? .tokenAccepted : .tokenRefused)
            case .account(let account) where event.actor == .auth && account.action == .refused:
                reasons.append(.tokenRefused)
            default: break
            }
        }
        if hasLooked, !hasSeen { reasons.append(.cookieAbsent) }
        return reasons.map(\.code)
    }

    /// With a step of the page's for each sign-in that it asked for.
    private func withSignIns(_ events: [TraceEvent], in page: VisitedPage) -> [TraceEvent] {
        var answered: Set<Int> = []
        for event in events {
            if case .response(let response) = event.kind, response.status != nil { answered.insert(response.hop) }
        }
        return events.flatMap { event -> [TraceEvent] in
            guard case .request(let request) = event.kind, request.method == "POST",
                request.url.text.contains("/v1/accounts:signIn")
            else { return [event] }
            let name = request.url.text.split(separator: "/").last.map { $0.prefix { $0 != "?" } } ?? ""
            let reasons = answered.contains(request.hop) ? [] : [PageReason.authNotReached.code]
            let step = RoutingEvent(
                .signIn, path: trace.masking.url(page.url), detail: trace.masking.text(String(name)), reasons: reasons)
            return [TraceEvent(sequence: 0, at: event.at, actor: .page, kind: .routing(step)), event]
        }
    }

    /// The name of the route that the page's table has for a path.
    private func route(at path: String) -> String? {
        guard let routes else { return nil }
        var warnings: [RouterWarning] = []
        return (try? routes.resolve(.path(path), from: nil, warnings: &warnings))?.name
    }
}

/// What came of opening a page in an engine.
struct EnginePage: Sendable {
    /// The sequence number of the first event that belongs to it.
    let firstEvent: Int
    let verdict: Verdict
    let reasons: [ReasonCode]
    let path: String?
    let route: String?
    private(set) var userID: String?
    /// The cookies in the engine's store.
    private(set) var stored: [NativeCookie]

    init(
        firstEvent: Int, verdict: Verdict, reasons: [ReasonCode], path: String?, route: String?, userID: String?,
        stored: [NativeCookie]
    ) {
        (self.firstEvent, self.verdict, self.reasons) = (firstEvent, verdict, reasons)
        (self.path, self.route, self.userID, self.stored) = (path, route, userID, stored)
    }

    /// All that the view has kept is removed.
    mutating func forget() { (userID, stored) = (nil, []) }
}
