public import BridgePrimitives

/// The scripts and message handlers of web views, as `WKUserContentController`; several views may share one.
public final class UserContentController: Sendable {
    private struct State {
        var scripts: [UserScript] = []
        var handlers: [HandlerKey: MessageHandler] = [:]
    }

    /// Handlers of one name may be in several worlds.
    private struct HandlerKey: Hashable {
        let name: String
        let world: ContentWorld
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
    /// - Parameter world: whose scripts find the handler; no others do.
    /// - Throws: `webview/handler-exists` when the name is taken there, where WebKit raises an exception.
    public func add(
        _ handler: any ScriptMessageHandler, name: String, world: ContentWorld = .page
    ) throws(BridgeFailure) {
        try add(.told(handler), HandlerKey(name: name, world: world))
    }

    /// The same for a handler that answers: `postMessage` gives the page a promise.
    public func add(
        _ handler: any ScriptMessageHandlerWithReply, name: String, world: ContentWorld = .page
    ) throws(BridgeFailure) {
        try add(.asked(handler), HandlerKey(name: name, world: world))
    }

    private func add(_ handler: MessageHandler, _ key: HandlerKey) throws(BridgeFailure) {
        let isNew = state.withLock { state in
            guard state.handlers[key] == nil else { return false }
            state.handlers[key] = handler
            return true
        }
        guard isNew else {
            throw BridgeFailure(
                UserContentReason.handlerExists, cause: "a message handler called '\(key.name)' is there already")
        }
    }

    /// Pages no longer find the handler, in open documents too; nothing happens when there is none.
    public func removeHandler(named name: String, world: ContentWorld = .page) {
        state.withLock { $0.handlers[HandlerKey(name: name, world: world)] = nil }
    }

    public func removeAllHandlers() { state.withLock { $0.handlers = [:] } }

    public func removeAllHandlers(of world: ContentWorld) {
        state.withLock { $0.handlers = $0.handlers.filter { $0.key.world != world } }
    }

    var hasHandlers: Bool { state.withLock { !$0.handlers.isEmpty } }
    func hasHandler(named name: String, in world: ContentWorld = .page) -> Bool {
        handler(named: name, in: world) != nil
    }
    func handler(named name: String, in world: ContentWorld) -> MessageHandler? {
        state.withLock { $0.handlers[HandlerKey(name: name, world: world)] }
    }
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
    /// Of the script that posted.
    public let world: ContentWorld

    public init(
        name: String, body: JSONValue, frameURL: String, isMainFrame: Bool = true, world: ContentWorld = .page
    ) {
        (self.name, self.body, self.frameURL) = (name, body, frameURL)
        (self.isMainFrame, self.world) = (isMainFrame, world)
    }
}
