import BridgePrimitives
import Cookies
import Foundation
import HTTPLoader
import WebViews

/// The conversation with Chromium, by the DevTools Protocol over a pipe.
///
/// Not by WebDriver, which has no events, and no scripts that run before a page's own.
final class ChromiumConnection: EngineConnection {
    private struct View {
        let store: String
        let target: String
        let session: String
        var page: ChromiumPage
        var scripts: [String] = []
        /// Questions to the page that are not answered yet: a process that ends leaves them so.
        var questions: Set<Int64> = []
    }

    private struct State {
        /// Their browser contexts.
        var stores: [String: String] = [:]
        var views: [String: View] = [:]
        /// The view of each session.
        var sessions: [String: String] = [:]
        /// Targets of views, whose windows are not ours to show.
        var targets: Set<String> { Set(views.values.map(\.target)) }
    }

    private let channel: LineChannel
    /// What there is to say about a browser that has gone, its last complaint.
    private let complaint: @Sendable () -> String?
    private let audience = EngineAudience()
    private let state = Mutex(State())

    /// - Parameter channel: of texts that end with a NUL.
    init(_ channel: LineChannel, complaint: @escaping @Sendable () -> String?) {
        (self.channel, self.complaint) = (channel, complaint)
        channel.read(
            longLines: .passOver, take: { [weak self] in self?.take($0) ?? false },
            atEnd: { [weak self] in self?.lose() })
    }

    /// Chromium's version, when it has answered; and from then on its windows are watched.
    func hello(within limit: Duration) async throws(BridgeFailure) -> String {
        let answer = try await ask("Browser.getVersion", within: limit)
        _ = try await ask("Target.setDiscoverTargets", ["discover": true], within: limit)
        let product = answer["product"]?.stringValue ?? ""
        return product.split(separator: "/").last.map(String.init) ?? product
    }

    func cookie(_ json: JSONValue) throws(BridgeFailure) -> NativeCookie { try NativeCookie(devTools: json) }

    func events(of view: String) -> AsyncThrowingStream<EngineEvent, any Error> { audience.events(of: view) }

    func endEvents(of view: String) { audience.endEvents(of: view) }

    func end() {
        audience.end(because: PageEngineReason.cancelled.failure("the browser was ended"))
        channel.end()
    }

    // MARK: - What is asked

    @discardableResult
    func call(_ request: EngineRequest, within limit: Duration) async throws(BridgeFailure) -> JSONValue {
        do throws(BridgeFailure) { return try await perform(request, limit) } catch { throw error.about(request.name) }
    }

    private func perform(_ request: EngineRequest, _ limit: Duration) async throws(BridgeFailure) -> JSONValue {
        switch request {
        case .makeDataStore(let name, let settings): try await makeStore(name, settings, limit)
        case .removeDataStore(let name): try await removeStore(name, limit)
        case .setCookie(let cookie, let store): try await put(cookie, isDeletion: false, in: store, limit)
        case .deleteCookie(let cookie, let store): try await put(cookie, isDeletion: true, in: store, limit)
        case .getAllCookies(let store):
            return try await ask("Storage.getCookies", ["browserContextId": context(of: store)], within: limit)
        case .makeWebView(let name, let store, let settings): try await makeView(name, store, settings, limit)
        case .closeWebView(let name):
            let view = try view(name)
            state.withLock { state in
                state.views[name] = nil
                state.sessions[view.session] = nil
            }
            _ = try await ask("Target.closeTarget", ["targetId": .string(view.target)], within: limit)
        case .addUserScript(let script, let name): try await add(script, to: name, limit)
        case .removeAllUserScripts(let name):
            let view = try view(name)
            state.withLock { $0.views[name]?.scripts = [] }
            for script in view.scripts {
                _ = try await ask(
                    "Page.removeScriptToEvaluateOnNewDocument", ["identifier": .string(script)], of: view.session,
                    within: limit)
            }
        case .load(let url, let headers, let name):
            let own = headers.map { ChromiumPage.Request.Header(name: $0.name, value: $0.value) }
            try navigate(name, to: url, changing: own.isEmpty ? nil : .headers(own, url: url))
        case .loadHTML(let html, let baseURL, let name):
            if let baseURL {
                try navigate(name, to: baseURL, changing: .html(html, url: baseURL))
            } else {
                let body = StandardBase64.encode(Array(html.utf8))
                try navigate(name, to: "data:text/html;charset=utf-8;base64,\(body)", changing: nil)
            }
        case .reload(let name): send("Page.reload", of: try view(name).session)
        case .stopLoading(let name): send("Page.stopLoading", of: try view(name).session)
        case .goBack(let name): try await go(-1, name, limit)
        case .goForward(let name): try await go(1, name, limit)
        case .evaluate(let script, let name): return try await evaluate(script, awaits: false, in: name, limit)
        case .callAsync(let body, let name):
            return try await evaluate("(async () => {\n\(body)\n})()", awaits: true, in: name, limit)
        case .snapshot(let file, let isWhole, let name): return try await snapshot(to: file, isWhole, of: name, limit)
        case .terminateWebContentProcess(let name):
            let view = try view(name)
            state.withLock { $0.views[name]?.page.isToTerminate = true }
            // It is never answered: the event that follows tells.
            send("Page.crash", of: view.session)
        }
        return [:]
    }

    private func view(_ name: String) throws(BridgeFailure) -> View {
        guard let view = state.withLock({ $0.views[name] }) else {
            throw PageEngineReason.refused.failure("there is no view \(name)")
        }
        return view
    }

    private func context(of store: String) throws(BridgeFailure) -> JSONValue {
        guard let context = state.withLock({ $0.stores[store] }) else {
            throw PageEngineReason.refused.failure("there is no store \(store)")
        }
        return .string(context)
    }

    private static func text(_ member: String, of answer: JSONValue) throws(BridgeFailure) -> String {
        guard let text = answer[member]?.stringValue else {
            throw PageEngineReason.badAnswer.failure("the browser's answer has no \(member)")
        }
        return text
    }

    // MARK: - Stores

    private func makeStore(_ name: String, _ settings: EngineStoreSettings, _ limit: Duration)
        async throws(BridgeFailure)
    {
        guard settings.folder == nil, !settings.trackingPrevention else {
            throw PageEngineReason.refused.failure(
                "Chromium's stores are in memory, and without WebKit's tracking prevention",
                fix: "leave folder and trackingPrevention out, or use webkitgtk")
        }
        let answer = try await ask(
            "Target.createBrowserContext",
            [
                "disposeOnDetach": true, "proxyServer": .string(settings.proxy ?? "direct://"),
                // Loopback's names too, which Chromium otherwise keeps from a proxy.
                "proxyBypassList": "<-loopback>",
            ], within: limit)
        let context = try Self.text("browserContextId", of: answer)
        _ = try await ask(
            "Browser.setDownloadBehavior", ["behavior": "deny", "browserContextId": .string(context)], within: limit)
        state.withLock { $0.stores[name] = context }
    }

    private func removeStore(_ name: String, _ limit: Duration) async throws(BridgeFailure) {
        let context = try context(of: name)
        guard !state.withLock({ $0.views.values.contains { $0.store == name } }) else {
            throw PageEngineReason.refused.failure("a view has the store \(name)")
        }
        state.withLock { $0.stores[name] = nil }
        _ = try await ask("Target.disposeBrowserContext", ["browserContextId": context], within: limit)
    }

    private func put(
        _ cookie: NativeCookie, isDeletion: Bool, in store: String, _ limit: Duration
    ) async throws(BridgeFailure) {
        if cookie.sameSite == .none, !cookie.isSecure, !isDeletion {
            // Chromium says that it has done it, and does not.
            throw PageEngineReason.refused.failure("SameSite=None without Secure, which Chromium does not keep")
        }
        let host = ASCIIText.lowercased(
            cookie.domain.hasPrefix(".") ? String(cookie.domain.dropFirst()) : cookie.domain)
        guard (try? WebURL("http://\(host)/"))?.host == host else {
            throw PageEngineReason.refused.failure("\(cookie.domain) is no host")
        }
        _ = try await ask(
            "Storage.setCookies",
            ["cookies": [cookie.devTools(isDeletion: isDeletion)], "browserContextId": context(of: store)],
            within: limit)
    }

    // MARK: - Views

    private func makeView(
        _ name: String, _ store: String, _ settings: EngineViewSettings, _ limit: Duration
    ) async throws(BridgeFailure) {
        let made = try await ask(
            "Target.createTarget", ["url": "about:blank", "browserContextId": context(of: store)], within: limit)
        let target = try Self.text("targetId", of: made)
        let attached = try await ask(
            "Target.attachToTarget", ["targetId": .string(target), "flatten": true], within: limit)
        let session = try Self.text("sessionId", of: attached)
        let page = ChromiumPage(
            mainFrame: target, handlers: settings.messageHandlers, tellsConsole: settings.tellsConsole)
        state.withLock { state in
            state.views[name] = View(store: store, target: target, session: session, page: page)
            state.sessions[session] = name
        }
        // They are done in this order, so that the last one's answer is that of all.
        for domain in ["Inspector", "Runtime", "Network"] { send("\(domain).enable", of: session) }
        if let agent = settings.userAgent {
            send("Emulation.setUserAgentOverride", ["userAgent": .string(agent)], of: session)
        }
        send(
            "Emulation.setDeviceMetricsOverride",
            ["width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": false], of: session)
        send(
            "Fetch.enable",
            [
                "patterns": [
                    ["urlPattern": "*", "resourceType": "Document"],
                    ["urlPattern": "*/favicon.ico", "resourceType": "Other"],
                ], "handleAuthRequests": true,
            ], of: session)
        send("Runtime.addBinding", ["name": .string(ChromiumScript.messageBinding)], of: session)
        send(
            "Runtime.addBinding",
            [
                "name": .string(ChromiumScript.titleBinding),
                "executionContextName": .string(ChromiumScript.titleWorld),
            ], of: session)
        send(
            "Page.addScriptToEvaluateOnNewDocument",
            ["source": .string(ChromiumScript.titleWatch), "worldName": .string(ChromiumScript.titleWorld)],
            of: session)
        let handlers = ChromiumScript.messageHandlers(settings.messageHandlers)
        send("Page.addScriptToEvaluateOnNewDocument", ["source": .string(handlers)], of: session)
        _ = try await ask("Page.enable", of: session, within: limit)
        for script in settings.userScripts { try await add(script, to: name, limit) }
    }

    private func add(_ script: UserScript, to name: String, _ limit: Duration) async throws(BridgeFailure) {
        let answer = try await ask(
            "Page.addScriptToEvaluateOnNewDocument", ["source": .string(ChromiumScript.source(of: script))],
            of: view(name).session, within: limit)
        let identifier = try Self.text("identifier", of: answer)
        state.withLock { $0.views[name]?.scripts.append(identifier) }
    }

    /// - Throws: `engine/refused` for what is no URL.
    private func navigate(_ name: String, to url: String, changing request: ChromiumPage.Request?) throws(BridgeFailure)
    {
        let view = try view(name)
        // Chromium takes no longer ones, and says so by nothing happening.
        guard url.utf8.count < 2 << 20, URL(string: url)?.scheme != nil else {
            throw PageEngineReason.refused.failure("it is no URL, or one of more than 2 MB")
        }
        state.withLock { $0.views[name]?.page.request = request }
        // Answered when there is something to show, which may be never.
        send("Page.navigate", ["url": .string(url)], of: view.session)
    }

    private func go(_ step: Int, _ name: String, _ limit: Duration) async throws(BridgeFailure) {
        let session = try view(name).session
        let history = try await ask("Page.getNavigationHistory", of: session, within: limit)
        let entries = history["entries"]?.arrayValue ?? []
        let index = (history["currentIndex"]?.integerValue.flatMap { Int(exactly: $0) } ?? 0) + step
        guard entries.indices.contains(index), let id = entries[index]["id"] else { return }
        send("Page.navigateToHistoryEntry", ["entryId": id], of: session)
    }

    // MARK: - Scripts and pictures

    private func evaluate(
        _ script: String, awaits: Bool, in name: String, _ limit: Duration
    ) async throws(BridgeFailure) -> JSONValue {
        let answer = try await askPage(
            name, "Runtime.evaluate",
            ["expression": .string(script), "awaitPromise": .bool(awaits), "objectGroup": "session-bridge"], limit)
        if let details = answer["exceptionDetails"] {
            let words = details["exception"].map(ConsoleText.text) ?? details["text"]?.stringValue ?? ""
            throw PageEngineReason.scriptFailed.failure(ConsoleText.clipped(words))
        }
        return ["value": try await value(of: answer["result"] ?? .null, in: name, limit)]
    }

    private func value(
        of object: JSONValue, in name: String, _ limit: Duration
    ) async throws(BridgeFailure) -> JSONValue {
        guard let id = object["objectId"] else {
            switch object["type"]?.stringValue {
            case "bigint", "symbol": throw PageEngineReason.noJSON.failure("a \(object["type"]?.stringValue ?? "")")
            // NaN and the infinities, which have no JSON and are null there.
            default: return object["value"] ?? .null
            }
        }
        let answer = try await askPage(
            name, "Runtime.callFunctionOn",
            ["objectId": id, "functionDeclaration": .string(ChromiumScript.stringify), "returnByValue": true], limit)
        if let session = try? view(name).session {
            send("Runtime.releaseObjectGroup", ["objectGroup": "session-bridge"], of: session)
        }
        guard answer["exceptionDetails"] == nil, let text = answer["result"]?["value"]?.stringValue,
            let value = try? JSONValue(parsing: text)
        else {
            let words = answer["exceptionDetails"]?["exception"].map(ConsoleText.text) ?? "it has no JSON"
            throw PageEngineReason.noJSON.failure(ConsoleText.clipped(words))
        }
        return value
    }

    /// Asks what only the page's process can answer.
    private func askPage(
        _ name: String, _ method: String, _ parameters: JSONValue, _ limit: Duration
    ) async throws(BridgeFailure) -> JSONValue {
        let session = try view(name).session
        let id = audience.freshID()
        state.withLock { _ = $0.views[name]?.questions.insert(id) }
        defer { state.withLock { _ = $0.views[name]?.questions.remove(id) } }
        return try await audience.answer(to: id, within: limit) { [channel] id in
            channel.send(DevToolsMessage.command(id: id, method, parameters, session: session))
        }.get()
    }

    private func snapshot(
        to file: String, _ isWhole: Bool, of name: String, _ limit: Duration
    ) async throws(BridgeFailure) -> JSONValue {
        let session = try view(name).session
        var parameters = JSONObject([("format", "png")])
        if isWhole {
            let metrics = try await ask("Page.getLayoutMetrics", of: session, within: limit)
            let size = metrics["cssContentSize"]
            parameters["captureBeyondViewport"] = true
            parameters["clip"] = [
                "x": 0, "y": 0, "width": size?["width"] ?? 390, "height": size?["height"] ?? 844, "scale": 1,
            ]
        }
        let answer = try await ask("Page.captureScreenshot", .object(parameters), of: session, within: limit)
        // PNG, third edition, §11.2.1: width and height follow the signature and the first chunk's head.
        guard let picture = Data(base64Encoded: try Self.text("data", of: answer)), picture.count >= 24 else {
            throw PageEngineReason.badAnswer.failure("the browser's picture is none")
        }
        guard file.hasPrefix("/"), (try? picture.write(to: URL(fileURLWithPath: file))) != nil else {
            throw PageEngineReason.refused.failure("\(file) cannot be written")
        }
        func number(at start: Int) -> JSONValue {
            .integer(picture[start..<start + 4].reduce(0) { $0 << 8 | Int64($1) })
        }
        return ["width": number(at: 16), "height": number(at: 20)]
    }

    // MARK: - The wire

    private func ask(
        _ method: String, _ parameters: JSONValue = [:], of session: String? = nil, within limit: Duration
    ) async throws(BridgeFailure) -> JSONValue {
        try await audience.answer(to: audience.freshID(), within: limit) { [channel] id in
            channel.send(DevToolsMessage.command(id: id, method, parameters, session: session))
        }.get()
    }

    /// Asks, and does not wait for the answer.
    private func send(_ method: String, _ parameters: JSONValue = [:], of session: String?) {
        channel.send(DevToolsMessage.command(id: audience.freshID(), method, parameters, session: session))
    }

    private func take(_ text: ArraySlice<UInt8>) -> Bool {
        switch DevToolsMessage(parsing: text) {
        case .answer(let id, let answer): audience.answer(id, answer)
        case .event(let method, let parameters, session: let session?): take(method, parameters, of: session)
        case .event(let method, let parameters, session: nil): take(method, parameters)
        case nil: break
        }
        return true
    }

    private func take(_ method: String, _ parameters: JSONValue, of session: String) {
        let name = state.withLock { $0.sessions[session] }
        guard let name else { return }
        let (reactions, store, unanswered) = state.withLock { state -> ([ChromiumPage.Reaction], String, Set<Int64>) in
            let reactions = state.views[name]?.page.take(method, parameters) ?? []
            let isCrash = method == "Inspector.targetCrashed"
            return (
                reactions, state.views[name]?.store ?? "", isCrash ? state.views[name]?.questions ?? [] : []
            )
        }
        perform(reactions, view: name, store: store, session: session)
        for id in unanswered {
            audience.answer(id, .failure(PageEngineReason.processTerminated.failure("the page's process ended")))
        }
    }

    /// What belongs to no page.
    private func take(_ method: String, _ parameters: JSONValue) {
        switch method {
        case "Target.targetCreated":
            // A window that a page has opened: it is told of as asked for, and there is none.
            guard let opener = parameters["targetInfo"]?["openerId"]?.stringValue,
                let target = parameters["targetInfo"]?["targetId"], state.withLock({ $0.targets.contains(opener) })
            else { return }
            send("Target.closeTarget", ["targetId": target], of: nil)
        case "Target.detachedFromTarget":
            guard let session = parameters["sessionId"]?.stringValue,
                let name = state.withLock({ $0.sessions.removeValue(forKey: session) })
            else { return }
            let (reactions, store) = state.withLock { state in
                (state.views[name]?.page.closed() ?? [], state.views[name]?.store ?? "")
            }
            perform(reactions, view: name, store: store, session: session)
        default: break
        }
    }

    private func perform(_ reactions: [ChromiumPage.Reaction], view: String, store: String, session: String) {
        for reaction in reactions {
            switch reaction {
            case .tell(.asked("didBecomeDownload", var details)):
                details["store"] = .string(store)
                audience.tell(.asked("didBecomeDownload", details: details), of: view)
            case .tell(let event): audience.tell(event, of: view)
            case .send(let method, let parameters): send(method, parameters, of: session)
            }
        }
    }

    private func lose() {
        let words = complaint().map { ": \($0)" } ?? ""
        audience.end(because: PageEngineReason.lost.failure("the browser has ended\(words)"))
    }
}
