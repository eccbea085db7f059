import BridgePrimitives
import WebViews

extension WKWebView {
    /// Runs a script in the document that is shown when its turn comes; before the first load that is `about:blank`.
    ///
    /// - Parameter completionHandler: gets the script's last value, nil for `undefined` and `null`, or a ``WKError``.
    public func evaluateJavaScript(
        _ javaScriptString: String,
        completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
    ) {
        let script = Self.evaluating(javaScriptString, in: nil, .page)
        answer(script) { completionHandler?($0.value, $0.failure) }
    }

    /// As ``evaluateJavaScript(_:completionHandler:)``.
    @discardableResult
    public func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
        try await value(of: Self.evaluating(javaScriptString, in: nil, .page))
    }

    /// Runs a script in a world of the document: see ``WKContentWorld``.
    ///
    /// - Parameters:
    ///   - frame: nil for the main one; no other can be asked (`script/no-such-frame`).
    ///   - completionHandler: gets the script's last value or a ``WKError``. `undefined` and `null` are an empty optional in
    ///     an `Any`, as in Apple's own Swift for WebKit.
    public func evaluateJavaScript(
        _ javaScript: String, in frame: WKFrameInfo? = nil, in contentWorld: WKContentWorld,
        completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)? = nil
    ) {
        let script = Self.evaluating(javaScript, in: frame, contentWorld)
        answer(script) { completionHandler?($0.boxed) }
    }

    /// As ``evaluateJavaScript(_:in:in:completionHandler:)``, with nil for `undefined` and `null`.
    ///
    /// - Throws: ``WKError``.
    @discardableResult
    public func evaluateJavaScript(
        _ javaScript: String, in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld
    ) async throws -> Any? {
        try await value(of: Self.evaluating(javaScript, in: frame, contentWorld))
    }

    /// Calls an asynchronous function with that body and gives what its promise is fulfilled with.
    ///
    /// - Parameters:
    ///   - arguments: what JavaScript can be given, by the names that they have in the body.
    ///   - frame: nil for the main one; no other can be asked (`script/no-such-frame`).
    ///   - contentWorld: whose names the function sees.
    /// - Throws: ``WKError``.
    @discardableResult
    public func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        contentWorld: WKContentWorld
    ) async throws -> Any? {
        try await value(of: Self.calling(functionBody, arguments, in: frame, contentWorld))
    }

    /// As ``callAsyncJavaScript(_:arguments:in:contentWorld:)``.
    ///
    /// - Parameter completionHandler: as that of ``evaluateJavaScript(_:in:in:completionHandler:)``.
    public func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        in contentWorld: WKContentWorld,
        completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)? = nil
    ) {
        let script = Self.calling(functionBody, arguments, in: frame, contentWorld)
        answer(script) { completionHandler?($0.boxed) }
    }

    // MARK: Inside

    private typealias Script = @Sendable (isolated HeadlessWebView) async throws(ScriptFailure) -> JSONValue
    private typealias Outcome = Result<JSONValue, ScriptFailure>

    private static func evaluating(_ source: String, in frame: WKFrameInfo?, _ world: WKContentWorld) -> Script {
        let (isMain, world) = (frame?.isMainFrame != false, world.world)
        return { view throws(ScriptFailure) in
            guard isMain else { throw .notMainFrame }
            return try await view.evaluateJavaScript(source, in: world)
        }
    }

    private static func calling(
        _ body: String, _ arguments: [String: Any], in frame: WKFrameInfo?, _ world: WKContentWorld
    ) -> Script {
        let (isMain, world) = (frame?.isMainFrame != false, world.world)
        var values: [(name: String, value: JSONValue)] = []
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) {
            guard let json = JSONValue(foundation: value) else {
                let failure = ScriptFailure(
                    .unsupportedResult, message: "JavaScript cannot be given a \(type(of: value)) as '\(name)'.")
                return { _ throws(ScriptFailure) in throw failure }
            }
            values.append((name, json))
        }
        let given = values
        return { view throws(ScriptFailure) in
            guard isMain else { throw .notMainFrame }
            return try await view.callAsyncJavaScript(body, arguments: given, in: world)
        }
    }

    private func value(of script: @escaping Script) async throws -> Any? {
        guard let outcome = await beginEvaluating(script)?.value else { throw WKError(.webViewInvalidated) }
        do throws(ScriptFailure) { return try outcome.get().result } catch { throw error.error }
    }

    private func answer(_ script: @escaping Script, to handler: @escaping @MainActor @Sendable (Outcome) -> Void) {
        guard let task = beginEvaluating(script) else { return }
        process.callDidBegin()
        // Ends with the app's handler; in a process that has ended nobody is told.
        Task {
            handler(await task.value)
            process.callDidEnd()
        }
    }

    /// Nil in a process that has ended.
    private func beginEvaluating(_ script: @escaping Script) -> Task<Outcome, Never>? {
        begin { view in
            do throws(ScriptFailure) { return .success(try await script(view)) } catch { return .failure(error) }
        }
    }
}

extension ScriptFailure {
    fileprivate static var notMainFrame: ScriptFailure {
        ScriptFailure(.noSuchFrame, message: "Only the main frame can be asked.")
    }
}

extension JSONValue {
    /// As a completion handler gets it: `undefined` is nil, and the engine tells `null` from it no more.
    fileprivate var result: Any? { self == .null ? nil : foundation }
}

extension Result<JSONValue, ScriptFailure> {
    fileprivate var value: Any? { if case .success(let value) = self { value.result } else { nil } }
    fileprivate var failure: WKError? { if case .failure(let failure) = self { failure.error } else { nil } }
    fileprivate var boxed: Result<Any, any Error> { map { $0.result as Any }.mapError { $0.error } }
}
