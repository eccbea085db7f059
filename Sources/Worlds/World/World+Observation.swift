package import BridgePrimitives
public import BridgeTrace
import Cookies
import CookieStores
import Diagnosis
import FirebaseAuthClient
import HTTPLoader
import RouterGuard
public import Scenarios
import SimulatedDevice
import WebViews

extension World {
    /// What the world looks like now, as scenarios and the demonstration judge it.
    ///
    /// The verdict is that of the page which was loaded last: in ``browser``, or by the app's own code in a `WKWebView` of
    /// its own. What that code has called for comes to its end first: handlers of WebKit's and `URLSession`'s, loads, and
    /// the page's guard (half a minute of real time at most).
    public func observation() async -> Observation {
        await browser.settled()
        let events = trace.events
        let ending = pageEnding
        let pageEvents = ending.firstEvent.map { first in events.filter { $0.sequence >= first } } ?? []
        let sent = pageEvents.compactMap { event -> [String]? in
            guard case .request(let request) = event.kind, event.actor == .webView else { return nil }
            return request.sent.map(\.name)
        }
        // What the guard's script saw; a page without a guard was not asked.
        let visible = pageEvents.compactMap { event -> [String]? in
            guard case .cookieRead(let read) = event.kind else { return nil }
            return read.visible.map(\.name)
        }
        var observation = Observation(
            verdict: ending.verdict, route: ending.route, path: ending.path, webUserID: ending.webUserID,
            nativeUserID: app.currentUserID, verdictReasons: ending.reasons, events: events, findings: findings,
            firstRequestCookies: sent.first, sentCookies: Set(sent.joined()), storedCookies: ending.stored,
            visibleCookies: Set(visible.joined()), head: traceHead(since: events.first))
        observation.hint = NoEffects(world: self).findings.first ?? standIn
        observation.pageStart = ending.firstEvent
        describeStores(in: &observation)
        describeCalls(in: &observation)
        return observation
    }

    /// How the page that was opened last has ended, and nothing else: for whoever asks often.
    package var ending: (verdict: Verdict, reasons: [ReasonCode]) {
        let ending = pageEnding
        return (ending.verdict, ending.reasons)
    }

    /// The name of the route that is shown; nil where none is.
    package var shownRoute: String? { pageEnding.route }

    /// What the model's guard has stood for in somebody's own page: scripts that did not run, or none at all. Nil where
    /// nothing was left out.
    private var standIn: Finding? {
        guard engine == nil, settings.hasOwnPage, let page = browser.lastPage else { return nil }
        if let skipped = PageScripts.skipped(in: [page.scripts]) {
            return Finding(NavigationReason.pageScriptsSkipped, skipped, evidence: [])
        }
        guard page.outcome != nil else { return nil }
        return Finding(
            NavigationReason.pageWithoutScripts,
            "The page has no script as the server sends it, so no browser would sign in there: the model's guard did what is told"
                + " here.",
            evidence: [])
    }

    private func traceHead(since first: TraceEvent?) -> TraceHead {
        var head = TraceHead(id: "1", name: "")
        (head.profile, head.engine) = (device.profile.name, settings.engine.rawValue)
        (head.project, head.cookie, head.started) = (settings.projectID, settings.cookieName, first?.at)
        head.showsSecrets = settings.masking == .revealed
        return head
    }

    /// How the page that was opened last has ended, in the model or in a real engine.
    private struct PageEnding {
        var verdict = Verdict.notOpened
        var reasons: [ReasonCode] = []
        var route: String?
        var path: String?
        var webUserID: String?
        /// The sequence number of the page's first event; nil where none was opened.
        var firstEvent: Int?
        /// Names of the cookies in the view's store.
        var stored: Set<String> = []
    }

    private var pageEnding: PageEnding {
        if let page = engine?.lastPage {
            return PageEnding(
                verdict: page.verdict, reasons: page.reasons, route: page.route, path: page.path,
                webUserID: page.userID, firstEvent: page.firstEvent, stored: Set(page.stored.map(\.name)))
        }
        let page = browser.lastPage
        let (verdict, reasons) = judge(page)
        return PageEnding(
            verdict: verdict, reasons: reasons, route: page?.outcome?.route?.name ?? page?.route,
            path: (page?.outcome?.route?.fullPath ?? page?.judged?.path).map { trace.masking.url($0).text },
            webUserID: page?.webUserID,
            firstEvent: page?.firstEvent, stored: Set(browser.dataStore.httpCookieStore.jar.all().map(\.name)))
    }

    /// Why the page that was loaded last is not signed in as the app's user; nil when it is.
    public func rootCause() async -> RootCause? {
        let verdict = await observation().verdict
        return verdict == .signedIn ? nil : rootCause(of: .ending(verdict, expected: .signedIn))
    }

    /// Why the handoff did not do what was wanted; nil when nothing in it stands against that.
    public func rootCause(of shortfall: Shortfall) -> RootCause? {
        let events = trace.events
        return HandoffDiagnosis(
            cookieName: settings.cookieName, appHost: addresses.web.host, nativeUserID: app.currentUserID,
            pageStart: pageEnding.firstEvent, projectID: settings.projectID
        ).rootCause(of: shortfall, in: events)?.naming(faultsIn: events)
    }

    private func judge(_ page: OpenedPage?) -> (verdict: Verdict, reasons: [ReasonCode]) {
        guard let page else { return (.notOpened, []) }
        if let failure = page.result.failure { return (.failed, failure.reasons) }
        if var judged = page.judged {
            judged.nativeUserID = app.currentUserID
            return (judged.verdict, judged.reasons)
        }
        guard let outcome = page.outcome else { return (.signedOut, page.reasons) }
        let reasons = routingReasons(since: page.firstEvent)
        if outcome.isHanging {
            return (reasons.contains(GuardReason.redirectLoop.code) ? .looping : .hanging, reasons)
        }
        guard outcome.route != nil else { return (.failed, reasons) }
        // Somebody may be signed in by now whom the guard has sent to the sign-in page for want of patience.
        guard let webUserID = page.webUserID, !outcome.isSentTo(settings.pageGuard.signInPath) else {
            return (.signedOut, reasons)
        }
        guard webUserID == app.currentUserID else {
            return (.otherUser, [HandoffReason.otherUser.code] + reasons)
        }
        return (.signedIn, reasons)
    }

    /// What the guard gave as reasons, first one first.
    private func routingReasons(since sequence: Int) -> [ReasonCode] {
        trace.events(from: sequence).flatMap { event -> [ReasonCode] in
            guard case .routing = event.kind else { return [] }
            return event.reasons
        }.uniqued()
    }
}
