import BridgePrimitives

extension EngineEvent.ResourceFailure {
    /// - Parameter event: `Network.loadingFailed`.
    fileprivate init(devTools event: JSONValue, words: String) {
        let (origin, credentials) = ("Access-Control-Allow-Origin", "Access-Control-Allow-Credentials")
        let error = (event["corsErrorStatus"]?["corsError"]?.stringValue ?? "").trimmingPrefix("Preflight")
        let status = event["corsErrorStatus"]?["failedParameter"]?.stringValue ?? ""
        let told = status.isEmpty ? words : "\(words): \(status)"
        switch error {
        case "": break
        case "MissingAllowOriginHeader", "MultipleAllowOriginValues", "InvalidAllowOriginValue", "AllowOriginMismatch":
            self.init(told, .corsOrigin, missing: origin)
            return
        case "WildcardOriginNotAllowed":
            self.init(told, .corsCredentials, missing: origin)
            return
        case "InvalidAllowCredentials":
            self.init(told, .corsCredentials, missing: credentials)
            return
        case "MethodDisallowedByPreflightResponse", "InvalidAllowMethodsPreflightResponse":
            self.init(told, .corsPreflight, missing: "Access-Control-Allow-Methods")
            return
        case "HeaderDisallowedByPreflightResponse", "InvalidAllowHeadersPreflightResponse":
            self.init(told, .corsPreflight, missing: "Access-Control-Allow-Headers")
            return
        case "InvalidStatus", "DisallowedRedirect":
            self.init(told, .corsPreflight)
            return
        default: break
        }
        let reason: FailedRequestReason? =
            switch event["blockedReason"]?.stringValue {
            case "mixed-content": .mixedContent
            case "csp": .blockedByPolicy
            default: nil
            }
        self.init(words, reason)
    }
}

// Loads of the main frame.
extension ChromiumPage {
    func isMain(_ parameters: JSONValue) -> Bool { parameters["frameId"]?.stringValue == mainFrame }

    mutating func started(_ parameters: JSONValue) -> [Reaction] {
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

    mutating func willSend(_ parameters: JSONValue) -> [Reaction] {
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

    /// `Network.loadingFinished` follows when the body has been read: of a `fetch` whose script looks at `ok` alone that is
    /// never, and an `EventSource` has no end.
    private static let readByScripts = ["Fetch", "EventSource"]

    mutating func received(_ parameters: JSONValue) -> [Reaction] {
        let type = parameters["type"]?.stringValue ?? ""
        if Self.readByScripts.contains(type) {
            return parameters["requestId"]?.stringValue.flatMap { resources[$0] }
                .map { [.tell(.answered($0.number))] } ?? []
        }
        guard !showsError, type == "Document", let url = parameters["response"]?["url"]?.stringValue
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

    mutating func ended(_ parameters: JSONValue) -> [Reaction] {
        guard let id = parameters["requestId"]?.stringValue, let known = resources.removeValue(forKey: id) else {
            return []
        }
        let failure = parameters["errorText"]?.stringValue.map { words in
            EngineEvent.ResourceFailure(devTools: parameters, words: words)
        }
        return [.tell(.resource(known.number, url: known.url, hasEnded: true, failure: failure))]
    }

    mutating func failed(_ parameters: JSONValue) -> [Reaction] {
        guard parameters["requestId"]?.stringValue == provisional?.loader, provisional != nil else { return [] }
        if parameters["canceled"]?.boolValue == true {
            provisional?.isAborted = true
            return []
        }
        return giveUp(parameters["errorText"]?.stringValue ?? "net::ERR_FAILED", isAllowed: true)
    }

    mutating func giveUp(_ words: String, isAllowed: Bool) -> [Reaction] {
        guard let provisional else { return [] }
        (self.provisional, failedLoader) = (nil, provisional.loader)
        let failure = EngineEvent.LoadFailure(url: provisional.url, isProvisional: true, net: words)
        return response(of: provisional, isAllowed: isAllowed) + [.tell(.failed(failure))]
    }

    func response(of load: Provisional, isAllowed: Bool) -> [Reaction] {
        guard let (url, status) = load.response else { return [] }
        return [.tell(.response(url: url, status: status, isForMainFrame: true, isAllowed: isAllowed))]
    }

    mutating func navigated(_ parameters: JSONValue) -> [Reaction] {
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
    mutating func finished() -> [Reaction] {
        guard provisional == nil, !isFinished, !showsError else { return [] }
        isFinished = true
        return [.tell(.navigation(.didFinish, url: url))]
    }

    mutating func stopped(_ parameters: JSONValue) -> [Reaction] {
        guard isMain(parameters) else { return [] }
        guard let provisional else { return finished() }
        return provisional.isAborted ? giveUp("net::ERR_ABORTED, as for what is no page", isAllowed: false) : []
    }

    mutating func terminated(_ reason: String) -> Reaction {
        (provisional, isFinished, resources, worlds, frames, isToTerminate) = (nil, true, [:], [:], [:], false)
        return .tell(.processTerminated(reason: reason))
    }
}
