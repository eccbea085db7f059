import BridgePrimitives
import CJavaScriptCore

/// Sole owner of a JavaScript global object, of one document and one content world, and what is reachable from it.
///
/// Promise reactions run before a call returns. The limits count for the call as a whole: a script, what promises have
/// queued, and what the page's code does while its value or its exception is read.
final class ScriptWorld {
    let group: ScriptContextGroup
    let raw: JSGlobalContextRef

    /// - Parameter host: what the document's host objects work on; kept alive as long as the global object is.
    init?(group: ScriptContextGroup, host: PageHost, world: ContentWorld = .page) {
        guard let raw = JSGlobalContextCreateInGroup(group.raw, HostClasses.global.raw) else { return nil }
        (self.group, self.raw) = (group, raw)
        PageHost.attach(host, to: raw, as: world)
        installHostObjects()
    }

    deinit { JSGlobalContextRelease(raw) }

    /// Runs a script and gives its last value as JSON.
    ///
    /// - Parameter sourceURL: what the script is called in stack traces.
    /// - Throws: ``ScriptFailure``. A script that was stopped in a promise reaction has failed too.
    func evaluate(_ source: String, sourceURL: String) throws(ScriptFailure) -> JSONValue {
        try entered { (entry) throws(ScriptFailure) in
            let value = try run(source, sourceURL: sourceURL, in: entry)
            let json = ScriptValue.json(value, in: raw)
            try mustNotBeStopped()
            return try json.get()
        }
    }

    /// Runs a script for its effects.
    func execute(_ source: String, sourceURL: String) throws(ScriptFailure) {
        try entered { (entry) throws(ScriptFailure) in _ = try run(source, sourceURL: sourceURL, in: entry) }
    }

    func entered<Value>(
        _ body: (ScriptEntry) throws(ScriptFailure) -> Value
    ) throws(ScriptFailure) -> Value {
        let outcome = ScriptEntry.run(in: raw, of: group) { entry in
            let outcome: Result<Value, ScriptFailure>
            do throws(ScriptFailure) { outcome = .success(try body(entry)) } catch { outcome = .failure(error) }
            entry.drainMicrotasks()
            return outcome
        }
        try mustNotBeStopped()
        guard let outcome else { throw ScriptFailure(.threw, message: "out of memory") }
        return try outcome.get()
    }

    private func run(
        _ source: String, sourceURL: String, in entry: ScriptEntry
    ) throws(ScriptFailure) -> JSValueRef? {
        guard let text = JavaScriptText(source), let name = JavaScriptText(sourceURL) else {
            throw ScriptFailure(.threw, message: "out of memory")
        }
        var exception: JSValueRef?
        let value = JSEvaluateScript(raw, text.raw, nil, name.raw, 1, &exception)
        entry.drainMicrotasks()
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
        switch group.stop {
        case nil: return
        case .time?:
            throw ScriptFailure(
                .terminated, message: "JavaScript execution terminated after \(group.limits.time).")
        case .memory?:
            throw ScriptFailure(
                .memoryLimit, message: "JavaScript execution terminated at \(group.limits.memory >> 20) MiB.")
        }
    }
}
