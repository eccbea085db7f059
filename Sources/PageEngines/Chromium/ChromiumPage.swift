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
    private struct Provisional {
        let loader: String
        var url: String
        var response: (url: String, status: Int)?
        /// Given up by the engine itself: another load takes its place, or there is nothing to show.
        var isAborted = false
    }

    /// Loads and frames beyond these are not kept apart.
    private static let most = 10_000

    private let mainFrame: String
    private let tellsConsole: Bool
    private let handlers: Set<String>
    /// How the next document's request is changed.
    var request: Request?
    /// Why the process ends; what the caller has asked for is no crash.
    var isToTerminate = false
    private var url = "about:blank"
    private var title = ""
    private var provisional: Provisional?
    private var failedLoader = ""
    private var isFinished = true
    /// Chromium's own page in the place of one that could not be got: it is not told of.
    private var showsError = false
    private var resources: [String: (number: Int64, url: String)] = [:]
    private var lastResource: Int64 = 0
    private var frames: [String: String] = [:]
    /// The frame of each of the page's worlds.
    private var worlds: [Int64: String] = [:]

    init(mainFrame: String, handlers: [String] = [], tellsConsole: Bool = true) {
        (self.mainFrame, self.handlers, self.tellsConsole) = (mainFrame, Set(handlers), tellsConsole)
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

    // MARK: - Loads of the main frame

    private func isMain(_ parameters: JSONValue) -> Bool { parameters["frameId"]?.stringValue == mainFrame }

    private mutating func started(_ parameters: JSONValue) -> [Reaction] {
        guard isMain(parameters), let loader = parameters["loaderId"]?.stringValue,
            let url = parameters["url"]?.stringValue,
            !["sameDocument", "historySameDocument"].contains(parameters["navigationType"]?.stringValue ?? "")
        else { return [] }
        var reactions: [Reaction] = []
        if let provisional {
            // Another load takes its place.
            reactions.append(
                .tell(.failed(.init(url: provisional.url, isProvisional: true, net: "net::ERR_ABORTED", code: -3))))
        }
        (provisional, showsError) = (Provisional(loader: loader, url: url), false)
        return reactions + [
            .tell(.action(url: url, isRedirect: false, wantsNewWindow: false)),
            .tell(.navigation(.didStartProvisional, url: url)),
        ]
    }

    private mutating func willSend(_ parameters: JSONValue) -> [Reaction] {
        guard !showsError, let id = parameters["requestId"]?.stringValue,
            let url = parameters["request"]?["url"]?.stringValue
        else { return [] }
        var reactions: [Reaction] = []
        if parameters["redirectResponse"] != nil {
            if id == provisional?.loader {
                provisional?.url = url
                reactions += [
                    .tell(.action(url: url, isRedirect: true, wantsNewWindow: false)),
                    .tell(.navigation(.didReceiveServerRedirect, url: url)),
                ]
            }
            guard let known = resources[id] else { return reactions }
            reactions.append(.tell(.resource(known.number, url: known.url, hasEnded: true)))
        }
        // What is in the page already is not loaded.
        guard !["data:", "blob:", "about:"].contains(where: url.hasPrefix), resources.count < Self.most else {
            return reactions
        }
        lastResource += 1
        resources[id] = (lastResource, url)
        return reactions + [.tell(.resource(lastResource, url: url, hasEnded: false))]
    }

    private mutating func received(_ parameters: JSONValue) -> [Reaction] {
        guard !showsError, parameters["type"]?.stringValue == "Document",
            let url = parameters["response"]?["url"]?.stringValue
        else { return [] }
        let status = parameters["response"]?["status"]?.integerValue.flatMap { Int(exactly: $0) } ?? 0
        if let id = parameters["requestId"]?.stringValue, id == provisional?.loader {
            // Whether it is shown turns out later.
            provisional?.response = (url, status)
            return []
        }
        guard parameters["frameId"]?.stringValue != mainFrame else { return [] }
        return [.tell(.response(url: url, status: status, isForMainFrame: false, isAllowed: true))]
    }

    private mutating func ended(_ parameters: JSONValue) -> [Reaction] {
        guard let id = parameters["requestId"]?.stringValue, let known = resources.removeValue(forKey: id) else {
            return []
        }
        return [.tell(.resource(known.number, url: known.url, hasEnded: true))]
    }

    private mutating func failed(_ parameters: JSONValue) -> [Reaction] {
        guard parameters["requestId"]?.stringValue == provisional?.loader, provisional != nil else { return [] }
        if parameters["canceled"]?.boolValue == true {
            provisional?.isAborted = true
            return []
        }
        return giveUp(parameters["errorText"]?.stringValue ?? "net::ERR_FAILED", isAllowed: true)
    }

    private mutating func giveUp(_ words: String, isAllowed: Bool) -> [Reaction] {
        guard let provisional else { return [] }
        (self.provisional, failedLoader) = (nil, provisional.loader)
        let failure = EngineEvent.LoadFailure(url: provisional.url, isProvisional: true, net: words)
        return response(of: provisional, isAllowed: isAllowed) + [.tell(.failed(failure))]
    }

    private func response(of load: Provisional, isAllowed: Bool) -> [Reaction] {
        guard let (url, status) = load.response else { return [] }
        return [.tell(.response(url: url, status: status, isForMainFrame: true, isAllowed: isAllowed))]
    }

    private mutating func navigated(_ parameters: JSONValue) -> [Reaction] {
        guard let frame = parameters["frame"], let id = frame["id"]?.stringValue, var url = frame["url"]?.stringValue
        else { return [] }
        url += frame["urlFragment"]?.stringValue ?? ""
        guard id == mainFrame else {
            if frames.count < Self.most { frames[id] = url }
            return []
        }
        let loader = frame["loaderId"]?.stringValue
        if let missing = frame["unreachableUrl"]?.stringValue {
            defer { (showsError, resources) = (true, [:]) }
            guard loader != failedLoader else { return [] }
            if provisional == nil { provisional = Provisional(loader: loader ?? "", url: missing) }
            return giveUp("net::ERR_FAILED", isAllowed: true)
        }
        var reactions: [Reaction] = []
        if let provisional, provisional.loader == loader {
            reactions = response(of: provisional, isAllowed: true)
            self.provisional = nil
        }
        (self.url, isFinished, showsError, frames) = (url, false, false, [:])
        // What the page before was loading is of no interest any more.
        resources = resources.filter { $0.key == loader }
        reactions += [.tell(.navigation(.didCommit, url: url)), .tell(.urlChanged(url))]
        if !title.isEmpty { reactions.append(.tell(.titleChanged(""))) }
        title = ""
        return reactions
    }

    /// - Returns: nothing while another load goes on: that one counts.
    private mutating func finished() -> [Reaction] {
        guard provisional == nil, !isFinished, !showsError else { return [] }
        isFinished = true
        return [.tell(.navigation(.didFinish, url: url))]
    }

    private mutating func stopped(_ parameters: JSONValue) -> [Reaction] {
        guard isMain(parameters) else { return [] }
        guard let provisional else { return finished() }
        return provisional.isAborted ? giveUp("net::ERR_ABORTED, as for what is no page", isAllowed: false) : []
    }

    private mutating func terminated(_ reason: String) -> Reaction {
        (provisional, isFinished, resources, worlds, frames, isToTerminate) = (nil, true, [:], [:], [:], false)
        return .tell(.processTerminated(reason: reason))
    }

    // MARK: - Requests that wait for us

    private mutating func paused(_ parameters: JSONValue) -> [Reaction] {
        guard let id = parameters["requestId"]?.stringValue else { return [] }
        guard parameters["resourceType"]?.stringValue == "Document" else {
            // The icon of a tab, which no web view has.
            return [.send("Fetch.failRequest", ["requestId": .string(id), "errorReason": "BlockedByClient"])]
        }
        guard let request, isMain(parameters),
            Self.withoutFragment(request.url) == parameters["request"]?["url"]?.stringValue
        else { return [.send("Fetch.continueRequest", ["requestId": .string(id)])] }
        self.request = nil
        switch request {
        case .html(let html, _):
            return [
                .send(
                    "Fetch.fulfillRequest",
                    [
                        "requestId": .string(id), "responseCode": 200,
                        "responseHeaders": [["name": "Content-Type", "value": "text/html; charset=utf-8"]],
                        "body": .string(StandardBase64.encode(Array(html.utf8))),
                    ])
            ]
        case .headers(let own, _):
            let names = Set(own.map { ASCIIText.lowercased($0.name) })
            let others = (parameters["request"]?["headers"]?.objectValue ?? JSONObject()).filter {
                !names.contains(ASCIIText.lowercased($0.name))
            }.map { Request.Header(name: $0.name, value: $0.value.stringValue ?? "") }
            let headers = (others + own).map { header -> JSONValue in
                ["name": .string(header.name), "value": .string(header.value)]
            }
            return [.send("Fetch.continueRequest", ["requestId": .string(id), "headers": .array(headers)])]
        }
    }

    private func challenged(_ parameters: JSONValue) -> [Reaction] {
        guard let id = parameters["requestId"]?.stringValue else { return [] }
        let challenge = parameters["authChallenge"]
        let method =
            switch challenge?["scheme"]?.stringValue {
            case "basic": "HTTPBasic"
            case "digest": "HTTPDigest"
            case "ntlm": "NTLM"
            case "negotiate": "Negotiate"
            default: "unknown"
            }
        let place = (challenge?["origin"]?.stringValue ?? "").split(separator: "/").last ?? ""
        let colon = place.lastIndex(of: ":")
        let port = colon.flatMap { Int64(place[place.index(after: $0)...]) }
        return [
            asked(
                "didReceiveAuthenticationChallenge",
                [
                    ("authenticationMethod", .string(method)),
                    ("host", .string(String(port == nil ? place : place[..<(colon ?? place.endIndex)]))),
                    ("port", port.map { .integer($0) } ?? .null),
                    ("realm", .string(challenge?["realm"]?.stringValue ?? "")),
                    ("disposition", "performDefaultHandling"),
                ]),
            .send(
                "Fetch.continueWithAuth",
                ["requestId": .string(id), "authChallengeResponse": ["response": "CancelAuth"]]),
        ]
    }

    private static func withoutFragment(_ url: String) -> String { String(url.prefix { $0 != "#" }) }

    // MARK: - What the page says and wants

    private func asked(_ name: String, _ details: [(String, JSONValue)]) -> Reaction {
        .tell(.asked(name, details: JSONObject(details)))
    }

    /// Answered as without a delegate.
    private func dialog(_ parameters: JSONValue) -> [Reaction] {
        var details: [(String, JSONValue)] = [
            ("message", .string(ConsoleText.clipped(parameters["message"]?.stringValue ?? "")))
        ]
        let name: String
        switch parameters["type"]?.stringValue {
        case "confirm":
            name = "runJavaScriptConfirmPanel"
            details.append(("result", false))
        case "prompt":
            name = "runJavaScriptTextInputPanel"
            let text = parameters["defaultPrompt"]?.stringValue ?? ""
            details += [("defaultText", .string(ConsoleText.clipped(text))), ("result", .null)]
        case "beforeunload":
            name = "runBeforeUnloadConfirmPanel"
            details.append(("result", true))
        default: name = "runJavaScriptAlertPanel"
        }
        let accepts = ["runJavaScriptAlertPanel", "runBeforeUnloadConfirmPanel"].contains(name)
        return [asked(name, details), .send("Page.handleJavaScriptDialog", ["accept": .bool(accepts)])]
    }

    private mutating func posted(_ parameters: JSONValue) -> [Reaction] {
        guard !showsError, let payload = parameters["payload"]?.stringValue else { return [] }
        switch parameters["name"]?.stringValue {
        case ChromiumScript.titleBinding:
            title = payload
            return [.tell(.titleChanged(payload))]
        case ChromiumScript.messageBinding:
            guard let message = try? JSONValue(parsing: payload), let name = message["name"]?.stringValue,
                handlers.contains(name)
            else { return [] }
            return [.tell(.scriptMessage(handler: name, body: message["body"] ?? .null))]
        default: return []
        }
    }

    private func said(_ parameters: JSONValue) -> [Reaction] {
        guard tellsConsole, !showsError else { return [] }
        let level =
            switch parameters["type"]?.stringValue {
            case "debug": "debug"
            case "info": "info"
            case "warning": "warn"
            case "error", "assert": "error"
            default: "log"
            }
        return [
            line(
                level, ConsoleText.message(of: parameters["args"]?.arrayValue ?? []), parameters,
                at: parameters["stackTrace"]?["callFrames"]?.arrayValue?.first?["lineNumber"])
        ]
    }

    private func thrown(_ parameters: JSONValue) -> [Reaction] {
        guard tellsConsole, !showsError, let details = parameters["exceptionDetails"] else { return [] }
        let what =
            details["exception"].map(ConsoleText.text) ?? details["text"]?.stringValue ?? "an exception"
        let isRejection = details["text"]?.stringValue?.contains("in promise") == true
        return [
            line(
                "exception", ConsoleText.clipped(isRejection ? "Unhandled promise rejection: \(what)" : what), details,
                at: details["lineNumber"])
        ]
    }

    /// - Parameter place: the line, from 0.
    private func line(_ level: String, _ message: String, _ parameters: JSONValue, at place: JSONValue?) -> Reaction {
        let frame = parameters["executionContextId"]?.integerValue.flatMap { worlds[$0] }
        let number = place?.integerValue.flatMap { $0 >= 0 && $0 < Int64.max ? $0 + 1 : nil }
        return .tell(
            .console(
                EngineEvent.ConsoleMessage(
                    level: level, message: message, url: frame.flatMap { frames[$0] } ?? url, line: number)))
    }
}

extension EngineEvent.LoadFailure {
    /// - Parameters:
    ///   - words: Chromium's own.
    ///   - code: what Chromium's network stack has for it, where that matters here.
    init(url: String, isProvisional: Bool, net words: String, code: Int64 = 0) {
        self.init(url: url, isProvisional: isProvisional, domain: "net", code: code, message: words)
    }
}
