import BridgePrimitives
import BridgeTrace
import HTTPLoader

/// What scripts want of the app around the view: panels and windows.
extension PageHost {
    /// Shows a panel and waits for its answer (HTML §8.9.1, cannot show simple dialogs).
    func ask(_ kind: ScriptPanel.Kind, _ message: String) -> PanelAnswer {
        let panel = ScriptPanel(
            kind: kind, message: message, frameURL: url.text, isMainFrame: place.isMainFrame)
        let (answer, reason) = answer(to: panel)
        note(panel.traceName, panel.traced(with: answer), reason.map { [$0] } ?? [])
        return answer
    }

    private func answer(to panel: ScriptPanel) -> (PanelAnswer, PageWishReason?) {
        guard place.isMainFrame || place.isSameOrigin(as: place.top) else { return (.nobody, .panelInForeignFrame) }
        return switch window.answer(to: panel) {
        case nil: (.nobody, .unanswered)
        case .nobody?: (.nobody, .panel)
        case let answer?: (answer, nil)
        }
    }

    /// What `window.open` gives a script.
    enum WindowOpening {
        /// The script's own window, which goes there.
        case own
        case window(OpenedWindow)
        /// Null: there is no window, or the script is not to hold it.
        case none
        case failed(name: String, message: String)
    }

    /// The window open steps (HTML §7.2.2.1).
    ///
    /// - Parameters:
    ///   - address: relative to the document's base; empty for a window without a page.
    ///   - name: of the window, or one of the names with an underscore.
    func openWindow(_ address: String, named name: String, features text: String) -> WindowOpening {
        // Step 4: what the address means.
        let target = address.isEmpty ? nil : resolve(address)
        if target == nil, !address.isEmpty {
            let (name, message) = Self.noAddress(address)
            return .failed(name: name, message: message)
        }
        let features = WindowFeatures(parsing: text)
        // Step 12: which window; the rules for choosing a navigable (§7.3.1.7).
        if ["_self", "_parent", "_top"].contains(ASCIIText.lowercased(name)) {
            guard let target else { return .own }
            return navigate(to: target.string).map { .failed(name: $0.name, message: $0.message) } ?? .own
        }
        let isNamed = !name.isEmpty && ASCIIText.lowercased(name) != "_blank"
        if isNamed, let known = window.window(named: name) {
            if let target { load(target, in: known) }
            return features.hasNoOpener ? .none : .window(known)
        }
        guard let view = newView(for: target, features) else { return .none }
        let opened = OpenedWindow(view)
        if isNamed, !features.hasNoOpener { window.keep(opened, named: name) }
        view.beginWindow(
            opened, opener: features.hasNoOpener ? nil : place,
            navigation: target.map { navigation(to: $0, withReferrer: !features.hasNoReferrer) })
        return features.hasNoOpener ? .none : .window(opened)
    }

    /// Lets a window that a script holds go elsewhere.
    ///
    /// - Returns: an exception's name and text when it cannot.
    func navigate(_ opened: OpenedWindow, to text: String) -> (name: String, message: String)? {
        guard let target = resolve(text) else { return Self.noAddress(text) }
        load(target, in: opened)
        return nil
    }

    private func load(_ target: WebURL, in opened: OpenedWindow) {
        let navigation = navigation(to: target, withReferrer: true)
        _ = opened.view?.beginLoad { view in await view.latest { view, load in await view.run(navigation, load: load) }
        }
    }

    private func navigation(to target: WebURL, withReferrer: Bool) -> Navigation {
        var navigation = Navigation(HTTPRequest(url: target), from: url, origin: origin)
        if !withReferrer { navigation.referrer = nil }
        return navigation
    }

    private func newView(for target: WebURL?, _ features: WindowFeatures) -> HeadlessWebView? {
        guard hasUserGesture || window.isOpenedByScripts else {
            noteWindow(target, isOpened: false, [.windowWithoutGesture])
            return nil
        }
        guard let configuration = window.view?.configuration else { return nil }
        let request = WindowRequest(
            action: NavigationAction(kind: .page, method: "GET", url: target, headers: [:], target: .newWindow),
            features: features, configuration: configuration)
        let answer = window.view(for: request)
        guard case .some(.some(let view)) = answer else {
            noteWindow(target, isOpened: false, [answer == nil ? .unanswered : .newWindow])
            return nil
        }
        noteWindow(target, isOpened: true)
        return view
    }

    /// - Parameter target: nil for a window without a page.
    func noteWindow(_ target: WebURL?, isOpened: Bool, _ reasons: [PageWishReason] = []) {
        let result: JSONValue = isOpened ? "window" : .null
        note(
            "createWebView", JSONObject([("url", target.map { .string($0.string) } ?? .null), ("result", result)]),
            reasons)
    }

    /// Tells of it under the name of the delegate's method, cut after 8 KiB.
    private func note(_ name: String, _ details: JSONObject, _ reasons: [PageWishReason]) {
        let text = String(decoding: JSONValue.object(details).text().utf8.prefix(8192), as: UTF8.self)
        let event = MessageEvent(
            handler: name, body: trace.masking.text(text), reasons: reasons.map(\.code))
        trace.record(.message(event), by: .page)
    }
}
