import CJavaScriptCore

/// What stands in for a page's own modules and runs scripts in the document's world: hears from them through a port, and
/// of each of their looks at the cookies.
///
/// Called on the view's thread, while one of its scripts runs.
package protocol PageProgram: AnyObject, Sendable {
    /// A script calls the port with a text.
    ///
    /// - Returns: what the call gives; nil for `undefined`.
    func receive(_ message: String) -> String?
    /// A script reads `document.cookie`; the trace has not told of it yet.
    func willReadCookies()
    func didReadCookies(_ text: String)
}

/// How a program's script ended.
package enum ProgramOutcome: Hashable, Sendable {
    case done
    /// The script has asked for another document.
    case leaves
    /// The document is not the one that the program began in.
    case gone
    case failed(ScriptFailure)
}

extension ScriptWorld {
    /// The name of the global property that holds the port until the program takes it away.
    package static var portName: String { "$sbport" }

    /// Puts the port where the program's first script finds it.
    func installPort() {
        guard let global = JSContextGetGlobalObject(raw), let name = JavaScriptText(Self.portName) else { return }
        let function = JSObjectMakeFunctionWithCallback(raw, name.raw, callPort)
        let attributes = JSPropertyAttributes(kJSPropertyAttributeDontEnum)
        JSObjectSetProperty(raw, global, name.raw, function, attributes, nil)
    }
}

private let callPort: JSObjectCallAsFunctionCallback = { context, _, _, count, values, exception in
    guard let context, let program = PageHost.current(context)?.program, count > 0, let value = values?.pointee,
        let message = HostCall.string(value, in: context, exception: exception),
        let answer = program.receive(message)
    else { return HostCall.undefined(context) }
    return HostCall.text(answer, in: context)
}
