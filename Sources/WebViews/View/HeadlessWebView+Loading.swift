import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader

extension HeadlessWebView {
    /// A load from the network, in the order of WebKit's delegate calls.
    func run(_ navigation: Navigation, load: Int) async -> NavigationResult {
        var progress = LoadProgress(
            url: navigation.request.url,
            redirects: RedirectChain(navigation.request, manualCookieHeader: manualCookieHeader))
        do throws(NavigationFailure) {
            guard await turn(of: .loadStarts) == .now else { throw NavigationFailure(.cancelled) }
            guard navigation.cachePolicy != .returnCacheDataDontLoad else { throw NavigationFailure(.notCached) }
            try await decide(navigation.kind, navigation.request, url: progress.url, load: load)
            note(.didStartProvisional, progress.url)
            await delegate.didStartProvisionalNavigation(to: progress.url)
            let exchange = try await fetchDocument(navigation, load: load, progress: &progress)
            let content = try await decide(on: exchange, url: progress.url, load: load)
            return await commit(exchange, content: content, navigation: navigation, progress: progress, load: load)
        } catch {
            note(.didFail, progress.url, reasons: error.reasons)
            await delegate.didFail(progress.url, failure: error)
            return NavigationResult(failure: error, url: progress.url, hops: progress.redirects.hops)
        }
    }

    /// HTML of the app's own: no request, and so no response to decide on.
    func show(_ html: String, at url: DocumentURL, load: Int) async -> NavigationResult {
        do throws(NavigationFailure) {
            try await decide(.htmlString, nil, url: url.web, load: load)
            note(.didStartProvisional, url.web)
            await delegate.didStartProvisionalNavigation(to: url.web)
            try mustBeLatest(load)
            let type = ContentType("text/html; charset=utf-8")
            return await open(makePage(at: DocumentPlace(url)), status: 200, hops: [], load: load) {
                HTMLParser.document(Array(html.utf8), contentType: type)
            }
        } catch {
            note(.didFail, url.web, reasons: error.reasons)
            await delegate.didFail(url.web, failure: error)
            return NavigationResult(failure: error, url: url.web)
        }
    }

    /// A load of an address that no request can be made of: it fails, as any other load that fails.
    ///
    /// - Parameter address: of another scheme than http and https, or no URL at all.
    @discardableResult
    public func refuse(_ address: String) async -> NavigationResult {
        await latest { view, _ in
            let failure = NavigationFailure(.unsupportedScheme)
            view.note(.didFail, view.trace.masking.url(address), reasons: failure.reasons)
            await view.delegate.didFail(nil, failure: failure)
            return NavigationResult(failure: failure, url: nil)
        }
    }

    // MARK: From the first request to the last response

    /// Follows redirects until there is a response to show.
    private func fetchDocument(
        _ navigation: Navigation, load: Int, progress: inout LoadProgress
    ) async throws(NavigationFailure) -> Exchange {
        let deadline = clock.now + navigation.timeoutInterval
        progress.redirects = RedirectChain(withDefaultHeaders(navigation), manualCookieHeader: manualCookieHeader)
        while true {
            try mustBeLatest(load)
            let request = progress.redirects.request
            progress.url = request.url
            progress.lastRequest = request
            progress.worker = worker(for: request.url)
            let context = HopContext(
                actor: .webView, isTopLevelNavigation: true, initiator: navigation.initiator,
                redirectedFrom: navigation.redirectedFrom + progress.redirects.origins,
                referrer: navigation.referrer, worker: progress.worker, notes: progress.redirects.newNotes())
            let (hop, outcome) = await perform(request, context, deadline: deadline)
            progress.redirects.passed(hop)
            // Why it was cancelled says more than that the transport was.
            try mustBeLatest(load)
            if let exchange = try progress.redirects.received(outcome) { return exchange }
            let next = progress.redirects.request
            try await decide(.redirect, next, url: next.url, load: load)
            note(.didReceiveServerRedirect, next.url)
            await delegate.didReceiveServerRedirect(to: next.url)
        }
    }

    private var manualCookieHeader: LoadMachine.ManualCookieHeader {
        switch configuration.profile.manualCookieHeader.value {
        case .dropped: .dropped
        case .firstHopOnly: .firstHopOnly
        case .wholeRedirectChain: .wholeRedirectChain
        }
    }

    /// What WebKit sends with a navigation; headers of the app's own come first and win.
    private func withDefaultHeaders(_ navigation: Navigation) -> HTTPRequest {
        var request = navigation.request
        var defaults = documentHeaders
        if navigation.cachePolicy.sendsNoCache { defaults += [("Cache-Control", "no-cache"), ("Pragma", "no-cache")] }
        request.headers.appendMissing(HTTPHeaders(defaults))
        return request
    }

    /// What WebKit sends with each request for a document.
    var documentHeaders: [(String, String)] {
        [
            ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            ("User-Agent", userAgent), ("Accept-Language", configuration.acceptLanguage),
            ("Accept-Encoding", "gzip, deflate"),
        ]
    }

    func isLatest(_ load: Int) -> Bool { !Task.isCancelled && load == loadNumber }

    func mustBeLatest(_ load: Int) throws(NavigationFailure) {
        if !isLatest(load) { throw cancellation(of: load) }
    }

    // MARK: Asking the delegate

    /// - Parameter request: nil for HTML of the app's own.
    func decide(
        _ kind: NavigationAction.Kind, _ request: HTTPRequest?, url: WebURL?, load: Int,
        for target: NavigationAction.Target = .mainFrame
    ) async throws(NavigationFailure) {
        note(
            .decidePolicyForAction, url, type: NavigationEvent.NavigationType(kind),
            reasons: target == .frame ? [NavigationReason.inFrame.code] : [])
        let action = NavigationAction(
            kind: kind, method: request?.method ?? "GET", url: url, headers: request?.headers ?? [:],
            target: target)
        let policy = await delegate.decidePolicy(for: action)
        try mustBeLatest(load)
        guard policy == .allow else { throw NavigationFailure(.cancelledByDelegate, by: policy) }
        if target == .mainFrame, kind != .htmlString { try mustBePermitted(url) }
    }

    func decide(
        on exchange: Exchange, url: WebURL, load: Int, isForMainFrame: Bool = true
    ) async throws(NavigationFailure) -> ResponseContent {
        let content = ResponseContent(exchange.response)
        if [204, 205].contains(exchange.response.status) { throw NavigationFailure(.noContent) }
        note(.decidePolicyForResponse, url, reasons: isForMainFrame ? [] : [NavigationReason.inFrame.code])
        let response = NavigationResponse(
            url: url, status: exchange.response.status, headers: exchange.response.headers,
            mimeType: content.type.essence, canShow: content.canShow,
            isForMainFrame: isForMainFrame)
        let policy = await delegate.decidePolicy(for: response)
        try mustBeLatest(load)
        guard content.canShow || policy == .download else {
            throw NavigationFailure(.cannotShow, cause: content.type.essence)
        }
        guard policy == .allow else { throw NavigationFailure(.responseCancelledByDelegate, by: policy) }
        return content
    }

    func note(
        _ phase: NavigationEvent.Phase, _ url: WebURL?, type: NavigationEvent.NavigationType? = nil,
        reasons: [ReasonCode] = []
    ) {
        note(phase, trace.masking.url(url?.string ?? "about:blank"), type: type, reasons: reasons)
    }

    func note(
        _ phase: NavigationEvent.Phase, _ url: MaskedText, type: NavigationEvent.NavigationType? = nil,
        reasons: [ReasonCode]
    ) {
        trace.record(
            .navigation(NavigationEvent(phase, url: url, type: type, reasons: reasons)), by: .webView)
    }
}

extension NavigationEvent.NavigationType {
    fileprivate init?(_ kind: NavigationAction.Kind) {
        switch kind {
        case .link: self = .linkActivated
        case .form: self = .formSubmitted
        case .reload: self = .reload
        case .backForward: self = .backForward
        case .load, .redirect, .frame, .htmlString, .page: return nil
        }
    }
}

extension NavigationFailure {
    fileprivate init(_ reason: NavigationReason, by policy: NavigationPolicy) {
        self.init(reason, detail: policy == .download ? PageWishReason.download.code : nil)
    }
}

/// How far a load has come.
struct LoadProgress {
    /// Of the request that is made, or was made last.
    var url: WebURL
    var redirects: RedirectChain
    /// The service worker that handled the last request.
    var worker: ServiceWorkerRegistration?
    /// Without the jar's cookies.
    var lastRequest: HTTPRequest?
}
