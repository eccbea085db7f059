import BridgePrimitives
import CJavaScriptCore

/// `window.webkit.messageHandlers.NAME.postMessage(body)`.
enum MessageClasses {
    static let webkit = HostClass("WebKitNamespace")

    /// Handlers are looked up when script asks, so one that is added later is found by the document that is open.
    static let handlers = HostClass(
        "UserMessageHandlersNamespace",
        lookUp: { context, _, name, _ in
            guard let context, let name, let host = PageHost.current(context) else { return nil }
            let text = JavaScriptText.string(name, limit: 1024)
            guard host.handlers.hasHandler(named: text, in: host.world(of: context)) else { return nil }
            return JSObjectMake(context, handler.raw, Unmanaged.passRetained(HandlerName(text)).toOpaque())
        })

    static let handler = HostClass(
        "UserMessageHandler",
        functions: [.init("postMessage", postMessage)],
        finalize: { object in
            guard let object, let box = JSObjectGetPrivate(object) else { return }
            Unmanaged<HandlerName>.fromOpaque(box).release()
        })

    fileprivate final class HandlerName: Sendable {
        let text: String
        init(_ text: String) { self.text = text }
    }
}

private let postMessage: JSObjectCallAsFunctionCallback = { context, _, this, count, values, exception in
    // The class is checked first: script can call the function on any object.
    guard let context, let host = PageHost.current(context), let this,
        JSValueIsObjectOfClass(context, this, MessageClasses.handler.raw), let box = JSObjectGetPrivate(this)
    else {
        HostCall.fail("TypeError", "Can only call postMessage on a message handler", in: context, exception: exception)
        return HostCall.undefined(context)
    }
    let name = Unmanaged<MessageClasses.HandlerName>.fromOpaque(box).takeUnretainedValue().text
    guard count > 0, let value = values?.pointee else {
        HostCall.fail("TypeError", "Not enough arguments", in: context, exception: exception)
        return HostCall.undefined(context)
    }
    switch ScriptValue.json(value, in: context) {
    case .success(let body):
        let world = host.world(of: context)
        let answers = host.handlers.handler(named: name, in: world)?.answers == true
        let reply = answers ? PendingReply(in: context) : nil
        guard host.post(body, to: name, from: world, reply: reply) else {
            HostCall.fail("QuotaExceededError", "Too many messages wait.", in: context, exception: exception)
            break
        }
        if let reply { return reply.promise }
    case .failure(let failure):
        HostCall.fail("DataCloneError", failure.message, in: context, exception: exception)
    }
    return HostCall.undefined(context)
}
