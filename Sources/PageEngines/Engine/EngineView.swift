public import BridgePrimitives
public import WebViews

/// A web view of a real engine.
public struct EngineView: Sendable {
    let helper: EngineHelper
    let name: String

    /// What happens in the view from now on. The stream ends with the view, and with an error when the engine is lost or
    /// nobody reads it for long (`engine/too-many-events`).
    public func events() -> AsyncThrowingStream<EngineEvent, any Error> { helper.connection.events(of: name) }

    /// Begins to load; events tell what comes of it.
    ///
    /// - Parameters:
    ///   - url: absolute.
    ///   - headers: of the first request.
    /// - Throws: `engine/refused` for what is no URL.
    public func load(_ url: String, headers: [(name: String, value: String)] = []) async throws(BridgeFailure) {
        try await call(.load(url, headers: headers, view: name))
    }

    /// Begins to show a text as if it had come from `baseURL`.
    public func loadHTML(_ html: String, baseURL: String? = nil) async throws(BridgeFailure) {
        try await call(.loadHTML(html, baseURL: baseURL, view: name))
    }

    /// Loads and waits until the main frame has finished.
    ///
    /// - Throws: `engine/load-failed` with the engine's words, `engine/process-terminated`, `engine/timed-out`.
    public func open(_ url: String, headers: [(name: String, value: String)] = []) async throws {
        let events = events()
        try await load(url, headers: headers)
        try await Self.finish(of: events, within: helper.timeouts.page)
    }

    public func reload() async throws {
        let events = events()
        try await beginReload()
        try await Self.finish(of: events, within: helper.timeouts.page)
    }

    /// Begins to load again; events tell what comes of it.
    func beginReload() async throws(BridgeFailure) { try await call(.reload(view: name)) }

    /// A window that the page has opened (``EngineEvent/openedWindow(_:)``). It is there until its page closes itself or
    /// ``close()`` is called, and no longer than this view.
    public func window(named name: String) -> EngineView { EngineView(helper: helper, name: name) }

    /// The view is gone, as if its user had closed it, and its events end.
    public func close() async {
        // A helper that does not answer any more has no view either.
        _ = try? await helper.connection.call(.closeWebView(name), within: helper.timeouts.stop)
        helper.connection.endEvents(of: name)
    }

    /// Goes back in the view's history; events tell what comes of it.
    public func goBack() async throws(BridgeFailure) { try await call(.goBack(view: name)) }
    public func goForward() async throws(BridgeFailure) { try await call(.goForward(view: name)) }
    public func stopLoading() async throws(BridgeFailure) { try await call(.stopLoading(view: name)) }

    public func addUserScript(_ script: UserScript) async throws(BridgeFailure) {
        try await call(.addUserScript(script, view: name))
    }

    public func removeAllUserScripts() async throws(BridgeFailure) { try await call(.removeAllUserScripts(view: name)) }

    /// What a script gives, `undefined` as null.
    ///
    /// - Throws: `engine/script-failed` with the exception's words, `engine/no-json`; `engine/timed-out` for a script that
    ///   does not end within `timeouts.command`.
    @discardableResult
    public func evaluate(_ script: String) async throws(BridgeFailure) -> JSONValue {
        try await evaluate(script, within: helper.timeouts.command)
    }

    func evaluate(_ script: String, within limit: Duration) async throws(BridgeFailure) -> JSONValue {
        try await helper.connection.call(.evaluate(script, view: name), within: limit)["value"] ?? .null
    }

    /// What the body of an async function gives in the end.
    ///
    /// - Throws: as ``evaluate(_:)``.
    @discardableResult
    public func callAsync(_ functionBody: String) async throws(BridgeFailure) -> JSONValue {
        try await callAsync(functionBody, within: helper.timeouts.command)
    }

    func callAsync(_ functionBody: String, within limit: Duration) async throws(BridgeFailure) -> JSONValue {
        try await helper.connection.call(.callAsync(functionBody, view: name), within: limit)["value"] ?? .null
    }

    /// Writes what the view shows to a PNG file.
    ///
    /// - Parameters:
    ///   - file: an absolute path.
    ///   - wholeDocument: also what lies outside of the view.
    public func takeSnapshot(to file: String, wholeDocument: Bool = false) async throws(BridgeFailure) {
        try await call(.snapshot(to: file, wholeDocument: wholeDocument, view: name))
    }

    /// Ends the process that shows the page, as a system does that is short of memory.
    public func terminateWebContentProcess() async throws(BridgeFailure) {
        try await call(.terminateWebContentProcess(view: name))
    }

    @discardableResult
    private func call(_ request: EngineRequest) async throws(BridgeFailure) -> JSONValue {
        try await helper.connection.call(request, within: helper.timeouts.command)
    }

    private static func finish(
        of events: AsyncThrowingStream<EngineEvent, any Error>, within limit: Duration
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for try await event in events {
                    switch event {
                    case .navigation(.didFinish, _): return
                    case .failed(let failure): throw failure.bridgeFailure
                    case .processTerminated(let reason):
                        throw PageEngineReason.processTerminated.failure("the web content process \(reason)")
                    default: break
                    }
                }
                // Closed, or given up by the caller.
                throw PageEngineReason.cancelled.failure("the view was closed")
            }
            group.addTask {
                do { try await Task.sleep(for: limit) } catch {
                    throw PageEngineReason.cancelled.failure("the load was given up")
                }
                throw PageEngineReason.timedOut.failure("the page did not finish within \(limit)")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

extension EngineEvent.LoadFailure {
    /// Without the URL, which may hold a secret.
    var bridgeFailure: BridgeFailure {
        PageEngineReason.loadFailed.failure(code == 0 ? message : "\(message) (\(domain) \(code))")
    }
}
