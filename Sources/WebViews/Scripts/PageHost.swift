import BridgePrimitives
import BridgeTrace
import CJavaScriptCore
import Cookies
import HTTPLoader

/// What the host objects of one document work on.
///
/// Belongs to the view's thread; each global object keeps its own alive.
final class PageHost {
    private(set) var place: DocumentPlace
    let origin: String
    let userAgent: String
    let characterSet: String
    let contentType: String
    private(set) var cookies: DocumentCookies
    let handlers: UserContentController
    /// Shared by the documents of one view.
    let window: ViewWindow
    let clock: WorldClock
    let trace: TraceLog

    var title = ""
    var readyState = ReadyState.loading
    /// What relative URLs of scripts are resolved against.
    var baseURL: WebURL?
    /// Where scripts want to go; of several the last counts.
    private(set) var requestedNavigation: ScriptNavigation?
    /// Posted and not yet delivered.
    private(set) var outbox: [PostedMessage] = []
    /// Whether the script that is running came about by something that the user did, or the app, which counts the same.
    var hasUserGesture = false
    /// A script has called `close`.
    private(set) var isCloseRequested = false

    /// Whose script is running; nil for the app's own.
    var program: (any PageProgram)?

    /// Of the global objects that are not the page's own.
    private var worlds: [JSGlobalContextRef: ContentWorld] = [:]

    enum ReadyState: String { case loading, interactive, complete }

    /// Messages that may wait for delivery: a script that posts in a loop must not fill the memory.
    private static let outboxLimit = 10_000

    init(
        place: DocumentPlace, userAgent: String, characterSet: String, contentType: String, cookies: DocumentCookies,
        handlers: UserContentController, window: ViewWindow, clock: WorldClock, trace: TraceLog
    ) {
        origin = place.isSandboxed ? "null" : place.url.web?.origin ?? "null"
        baseURL = place.url.baseURL
        (self.place, self.userAgent) = (place, userAgent)
        (self.characterSet, self.contentType) = (characterSet, contentType)
        (self.cookies, self.handlers, self.clock, self.trace) = (cookies, handlers, clock, trace)
        self.window = window
    }

    var url: DocumentURL { place.url }

    /// The document has another address of its origin from now on, and the cookies of that one.
    func move(to place: DocumentPlace, cookies: DocumentCookies, baseURL: WebURL?) {
        (self.place, self.cookies, self.baseURL) = (place, cookies, baseURL)
    }

    /// Whether there was room.
    func post(
        _ body: JSONValue, to handler: String, from world: ContentWorld = .page, reply: PendingReply? = nil
    ) -> Bool {
        guard outbox.count < Self.outboxLimit else { return false }
        let message = ScriptMessage(
            name: handler, body: body, frameURL: url.text, isMainFrame: place.isMainFrame, world: world)
        outbox.append(PostedMessage(message: message, reply: reply))
        trace.record(.message(MessageEvent(handler: handler, body: trace.masking.text(body.text()))), by: .page)
        return true
    }

    func takeMessages() -> [PostedMessage] {
        defer { outbox = [] }
        return outbox
    }

    /// Takes down where a script wants to go; the view goes there when the script has ended.
    ///
    /// - Returns: an exception's name and text when it cannot.
    func navigate(to text: String) -> (name: String, message: String)? {
        guard place.isMainFrame else {
            return ("NotSupportedError", "Scripts cannot navigate frames of this web view.")
        }
        guard let target = resolve(text) else { return Self.noAddress(text) }
        guard target.fragment == nil || target.settingFragment(nil) != url.web?.settingFragment(nil) else {
            return ("NotSupportedError", "Scripts cannot move within the document of this web view.")
        }
        requestedNavigation = .to(target)
        return nil
    }

    func reload() -> (name: String, message: String)? {
        guard place.isMainFrame else {
            return ("NotSupportedError", "Scripts cannot navigate frames of this web view.")
        }
        requestedNavigation = .reload
        return nil
    }

    func takeNavigation() -> ScriptNavigation? {
        defer { requestedNavigation = nil }
        return requestedNavigation
    }

    /// What a script's address means here; nil for what is no http or https URL.
    func resolve(_ text: String) -> WebURL? {
        if let baseURL { try? baseURL.resolving(text) } else { try? WebURL(text) }
    }

    static func noAddress(_ text: String) -> (name: String, message: String) {
        ("SyntaxError", "Not an http or https URL: \(text.prefix(200))")
    }

    /// Only a window is closed, and no frame in it (HTML §7.2.2.1).
    func requestClose() { if place.isMainFrame { isCloseRequested = true } }

    func takeCloseRequest() -> Bool {
        defer { isCloseRequested = false }
        return isCloseRequested
    }

    /// Prints to the trace, cut after 8 KiB.
    func print(_ level: String, _ text: String) {
        let cut = String(decoding: text.utf8.prefix(8192), as: UTF8.self)
        trace.record(.message(MessageEvent(handler: "console.\(level)", body: trace.masking.text(cut))), by: .page)
    }
}

extension PageHost {
    /// Puts the host behind a context's global object, which releases it when it is collected.
    static func attach(_ host: PageHost, to context: JSGlobalContextRef, as world: ContentWorld) {
        if world != .page { host.worlds[context] = world }
        _ = JSObjectSetPrivate(JSContextGetGlobalObject(context), Unmanaged.passRetained(host).toOpaque())
    }

    /// The world of the script that is running.
    func world(of context: JSContextRef) -> ContentWorld {
        JSContextGetGlobalContext(context).flatMap { worlds[$0] } ?? .page
    }

    /// The host of the document whose script is running; nil for a context of somebody else's.
    static func current(_ context: JSContextRef?) -> PageHost? {
        guard let context, let global = JSContextGetGlobalObject(context), let box = JSObjectGetPrivate(global) else {
            return nil
        }
        return Unmanaged<PageHost>.fromOpaque(box).takeUnretainedValue()
    }
}
