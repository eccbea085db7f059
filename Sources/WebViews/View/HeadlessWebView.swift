public import BridgePrimitives
public import BridgeTrace
public import Cookies
public import CookieStores
public import HTTPLoader

/// A WKWebView without a screen: it loads pages over HTTP, keeps their cookies, runs user scripts in JavaScriptCore and
/// reads the HTML.
///
/// It loads the page's frames too, and theirs, and runs the user scripts that are for them. Scripts, links and forms
/// may take the view to another page.
///
/// What it does not do: the page's own `<script>`s do not run, subresources are not loaded (the document lists them),
/// scripts have no DOM, no timers and no `fetch`, and there is no cache. Each document gets JavaScript global objects
/// of its own, one for each ``ContentWorld``; scripts read the world's clock through `Date`. Real time limits each
/// script, world time each load. What cannot be stopped: a regular expression that backtracks for ever, and a chain of
/// promise reactions without end.
///
/// Runs on its process pool's thread. Methods may be called from anywhere; a new load ends the one that is under way.
public actor HeadlessWebView {
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        configuration.processPool.thread.asUnownedSerialExecutor()
    }

    public nonisolated let configuration: WebViewConfiguration
    let transport: any Transport
    let clock: WorldClock
    let trace: TraceLog
    var delegate: any NavigationDelegate = DefaultNavigationDelegate()
    let window: ViewWindow
    var page: LoadedPage
    var pageScript: PageScript?
    var follower: (any PageFollower)?
    var history = SessionHistory()
    private var customUserAgent: String?
    private var contentJavaScript: Bool?
    /// Counts loads, so that one can tell whether it is still the view's latest.
    private var latestLoad = 0
    var runningLoad: Task<Void, Never>?
    /// The latest load that has come to its end, and what came of it.
    private(set) var lastLoad: (number: Int, result: NavigationResult)?
    private var frameCount = 0

    /// A view that shows `about:blank`.
    public init(configuration: WebViewConfiguration, transport: any Transport, clock: WorldClock, trace: TraceLog) {
        (self.configuration, self.transport, self.clock, self.trace) = (configuration, transport, clock, trace)
        window = ViewWindow(configuration)
        page = Self.makePage(
            at: DocumentPlace(.blank), origin: nil, encoding: "UTF-8", contentType: "text/html",
            userAgent: configuration.userAgent, window: window, configuration: configuration, clock: clock, trace: trace
        )
        page.host.readyState = .complete
    }

    // MARK: State

    /// What the view's next requests and documents say it is; nil for the configuration's.
    public func setCustomUserAgent(_ text: String?) { customUserAgent = text }

    /// Whether the own scripts of the next documents run; nil for what the configuration says.
    public func setAllowsContentJavaScript(_ isAllowed: Bool?) { contentJavaScript = isAllowed }

    var allowsContentJavaScript: Bool { contentJavaScript ?? configuration.allowsContentJavaScript }

    var userAgent: String { customUserAgent ?? configuration.userAgent }

    /// Who is asked about navigations; setting nil restores the defaults.
    public func setNavigationDelegate(_ delegate: (any NavigationDelegate)?) {
        self.delegate = delegate ?? DefaultNavigationDelegate()
    }

    /// Who is asked for panels and windows; setting nil restores the defaults.
    public func setUIDelegate(_ delegate: (any UIDelegate)?) { window.delegate = delegate }

    /// Stands in for a page's own scripts, which do not run here.
    public typealias PageScript = @Sendable (HeadlessWebView) async -> Void

    /// Sets what takes the place of the page's module scripts. It is called for each document of the main frame, once
    /// that is read and before user scripts at document end, as WebKit orders them: module and deferred scripts,
    /// `DOMContentLoaded`, then user scripts at document end. Nil for nothing.
    public func setPageScript(_ script: PageScript?) { pageScript = script }

    /// The document's URL; nil for `about:blank` and other documents that are not of the web.
    public var url: WebURL? { page.url.web }
    /// As scripts see it: the document's `title` element, or what a script made of it.
    public var title: String { page.host.title }
    /// The document's tree; empty when the content is not HTML.
    public var document: PageDocument { page.document }
    /// Of the document that is shown, 200 for HTML that the app gave; nil before there was one.
    public var status: Int? { page.status }
    public nonisolated var websiteDataStore: WebsiteDataStore { configuration.websiteDataStore }
    nonisolated var jar: SharedCookieJar { configuration.websiteDataStore.jar }

    /// What `document.cookie` gives now; nil where reading throws or the document has no cookies. Traced as a read.
    public func readCookies() async -> ScriptCookies? {
        guard await turn(of: .readCookies) == .now else { return nil }
        return if case .success(let cookies) = page.host.cookies.read() { cookies } else { nil }
    }

    /// The user taps or types in the page: its site is in use. See ``WebsiteDataStore/noteDayOfUse()``.
    public func noteUserInteraction() {
        guard let host = page.url.cookieURL?.host, !host.isEmpty else { return }
        websiteDataStore.noteUserInteraction(site: host)
    }

    // MARK: Loading

    /// Loads a page, following redirects, until its document is read and its user scripts have run; where those
    /// navigate elsewhere, until the last of the documents is there.
    ///
    /// Never throws: what went wrong is in the result. Cancelling the calling task cancels the load.
    @discardableResult
    public func load(_ request: PageRequest) async -> NavigationResult {
        await latest { view, load in await view.run(Navigation(request), load: load) }
    }

    /// Shows HTML that the app has, as the document of `baseURL`: its scripts have that origin's cookies.
    ///
    /// - Parameter baseURL: nil, and text that is no URL, give an `about:blank` document without cookies.
    @discardableResult
    public func loadHTMLString(_ html: String, baseURL: String?) async -> NavigationResult {
        await latest { view, load in await view.show(html, at: DocumentURL(base: baseURL), load: load) }
    }

    /// Repeats the request that the document came from, with today's cookies.
    @discardableResult
    public func reload() async -> NavigationResult {
        guard let origin = page.origin else {
            return NavigationResult(failure: NavigationFailure(.nothingToReload), url: url)
        }
        let keeps = configuration.profile.nativeReloadKeepsSameSite.value
        return await latest { view, load in
            await view.run(Navigation(reloading: origin, keepsSameSite: keeps), load: load)
        }
    }

    /// Runs `body` as the view's load, after ending the one before.
    ///
    /// - Parameter body: is told the load's number. Once it runs, another load may be the view's latest already.
    func latest(
        _ body: @escaping @Sendable (isolated HeadlessWebView, _ load: Int) async -> NavigationResult
    ) async -> NavigationResult {
        latestLoad += 1
        websiteDataStore.noteDayOfUse(trackingPrevention: configuration.trackingPrevention)
        let load = latestLoad
        tellBegin()
        runningLoad?.cancel()
        let started = Mutex<Task<Void, Never>?>(nil)
        let result = await withTaskCancellationHandler {
            // Not the task's `value`: that is awaited on another thread than the view's.
            await withCheckedContinuation { continuation in
                let task = Task(executorPreference: configuration.processPool.thread) {
                    continuation.resume(returning: await self.settle(await body(self, load), load: load))
                }
                runningLoad = task
                started.withLock { $0 = task }
                if Task.isCancelled { task.cancel() }
            }
        } onCancel: {
            started.withLock { $0 }?.cancel()
        }
        if latestLoad == load {
            (runningLoad, lastLoad) = (nil, (load, result))
            await tellEnd(with: result)
        }
        return result
    }

    /// Why a load that was cancelled was.
    func cancellation(of load: Int) -> NavigationFailure {
        NavigationFailure(load == latestLoad ? .cancelled : .superseded)
    }

    var loadNumber: Int { latestLoad }

    func nextFrameID() -> FrameID {
        frameCount += 1
        return FrameID(number: frameCount)
    }

    // MARK: Scripts

    /// Runs a script in the document and gives its last value; `undefined` is null.
    ///
    /// Before the first load the document is `about:blank`: writes to `document.cookie` are lost there. When the
    /// script navigates (`location.href = …`), this returns when that navigation has ended; the delegate and the trace
    /// tell how.
    /// - Parameter world: whose names the script sees and adds to.
    /// - Throws: ``ScriptFailure`` when the script cannot be parsed, throws, runs too long, or its value is nothing
    ///   that JSON can hold.
    @discardableResult
    public func evaluateJavaScript(
        _ source: String, in world: ContentWorld = .page
    ) async throws(ScriptFailure) -> JSONValue {
        let page = page
        let outcome = evaluate(source, in: page, of: world, origin: .evaluated, sourceURL: page.url.text)
        await deliverMessages(of: page)
        await followScript(of: page)
        return try outcome.get()
    }

    /// The machine for the view's scripts.
    var scriptGroup: ScriptContextGroup? {
        window.view = self
        return configuration.processPool.group(limits: configuration.scriptLimits, for: self)
    }

    func evaluate(
        _ source: String, in page: LoadedPage, of world: ContentWorld = .page, origin: ScriptEvent.Origin,
        sourceURL: String
    ) -> Result<JSONValue, ScriptFailure> {
        let outcome: Result<JSONValue, ScriptFailure>
        // What the app evaluates counts as the user's doing, as in WebKit.
        page.host.hasUserGesture = origin == .evaluated
        defer { page.host.hasUserGesture = false }
        if let refusal = refusal(ofScriptIn: page, isInjected: origin != .evaluated) {
            outcome = .failure(refusal)
        } else if let scripts = page.scripts(
            of: world, in: { scriptGroup })
        {
            do throws(ScriptFailure) {
                if origin == .evaluated {
                    outcome = .success(try scripts.evaluate(source, sourceURL: sourceURL))
                } else {
                    try scripts.execute(source, sourceURL: sourceURL)
                    outcome = .success(.null)
                }
            } catch {
                outcome = .failure(error)
            }
        } else {
            outcome = .failure(ScriptFailure(.threw, message: "JavaScriptCore gives no context"))
        }
        record(outcome, origin: origin, page: page)
        return outcome
    }

    private func record(
        _ outcome: Result<JSONValue, ScriptFailure>, origin: ScriptEvent.Origin, page: LoadedPage
    ) {
        let url = trace.masking.url(page.url.text)
        switch outcome {
        case .success:
            trace.record(.script(ScriptEvent(origin: origin, url: url)), by: .webView)
        case .failure(let failure):
            let event = ScriptEvent(
                origin: origin, url: url, exception: ExceptionText.masked(failure, by: trace.masking),
                line: failure.line,
                column: failure.column, reasons: [failure.reason.code])
            trace.record(.script(event), by: .webView)
        }
    }

    func deliverMessages(of page: LoadedPage) async {
        for posted in page.host.takeMessages() {
            let (name, world) = (posted.message.name, posted.message.world)
            switch configuration.userContentController.handler(named: name, in: world) {
            case .told(let handler)?: await handler.receive(posted.message)
            case .asked(let handler)?:
                // Ends when the app has answered; the page goes on meanwhile.
                Task { await answer(posted, of: page, by: handler) }
            case nil: break
            }
        }
        await closeIfAsked(by: page)
    }

    private func answer(
        _ posted: PostedMessage, of page: LoadedPage, by handler: any ScriptMessageHandlerWithReply
    ) async {
        let reply = await handler.reply(to: posted.message)
        guard let pending = posted.reply, isShown(page),
            let world = page.scripts(
                of: posted.message.world, in: { scriptGroup })
        else { return }
        do throws(ScriptFailure) { try world.settle(pending, with: reply) } catch {
            record(.failure(error), origin: .evaluated, page: page)
        }
        await deliverMessages(of: page)
        await followScript(of: page)
    }

    /// Whether the document is the view's, or that of a frame in it.
    private func isShown(_ page: LoadedPage) -> Bool {
        var waiting = [self.page]
        while let next = waiting.popLast() {
            if next === page { return true }
            waiting += next.frames.map(\.page)
        }
        return false
    }
}
