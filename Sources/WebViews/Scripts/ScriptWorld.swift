import BridgePrimitives
import CJavaScriptCore

/// Sole owner of one document's JavaScript global object and what is reachable from it.
///
/// Promise reactions run before a call returns. The time limit counts for each entry: a single script or reaction that
/// runs too long is stopped, while a chain of short reactions without end is not, because the engine starts its clock
/// anew for each.
final class ScriptWorld {
    let group: ScriptContextGroup
    let raw: JSGlobalContextRef

    /// - Parameter host: what the document's host objects work on; kept alive as long as the global object is.
    init?(group: ScriptContextGroup, host: PageHost) {
        guard let raw = JSGlobalContextCreateInGroup(group.raw, HostClasses.global.raw) else { return nil }
        (self.group, self.raw) = (group, raw)
        PageHost.attach(host, to: raw)
        installHostObjects()
    }

    deinit { JSGlobalContextRelease(raw) }

    /// Runs a script and gives its last value as JSON.
    ///
    /// - Parameter sourceURL: what the script is called in stack traces.
    /// - Throws: ``ScriptFailure``. A script that was stopped in a promise reaction has failed too.
    func evaluate(_ source: String, sourceURL: String) throws(ScriptFailure) -> JSONValue {
        let value = try run(source, sourceURL: sourceURL)
        let json = ScriptValue.json(value, in: raw)
        try mustNotBeStopped()
        return try json.get()
    }

    /// Runs a script for its effects.
    func execute(_ source: String, sourceURL: String) throws(ScriptFailure) {
        _ = try run(source, sourceURL: sourceURL)
    }

    private func run(_ source: String, sourceURL: String) throws(ScriptFailure) -> JSValueRef? {
        guard let text = JavaScriptText(source), let name = JavaScriptText(sourceURL) else {
            throw ScriptFailure(.threw, message: "out of memory")
        }
        _ = group.takeStopped()
        var exception: JSValueRef?
        let value = JSEvaluateScript(raw, text.raw, nil, name.raw, 1, &exception)
        try mustNotBeStopped()
        guard let exception else { return value }
        let described = ScriptValue.failure(exception, in: raw)
        try mustNotBeStopped()
        // Only a text that cannot be parsed is a syntax error; a SyntaxError thrown by JSON.parse is an exception.
        guard syntaxError(in: text) != nil else { throw described }
        throw ScriptFailure(
            .syntaxError, message: described.message, line: described.line,
            column: described.column ?? column(of: described, in: source))
    }

    /// What the parser says of a text; nil when it has no complaint.
    private func syntaxError(in text: borrowing JavaScriptText) -> JSValueRef? {
        var exception: JSValueRef?
        return JSCheckScriptSyntax(raw, text.raw, nil, 1, &exception) ? nil : exception
    }

    private func column(of failure: ScriptFailure, in source: String) -> Int? {
        guard let line = failure.line else { return nil }
        let search = SyntaxErrorColumn { [self] units in
            guard let text = JavaScriptText(units), let error = syntaxError(in: text) else { return nil }
            return ScriptValue.failure(error, in: raw).message
        }
        return search.find(in: Array(source.utf16), line: line, message: failure.message)
    }

    private func mustNotBeStopped() throws(ScriptFailure) {
        guard group.takeStopped() else { return }
        // A stop inside a promise reaction stays pending and would hit the next script: let it hit this one.
        if let nothing = JavaScriptText("0") { JSEvaluateScript(raw, nothing.raw, nil, nil, 1, nil) }
        _ = group.takeStopped()
        throw ScriptFailure(.terminated, message: "JavaScript execution terminated after \(group.timeLimit).")
    }
}
