import BridgePrimitives
import CJavaScriptCore

/// Values on their way out of JavaScript.
enum ScriptValue {
    /// Longest JSON text that leaves JavaScript, in UTF-16 units.
    static let sizeLimit = 8 << 20

    /// The value as JSON; `undefined` is null.
    ///
    /// Objects go through JavaScript's own `JSON.stringify`: getters and `toJSON` run, dates become strings, members
    /// that JSON cannot hold are left out. WebKit's bridge clones instead and keeps dates.
    /// - Returns: ``ScriptFailureReason/unsupportedResult`` for functions, symbols, cycles, values nested deeper than
    ///   ``JSONValue/depthLimit`` and values over ``sizeLimit``; ``ScriptFailureReason/threw`` when a getter throws.
    static func json(_ value: JSValueRef?, in context: JSContextRef) -> Result<JSONValue, ScriptFailure> {
        guard let value else { return .success(.null) }
        switch JSValueGetType(context, value) {
        case kJSTypeUndefined, kJSTypeNull: return .success(.null)
        case kJSTypeBoolean: return .success(.bool(JSValueToBoolean(context, value)))
        case kJSTypeNumber: return .success(number(JSValueToNumber(context, value, nil)))
        case kJSTypeString: return string(value, in: context)
        case kJSTypeObject: return object(value, in: context)
        default: return unsupported("a value of this type")
        }
    }

    /// An exception's text and place. Looking may run the page's code, so the caller checks the time limit after it.
    static func failure(_ exception: JSValueRef, in context: JSContextRef) -> ScriptFailure {
        let text = JavaScriptText(taking: JSValueToStringCopy(context, exception, nil))
        let message = text?.string(limit: 2000) ?? "an exception without a text"
        guard JSValueIsObject(context, exception), let object = JSValueToObject(context, exception, nil) else {
            return ScriptFailure(.threw, message: message)
        }
        return ScriptFailure(
            UnsimulatedName.isMissed(by: message) ? .notSimulated : .threw, message: message,
            line: place(JavaScriptName.line, of: object, in: context),
            column: place(JavaScriptName.column, of: object, in: context))
    }

    private static func place(
        _ name: JavaScriptName.Constant, of object: JSObjectRef, in context: JSContextRef
    ) -> Int? {
        var exception: JSValueRef?
        guard let value = JSObjectGetProperty(context, object, name.raw, &exception), exception == nil,
            JSValueIsNumber(context, value)
        else { return nil }
        return Int(exactly: JSValueToNumber(context, value, nil)).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func number(_ number: Double) -> JSONValue {
        Int64(exactly: number).map { .integer($0) } ?? .number(number)
    }

    private static func string(_ value: JSValueRef, in context: JSContextRef) -> Result<JSONValue, ScriptFailure> {
        guard let text = JavaScriptText(taking: JSValueToStringCopy(context, value, nil)) else {
            return unsupported("a string that does not fit into memory")
        }
        guard text.length <= sizeLimit else { return unsupported("a string of \(text.length) UTF-16 units") }
        return .success(.string(text.string()))
    }

    private static func object(_ value: JSValueRef, in context: JSContextRef) -> Result<JSONValue, ScriptFailure> {
        var exception: JSValueRef?
        let made = JavaScriptText(taking: JSValueCreateJSONString(context, value, 0, &exception))
        if let exception { return .failure(failure(exception, in: context)) }
        guard let text = made else { return unsupported("a function or a symbol") }
        guard text.length <= sizeLimit else { return unsupported("an object of \(text.length) UTF-16 units as JSON") }
        do {
            return .success(try JSONValue(parsing: text.string()))
        } catch {
            return unsupported("an object that is \(error)")
        }
    }

    private static func unsupported(_ what: String) -> Result<JSONValue, ScriptFailure> {
        .failure(ScriptFailure(.unsupportedResult, message: "JavaScript gave \(what)"))
    }
}
