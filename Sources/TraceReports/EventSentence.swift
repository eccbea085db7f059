import BridgePrimitives
public import BridgeTrace

/// An event in one line, with the names and values that stand in the trace.
public enum EventSentence: Sendable {
    public static func text(_ event: TraceEvent) -> String {
        let text = sentence(event.kind)
        let reasons = event.reasons.map(\.rawValue)
        return reasons.isEmpty ? text : text + "  [" + reasons.uniqued().joined(separator: ", ") + "]"
    }

    /// Who or what it is about, without what came of it.
    static func brief(_ event: TraceEvent) -> String {
        switch event.kind {
        case .account: "account of \(event.actor.rawValue)"
        case .token(let it): "\(it.form.rawValue) at \(event.actor.rawValue)"
        case .request(let it): "\(it.method) \(it.url.text)"
        case .response: "answer"
        case .cookieWrite(let it): "\(CookieLabel.text(it.name)) in \(it.store)"
        case .cookieRead: "document.cookie"
        case .routing(let it): "guard \(it.step.rawValue)"
        case .navigation(let it): it.phase.rawValue
        default: event.actor.rawValue
        }
    }

    private static func sentence(_ kind: TraceEvent.Kind) -> String {
        switch kind {
        case .account(let it):
            words("account", it.action.rawValue, it.uid, it.provider.map { "by \($0)" }, it.detail?.text)
        case .token(let it): words(it.form.rawValue, it.action.rawValue, it.token.text)
        case .request(let it): request(it)
        case .response(let it): response(it)
        case .served(let it): words("served", it.method, it.url.text, it.status.map(String.init) ?? "no answer")
        case .proxied(let it): words(it.handling.rawValue, it.method, it.url.text, it.status.map(String.init))
        case .cookieWrite(let it): write(it)
        case .cookieRead(let it):
            words("document.cookie at", it.url.text, "shows", list(it.visible.map(\.name)))
                + (it.hidden.isEmpty ? "" : "; hidden \(list(it.hidden.map(\.name)))")
        case .edge(let it):
            words("edge", it.edge, "forwarded", list(it.forwarded))
                + (it.dropped.isEmpty ? "" : "; dropped \(list(it.dropped))")
        case .fault(let it): words("fault", it.effect.text, "in", it.service, it.method, it.url.text)
        case .script(let it):
            words(it.origin.rawValue, "at", it.url.text) + (it.exception.map { " threw \($0.text)" } ?? "")
        case .navigation(let it): words(it.phase.rawValue, it.url.text)
        case .message(let it): words("message to", it.handler, it.body.text)
        case .routing(let it):
            words("guard", it.step.rawValue, it.path.text, it.route.map { "(\($0))" }, it.detail.text)
        case .clock(let it): words("clock", it.change)
        case .device(let it): words("device", it.action.rawValue, it.device, it.app, it.detail)
        case .keychain(let it): words("keychain", it.operation.rawValue, it.account.text, "\(it.status)")
        }
    }

    private static func request(_ it: RequestEvent) -> String {
        var text = words(
            it.method, it.url.text, it.sent.isEmpty ? "without cookies" : "with \(list(it.sent.map(\.name)))")
        if !it.withheld.isEmpty { text += "; withheld \(list(it.withheld.map(\.name)))" }
        return text
    }

    private static func response(_ it: ResponseEvent) -> String {
        var text = it.status.map { "answer \($0)" } ?? "no answer"
        if let location = it.location { text += " to \(location.text)" }
        if !it.setCookieNames.isEmpty { text += ", Set-Cookie \(list(it.setCookieNames))" }
        return text
    }

    private static func write(_ it: CookieWriteEvent) -> String {
        let line = "\(CookieLabel.text(it.name))=\(it.value.text)" + (it.attributes.isEmpty ? "" : "; \(it.attributes)")
        return "\(it.outcome.rawValue) in \(it.store), by \(it.source.rawValue) of \(it.host): \(line)"
    }

    static func list(_ names: [String]) -> String {
        names.isEmpty ? "nothing" : names.map(CookieLabel.text).joined(separator: ", ")
    }

    private static func words(_ words: String?...) -> String {
        words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }

}
