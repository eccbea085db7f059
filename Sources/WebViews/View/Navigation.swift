import Cookies
import HTTPLoader
import Reasons

/// A load on its way: what the app asked for, what a reload repeats, or where the page itself goes.
struct Navigation: Sendable {
    let kind: NavigationAction.Kind
    let request: HTTPRequest
    let cachePolicy: CachePolicy
    let timeoutInterval: Duration
    /// The document that started it; nil for loads by the app, which belong to no site.
    let initiator: CookieURL?
    /// Hops of an earlier load that count for SameSite.
    let redirectedFrom: [CookieURL]
    /// The document that the requests name in `Referer`; nil for loads by the app.
    var referrer: DocumentURL?
    let isDecoratedByTracker: Bool
    /// What the document becomes in the view's history.
    var history = HistoryChange.push

    init(_ request: PageRequest) {
        kind = .load
        self.request = HTTPRequest(
            method: request.method, url: request.url, headers: request.headers, body: request.body)
        (cachePolicy, timeoutInterval) = (request.cachePolicy, request.timeoutInterval)
        (initiator, redirectedFrom, referrer) = (nil, [], nil)
        isDecoratedByTracker = request.isDecoratedByTracker
    }

    /// A native reload repeats the headers that the app had set, and in WebKit the SameSite state.
    init(reloading origin: NavigationOrigin, keepsSameSite: Bool) {
        kind = .reload
        request = origin.request
        (cachePolicy, timeoutInterval) = (.reloadIgnoringLocalCacheData, origin.timeoutInterval)
        initiator = keepsSameSite ? origin.initiator : nil
        redirectedFrom = keepsSameSite ? origin.redirectedFrom : []
        referrer = origin.referrer
        isDecoratedByTracker = origin.isDecoratedByTracker
        history = .replace
    }

    /// Back or forward: the entry's request is made anew, since a headless view keeps no documents.
    init(to entry: SessionHistory.Entry, by offset: Int, keepsSameSite: Bool) {
        let origin = entry.origin
        kind = .backForward
        request = origin.request
        (cachePolicy, timeoutInterval) = (.useProtocolCachePolicy, origin.timeoutInterval)
        initiator = keepsSameSite ? origin.initiator : nil
        redirectedFrom = keepsSameSite ? origin.redirectedFrom : []
        (referrer, isDecoratedByTracker) = (origin.referrer, origin.isDecoratedByTracker)
        history = .traverse(offset)
    }

    /// `location.reload()`: the document asks for itself, and so within its site.
    init(reloading origin: NavigationOrigin, by document: DocumentURL) {
        kind = .reload
        request = origin.request
        (cachePolicy, timeoutInterval) = (.reloadIgnoringLocalCacheData, origin.timeoutInterval)
        (initiator, redirectedFrom) = (document.cookieURL, [])
        (referrer, isDecoratedByTracker) = (origin.referrer, origin.isDecoratedByTracker)
        history = .replace
    }

    /// A link, a form or a script of the document leads elsewhere.
    ///
    /// - Parameters:
    ///   - origin: the document's, as text.
    ///   - trigger: what in the document leads there.
    ///   - history: of a document that is left before it was all there, the next one takes the place (HTML §7.4.2.2).
    init(
        _ request: HTTPRequest, from document: DocumentURL, origin: String, by trigger: PageTrigger = .script,
        history: HistoryChange = .push
    ) {
        self.history = history
        kind = trigger.kind
        var request = request
        for name in ["cookie", "origin"] { request.headers.remove(name) }  // a document cannot set them
        if !["GET", "HEAD"].contains(request.method) { request.headers.append("Origin", origin) }
        self.request = request
        (cachePolicy, timeoutInterval) = (.useProtocolCachePolicy, .seconds(60))
        (initiator, redirectedFrom, referrer) = (document.cookieURL, [], document)
        isDecoratedByTracker = false
    }
}

/// A navigation that a script has asked for.
enum ScriptNavigation: Hashable, Sendable {
    case to(WebURL)
    case reload
}

extension NavigationResult {
    init(failure: NavigationFailure, url: WebURL?, hops: [Hop] = []) {
        self.init(outcome: .failed(failure), url: url, hops: hops, notes: [], scriptFailures: [])
    }

    /// The result of both, when the document, or a script of it, went on elsewhere.
    public func followed(by next: NavigationResult) -> NavigationResult {
        NavigationResult(
            outcome: next.outcome, url: next.url, hops: hops + next.hops, notes: next.notes,
            scriptFailures: scriptFailures + next.scriptFailures)
    }

    func adding(_ note: NavigationReason) -> NavigationResult {
        NavigationResult(
            outcome: outcome, url: url, hops: hops, notes: notes + [note], scriptFailures: scriptFailures)
    }
}
