import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPLoader

extension HeadlessWebView {
    /// A load from the network, in the order of WebKit's delegate calls.
    func run(_ navigation: Navigation) async -> NavigationResult {
        let load = loadNumber
        var progress = LoadProgress(url: navigation.request.url)
        do throws(NavigationFailure) {
            guard navigation.cachePolicy != .returnCacheDataDontLoad else { throw NavigationFailure(.notCached) }
            try await decide(navigation.kind, method: navigation.request.method, url: progress.url, load: load)
            note(.didStartProvisional, progress.url)
            await delegate.didStartProvisionalNavigation(to: progress.url)
            let exchange = try await fetchDocument(navigation, load: load, progress: &progress)
            let content = try await decide(on: exchange, url: progress.url, load: load)
            return await commit(exchange, content: content, navigation: navigation, progress: progress, load: load)
        } catch {
            note(.didFail, progress.url, reasons: error.reasons)
            await delegate.didFail(progress.url, failure: error)
            return NavigationResult(failure: error, url: progress.url, hops: progress.hops)
        }
    }

    /// HTML of the app's own: no request, and so no response to decide on.
    func show(_ html: String, at url: DocumentURL) async -> NavigationResult {
        let load = loadNumber
        do throws(NavigationFailure) {
            try await decide(.htmlString, method: "GET", url: url.web, load: load)
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

    // MARK: From the first request to the last response

    /// Follows redirects until there is a response to show.
    private func fetchDocument(
        _ navigation: Navigation, load: Int, progress: inout LoadProgress
    ) async throws(NavigationFailure) -> Exchange {
        let deadline = clock.now + navigation.timeoutInterval
        var machine = LoadMachine(manualCookieHeader: manualCookieHeader)
        var action = machine.start(withDefaultHeaders(navigation))
        var told = 0
        while case .send(let request) = action {
            try mustBeLatest(load)
            progress.url = request.url
            var context = HopContext(
                actor: navigation.kind == .page ? .page : .webView, isTopLevelNavigation: true,
                initiator: navigation.initiator, redirectedFrom: navigation.redirectedFrom + progress.chain,
                referrer: navigation.referrer)
            progress.worker = worker(for: request.url)
            context.worker = progress.worker
            context.notes = machine.codes(after: &told)
            let (hop, outcome) = await perform(request, context, deadline: deadline)
            if let hop { progress.hops.append(hop) }
            try mustBeLatest(load)
            let exchange: Exchange
            do throws(TransportFailure) {
                exchange = try outcome.get()
            } catch {
                throw NavigationFailure(error)
            }
            progress.lastRequest = request
            action = machine.received(exchange)
            switch action {
            case .deliver: return exchange
            case .fail(let reason): throw NavigationFailure(reason)
            case .ignore: throw NavigationFailure(.superseded)
            case .send(let next):
                if let from = try? CookieURL(request.url.string) { progress.chain.append(from) }
                try await decide(.redirect, method: next.method, url: next.url, load: load)
                note(.didReceiveServerRedirect, next.url)
                await delegate.didReceiveServerRedirect(to: next.url)
            }
        }
        throw NavigationFailure(.failed)
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
        for (name, value) in defaults where !request.headers.contains(name) { request.headers.append(name, value) }
        return request
    }

    /// What WebKit sends with each request for a document.
    var documentHeaders: [(String, String)] {
        [
            ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            ("User-Agent", configuration.userAgent), ("Accept-Language", configuration.acceptLanguage),
            ("Accept-Encoding", "gzip, deflate"),
        ]
    }

    func isLatest(_ load: Int) -> Bool { !Task.isCancelled && load == loadNumber }

    func mustBeLatest(_ load: Int) throws(NavigationFailure) {
        if !isLatest(load) { throw cancellation(of: load) }
    }

    // MARK: Asking the delegate

    func decide(
        _ kind: NavigationAction.Kind, method: String, url: WebURL?, load: Int, isForMainFrame: Bool = true
    ) async throws(NavigationFailure) {
        note(.decidePolicyForAction, url, reasons: isForMainFrame ? [] : [NavigationReason.inFrame.code])
        let action = NavigationAction(kind: kind, method: method, url: url, isForMainFrame: isForMainFrame)
        let policy = await delegate.decidePolicy(for: action)
        try mustBeLatest(load)
        guard policy == .allow else { throw NavigationFailure(.cancelledByDelegate) }
        if isForMainFrame, kind != .htmlString { try mustBePermitted(url) }
    }

    func decide(
        on exchange: Exchange, url: WebURL, load: Int, isForMainFrame: Bool = true
    ) async throws(NavigationFailure) -> ResponseContent {
        let content = ResponseContent(exchange.response)
        if [204, 205].contains(exchange.response.status) { throw NavigationFailure(.noContent) }
        note(.decidePolicyForResponse, url, reasons: isForMainFrame ? [] : [NavigationReason.inFrame.code])
        let response = NavigationResponse(
            url: url, status: exchange.response.status, mimeType: content.type.essence, canShow: content.canShow,
            isForMainFrame: isForMainFrame)
        let policy = await delegate.decidePolicy(for: response)
        try mustBeLatest(load)
        guard content.canShow else { throw NavigationFailure(.cannotShow, cause: content.type.essence) }
        guard policy == .allow else { throw NavigationFailure(.responseCancelledByDelegate) }
        return content
    }

    func note(_ phase: NavigationEvent.Phase, _ url: WebURL?, reasons: [ReasonCode] = []) {
        note(phase, trace.masking.url(url?.string ?? "about:blank"), reasons: reasons)
    }

    func note(_ phase: NavigationEvent.Phase, _ url: MaskedText, reasons: [ReasonCode]) {
        trace.record(.navigation(NavigationEvent(phase, url: url, reasons: reasons)), by: .webView)
    }

    // MARK: The new document

    private func commit(
        _ exchange: Exchange, content: ResponseContent, navigation: Navigation, progress: LoadProgress, load: Int
    ) async -> NavigationResult {
        var origin = NavigationOrigin(
            request: progress.lastRequest ?? navigation.request, timeoutInterval: navigation.timeoutInterval,
            initiator: navigation.initiator, referrer: navigation.referrer,
            redirectedFrom: navigation.redirectedFrom + progress.chain,
            isDecoratedByTracker: navigation.isDecoratedByTracker)
        origin.request.headers.remove("cache-control")
        origin.request.headers.remove("pragma")
        let place = DocumentPlace(
            DocumentURL(progress.url), isSandboxed: content.isSandboxed,
            referrer: navigation.referrer?.referrer(for: progress.url) ?? "",
            isDecoratedLanding: navigation.isDecoratedByTracker)
        let page = makePage(at: place, origin: origin, bytes: exchange.response.body, type: content.type)
        page.worker = progress.worker
        return await open(page, status: exchange.response.status, hops: progress.hops, load: load) { content.document }
    }

    /// Puts a document into the view: commit, scripts at its start, its tree, scripts at its end, its frames, finish.
    private func open(
        _ page: LoadedPage, status: Int, hops: [Hop], load: Int, parse: () -> PageDocument?
    ) async -> NavigationResult {
        self.page = page
        note(.didCommit, page.url.web)
        await delegate.didCommit(page.url.web)
        var notes = appBoundNotes(in: page)
        let (documentNotes, failures) = await run(page, parse: parse)
        notes += documentNotes
        // A page that is left at once does not wait for its frames.
        if page.host.requestedNavigation == nil {
            notes += await loadFrames(
                in: page, load: load, timeoutInterval: page.origin?.timeoutInterval ?? .seconds(60))
        }
        page.host.readyState = .complete
        if isLatest(load) {
            note(.didFinish, page.url.web, reasons: notes.map(\.code))
            await delegate.didFinish(page.url.web)
        } else {
            // The document stays, but what was still to come of it does not.
            let failure = cancellation(of: load)
            notes.append(failure.reason)
            note(.didFail, page.url.web, reasons: failure.reasons)
            await delegate.didFail(page.url.web, failure: failure)
        }
        return NavigationResult(
            outcome: .committed(status: status), url: page.url.web, hops: hops, notes: notes, scriptFailures: failures)
    }

    /// Scripts at a document's start, its tree, scripts at its end; in frames as in the view itself.
    func run(
        _ page: LoadedPage, parse: () -> PageDocument?
    ) async -> (notes: [NavigationReason], failures: [ScriptFailure]) {
        var notes: [NavigationReason] = []
        var failures = await runUserScripts(.atDocumentStart, in: page)
        if let document = parse() {
            page.document = document
            page.host.baseURL = document.baseURL(fallback: page.url.baseURL)
            if page.host.title.isEmpty { page.host.title = document.title }
            if document.isTruncated { notes.append(.documentTruncated) }
        } else {
            notes.append(.notHTML)
        }
        page.host.readyState = .interactive
        failures += await runUserScripts(.atDocumentEnd, in: page)
        return (notes, failures)
    }

    /// A script that fails is reported, and the next one runs.
    private func runUserScripts(_ time: UserScript.InjectionTime, in page: LoadedPage) async -> [ScriptFailure] {
        var failures: [ScriptFailure] = []
        for (number, script) in configuration.userContentController.userScripts.enumerated()
        where script.injectionTime == time && (page.place.isMainFrame || !script.forMainFrameOnly) {
            let outcome = evaluate(
                script.source, in: page, origin: time == .atDocumentStart ? .documentStart : .documentEnd,
                sourceURL: "user-script:\(number + 1)")
            if case .failure(let failure) = outcome { failures.append(failure) }
        }
        await deliverMessages(of: page)
        return failures
    }

    /// - Parameter bytes: what the encoding is told from.
    func makePage(
        at place: DocumentPlace, origin: NavigationOrigin? = nil, bytes: [UInt8] = [],
        type: ContentType = ContentType("text/html; charset=utf-8")
    ) -> LoadedPage {
        Self.makePage(
            at: place, origin: origin, encoding: CharacterEncoding.determined(bytes: bytes, contentType: type).name,
            contentType: type.essence.isEmpty ? "text/html" : type.essence, configuration: configuration, clock: clock,
            trace: trace)
    }

    static func makePage(
        at place: DocumentPlace, origin: NavigationOrigin?, encoding: String, contentType: String,
        configuration: WebViewConfiguration, clock: WorldClock, trace: TraceLog
    ) -> LoadedPage {
        let host = PageHost(
            place: place, userAgent: configuration.userAgent, characterSet: encoding, contentType: contentType,
            cookies: DocumentCookies(place, configuration: configuration), handlers: configuration.handlers(for: place),
            clock: clock, trace: trace)
        return LoadedPage(place: place, host: host, origin: origin)
    }
}

/// How far a load has come.
private struct LoadProgress {
    /// Of the request that is made, or was made last.
    var url: WebURL
    var hops: [Hop] = []
    /// Where redirects led away from.
    var chain: [CookieURL] = []
    /// The service worker that handled the last request.
    var worker: ServiceWorkerRegistration?
    /// Without the jar's cookies.
    var lastRequest: HTTPRequest?
}
