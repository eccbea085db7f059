package import BridgePrimitives
package import Cookies
package import HTTPLoader
package import Listening
package import Proxying
package import WebViews

/// The web view of an app in a real engine, over one data store: opened, loaded again, watched from both sides.
///
/// One page is shown at a time. Its requests go through a proxy of the window's own, so all that passes there is the
/// page's.
package final class EngineWindow: Sendable {
    /// What the app does as it opens a page.
    package struct Opening: Sendable {
        package var url: WebURL
        /// Of the first request.
        package var headers = HTTPHeaders()
        /// Put into the store before the load; each is awaited.
        package var cookies: [NativeCookie] = []
        package var userScripts: [UserScript] = []
        /// Handlers that a page may post to, each with the script that the app answers by.
        package var answers: [(handler: String, script: String)] = []
        /// Run in the view before it has loaded anything; nil for nothing.
        package var scriptBeforeLoad: String?
        /// Run in a blank page of the URL's origin before the load; nil for no such page.
        package var blankPageScript: String?

        package init(url: WebURL) { self.url = url }
    }

    /// What has been seen of a page so far.
    package struct Progress: Sendable {
        package let happenings: [VisitedPage.Happening]
        package let exchanges: [EngineExchange]
        /// Why it cannot come to an end of its own; nil where it can.
        package let failure: BridgeFailure?
        package let url: String
        /// Of the document that is shown; nil where no server answered.
        package let status: Int?
        /// Whether its document has finished and nothing is being loaded, for as long as was asked.
        package let isAtRest: Bool
    }

    private struct State {
        var store: EngineStore
        var view: EngineView?
        var listening: Task<Void, Never>?
        var opening: Opening?
        /// What the store held before the app put anything into it.
        var held: [NativeCookie] = []
        /// The document from which the page was led on; nil where the app opened or loaded it.
        var startingDocument: String?
    }

    private let helper: EngineHelper
    private let settings: EngineStoreSettings
    private let record: VisitRecord
    private let state: Mutex<State>

    private var store: EngineStore { state.withLock { $0.store } }

    /// - Parameter settings: of its store, which is made here.
    init(of helper: EngineHelper, _ settings: EngineStoreSettings, record: VisitRecord) async throws(BridgeFailure) {
        (self.helper, self.settings, self.record) = (helper, settings, record)
        state = Mutex(State(store: try await helper.openStore(settings)))
    }

    /// Opens a view in the place of the one before, and begins to load.
    ///
    /// - Throws: `engine/refused` and other failures of the engine's; that the page does not load is seen in ``progress``.
    package func open(_ opening: Opening) async throws {
        await close()
        let held = try await store.allCookies()
        for cookie in opening.cookies { try await store.setCookie(cookie) }
        let view = try await store.openView(
            EngineViewSettings(
                userScripts: [PageObserver.script] + PageObserver.marking(opening.userScripts),
                messageHandlers: [PageObserver.handler] + opening.answers.map(\.handler).uniqued()))
        state.withLock { state in
            (state.view, state.opening, state.held, state.startingDocument) = (view, opening, held, nil)
        }
        listen(to: view, opening)
        if let script = opening.scriptBeforeLoad {
            await evaluate(script, for: "before the load", in: view, at: opening.url)
        }
        if let script = opening.blankPageScript {
            try await view.loadHTML("", baseURL: opening.url.string)
            try await record.settle(quiet: .zero, patience: .zero, within: helper.timeouts.page)
            await evaluate(script, for: "in a blank page", in: view, at: opening.url)
            record.restartLoad()
        }
        try await view.load(opening.url.string, headers: opening.headers.fields.map { ($0.name, $0.text) })
    }

    /// Begins to load again what is shown.
    ///
    /// - Returns: whether there is anything.
    package func reload() async throws -> Bool {
        guard let (view, opening) = try await takeUp(from: nil) else { return false }
        stopListening()
        listen(to: view, opening)
        try await view.beginReload()
        return true
    }

    /// Begins to load another address in the view that is open. In the document that is shown it is no load.
    ///
    /// - Returns: whether there is a view.
    package func load(_ url: WebURL) async throws -> Bool {
        guard
            let view = state.withLock({ state in
                state.startingDocument = nil
                return state.view
            })
        else { return false }
        try await view.load(url.string)
        return true
    }

    /// Goes on with the page that is shown: what comes from now on is the page's own doing, and is watched for itself.
    package func goOn() async throws {
        guard try await takeUp(from: record.watch.url) != nil else { return }
        record.goOn()
    }

    /// What a script gives in the page that is shown; nil without a view.
    ///
    /// - Throws: `engine/script-failed`, `engine/no-json`, `engine/timed-out`.
    package func evaluate(_ script: String) async throws -> JSONValue? {
        try await state.withLock { $0.view }?.evaluate(script)
    }

    /// What is to come is seen beside the store as it is now.
    private func takeUp(from document: String?) async throws -> (EngineView, Opening)? {
        guard let view = state.withLock({ $0.view }) else { return nil }
        let held = try await store.allCookies()
        return state.withLock { state in
            (state.held, state.startingDocument) = (held, document)
            // The app did these once.
            state.opening?.cookies = []
            state.opening?.headers = HTTPHeaders()
            return state.opening.map { (view, $0) }
        }
    }

    /// How often the app has answered a message of the page's since the page was opened or led on.
    package var answers: Int { record.evaluations.count }

    package func hasCookie(named name: String) async throws -> Bool {
        try await store.allCookies().contains { $0.name == name }
    }

    private func listen(to view: EngineView, _ opening: Opening) {
        record.restart()
        let events = view.events()
        let task = Task { [self] in
            await record.note(events) { handler in
                for answer in opening.answers where answer.handler == handler {
                    await evaluate(answer.script, for: "the app's answer to \(handler)", in: view, at: opening.url)
                }
            }
        }
        state.withLock { $0.listening = task }
    }

    /// As an app that does not look: what comes of it is in the record.
    private func evaluate(_ script: String, for purpose: String, in view: EngineView, at url: WebURL) async {
        let at = SystemTime.now
        var failure: BridgeFailure?
        // What the script gives is of no interest.
        do throws(BridgeFailure) { try await view.evaluate(script) } catch
            where error.code != PageEngineReason.noJSON.code
        {
            failure = error
        } catch {}
        record.note(PageScriptAction(.evaluated(purpose, failure: failure), url: url.string, at: at))
    }

    private func stopListening() { state.withLock { $0.listening.take() }?.cancel() }

    /// - Parameters:
    ///   - quiet: nothing has happened for this long, and nothing is being loaded; then the page is at rest.
    ///   - patience: after the document has finished, so much is waited for what it loads on its own.
    /// - Throws: `engine/lost` and the like, once the engine is gone.
    package func progress(quiet: Duration, patience: Duration) throws -> Progress {
        let (watch, exchanges) = (record.watch, record.exchanges)
        if let end = record.end { throw end }
        let isAtRest = watch.isOver(at: .now, quiet: quiet, patience: patience)
        let shown = isAtRest ? VisitedPage.failure(shown: watch.url, exchanges) : nil
        return Progress(
            happenings: watch.happenings, exchanges: exchanges,
            failure: watch.failure ?? shown, url: watch.url, status: watch.status, isAtRest: isAtRest)
    }

    /// What the body of an async function gives in the page; nil where none is shown, or it throws or does not answer.
    ///
    /// - Parameter limit: for the answer; the engine's own is no longer either.
    package func callAsync(_ functionBody: String, within limit: Duration) async -> JSONValue? {
        guard let view = state.withLock({ $0.view }) else { return nil }
        return try? await view.callAsync(functionBody, within: min(limit, helper.timeouts.command))
    }

    /// Of the app's message handlers in this page.
    package var handlers: [String] { state.withLock { $0.opening?.answers.map(\.handler) ?? [] } }

    /// Returns when nothing more is to be expected of the page, or the time is up, which is then its failure.
    ///
    /// - Throws: `engine/lost` and the like, once the engine is gone; `engine/cancelled`.
    func settle(quiet: Duration, patience: Duration, within limit: Duration) async throws {
        try await record.settle(quiet: quiet, patience: patience, within: limit)
    }

    /// What came of the page that was opened or loaded last, for a comparison with the model; nil before the first.
    ///
    /// - Parameter patience: for a page that is to say its cookies; a second is enough where it has had its time.
    package func replay(patience: Duration = .seconds(5)) async throws -> EngineReplay? {
        guard
            let (view, opening, held, start) = state.withLock({ state in
                state.view.flatMap { view in state.opening.map { (view, $0, state.held, state.startingDocument) } }
            })
        else { return nil }
        return EngineReplay(
            page: try await VisitedPage(of: record, in: view, over: store, patience: patience),
            cookies: opening.cookies, held: held,
            handWritten: opening.headers.first("cookie"), userScripts: opening.userScripts, startingDocument: start)
    }

    package func deleteAllCookies() async throws {
        for cookie in try await store.allCookies() { try await store.deleteCookie(cookie) }
    }

    package func deleteCookies(named name: String) async throws {
        for cookie in try await store.allCookies() where cookie.name == name { try await store.deleteCookie(cookie) }
    }

    /// The app's process ends: its view closes, and cookies without an expiry are gone.
    package func endProcess() async throws {
        await close()
        for cookie in try await store.allCookies() where cookie.expiry == nil { try await store.deleteCookie(cookie) }
    }

    /// The view closes, and a new store takes the place of the old one with all that it had.
    package func removeAllData() async throws {
        await close()
        let fresh = try await helper.openStore(settings)
        let old = state.withLock { state in
            defer { state.store = fresh }
            return state.store
        }
        await old.remove()
    }

    /// Closes all, for good.
    func end() async {
        await close()
        await store.remove()
    }

    /// The view is closed; the store stays.
    package func close() async {
        stopListening()
        if let view = state.withLock({ $0.view.take() }) { await view.close() }
    }
}

/// Lends `body` a window of `helper` over a fresh store in memory, and closes it however `body` ends.
///
/// - Parameters:
///   - policy: where its requests may go.
///   - authority: signs for the hosts that are read; the helper must trust it.
package func withEngineWindow<Value>(
    of helper: EngineHelper, policy: ProxyPolicy, authority: RunAuthority, _ body: (EngineWindow) async throws -> Value
) async throws -> Value {
    let record = VisitRecord()
    return try await withProxy(policy, authority: authority, trace: record.trace()) { proxy in
        let window = try await EngineWindow(
            of: helper, EngineStoreSettings(proxy: proxy.origin), record: record)
        return try await lending(window, body) { await window.end() }
    }
}
