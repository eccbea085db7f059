import BridgePrimitives
import Cookies
import Foundation
import HTTPLoader
import WebViews

// Targets, in the place of web views.
extension ChromiumConnection {
    func makeView(
        _ name: String, _ store: String, _ settings: EngineViewSettings, _ limit: Duration
    ) async throws(BridgeFailure) {
        let made = try await ask(
            "Target.createTarget", ["url": "about:blank", "browserContextId": context(of: store)], within: limit)
        let target = try Self.text("targetId", of: made)
        let attached = try await ask(
            "Target.attachToTarget", ["targetId": .string(target), "flatten": true], within: limit)
        let session = try Self.text("sessionId", of: attached)
        let page = ChromiumPage(
            mainFrame: target, handlers: settings.messageHandlers, tellsConsole: settings.tellsConsole,
            opensWindows: settings.opensWindows)
        state.withLock { state in
            state.views[name] = View(store: store, target: target, session: session, page: page)
            state.sessions[session] = name
        }
        dress(session, settings)
        // Commands are done in their order, so that the last one's answer is that of all.
        _ = try await ask("Page.enable", of: session, within: limit)
        for script in settings.userScripts { try await add(script, to: name, limit) }
    }

    /// A window that a page has opened is a view from now on. What it did before that is not told.
    func takeWindow(_ target: String, _ session: String, openedBy opener: String, _ view: View) {
        let page = ChromiumPage(mainFrame: target, tellsConsole: view.page.tellsConsole, opensWindows: true)
        let name = state.withLock { state in
            state.windows += 1
            let name = "\(opener)/\(state.windows)"
            state.views[name] = View(store: view.store, target: target, session: session, opener: opener, page: page)
            state.sessions[session] = name
            return name
        }
        dress(session, EngineViewSettings())
        send("Page.enable", of: session)
        audience.tell(.openedWindow(name), of: opener)
    }

    /// Closes a view with the windows that its page has opened.
    func closeView(_ name: String, _ limit: Duration) async throws(BridgeFailure) {
        let view = try view(name)
        let windows = state.withLock { state in
            state.views[name] = nil
            state.sessions[view.session] = nil
            return state.views.filter { $0.value.opener == name }.map(\.key)
        }
        for window in windows { try await closeView(window, limit) }
        _ = try await ask("Target.closeTarget", ["targetId": .string(view.target)], within: limit)
    }

    /// What a page is to be seen and treated by.
    private func dress(_ session: String, _ settings: EngineViewSettings) {
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
    }

    func add(_ script: UserScript, to name: String, _ limit: Duration) async throws(BridgeFailure) {
        let answer = try await ask(
            "Page.addScriptToEvaluateOnNewDocument", ["source": .string(ChromiumScript.source(of: script))],
            of: view(name).session, within: limit)
        let identifier = try Self.text("identifier", of: answer)
        state.withLock { $0.views[name]?.scripts.append(identifier) }
    }

    /// - Throws: `engine/refused` for what is no URL.
    func navigate(_ name: String, to url: String, changing request: ChromiumPage.Request?) throws(BridgeFailure) {
        let view = try view(name)
        // Chromium takes no longer ones, and says so by nothing happening.
        guard url.utf8.count < 2 << 20, URL(string: url)?.scheme != nil else {
            throw PageEngineReason.refused.failure("it is no URL, or one of more than 2 MB")
        }
        state.withLock { $0.views[name]?.page.request = request }
        // Answered when there is something to show, which may be never.
        send("Page.navigate", ["url": .string(url)], of: view.session)
    }

    func go(_ step: Int, _ name: String, _ limit: Duration) async throws(BridgeFailure) {
        let session = try view(name).session
        let history = try await ask("Page.getNavigationHistory", of: session, within: limit)
        let entries = history["entries"]?.arrayValue ?? []
        let index = (history["currentIndex"]?.integerValue.flatMap { Int(exactly: $0) } ?? 0) + step
        guard entries.indices.contains(index), let id = entries[index]["id"] else { return }
        send("Page.navigateToHistoryEntry", ["entryId": id], of: session)
    }
}
