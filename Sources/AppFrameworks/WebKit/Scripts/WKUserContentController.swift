import BridgePrimitives
import SimulatedDevice
import WebViews

/// The scripts and message handlers of web views; those whose configurations share it share both.
@preconcurrency @MainActor
public final class WKUserContentController {
    let controller = UserContentController()
    /// In the order in which they were added.
    public private(set) var userScripts: [WKUserScript] = []

    public init() {}

    /// Takes effect with the next document.
    public func addUserScript(_ userScript: WKUserScript) {
        userScripts.append(userScript)
        controller.addUserScript(userScript.script)
    }

    /// Takes effect with the next document.
    public func removeAllUserScripts() {
        userScripts = []
        controller.removeAllUserScripts()
    }

    /// Lets pages call `window.webkit.messageHandlers.NAME.postMessage(body)`. The handler is kept alive, and with it
    /// whatever it holds: a view controller that adds itself is never freed.
    ///
    /// A name that is taken is a programmer's error and stops the program, as on iOS.
    public func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
        add(scriptMessageHandler, contentWorld: .page, name: name)
    }

    /// The same for scripts of one world: no others find the handler.
    public func add(
        _ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String
    ) {
        let relay = MessageRelay(to: scriptMessageHandler, of: self)
        add { () throws(BridgeFailure) in try controller.add(relay, name: name, world: world.world) }
    }

    /// The same for a handler that answers: `postMessage` gives the script a promise.
    public func addScriptMessageHandler(
        _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld, name: String
    ) {
        let (relay, world) = (ReplyRelay(to: scriptMessageHandlerWithReply, of: self), contentWorld.world)
        add { () throws(BridgeFailure) in try controller.add(relay, name: name, world: world) }
    }

    /// Nothing happens when there is none.
    public func removeScriptMessageHandler(forName name: String) {
        removeScriptMessageHandler(forName: name, contentWorld: .page)
    }

    public func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {
        controller.removeHandler(named: name, world: contentWorld.world)
    }

    /// Of that world only.
    public func removeAllScriptMessageHandlers(from contentWorld: WKContentWorld) {
        controller.removeAllHandlers(of: contentWorld.world)
    }

    public func removeAllScriptMessageHandlers() { controller.removeAllHandlers() }

    private func add(_ add: () throws(BridgeFailure) -> Void) {
        do throws(BridgeFailure) { try add() } catch {
            crashApp("\(error.cause): \(error.fix)")
        }
    }
}

/// Hears what pages post.
@preconcurrency @MainActor
public protocol WKScriptMessageHandler: AnyObject {
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

/// Brings a page's messages to an app's handler.
@MainActor
private final class MessageRelay: ScriptMessageHandler {
    private let handler: any WKScriptMessageHandler
    private weak var controller: WKUserContentController?

    init(to handler: any WKScriptMessageHandler, of controller: WKUserContentController) {
        (self.handler, self.controller) = (handler, controller)
    }

    @MainActor func receive(_ message: ScriptMessage) async {
        guard let controller, AppProcess.current?.isEnded != true else { return }
        handler.userContentController(controller, didReceive: WKScriptMessage(message, in: PageTrip.current?.view))
    }
}
