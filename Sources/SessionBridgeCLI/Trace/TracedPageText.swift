import BridgePrimitives
import BridgeTrace
import Scenarios
import TraceReports
import WebViews

/// What ``PageTracing`` found, for people.
enum TracedPageText {
    /// The root cause, the cookie flow with what to do about each reason, and the findings.
    ///
    /// - Parameter isBrief: only what failed, and the verdict: how the load ended, where and after how many requests.
    static func lines(for page: TracedPage, isBrief: Bool) -> [String] {
        guard !isBrief else { return failure(of: page) + [verdict(on: page)] }
        var lines = page.rootCause.map { RootCauseText.lines($0) } ?? []
        lines += CookieFlowText.lines(for: page.events)
        if !page.title.text.isEmpty { lines.append("    title     \(page.title)") }
        return lines + CookieFlowText.lines(for: page.findings)
    }

    private static func failure(of page: TracedPage) -> [String] {
        page.rootCause.map { ["\($0.code): \($0.message)"] } ?? []
    }

    private static func verdict(on page: TracedPage) -> String {
        let count = page.result.hops.count
        let ending = page.result.status.map(String.init) ?? "failed"
        return "\(ending)  \(page.shownURL ?? "about:blank")  after \(count) request\(count == 1 ? "" : "s")"
    }
}
