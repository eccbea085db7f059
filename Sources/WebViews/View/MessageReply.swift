public import BridgePrimitives

/// Native code that answers the messages of pages, as `WKScriptMessageHandlerWithReply`.
public protocol ScriptMessageHandlerWithReply: Sendable {
    /// Called after the script that posted has run. The page goes on meanwhile, and is told the answer if its document is
    /// still shown then.
    func reply(to message: ScriptMessage) async -> MessageReply
}

/// How a page's promise is settled.
public enum MessageReply: Hashable, Sendable {
    case value(JSONValue)
    /// Rejects it with an error of this message.
    case failure(String)
}

/// A handler of either kind.
enum MessageHandler: Sendable {
    case told(any ScriptMessageHandler)
    case asked(any ScriptMessageHandlerWithReply)

    var answers: Bool { if case .asked = self { true } else { false } }
}

/// A message on its way to a handler, and who waits for the answer.
struct PostedMessage {
    let message: ScriptMessage
    let reply: PendingReply?
}
