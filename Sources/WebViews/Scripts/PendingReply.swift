import BridgePrimitives
import CJavaScriptCore

/// Sole owner of the promise that a page was given for a message, until the app has answered or can no more.
///
/// Made and settled on the view's thread; may be let go of anywhere.
final class PendingReply {
    let promise: JSObjectRef
    private let context: JSGlobalContextRef
    private let resolve: JSObjectRef
    private let reject: JSObjectRef

    /// Nil when the engine has no room for one.
    init?(in context: JSContextRef) {
        var (resolve, reject): (JSObjectRef?, JSObjectRef?) = (nil, nil)
        guard let promise = JSObjectMakeDeferredPromise(context, &resolve, &reject, nil), let resolve, let reject,
            let global = JSGlobalContextRetain(JSContextGetGlobalContext(context))
        else { return nil }
        (self.promise, self.resolve, self.reject, self.context) = (promise, resolve, reject, global)
        for object in [promise, resolve, reject] { JSValueProtect(context, object) }
    }

    deinit {
        for object in [promise, resolve, reject] { JSValueUnprotect(context, object) }
        JSGlobalContextRelease(context)
    }

    /// What waits for the promise runs when the entry into the machine ends.
    func settle(with reply: MessageReply) {
        switch reply {
        case .value(let value):
            guard let text = JavaScriptText(value.text()) else { return }
            call(resolve, with: JSValueMakeFromJSONString(context, text.raw))
        case .failure(let message):
            var argument = HostCall.text(message, in: context)
            call(reject, with: JSObjectMakeError(context, 1, &argument, nil))
        }
    }

    private func call(_ function: JSObjectRef, with value: JSValueRef?) {
        var argument = value
        _ = JSObjectCallAsFunction(context, function, nil, 1, &argument, nil)
    }
}

extension ScriptWorld {
    /// Settles a page's promise and runs what waits for it, under the limits of a script.
    func settle(_ pending: PendingReply, with reply: MessageReply) throws(ScriptFailure) {
        try entered { (_) throws(ScriptFailure) in pending.settle(with: reply) }
    }
}
