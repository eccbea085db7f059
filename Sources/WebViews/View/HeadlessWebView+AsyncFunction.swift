public import BridgePrimitives

extension HeadlessWebView {
    /// Calls an asynchronous function with this body and gives what its promise is fulfilled with, as
    /// `callAsyncJavaScript`.
    ///
    /// - Parameters:
    ///   - arguments: by the names that they have in the body.
    ///   - world: whose global object the function sees.
    /// - Throws: ``ScriptFailure`` as ``evaluateJavaScript(_:)``, and when the promise is rejected. One that is not
    ///   settled when JavaScript has nothing left to do is ``ScriptFailureReason/notSimulated``.
    @discardableResult
    public func callAsyncJavaScript(
        _ body: String, arguments: [(name: String, value: JSONValue)] = [], in world: ContentWorld = .page
    ) async throws(ScriptFailure) -> JSONValue {
        let function = AsyncFunction(body: body, arguments: arguments)
        return try AsyncFunction.value(in: await evaluateJavaScript(function.script, in: world))
    }
}
