/// Why a message handler is not added, or not found.
public enum UserContentReason: String, FailureReason {
    case handlerExists = "webview/handler-exists"
    case noSuchHandler = "webview/no-such-handler"
}
