public import BridgePrimitives

/// The scripts and message handlers of web views, as `WKUserContentController`; several views may share one.
public final class UserContentController: Sendable {
    private struct State {
        var scripts: [UserScript] = []
        var handlers: [String: MessageHandler] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// In the order in which they were added, which is the order in which they run.
    public var userScripts: [UserScript] { state.withLock { $0.scripts } }

    /// Takes effect with the next document.
    public func addUserScript(_ script: UserScript) { state.withLock { $0.scripts.append(script) } }

    /// Takes effect with the next document.
    public func removeAllUserScripts() { state.withLock { $0.scripts = [] } }

    /// Lets pages call `window.webkit.messageHandlers.NAME.postMessage(body)`, at once, in open documents too.
    ///
    /// - Throws: `webview/handler-exists` when the name is taken, where WebKit raises an exception.
    public func add(_ handler: any ScriptMessageHandler, name: String) throws(BridgeFailure) {
        try add(.told(handler), name: name)
    }

    /// The same for a handler that answers: `postMessage` gives the page a promise.
    public func add(_ handler: any ScriptMessageHandlerWithReply, name: String) throws(BridgeFailure) {
        try add(.asked(handler), name: name)
    }

    private func add(_ handler: MessageHandler, name: String) throws(BridgeFailure) {
        let isNew = state.withLock { state in
            guard state.handlers[name] == nil else { return false }
            state.handlers[name] = handler
            return true
        }
        guard isNew else {
            throw BridgeFailure(
                UserContentReason.handlerExists, cause: "a message handler called '\(name)' is there already")
        }
    }

    /// Pages no longer find the handler, in open documents too; nothing happens when there is none.
    public func removeHandler(named name: String) { state.withLock { $0.handlers[name] = nil } }

    public func removeAllHandlers() { state.withLock { $0.handlers = [:] } }

    var hasHandlers: Bool { state.withLock { !$0.handlers.isEmpty } }
    func hasHandler(named name: String) -> Bool { state.withLock { $0.handlers[name] != nil } }
    func handler(named name: String) -> MessageHandler? { state.withLock { $0.handlers[name] } }
}

/// Native code that pages can send messages to, as `WKScriptMessageHandler`.
public protocol ScriptMessageHandler: Sendable {
    /// Called after the script that posted has run, once for each message, in their order.
    func receive(_ message: ScriptMessage) async
}

/// What a page posted.
public struct ScriptMessage: Hashable, Sendable {
    /// The handler's name.
    public let name: String
    public let body: JSONValue
    /// The URL of the document that posted.
    public let frameURL: String
    /// Whether it is the view's own document, and not that of a frame.
    public let isMainFrame: Bool

    public init(name: String, body: JSONValue, frameURL: String, isMainFrame: Bool = true) {
        (self.name, self.body, self.frameURL, self.isMainFrame) = (name, body, frameURL, isMainFrame)
    }
}
