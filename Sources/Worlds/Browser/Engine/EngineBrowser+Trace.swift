import BridgePrimitives
import BridgeTrace
import HTTPLoader
import HandoffBackend
import Listening
import PageEngines
import Project
import RouterGuard
import Scenarios

// What is told of a page afterwards.
extension EngineBrowser {
    /// Takes what was seen of the page into the world's trace, and keeps what came of it.
    ///
    /// - Parameter firstEvent: the sequence number of the page's first event; nil for that of the mark.
    func record(
        _ judged: JudgedPage, since mark: Int, shiftedBy offset: Duration, firstEvent: Int? = nil
    ) async throws {
        // A page that was given up has had its time.
        let patience = Duration.seconds(judged.waitingFor == nil ? 5 : 1)
        guard let replay = try await window.replay(patience: patience) else { return }
        var judged = judged
        if replay.page.failure?.code == PageEngineReason.pageBusy.code {
            (judged.isBusy, judged.waitingFor) = (true, "")
        } else if judged.waitingFor != nil, let url = replay.page.waiting.first {
            judged.waitingFor = "It waits for \(trace.masking.url(url)), which does not come."
        }
        let comparison = EngineComparison(
            replay, profile: settings.engineProfile, masking: trace.masking, numbering: trace)
        trace.merge(withSignIns(comparison.events, in: replay.page), from: mark, shiftedBy: offset)
        for uid in judged.users.suffix(1) {
            trace.record(.account(AccountEvent(.signedIn, uid: uid, provider: "custom")), by: .page)
        }
        // The routes say nothing of a page that only has the app in a frame, or is the server's own: an error, say.
        let path = judged.url.map { String($0.target.prefix { $0 != "?" }) } ?? ""
        let isOther =
            settings.framedPages[path] != nil || settings.servesPage && path == ViewHandover.accountPath
            || judged.isErrorPage && judged.verdict == .failed
        let route = judged.isElsewhere || isOther ? nil : judged.path.flatMap { self.route(at: $0) }
        let reasons = (judged.reasons + guardReasons(since: mark)).uniqued()
        let ended = RoutingEvent(
            .ended, path: trace.masking.url(judged.path ?? replay.page.url), route: route,
            detail: trace.masking.text(judged.detail), reasons: reasons)
        trace.record(.routing(ended), by: .page)
        // What an engine asks for ahead of the parser is nobody's fault.
        var findings = comparison.differences.filter { !$0.isOnItsWay }.map { difference in
            Finding(difference.reason, difference.text, evidence: [])
        }
        if judged.hasThrown, judged.isSignedIn {
            findings.append(
                Finding(PageReason.threw, "The page is signed in, and one of its scripts threw.", evidence: []))
        }
        findings += comparison.events.compactMap { event in
            guard case .requestFailed(let failed) = event.kind,
                !failed.reasons.contains(FailedRequestReason.left.code),
                !failed.reasons.contains(FailedRequestReason.blockedByPolicy.code)
            else { return nil }
            return Finding(
                PageReason.requestFailed, "The page asked for \(failed.url) and got nothing: \(failed.words)",
                evidence: [])
        }.prefix(Self.failedRequestLimit)
        keep(
            EnginePage(
                firstEvent: firstEvent ?? mark, verdict: judged.verdict, reasons: reasons,
                path: judged.path.map { trace.masking.url($0).text }, route: route, userID: judged.users.last,
                stored: replay.page.cookies), findings)
    }

    /// Of a page that asks again and again, the first ones say enough.
    private static let failedRequestLimit = 5

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
    func route(at path: String) -> String? {
        guard let routes else { return nil }
        var warnings: [RouterWarning] = []
        return (try? routes.resolve(.path(path), from: nil, warnings: &warnings))?.name
    }
}
