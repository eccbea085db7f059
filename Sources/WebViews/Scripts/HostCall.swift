import BridgePrimitives
import CJavaScriptCore

/// The few things that every host callback does.
enum HostCall {
    /// Longest text that host objects take from a script, in UTF-16 units.
    static let textLimit = 4 << 20

    static func undefined(_ context: JSContextRef?) -> JSValueRef? {
        context.flatMap { JSValueMakeUndefined($0) }
    }

    static func text(_ text: String, in context: JSContextRef?) -> JSValueRef? {
        guard let context, let text = JavaScriptText(text) else { return nil }
        return JSValueMakeString(context, text.raw)
    }

    /// The property `name` of the document whose script is running.
    static func property(_ context: JSContextRef?, _ read: (PageHost) -> String) -> JSValueRef? {
        PageHost.current(context).flatMap { text(read($0), in: context) }
    }

    /// What a script handed over, as WebIDL's `USVString`: converted as JavaScript does, lone surrogates replaced.
    ///
    /// Nil when the conversion threw, or the text is too long; the exception is set then.
    static func string(
        _ value: JSValueRef?, in context: JSContextRef?, exception: UnsafeMutablePointer<JSValueRef?>?
    ) -> String? {
        guard let context, let value else { return nil }
        guard let text = JavaScriptText(taking: JSValueToStringCopy(context, value, exception)) else { return nil }
        guard text.length <= textLimit else {
            fail("RangeError", "The text has \(text.length) characters.", in: context, exception: exception)
            return nil
        }
        return text.string()
    }

    /// Lets the running script see an `Error` of that name.
    static func fail(
        _ name: String, _ message: String, in context: JSContextRef?,
        exception: UnsafeMutablePointer<JSValueRef?>?
    ) {
        guard let context, let exception, let message = text(message, in: context) else { return }
        var argument: JSValueRef? = message
        guard let error = JSObjectMakeError(context, 1, &argument, nil) else { return }
        let attributes = JSPropertyAttributes(kJSPropertyAttributeDontEnum)
        JSObjectSetProperty(context, error, JavaScriptName.name.raw, text(name, in: context), attributes, nil)
        if let code = legacyCodes[name] {
            let value = JSValueMakeNumber(context, code)
            JSObjectSetProperty(context, error, JavaScriptName.code.raw, value, attributes, nil)
        }
        exception.pointee = error
    }

    /// `DOMException.code` (WebIDL §2.8.1).
    private static let legacyCodes: [String: Double] = [
        "NotSupportedError": 9, "SyntaxError": 12, "SecurityError": 18, "DataCloneError": 25,
    ]
}
