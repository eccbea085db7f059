public import BridgePrimitives
import BridgeTrace
public import Cookies
import HTTPLoader

extension HeadlessWebView {
    /// The frames of the document that is shown, and those in them. Looking changes nothing and is not traced.
    public var frames: [PageFrame] { page.frames.map(\.value) }

    /// What `document.cookie` gives in a frame; nil where reading throws, the document has no cookies, or there is no
    /// such frame. Traced as a read.
    public func readCookies(in frame: FrameID) -> ScriptCookies? {
        if case .success(let cookies)? = loadedFrame(frame)?.page.host.cookies.read() { cookies } else { nil }
    }

    /// Runs a script in a frame's document and gives its last value, as ``evaluateJavaScript(_:)``.
    ///
    /// - Throws: ``ScriptFailure``; ``ScriptFailureReason/noSuchFrame`` when the frame is not of the page that
    ///   is shown.
    @discardableResult
    public func evaluateJavaScript(_ source: String, in frame: FrameID) async throws(ScriptFailure) -> JSONValue {
        guard let page = loadedFrame(frame)?.page else {
            throw ScriptFailure(.noSuchFrame, message: "There is no \(frame) in \(self.page.url.text).")
        }
        let outcome = evaluate(source, in: page, origin: .evaluated, sourceURL: page.url.text)
        await deliverMessages(of: page)
        return try outcome.get()
    }

    private func loadedFrame(_ id: FrameID) -> LoadedFrame? {
        var waiting = page.frames
        while let frame = waiting.popLast() {
            if frame.id == id { return frame }
            waiting += frame.page.frames
        }
        return nil
    }

    // MARK: Loading

    /// Loads the frames of a page, one after another: each with those in it before its next sibling.
    ///
    /// Ends early when another load begins. A frame that fails is traced and shows `about:blank`.
    /// - Returns: the limits that were reached.
    func loadFrames(in main: LoadedPage, load: Int, timeoutInterval: Duration) async -> [NavigationReason] {
        guard configuration.loadsFrames else { return [] }
        var notes: [NavigationReason] = []
        var count = 0
        var waiting = main.document.frames.reversed().map { (parent: main, element: $0) }
        while let next = waiting.popLast(), isLatest(load) {
            guard next.parent.place.depth < FrameLimits.depth else {
                notes.append(.framesTooDeep)
                continue
            }
            guard count < FrameLimits.count else {
                notes.append(.tooManyFrames)
                break
            }
            count += 1
            let frame = LoadedFrame(id: nextFrameID(), page: blankPage(next.element, in: next.parent))
            next.parent.frames.append(frame)
            await self.load(next.element, into: frame, of: next.parent, load: load, timeoutInterval: timeoutInterval)
            waiting += frame.page.document.frames.reversed().map { (frame.page, $0) }
        }
        return notes.uniqued()
    }

    private func load(
        _ element: PageDocument.Frame, into frame: LoadedFrame, of parent: LoadedPage, load: Int,
        timeoutInterval: Duration
    ) async {
        let base = parent.document.baseURL(fallback: parent.url.baseURL)
        switch FrameSource(element, base: base) {
        case .blank:
            await openFrame(frame) { nil }
        case .inline(let html):
            let isSandboxed = frame.page.place.isSandboxed
            let url = DocumentURL("about:srcdoc", inside: parent.url, isSandboxed: isSandboxed)
            frame.page = makePage(at: parent.place.inside(url, isSandboxed: isSandboxed))
            let type = ContentType("text/html; charset=utf-8")
            await openFrame(frame) { HTMLParser.document(Array(html.utf8), contentType: type) }
        case .data(let data, let text):
            let place = parent.place.inside(DocumentURL(base: text), isSandboxed: frame.page.place.isSandboxed)
            frame.page = makePage(at: place, bytes: data.body, type: data.type)
            let isHTML = data.type.handling(body: data.body, isSniffingAllowed: false) == .html
            await openFrame(frame) { isHTML ? HTMLParser.document(data.body, contentType: data.type) : nil }
        case .network(let url):
            await fetch(url, into: frame, of: parent, load: load, deadline: clock.now + timeoutInterval)
        case .unsupported(let text):
            fail(frame, NavigationFailure(.unsupportedScheme), url: trace.masking.url(text))
        }
    }

    /// The document that every frame begins with.
    private func blankPage(_ element: PageDocument.Frame, in parent: LoadedPage) -> LoadedPage {
        let isSandboxed =
            parent.place.isSandboxed || element.sandbox.map { !$0.contains("allow-same-origin") } ?? false
        let url = DocumentURL("about:blank", inside: parent.url, isSandboxed: isSandboxed)
        return makePage(at: parent.place.inside(url, isSandboxed: isSandboxed))
    }

    /// Scripts at the document's start, its tree, scripts at its end.
    private func openFrame(_ frame: LoadedFrame, parse: () -> PageDocument?) async {
        note(.didCommit, trace.masking.url(frame.page.url.text), reasons: [NavigationReason.inFrame.code])
        frame.scriptFailures += await run(frame.page, parse: parse).failures
        frame.page.host.readyState = .complete
    }

    private func fail(_ frame: LoadedFrame, _ failure: NavigationFailure, url: MaskedText) {
        frame.outcome = .failed(failure)
        frame.page.host.readyState = .complete
        note(.didFail, url, reasons: [NavigationReason.inFrame.code] + failure.reasons)
    }

    // MARK: Documents from the network

    private func fetch(
        _ url: WebURL, into frame: LoadedFrame, of parent: LoadedPage, load: Int, deadline: Instant
    ) async {
        let asked = HTTPRequest(url: url)
        var request = asked
        for (name, value) in documentHeaders { request.headers.append(name, value) }
        var location = url
        do throws(NavigationFailure) {
            if parent.place.repeats(url) { throw NavigationFailure(.frameInItself) }
            try await decide(.frame, asked, url: url, load: load, for: .frame)
            let exchange = try await follow(
                request, for: frame, of: parent, load: load, deadline: deadline, location: &location)
            let content = try await decide(on: exchange, url: location, load: load, isForMainFrame: false)
            if content.refusesFrame(at: location, inside: parent.place) { throw NavigationFailure(.frameRefused) }
            let place = parent.place.inside(
                DocumentURL(location), isSandboxed: frame.page.place.isSandboxed || content.isSandboxed,
                referrer: parent.url.referrer(for: location) ?? "")
            frame.page = makePage(at: place, bytes: exchange.response.body, type: content.type)
            frame.outcome = .loaded(status: exchange.response.status)
            await openFrame(frame) { content.document }
        } catch {
            fail(frame, error, url: trace.masking.url(location.string))
        }
    }

    /// Follows a frame's redirects. First party is the page, and it is the parent that asks.
    private func follow(
        _ request: HTTPRequest, for frame: LoadedFrame, of parent: LoadedPage, load: Int, deadline: Instant,
        location: inout WebURL
    ) async throws(NavigationFailure) -> Exchange {
        var context = HopContext(
            actor: .page, isTopLevelNavigation: false, initiator: parent.url.cookieURL,
            siteForCookies: parent.place.siteForCookies,
            ancestors: (parent.place.ancestors + [parent.place]).dropFirst().compactMap(\.url.cookieURL),
            redirectedFrom: [], referrer: parent.url)
        var redirects = RedirectChain(request, manualCookieHeader: .dropped)
        while true {
            try mustBeLatest(load)
            location = redirects.request.url
            context.worker = worker(for: location)
            context.notes = redirects.newNotes() + [NavigationReason.inFrame.code]
            context.redirectedFrom = redirects.origins
            let (hop, outcome) = await perform(redirects.request, context, deadline: deadline)
            redirects.passed(hop)
            frame.hops = redirects.hops
            try mustBeLatest(load)
            if let exchange = try redirects.received(outcome) { return exchange }
            let next = redirects.request
            try await decide(.redirect, next, url: next.url, load: load, for: .frame)
        }
    }
}
