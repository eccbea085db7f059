public import BridgePrimitives

/// Why a message handler is not added, or not found.
public enum UserContentReason: String, FailureReason {
    case handlerExists = "webview/handler-exists"
    case noSuchHandler = "webview/no-such-handler"

    public var kind: BridgeFailure.Kind { .usage }

    public var meaning: String {
        switch self {
        case .handlerExists: "A message handler of that name is there already."
        case .noSuchHandler: "The page posts to a message handler that it does not find."
        }
    }

    public var fix: String {
        switch self {
        case .handlerExists: "Remove it first, or use another name."
        case .noSuchHandler:
            "Let the app add a handler of that name before the page is opened, as `inject: message` does."
        }
    }
}
