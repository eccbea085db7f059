import BridgePrimitives
import BridgeTrace
import Cookies
import WebViews

/// What a trace of a page alone gives reason to say: that scripts of its own might change the picture, that several
/// cookies have one name, and that the page is an error's or a redirect's.
struct PageFindings: Sendable {
    /// Of each document that was shown, those that a refresh led away from too.
    let documents: [PageScripts]
    /// Of the document that is shown at the end; nil without one.
    let status: Int?

    func findings(in events: [TraceEvent]) -> [Finding] {
        [errorPage(in: events), redirectWithoutLocation(in: events)].compactMap(\.self) + sameNames(in: events)
            + [skippedScripts(in: events)].compactMap(\.self)
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

    /// Each name once, with the request that first carried several cookies of it.
    private func sameNames(in events: [TraceEvent]) -> [Finding] {
        var told = Set<[UInt8]>()
        return events.flatMap { event -> [Finding] in
            guard case .request(let request) = event.kind else { return [] }
            return request.sent.map(\.name).uniqued().compactMap { name in
                // As bytes: a jar tells names apart that letters do not.
                let cookies = request.sent.filter { $0.name.utf8.elementsEqual(name.utf8) }
                guard cookies.count > 1, let first = cookies.first, told.insert(Array(name.utf8)).inserted else {
                    return nil
                }
                let places = cookies.map { "\($0.domain)\($0.path)" }
                return Finding(
                    SendReason.severalOfOneName,
                    "\(cookies.count) cookies are called \(CookieLabel.text(name)): \(Self.list(places)). They are sent in this order; a"
                        + " server or script that takes the first gets that of \(first.domain)\(first.path), and one"
                        + " that fills a dictionary from them the last.",
                    evidence: [event.sequence])
            }
        }
    }

    private static func list(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " and " + last
    }
}
