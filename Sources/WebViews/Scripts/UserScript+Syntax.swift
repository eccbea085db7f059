import CJavaScriptCore
import Reasons

extension UserScript {
    /// What JavaScriptCore's parser says of the source; nil for what is JavaScript.
    ///
    /// - Complexity: O(n), and a context of its own: for what has failed already.
    package var syntaxFailure: ScriptFailure? {
        guard let context = JSGlobalContextCreate(nil) else { return nil }
        defer { JSGlobalContextRelease(context) }
        var exception: JSValueRef?
        guard let text = JavaScriptText(source), !JSCheckScriptSyntax(context, text.raw, nil, 1, &exception),
            let exception
        else { return nil }
        let described = ScriptValue.failure(exception, in: context)
        return ScriptFailure(.syntaxError, message: described.message, line: described.line, column: described.column)
    }
}
