import BridgePrimitives
import BridgeTrace
import CookieStores
import Cookies
import HTTPLoader

extension HeadlessWebView {
    func commit(
        _ exchange: Exchange, content: ResponseContent, navigation: Navigation, progress: LoadProgress, load: Int
    ) async -> NavigationResult {
        var origin = NavigationOrigin(
            request: progress.lastRequest ?? navigation.request, timeoutInterval: navigation.timeoutInterval,
            initiator: navigation.initiator, referrer: navigation.referrer,
            redirectedFrom: navigation.redirectedFrom + progress.redirects.origins,
            isDecoratedByTracker: navigation.isDecoratedByTracker)
        origin.request.headers.remove("cache-control")
        origin.request.headers.remove("pragma")
        let place = DocumentPlace(
            DocumentURL(progress.url), isSandboxed: content.isSandboxed,
            referrer: navigation.referrer?.referrer(for: progress.url) ?? "",
            isDecoratedLanding: navigation.isDecoratedByTracker)
        let page = makePage(at: place, origin: origin, bytes: exchange.response.body, type: content.type)
        page.worker = progress.worker
        page.refreshHeader = exchange.response.headers.first("refresh")
        history.apply(navigation.history, SessionHistory.Entry(url: progress.url, origin: origin, page: page))
        return await open(page, status: exchange.response.status, hops: progress.redirects.hops, load: load) {
            content.document
        }
    }

    /// Puts a document into the view: commit, scripts at its start, its tree, scripts at its end, its frames, finish.
    func open(
        _ page: LoadedPage, status: Int, hops: [Hop], load: Int, parse: () -> PageDocument?
    ) async -> NavigationResult {
        page.status = status
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
        if page.place.isMainFrame, await turn(of: .document) == .never { return ([], []) }
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
        noteRefresh(of: page)
        // A document that a script leaves at once does not get to its modules.
        if page.place.isMainFrame, page.host.requestedNavigation == nil, let pageScript {
            if allowsContentJavaScript {
                await pageScript(self)
            } else {
                notes.append(.contentScriptsOff)
            }
        }
        failures += await runUserScripts(.atDocumentEnd, in: page)
        return (notes, failures)
    }

    /// A script that fails is reported, and the next one runs.
    private func runUserScripts(_ time: UserScript.InjectionTime, in page: LoadedPage) async -> [ScriptFailure] {
        var failures: [ScriptFailure] = []
        for (number, script) in configuration.userContentController.userScripts.enumerated()
        where script.injectionTime == time && (page.place.isMainFrame || !script.forMainFrameOnly) {
            let outcome = evaluate(
                script.source, in: page, of: script.world,
                origin: time == .atDocumentStart ? .documentStart : .documentEnd, sourceURL: "user-script:\(number + 1)"
            )
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
            contentType: type.essence.isEmpty ? "text/html" : type.essence, userAgent: userAgent,
            window: window, configuration: configuration, clock: clock, trace: trace)
    }

    static func makePage(
        at place: DocumentPlace, origin: NavigationOrigin?, encoding: String, contentType: String, userAgent: String,
        window: ViewWindow, configuration: WebViewConfiguration, clock: WorldClock, trace: TraceLog
    ) -> LoadedPage {
        let host = PageHost(
            place: place, userAgent: userAgent, characterSet: encoding, contentType: contentType,
            cookies: DocumentCookies(place, configuration: configuration), handlers: configuration.handlers(for: place),
            window: window, clock: clock, trace: trace)
        return LoadedPage(host: host, origin: origin)
    }
}
