import BridgePrimitives
import CJavaScriptCore
import Cookies
import HTTPLoader

/// The host objects that a document's scripts find.
///
/// There is no DOM: `document` has its cookies and what can be told without a tree. A script may navigate the view
/// (`location.href = …`, `location.reload()`); what it may not do (frames, moves within the document) throws
/// `NotSupportedError` instead of being silently lost.
enum HostClasses {
    static let global = HostClass(
        "Window", properties: WindowClasses.properties, functions: WindowClasses.functions,
        finalize: { object in
            guard let object, let box = JSObjectGetPrivate(object) else { return }
            Unmanaged<PageHost>.fromOpaque(box).release()
        })

    static let document = HostClass(
        "HTMLDocument",
        properties: [
            .init("cookie", readCookie, set: writeCookie),
            .init("URL", { context, _, _, _ in HostCall.property(context) { $0.url.text } }),
            .init("documentURI", { context, _, _, _ in HostCall.property(context) { $0.url.text } }),
            .init("domain", { context, _, _, _ in HostCall.property(context) { $0.url.web?.host ?? "" } }),
            .init("referrer", { context, _, _, _ in HostCall.property(context) { $0.place.referrer } }),
            .init("characterSet", { context, _, _, _ in HostCall.property(context) { $0.characterSet } }),
            .init("contentType", { context, _, _, _ in HostCall.property(context) { $0.contentType } }),
            .init("readyState", { context, _, _, _ in HostCall.property(context) { $0.readyState.rawValue } }),
            .init(
                "title", { context, _, _, _ in HostCall.property(context) { $0.title } },
                set: { context, _, _, value, exception in
                    guard let title = HostCall.string(value, in: context, exception: exception) else { return true }
                    PageHost.current(context)?.title = ASCIIText.strippedAndCollapsed(title)
                    return true
                }),
        ])

    static let location = HostClass(
        "Location",
        properties: [
            .init(
                "href", { context, _, _, _ in HostCall.property(context) { $0.url.text } },
                set: { context, _, _, value, exception in
                    go(to: value, context, exception)
                    return true
                }),
            .init("protocol", { context, _, _, _ in HostCall.property(context) { $0.url.scheme } }),
            .init("host", { context, _, _, _ in HostCall.property(context) { $0.url.web?.hostHeader ?? "" } }),
            .init("hostname", { context, _, _, _ in HostCall.property(context) { $0.url.web?.host ?? "" } }),
            .init(
                "port", { context, _, _, _ in HostCall.property(context) { $0.url.web?.port.map { "\($0)" } ?? "" } }),
            .init(
                "pathname",
                { context, _, _, _ in HostCall.property(context) { $0.url.web?.path ?? $0.url.opaquePath } }),
            .init("search", { context, _, _, _ in HostCall.property(context) { marked("?", $0.url.web?.query) } }),
            .init("hash", { context, _, _, _ in HostCall.property(context) { marked("#", $0.url.web?.fragment) } }),
            .init("origin", { context, _, _, _ in HostCall.property(context) { $0.origin } }),
        ],
        functions: [
            .init("toString", { context, _, _, _, _, _ in HostCall.property(context) { $0.url.text } }),
            .init("assign", navigate), .init("replace", navigate),
            .init(
                "reload",
                { context, _, _, _, _, exception in
                    fail(PageHost.current(context)?.reload(), context, exception)
                    return HostCall.undefined(context)
                }),
        ])

    static let navigator = HostClass(
        "Navigator",
        properties: [
            .init("userAgent", { context, _, _, _ in HostCall.property(context) { $0.userAgent } }),
            .init(
                "cookieEnabled",
                { context, _, _, _ in
                    context.flatMap { JSValueMakeBoolean($0, PageHost.current($0)?.cookies.isEnabled ?? true) }
                }),
        ])

    /// The window of a document around this one. Scripts can tell it from their own and reach nothing in it.
    static let otherWindow = HostClass(
        "Window",
        lookUp: { context, object, _, exception in
            let isForeign = object.flatMap { JSObjectGetPrivate($0) } != nil
            HostCall.fail(
                isForeign ? "SecurityError" : "NotSupportedError",
                isForeign
                    ? "Blocked a frame from accessing a cross-origin frame."
                    : "Scripts cannot reach other frames of this web view.",
                in: context, exception: exception)
            return nil
        })

    static let console = HostClass(
        "console",
        functions: [
            .init("log", { context, _, _, count, values, _ in print("log", context, count, values) }),
            .init("info", { context, _, _, count, values, _ in print("info", context, count, values) }),
            .init("debug", { context, _, _, count, values, _ in print("debug", context, count, values) }),
            .init("warn", { context, _, _, count, values, _ in print("warn", context, count, values) }),
            .init("error", { context, _, _, count, values, _ in print("error", context, count, values) }),
        ])

    /// Takes the URL as its first argument.
    static let navigate: JSObjectCallAsFunctionCallback = { context, _, _, count, values, exception in
        if count > 0, let value = values?.pointee {
            go(to: value, context, exception)
        } else {
            HostCall.fail("TypeError", "Not enough arguments", in: context, exception: exception)
        }
        return HostCall.undefined(context)
    }

    private static func marked(_ mark: String, _ part: String?) -> String {
        part.map { $0.isEmpty ? "" : mark + $0 } ?? ""
    }
}

// MARK: - document.cookie

private let readCookie: JSObjectGetPropertyCallback = { context, _, _, exception in
    guard let host = PageHost.current(context) else { return HostCall.undefined(context) }
    host.program?.willReadCookies()
    switch host.cookies.read() {
    case .success(let cookies):
        host.program?.didReadCookies(cookies?.value ?? "")
        return HostCall.text(cookies?.value ?? "", in: context)
    case .failure(let error):
        HostCall.fail("SecurityError", error.message, in: context, exception: exception)
        return nil
    }
}

private let writeCookie: JSObjectSetPropertyCallback = { context, _, _, value, exception in
    guard let host = PageHost.current(context),
        let text = HostCall.string(value, in: context, exception: exception)
    else { return true }
    if case .failure(let error) = host.cookies.write(text) {
        HostCall.fail("SecurityError", error.message, in: context, exception: exception)
    }
    return true
}

// MARK: - location

private func go(to value: JSValueRef?, _ context: JSContextRef?, _ exception: UnsafeMutablePointer<JSValueRef?>?) {
    guard let host = PageHost.current(context),
        let text = HostCall.string(value, in: context, exception: exception)
    else { return }
    fail(host.navigate(to: text), context, exception)
}

private func fail(
    _ error: (name: String, message: String)?, _ context: JSContextRef?,
    _ exception: UnsafeMutablePointer<JSValueRef?>?
) {
    guard let error else { return }
    HostCall.fail(error.name, error.message, in: context, exception: exception)
}

// MARK: - console

private func print(
    _ level: String, _ context: JSContextRef?, _ count: Int, _ values: UnsafePointer<JSValueRef?>?
) -> JSValueRef? {
    guard let context, let host = PageHost.current(context) else { return HostCall.undefined(context) }
    let texts = UnsafeBufferPointer(start: values, count: min(count, 64)).map { value -> String in
        guard let value else { return "" }
        if JSValueIsObject(context, value), !isError(value, in: context),
            case .success(let json) = ScriptValue.json(value, in: context)
        {
            return json.text()
        }
        // Printing must not throw: what has no text is named by what it is.
        return JavaScriptText(taking: JSValueToStringCopy(context, value, nil))?.string(limit: 8192) ?? "[object]"
    }
    host.print(level, texts.joined(separator: " "))
    return HostCall.undefined(context)
}

private func isError(_ value: JSValueRef, in context: JSContextRef) -> Bool {
    guard let object = JSValueToObject(context, value, nil) else { return false }
    return JSObjectHasProperty(context, object, JavaScriptName.line.raw)
}
