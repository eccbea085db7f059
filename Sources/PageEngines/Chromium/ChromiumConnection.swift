import BridgePrimitives
import Cookies
import Foundation
import HTTPLoader
import WebViews

/// The conversation with Chromium, by the DevTools Protocol over a pipe.
final class ChromiumConnection: EngineConnection {
    struct View {
        let store: String
        let target: String
        let session: String
        /// The view whose page opened this one; nil for one that was asked for.
        var opener: String?
        var page: ChromiumPage
        var scripts: [String] = []
        /// Questions to the page that are not answered yet: a process that ends leaves them so.
        var questions: Set<Int64> = []
    }

    struct State {
        /// Their browser contexts.
        var stores: [String: String] = [:]
        var views: [String: View] = [:]
        /// The view of each session.
        var sessions: [String: String] = [:]
        /// How many windows pages have opened.
        var windows = 0

        /// The view that shows a target; nil for one that is not ours.
        func view(of target: String) -> (name: String, view: View)? {
            views.first { $0.value.target == target }.map { ($0.key, $0.value) }
        }
    }

    let channel: LineChannel
    /// What there is to say about a browser that has gone, its last complaint.
    let complaint: @Sendable () -> String?
    let audience = EngineAudience()
    let state = Mutex(State())

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

    func perform(_ request: EngineRequest, _ limit: Duration) async throws(BridgeFailure) -> JSONValue {
        switch request {
        case .makeDataStore(let name, let settings): try await makeStore(name, settings, limit)
        case .removeDataStore(let name): try await removeStore(name, limit)
        case .setCookie(let cookie, let store): try await put(cookie, isDeletion: false, in: store, limit)
        case .deleteCookie(let cookie, let store): try await put(cookie, isDeletion: true, in: store, limit)
        case .getAllCookies(let store):
            return try await ask("Storage.getCookies", ["browserContextId": context(of: store)], within: limit)
        case .makeWebView(let name, let store, let settings): try await makeView(name, store, settings, limit)
        case .closeWebView(let name): try await closeView(name, limit)
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

    func view(_ name: String) throws(BridgeFailure) -> View {
        guard let view = state.withLock({ $0.views[name] }) else {
            throw PageEngineReason.refused.failure("there is no view \(name)")
        }
        return view
    }

    func context(of store: String) throws(BridgeFailure) -> JSONValue {
        guard let context = state.withLock({ $0.stores[store] }) else {
            throw PageEngineReason.refused.failure("there is no store \(store)")
        }
        return .string(context)
    }

    static func text(_ member: String, of answer: JSONValue) throws(BridgeFailure) -> String {
        guard let text = answer[member]?.stringValue else {
            throw PageEngineReason.badAnswer.failure("the browser's answer has no \(member)")
        }
        return text
    }

    // MARK: - The wire

    func ask(
        _ method: String, _ parameters: JSONValue = [:], of session: String? = nil, within limit: Duration
    ) async throws(BridgeFailure) -> JSONValue {
        try await audience.answer(to: audience.freshID(), within: limit) { [channel] id in
            channel.send(DevToolsMessage.command(id: id, method, parameters, session: session))
        }.get()
    }

    /// Asks, and does not wait for the answer.
    func send(_ method: String, _ parameters: JSONValue = [:], of session: String?) {
        channel.send(DevToolsMessage.command(id: audience.freshID(), method, parameters, session: session))
    }

    func take(_ text: ArraySlice<UInt8>) -> Bool {
        switch DevToolsMessage(parsing: text) {
        case .answer(let id, let answer): audience.answer(id, answer)
        case .event(let method, let parameters, session: let session?): take(method, parameters, of: session)
        case .event(let method, let parameters, session: nil): take(method, parameters)
        case nil: break
        }
        return true
    }

    func take(_ method: String, _ parameters: JSONValue, of session: String) {
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
    func take(_ method: String, _ parameters: JSONValue) {
        switch method {
        case "Target.targetCreated":
            guard let target = parameters["targetInfo"]?["targetId"], let (_, opener) = opener(in: parameters) else {
                return
            }
            if opener.page.opensWindows {
                send("Target.attachToTarget", ["targetId": target, "flatten": true], of: nil)
            } else {
                // Chromium reports the window that the page asked for, and none was opened.
                send("Target.closeTarget", ["targetId": target], of: nil)
            }
        case "Target.attachedToTarget":
            guard let target = parameters["targetInfo"]?["targetId"]?.stringValue,
                let session = parameters["sessionId"]?.stringValue, let (name, opener) = opener(in: parameters)
            else { return }
            takeWindow(target, session, openedBy: name, opener)
        case "Target.detachedFromTarget":
            guard let session = parameters["sessionId"]?.stringValue,
                let name = state.withLock({ $0.sessions.removeValue(forKey: session) })
            else { return }
            let (reactions, store) = state.withLock { state in
                let (reactions, store) = (state.views[name]?.page.closed() ?? [], state.views[name]?.store ?? "")
                if state.views[name]?.opener != nil { state.views[name] = nil }
                return (reactions, store)
            }
            perform(reactions, view: name, store: store, session: session)
        default: break
        }
    }

    /// The view whose page opened the reported target; nil if no view of ours did.
    private func opener(in parameters: JSONValue) -> (name: String, view: View)? {
        guard let opener = parameters["targetInfo"]?["openerId"]?.stringValue else { return nil }
        return state.withLock { $0.view(of: opener) }
    }

    func perform(_ reactions: [ChromiumPage.Reaction], view: String, store: String, session: String) {
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

    func lose() {
        let words = complaint().map { ": \($0)" } ?? ""
        audience.end(because: PageEngineReason.lost.failure("the browser has ended\(words)"))
    }
}
