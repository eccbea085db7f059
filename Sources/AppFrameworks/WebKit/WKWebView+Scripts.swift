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
        let task = beginEvaluating { view throws(ScriptFailure) in try await view.evaluateJavaScript(javaScriptString) }
        // Ends with the app's handler.
        Task {
            switch await task?.value {
            case .success(let value)?: completionHandler?(value.result, nil)
            case .failure(let failure)?: completionHandler?(nil, failure.error)
            case nil: break
            }
        }
    }

    /// As ``evaluateJavaScript(_:completionHandler:)``.
    @discardableResult
    public func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
        try await value(of: { view throws(ScriptFailure) in try await view.evaluateJavaScript(javaScriptString) })
    }

    /// Calls an asynchronous function with that body and gives what its promise is fulfilled with.
    ///
    /// - Parameters:
    ///   - arguments: what JavaScript can be given, by the names that they have in the body.
    ///   - frame: nil for the main one; no other can be asked.
    ///   - contentWorld: the page's own is the only one.
    @discardableResult
    public func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        contentWorld: WKContentWorld
    ) async throws -> Any? {
        guard frame?.isMainFrame != false else {
            throw ScriptFailure(.noSuchFrame, message: "Only the main frame can be asked.").error
        }
        var values: [(name: String, value: JSONValue)] = []
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) {
            guard let json = JSONValue(foundation: value) else {
                throw ScriptFailure(
                    .unsupportedResult, message: "JavaScript cannot be given a \(type(of: value)) as '\(name)'."
                ).error
            }
            values.append((name, json))
        }
        let given = values
        return try await value(of: { view throws(ScriptFailure) in
            try await view.callAsyncJavaScript(functionBody, arguments: given)
        })
    }

    private typealias Script = @Sendable (isolated HeadlessWebView) async throws(ScriptFailure) -> JSONValue

    private func value(of script: @escaping Script) async throws -> Any? {
        guard let outcome = await beginEvaluating(script)?.value else { throw WKError(.webViewInvalidated) }
        do throws(ScriptFailure) { return try outcome.get().result } catch { throw error.error }
    }

    /// Nil in a process that has ended.
    private func beginEvaluating(_ script: @escaping Script) -> Task<Result<JSONValue, ScriptFailure>, Never>? {
        begin { view in
            do throws(ScriptFailure) { return .success(try await script(view)) } catch { return .failure(error) }
        }
    }
}

/// Where a script's names live; the page's own names are the only ones here.
@MainActor
public final class WKContentWorld {
    public static let page = WKContentWorld()

    private init() {}
}

extension JSONValue {
    /// As a completion handler gets it: `undefined` is nil, and the engine tells `null` from it no more.
    fileprivate var result: Any? { self == .null ? nil : foundation }
}
