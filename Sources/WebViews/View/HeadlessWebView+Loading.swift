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
            return await commit(exchange, content: content, navigation: navigation, progress: progress)
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
            let page = Self.makePage(
                url: url, origin: nil, isSandboxed: false, encoding: "UTF-8", contentType: "text/html",
                configuration: configuration, clock: clock, trace: trace)
            let type = ContentType("text/html; charset=utf-8")
            return await open(page, status: 200, hops: []) { HTMLParser.document(Array(html.utf8), contentType: type) }
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
                actor: .webView, isTopLevelNavigation: true, redirectedFrom: navigation.redirectedFrom + progress.chain)
            context.notes = machine.notes.dropFirst(told).map(\.reason.code)
            told = machine.notes.count
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
        var defaults = [
            ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            ("User-Agent", configuration.userAgent), ("Accept-Language", configuration.acceptLanguage),
            ("Accept-Encoding", "gzip, deflate"),
        ]
        if navigation.cachePolicy.sendsNoCache { defaults += [("Cache-Control", "no-cache"), ("Pragma", "no-cache")] }
        for (name, value) in defaults where !request.headers.contains(name) { request.headers.append(name, value) }
        return request
    }

    private func mustBeLatest(_ load: Int) throws(NavigationFailure) {
        if Task.isCancelled || load != loadNumber { throw cancellation(of: load) }
    }

    // MARK: Asking the delegate

    private func decide(
        _ kind: NavigationAction.Kind, method: String, url: WebURL?, load: Int
    ) async throws(NavigationFailure) {
        note(.decidePolicyForAction, url)
        let policy = await delegate.decidePolicy(for: NavigationAction(kind: kind, method: method, url: url))
        try mustBeLatest(load)
        guard policy == .allow else { throw NavigationFailure(.cancelledByDelegate) }
        if kind != .htmlString { try mustBePermitted(url) }
    }

    private func decide(
        on exchange: Exchange, url: WebURL, load: Int
    ) async throws(NavigationFailure) -> ResponseContent {
        let content = ResponseContent(exchange.response)
        if [204, 205].contains(exchange.response.status) { throw NavigationFailure(.noContent) }
        note(.decidePolicyForResponse, url)
        let response = NavigationResponse(
            url: url, status: exchange.response.status, mimeType: content.type.essence, canShow: content.canShow)
        let policy = await delegate.decidePolicy(for: response)
        try mustBeLatest(load)
        guard content.canShow else { throw NavigationFailure(.cannotShow, cause: content.type.essence) }
        guard policy == .allow else { throw NavigationFailure(.responseCancelledByDelegate) }
        return content
    }

    func note(_ phase: NavigationEvent.Phase, _ url: WebURL?, reasons: [ReasonCode] = []) {
        let url = trace.masking.url(url?.string ?? "about:blank")
        trace.record(.navigation(NavigationEvent(phase, url: url, reasons: reasons)), by: .webView)
    }

    // MARK: The new document

    private func commit(
        _ exchange: Exchange, content: ResponseContent, navigation: Navigation, progress: LoadProgress
    ) async -> NavigationResult {
        let bytes = exchange.response.body
        var origin = NavigationOrigin(
            request: progress.lastRequest ?? navigation.request, timeoutInterval: navigation.timeoutInterval,
            redirectedFrom: navigation.redirectedFrom + progress.chain,
            isDecoratedByTracker: navigation.isDecoratedByTracker)
        origin.request.headers.remove("cache-control")
        origin.request.headers.remove("pragma")
        let encoding = CharacterEncoding.determined(bytes: bytes, contentType: content.type)
        let page = Self.makePage(
            url: DocumentURL(progress.url), origin: origin, isSandboxed: content.isSandboxed,
            encoding: encoding.name, contentType: content.type.essence.isEmpty ? "text/html" : content.type.essence,
            configuration: configuration, clock: clock, trace: trace)
        return await open(page, status: exchange.response.status, hops: progress.hops) {
            content.isHTML ? HTMLParser.document(bytes, contentType: content.type) : nil
        }
    }

    /// Puts a document into the view: commit, scripts at its start, its tree, scripts at its end, finish.
    private func open(
        _ page: LoadedPage, status: Int, hops: [Hop], parse: () -> PageDocument?
    ) async -> NavigationResult {
        self.page = page
        var notes = appBoundNotes(in: page)
        note(.didCommit, page.url.web)
        await delegate.didCommit(page.url.web)
        var failures = await runUserScripts(.atDocumentStart, in: page)
        if let document = parse() {
            page.document = document
            if page.host.title.isEmpty { page.host.title = document.title }
            if document.isTruncated { notes.append(.documentTruncated) }
        } else {
            notes.append(.notHTML)
        }
        page.host.readyState = .interactive
        failures += await runUserScripts(.atDocumentEnd, in: page)
        page.host.readyState = .complete
        note(.didFinish, page.url.web, reasons: notes.map(\.code))
        await delegate.didFinish(page.url.web)
        return NavigationResult(
            outcome: .committed(status: status), url: page.url.web, hops: hops, notes: notes, scriptFailures: failures)
    }

    /// A script that fails is reported, and the next one runs.
    private func runUserScripts(_ time: UserScript.InjectionTime, in page: LoadedPage) async -> [ScriptFailure] {
        var failures: [ScriptFailure] = []
        for (number, script) in configuration.userContentController.userScripts.enumerated()
        where script.injectionTime == time {
            let outcome = evaluate(
                script.source, in: page, origin: time == .atDocumentStart ? .documentStart : .documentEnd,
                sourceURL: "user-script:\(number + 1)")
            if case .failure(let failure) = outcome { failures.append(failure) }
        }
        await deliverMessages(of: page)
        return failures
    }

    static func makePage(
        url: DocumentURL, origin: NavigationOrigin?, isSandboxed: Bool, encoding: String, contentType: String,
        configuration: WebViewConfiguration, clock: WorldClock, trace: TraceLog
    ) -> LoadedPage {
        let cookies = DocumentCookies(
            document: url, isSandboxed: isSandboxed, configuration: configuration,
            isDecoratedLanding: origin?.isDecoratedByTracker ?? false)
        let host = PageHost(
            url: url, origin: isSandboxed ? "null" : url.web?.origin ?? "null", referrer: "",
            userAgent: configuration.userAgent, characterSet: encoding, contentType: contentType, cookies: cookies,
            handlers: configuration.handlers(for: url), clock: clock, trace: trace)
        return LoadedPage(url: url, host: host, origin: origin)
    }
}

/// How far a load has come.
private struct LoadProgress {
    /// Of the request that is made, or was made last.
    var url: WebURL
    var hops: [Hop] = []
    /// Where redirects led away from.
    var chain: [CookieURL] = []
    /// Without the jar's cookies.
    var lastRequest: HTTPRequest?
}

/// What a response's headers say about its document.
private struct ResponseContent {
    let type: ContentType
    let canShow: Bool
    let isHTML: Bool
    /// Whether `Content-Security-Policy: sandbox` gives the document an opaque origin.
    let isSandboxed: Bool

    init(_ response: HTTPResponse) {
        type = ContentType(response.headers.first("content-type"))
        let isSniffingAllowed = !HTMLText.isSame(response.headers.first("x-content-type-options") ?? "", "nosniff")
        let handling = type.handling(body: response.body, isSniffingAllowed: isSniffingAllowed)
        let disposition = HTMLText.words(response.headers.first("content-disposition") ?? "").first ?? ""
        let isAttachment = disposition == "attachment" || disposition.hasPrefix("attachment;")
        canShow = handling != .download && !isAttachment
        isHTML = handling == .html
        isSandboxed = response.headers.all("content-security-policy").contains { policy in
            policy.split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }).contains { directive in
                let words = HTMLText.words(String(decoding: directive, as: UTF8.self))
                return words.first == "sandbox" && !words.contains("allow-same-origin")
            }
        }
    }
}
