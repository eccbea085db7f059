import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Diagnosis
import HTTPLoader
import Listening
import WebViews
import Worlds

/// Loads one page as a web view would and tells where each cookie went: for any URL that the machine reaches.
struct PageTracing: Sendable {
    var url: WebURL
    var profile = CookieProfile.ios18
    var masking = Masking.Policy.fingerprints
    /// `Set-Cookie` lines that the URL's own host is taken to have sent before.
    var cookies: [String] = []
    /// Cookies that the view's store holds before the load, as they were; see ``CookieFiles``.
    var storedCookies: [Cookie] = []
    var userScripts: [UserScript] = []
    /// Sent with the first request.
    var headers = HTTPHeaders()
    var timeout = Duration.seconds(30)

    func run(over transport: any Transport) async -> TracedPage {
        let clock = WorldClock { SystemTime.now }
        let trace = TraceLog(clock: clock, masking: Masking(masking))
        let store = WebsiteDataStore.nonPersistent(
            name: StoreName.webView, profile: profile, publicSuffixes: PublicSuffixList.standard, clock: clock,
            trace: trace)
        store.httpCookieStore.jar.restore(storedCookies)
        if let host = try? CookieURL(url.string) {
            for line in cookies {
                store.httpCookieStore.jar.store(
                    setCookie: Array(line.utf8), from: host, context: .firstParty, actor: .app)
            }
        }
        let controller = UserContentController()
        for script in userScripts { controller.addUserScript(script) }
        let view = HeadlessWebView(
            configuration: WebViewConfiguration(websiteDataStore: store, userContentController: controller),
            transport: transport, clock: clock, trace: trace)
        // Where the page's module would run: of each document, not only of the last.
        let documents = Mutex<[PageScripts]>([])
        await view.setPageScript { view in
            let scripts = await view.document.scripts
            documents.withLock { $0.append(scripts) }
        }
        var result = await view.load(PageRequest(url: url, headers: headers, timeoutInterval: timeout))
        if let next = await view.followRefreshes(until: clock.now + timeout) { result = result.followed(by: next) }
        let visible = result.status == nil ? nil : await view.readCookies()
        let events = trace.events
        let name = userScripts.isEmpty ? nil : events.lazy.compactMap { $0.scriptWrittenCookie }.first
        let cookieName = name ?? "customtoken"
        let diagnosis = HandoffDiagnosis(
            cookieName: cookieName, appHost: url.host, nativeUserID: nil, pageStart: events.first?.sequence)
        let found = HandoffFindings(
            cookieName: cookieName, appHost: url.host, profile: profile, showsSecrets: masking == .revealed
        ).findings(in: events)
        // The token's own cookie may have been told already.
        let refused = diagnosis.refusedCookies(in: events).filter { refused in
            !found.contains { $0.code == refused.code && $0.evidence == refused.evidence }
        }
        let findings =
            found + refused
            + PageFindings(documents: documents.withLock { $0 }, status: result.status).findings(in: events)
        var head = TraceHead(id: "1", name: trace.masking.url(url.string).text)
        (head.profile, head.engine, head.cookie) = (profile.name, "model", cookieName)
        (head.started, head.showsSecrets) = (events.first?.at, masking == .revealed)
        var outcome = TraceOutcome()
        (outcome.findings, outcome.rootCause) = (findings, diagnosis.rootCauseOfLoading(in: events))
        let recording = RecordedTrace(head: head, events: events, outcome: outcome)
        return TracedPage(
            result: result, masking: trace.masking, title: trace.masking.text(await view.title), script: visible,
            storedCookies: store.httpCookieStore.jar.all(), recording: recording)
    }
}

/// What came of ``PageTracing``.
struct TracedPage: Sendable {
    let result: NavigationResult
    /// What the trace was masked with.
    let masking: Masking
    let title: MaskedText
    /// What `document.cookie` gives at the end; nil when there is no document, or it has no cookies.
    let script: ScriptCookies?
    /// What the view's store holds at the end, non-persistent cookies too.
    let storedCookies: [Cookie]
    /// As a trace file has it.
    let recording: RecordedTrace

    var events: [TraceEvent] { recording.events }
    var findings: [Finding] { recording.outcome?.findings ?? [] }
    /// Why the page did not open, or what failed in it; nil when neither happened. A cookie that was refused is among the
    /// findings.
    var rootCause: RootCause? { recording.outcome?.rootCause }

    /// Where the load ended, secrets masked.
    var shownURL: String? { events.reversed().lazy.compactMap(\.navigationURL).first }

    /// One object: outcome, hops, what script sees, findings, and all events.
    var json: JSONValue {
        var object = JSONObject()
        switch result.outcome {
        case .committed(let status):
            object["outcome"] = "committed"
            object["status"] = .integer(Int64(status))
        case .failed(let failure):
            object["outcome"] = "failed"
            object["reasons"] = .codes(failure.reasons)
            object["cause"] = .string(masking.text(failure.cause).text)
        }
        object["url"] = shownURL.map { .string($0) } ?? .null
        object["hops"] = .integer(Int64(result.hops.count))
        if !title.text.isEmpty { object["title"] = .string(title.text) }
        if let script {
            object["visible"] = .array(script.visible.map { .string($0.name) })
            object["hidden"] = .array(
                script.hidden.map { hidden in
                    [
                        "name": .string(hidden.cookie.name),
                        "reasons": .codes(hidden.reasons),
                    ]
                })
        }
        if let rootCause { object["root_cause"] = .object(rootCause.json) }
        object["findings"] = .array(findings.map(\.json))
        object["events"] = .array(events.map(\.json))
        return .object(object)
    }
}

extension TraceEvent {
    /// The name of the cookie that a script wrote in this event.
    fileprivate var scriptWrittenCookie: String? {
        guard case .cookieWrite(let write) = kind, write.source == .script else { return nil }
        return write.name
    }

    /// Where the view went or stayed; a refresh that is asked for may not be followed.
    fileprivate var navigationURL: String? {
        guard case .navigation(let event) = kind else { return nil }
        switch event.phase {
        case .refresh: return nil
        case .decidePolicyForAction, .didStartProvisional, .didReceiveServerRedirect, .decidePolicyForResponse,
            .didCommit,
            .didFinish, .didFail, .didNavigateWithinDocument:
            return event.url.text
        }
    }
}
