import BridgePrimitives
import SimulatedDevice
import WebViews

/// Hears what pages post, and answers them: in the `async` form, or by calling the handler once.
///
/// A value that JavaScript cannot be given, and a handler that is let go of without a call, reject the page's promise.
// Not @preconcurrency: the two forms of a handler would have one symbol.
@MainActor
public protocol WKScriptMessageHandlerWithReply: AnyObject {
    /// - Returns: a value, or the text of an error.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?)
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void)
    /// As it was written before Swift 6.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void)
}

extension WKScriptMessageHandlerWithReply {
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        let answer = await withCheckedContinuation { continuation in
            let once = ReplyOnce(continuation)
            let handler: @MainActor @Sendable (Any?, String?) -> Void = { once.answer(MessageReply($0, $1)) }
            self.userContentController(userContentController, didReceive: message, replyHandler: handler)
        }
        switch answer {
        case .value(let value): return (value.foundation, nil)
        case .failure(let text): return (nil, text)
        }
    }

    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        let handler: (Any?, String?) -> Void = replyHandler
        self.userContentController(userContentController, didReceive: message, replyHandler: handler)
    }

    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) {}
}

/// Answers once, and at the latest when nobody can any more.
private final class ReplyOnce: Sendable {
    private let waiting: Mutex<CheckedContinuation<MessageReply, Never>?>

    init(_ continuation: CheckedContinuation<MessageReply, Never>) { waiting = Mutex(continuation) }

    deinit { answer(.failure("WKWebView API client did not respond to this postMessage")) }

    func answer(_ reply: MessageReply) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: reply)
    }
}

/// Brings a page's questions to an app's handler, and its answers back.
@MainActor
final class ReplyRelay: ScriptMessageHandlerWithReply {
    private let handler: any WKScriptMessageHandlerWithReply
    private weak var controller: WKUserContentController?

    init(to handler: any WKScriptMessageHandlerWithReply, of controller: WKUserContentController) {
        (self.handler, self.controller) = (handler, controller)
    }

    @MainActor func reply(to message: ScriptMessage) async -> MessageReply {
        guard let controller, AppProcess.current?.isEnded != true else { return .failure("The app has ended.") }
        let message = WKScriptMessage(message, in: PageTrip.current?.view)
        let (value, error) = await handler.userContentController(controller, didReceive: message)
        return MessageReply(value, error)
    }
}

extension MessageReply {
    /// - Parameter error: counts where it is not nil.
    fileprivate init(_ value: Any?, _ error: String?) {
        if let error {
            self = .failure(error)
        } else if let value {
            self =
                JSONValue(foundation: value).map { .value($0) }
                ?? .failure("JavaScript cannot be given a \(type(of: value)).")
        } else {
            self = .value(.null)
        }
    }
}
