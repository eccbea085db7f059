public import BridgePrimitives

/// Something that the engine tells of a view, in the order in which it happened.
///
/// Texts of pages stand in it as they are, secrets too: whoever prints one masks it.
public enum EngineEvent: Hashable, Sendable {
    /// A point at which WebKit calls the navigation delegate.
    public enum NavigationPoint: String, CaseIterable, Sendable {
        case didStartProvisional = "didStartProvisionalNavigation"
        case didReceiveServerRedirect = "didReceiveServerRedirectForProvisionalNavigation"
        case didCommit
        case didFinish
    }

    case navigation(NavigationPoint, url: String)
    case failed(LoadFailure)
    /// `decidePolicyFor navigationAction`, which is always allowed.
    case action(url: String, isRedirect: Bool, wantsNewWindow: Bool)
    /// `decidePolicyFor navigationResponse`.
    case response(url: String, status: Int, isForMainFrame: Bool, isAllowed: Bool)
    /// A load of the page began, or ended; `failure` has the engine's words where it came to nothing.
    case resource(Int64, url: String, hasEnded: Bool, failure: ResourceFailure? = nil)
    /// The head of an answer came whose body the page's script reads or leaves: its load ends with the body, if it does.
    case answered(Int64)
    case urlChanged(String)
    case titleChanged(String)
    case scriptMessage(handler: String, body: JSONValue)
    case console(ConsoleMessage)
    /// What the page wanted of somebody who is not there (a panel, a window, a permission), by the delegate's name.
    case asked(String, details: JSONObject)
    /// The page opened a window, which is a view with this name.
    case openedWindow(String)
    case processTerminated(reason: String)

    /// Why a request came to nothing.
    public struct ResourceFailure: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The engine's own.
        public let words: String
        /// Nil if the engine gives no more than words.
        public let reason: FailedRequestReason?
        /// The response field that is missing or wrong, for CORS.
        public let missing: String?

        init(_ words: String, _ reason: FailedRequestReason? = nil, missing: String? = nil) {
            self.words = words
            self.reason = reason
            self.missing = missing
        }

        public init(stringLiteral words: String) { self.init(words) }

        /// Given up for another page; or, as the icon of a tab, kept back by us.
        var isCancellation: Bool {
            words.contains("cancelled") || words == "net::ERR_ABORTED"
                || words.hasPrefix("net::ERR_BLOCKED_BY_CLIENT") && reason == nil
        }
    }

    /// Why a load ended early, in the engine's own words.
    public struct LoadFailure: Hashable, Sendable {
        public let url: String
        /// Whether nothing of the page was there yet.
        public let isProvisional: Bool
        public let domain: String
        public let code: Int64
        public let message: String

        /// Whether another load takes its place: that one counts.
        var isSuperseded: Bool { (domain, code) == ("WebKitNetworkError", 302) || (domain, code) == ("net", -3) }
    }

    /// A line of the page's console, or an exception that nobody caught.
    public struct ConsoleMessage: Hashable, Sendable {
        /// `log`, `warn` and the like, or `exception`.
        public let level: String
        public let message: String
        /// Of the document.
        public let url: String
        /// From 1; nil where the engine does not say.
        public let line: Int64?
        /// Of the script that threw; nil where the engine does not say, and for what is no error.
        public var script: String?
        /// From 1, of an error; nil where the engine does not say.
        public var column: Int64?
        /// The name of the error that was thrown or printed, `TypeError`; nil for what is no error.
        public var name: String?
        /// Whether the exception is the reason of a promise that was rejected.
        public var isRejection = false
    }
}

extension EngineEvent {
    /// - Returns: nil for an event that this version does not know, which it passes over.
    /// - Throws: `engine/bad-answer` for one that lacks what it must have.
    init?(name: String, members: JSONObject) throws(BridgeFailure) {
        func text(_ member: String) throws(BridgeFailure) -> String {
            guard let text = members[member]?.stringValue else { throw Self.lacking(member, name) }
            return text
        }
        func url() -> String { members["url"]?.stringValue ?? "" }
        func flag(_ member: String) -> Bool { members[member]?.boolValue ?? false }
        if let point = NavigationPoint(rawValue: name) {
            self = .navigation(point, url: url())
            return
        }
        switch name {
        case "didFailProvisionalNavigation", "didFail":
            guard let error = members["error"] else { throw Self.lacking("error", name) }
            self = .failed(
                LoadFailure(
                    url: url(), isProvisional: name != "didFail", domain: error["domain"]?.stringValue ?? "",
                    code: error["code"]?.integerValue ?? 0, message: error["message"]?.stringValue ?? ""))
        case "decidePolicyForNavigationAction":
            self = .action(url: url(), isRedirect: flag("isRedirect"), wantsNewWindow: flag("targetFrameIsNil"))
        case "decidePolicyForNavigationResponse":
            self = .response(
                url: url(), status: members["statusCode"]?.integerValue.flatMap { Int(exactly: $0) } ?? 0,
                isForMainFrame: flag("isForMainFrame"), isAllowed: try text("policy") == "allow")
        case "resourceLoadDidSendRequest", "resourceLoadDidComplete":
            guard let number = members["resource"]?.integerValue else { throw Self.lacking("resource", name) }
            self = .resource(
                number, url: url(), hasEnded: name == "resourceLoadDidComplete",
                failure: members["error"]?.stringValue.map { ResourceFailure($0) })
        case "urlDidChange": self = .urlChanged(url())
        case "titleDidChange": self = .titleChanged(try text("title"))
        case "didReceiveScriptMessage":
            self = .scriptMessage(handler: try text("name"), body: members["body"] ?? .null)
        case "consoleMessage": self = .console(ConsoleMessage(body: members["body"] ?? .null))
        case "webViewWebContentProcessDidTerminate": self = .processTerminated(reason: try text("reason"))
        case "runJavaScriptAlertPanel", "runJavaScriptConfirmPanel", "runJavaScriptTextInputPanel",
            "runBeforeUnloadConfirmPanel", "createWebView", "webViewDidClose", "didBecomeDownload",
            "didReceiveAuthenticationChallenge", "requestPermission", "runOpenPanel":
            if name == "createWebView", let window = members["result"]?.stringValue {
                self = .openedWindow(window)
                return
            }
            var details = members
            (details["event"], details["view"]) = (nil, nil)
            self = .asked(name, details: details)
        default: return nil
        }
    }

    private static func lacking(_ member: String, _ name: String) -> BridgeFailure {
        PageEngineReason.badAnswer.failure("the event \(name) has no \(member)")
    }
}

extension EngineEvent.ConsoleMessage {
    /// A page may post to the handler itself, so nothing is taken for granted.
    init(body: JSONValue) {
        level = body["level"]?.stringValue ?? "log"
        message = body["message"]?.stringValue ?? body.text()
        url = body["url"]?.stringValue ?? ""
        line = body["line"]?.integerValue.flatMap { $0 > 0 ? $0 : nil }
        script = body["source"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        column = body["column"]?.integerValue.flatMap { $0 > 0 ? $0 : nil }
        name = body["name"]?.stringValue.flatMap { $0.isEmpty ? nil : String($0.prefix(100)) }
        isRejection = body["rejection"]?.boolValue ?? false
    }
}
