import BridgePrimitives
import BridgeTrace
import Cookies
import WebViews

/// What a trace of a page alone gives reason to say: that scripts of its own might change the picture, and that the page
/// is an error's or a redirect's.
struct PageFindings: Sendable {
    /// Of each document that was shown, those that a refresh led away from too.
    let documents: [PageScripts]
    /// Of the document that is shown at the end; nil without one.
    let status: Int?

    func findings(in events: [TraceEvent]) -> [Finding] {
        [errorPage(in: events), redirectWithoutLocation(in: events), skippedScripts(in: events)].compactMap(\.self)
    }

    private func errorPage(in events: [TraceEvent]) -> Finding? {
        guard let status, status >= 400 else { return nil }
        let answer = events.last { event in
            guard event.actor == .webView, case .response(let response) = event.kind else { return false }
            return response.status == status
        }
        return Finding(
            NavigationReason.errorPage,
            "The server answered \(status): what is shown is its error page, whatever became of the cookies.",
            evidence: answer.map { [$0.sequence] } ?? [])
    }

    private func redirectWithoutLocation(in events: [TraceEvent]) -> Finding? {
        guard let status, [301, 302, 303, 307, 308].contains(status) else { return nil }
        let answer = events.last { event in
            guard event.actor == .webView, case .response(let response) = event.kind else { return false }
            return response.status == status && response.location == nil
        }
        return Finding(
            NavigationReason.redirectWithoutLocation,
            "The server answered \(status) without a Location: what is shown is that answer, as a page.",
            evidence: answer.map { [$0.sequence] } ?? [])
    }

    private func skippedScripts(in events: [TraceEvent]) -> Finding? {
        let end = events.last { if case .navigation(let event) = $0.kind { event.phase == .didFinish } else { false } }
        guard let end, let message = PageScripts.skipped(in: documents) else { return nil }
        return Finding(NavigationReason.pageScriptsSkipped, message, evidence: [end.sequence])
    }
}
