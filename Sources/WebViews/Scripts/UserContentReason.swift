public import BridgePrimitives

/// Why a message handler is not added.
public enum UserContentReason: String, FailureReason {
    case handlerExists = "webview/handler-exists"

    public var kind: BridgeFailure.Kind { .usage }

    public var meaning: String { "A message handler of that name is there already." }
    public var fix: String { "Remove it first, or use another name." }
}
