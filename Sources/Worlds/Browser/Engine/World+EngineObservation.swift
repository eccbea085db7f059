import BridgeTrace
import Cookies
import Scenarios

extension World {
    /// What a page in a real engine has come to.
    func observation(in engine: EngineBrowser) -> Observation {
        let (events, page) = (trace.events, engine.lastPage)
        let pageEvents = page.map { page in events.filter { $0.sequence >= page.firstEvent } } ?? []
        let sent = pageEvents.compactMap { event -> [String]? in
            guard case .request(let request) = event.kind, event.actor == .webView else { return nil }
            return request.sent.map(\.name)
        }
        let visible = pageEvents.compactMap { event -> [String]? in
            guard case .cookieRead(let read) = event.kind else { return nil }
            return read.visible.map(\.name)
        }
        let stored = Set((page?.stored ?? []).map(\.name))
        return Observation(
            verdict: page?.verdict ?? .notOpened, route: page?.route, path: page?.path, webUserID: page?.userID,
            nativeUserID: app.currentUserID, verdictReasons: page?.reasons ?? [], events: events, findings: findings,
            firstRequestCookies: sent.first, sentCookies: Set(sent.joined()), storedCookies: stored,
            visibleCookies: Set(visible.joined()))
    }
}
