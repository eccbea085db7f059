import BridgePrimitives

/// A view as the DevTools Protocol tells of it: its events go in, and what they mean to a web view comes out.
///
/// The page has a part in all that comes, so nothing is taken for granted: what lacks a member, or comes in no order that
/// makes sense, means nothing.
struct ChromiumPage: Sendable {
    /// What an event brings about.
    enum Reaction: Hashable, Sendable {
        case tell(EngineEvent)
        /// A command to the view's session, whose answer nobody waits for.
        case send(String, JSONValue)
    }

    /// What the next document's request is to be, or to be answered with.
    enum Request: Hashable, Sendable {
        case headers([Header], url: String)
        case html(String, url: String)

        struct Header: Hashable, Sendable {
            let name: String
            let value: String
        }

        var url: String {
            switch self {
            case .headers(_, let url), .html(_, let url): url
            }
        }
    }

    /// A load of the main frame of which nothing is shown yet.
    struct Provisional {
        let loader: String
        var url: String
        var response: (url: String, status: Int)?
        /// Given up by the engine itself: another load takes its place, or there is nothing to show.
        var isAborted = false
    }

    /// Loads and frames beyond these are not kept apart.
    static let most = 10_000

    let mainFrame: String
    let tellsConsole: Bool
    let opensWindows: Bool
    let handlers: Set<String>
    /// How the next document's request is changed.
    var request: Request?
    /// Why the process ends; what the caller has asked for is no crash.
    var isToTerminate = false
    var url = "about:blank"
    var title = ""
    var provisional: Provisional?
    var failedLoader = ""
    var isFinished = true
    /// Chromium's own page in the place of one that could not be got: it is not told of.
    var showsError = false
    var resources: [String: (number: Int64, url: String)] = [:]
    var lastResource: Int64 = 0
    var frames: [String: String] = [:]
    /// The frame of each of the page's worlds.
    var worlds: [Int64: String] = [:]

    init(mainFrame: String, handlers: [String] = [], tellsConsole: Bool = true, opensWindows: Bool = false) {
        self.mainFrame = mainFrame
        self.handlers = Set(handlers)
        self.tellsConsole = tellsConsole
        self.opensWindows = opensWindows
    }

    mutating func take(_ method: String, _ parameters: JSONValue) -> [Reaction] {
        switch method {
        case "Page.frameStartedNavigating": return started(parameters)
        case "Network.requestWillBeSent": return willSend(parameters)
        case "Network.responseReceived": return received(parameters)
        case "Network.loadingFinished": return ended(parameters)
        case "Network.loadingFailed": return ended(parameters) + failed(parameters)
        case "Page.frameNavigated": return navigated(parameters)
        case "Page.loadEventFired": return finished()
        case "Page.frameStoppedLoading": return stopped(parameters)
        case "Page.navigatedWithinDocument":
            guard isMain(parameters), let url = parameters["url"]?.stringValue else { return [] }
            self.url = url
            return [.tell(.urlChanged(url))]
        case "Page.frameDetached":
            if let frame = parameters["frameId"]?.stringValue { frames[frame] = nil }
            return []
        case "Page.downloadWillBegin":
            let url = parameters["url"]?.stringValue ?? ""
            return [asked("didBecomeDownload", [("url", .string(url)), ("decision", "cancel")])]
        case "Page.javascriptDialogOpening": return dialog(parameters)
        case "Page.windowOpen":
            // An opened window is reported once it is a view.
            if opensWindows { return [] }
            let url = parameters["url"]?.stringValue ?? ""
            return [asked("createWebView", [("url", .string(url)), ("result", .null)])]
        case "Fetch.requestPaused": return paused(parameters)
        case "Fetch.authRequired": return challenged(parameters)
        case "Runtime.executionContextCreated":
            if let id = parameters["context"]?["id"]?.integerValue, worlds.count < Self.most {
                worlds[id] = parameters["context"]?["auxData"]?["frameId"]?.stringValue
            }
            return []
        case "Runtime.executionContextDestroyed":
            if let id = parameters["executionContextId"]?.integerValue { worlds[id] = nil }
            return []
        case "Runtime.executionContextsCleared":
            worlds = [:]
            return []
        case "Runtime.bindingCalled": return posted(parameters)
        case "Runtime.consoleAPICalled": return said(parameters)
        case "Runtime.exceptionThrown": return thrown(parameters)
        case "Inspector.targetCrashed": return [terminated(isToTerminate ? "terminated" : "crashed")]
        default: return []
        }
    }

    /// The view is gone: nobody waits for a load any longer.
    mutating func closed() -> [Reaction] { [asked("webViewDidClose", []), terminated("closed")] }

}

extension EngineEvent.LoadFailure {
    /// - Parameters:
    ///   - words: Chromium's own.
    ///   - code: what Chromium's network stack has for it, where that matters here.
    init(url: String, isProvisional: Bool, net words: String, code: Int64 = 0) {
        self.init(url: url, isProvisional: isProvisional, domain: "net", code: code, message: words)
    }
}
