package import BridgePrimitives
package import BridgeTrace

/// What an event says, in one line and in the names and values that stand in the trace: the one wording that terminals,
/// diagrams and the inspector have.
package struct EventSentence: Hashable, Sendable {
    package enum Part: Hashable, Sendable, ExpressibleByStringInterpolation {
        case plain(String)
        /// The word that an eye looks for.
        case strong(String)
        case url(String)

        package init(stringLiteral text: String) { self = .plain(text) }

        var text: String {
            switch self {
            case .plain(let text), .strong(let text), .url(let text): text
            }
        }
    }

    package let parts: [Part]

    package init(_ event: TraceEvent) { parts = Self.parts(of: event.kind) }

    package var text: String { parts.map(\.text).joined() }

    /// Characters of one part that a row of a page may have; the event itself has all of it.
    private static let partLimit = 300

    /// A list of texts, `{"strong"}` and `{"url"}`.
    package var json: JSONValue {
        .array(
            parts.map { part in
                let text = JSONValue.string(String(part.text.prefix(Self.partLimit)))
                return switch part {
                case .plain: text
                case .strong: ["strong": text]
                case .url: ["url": text]
                }
            })
    }

    /// The sentence with the event's reasons behind it.
    package static func text(_ event: TraceEvent) -> String {
        let text = EventSentence(event).text
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

    static func list(_ names: [String]) -> String {
        names.isEmpty ? "nothing" : names.map(CookieLabel.text).joined(separator: ", ")
    }

    // MARK: - Each kind

    private static func parts(of kind: TraceEvent.Kind) -> [Part] {
        switch kind {
        case .account(let it):
            ["account ", .strong(it.action.rawValue)] + words(it.uid, it.provider.map { "by \($0)" }, it.detail?.text)
        case .token(let it):
            ["\(it.form.rawValue) ", .strong(it.action.rawValue)]
                + words(it.token.text, it.certificates.map { "(\($0))" })
        case .request(let it):
            [.strong(it.method), " ", .url(it.url.text)]
                + (it.sent.isEmpty ? [" without cookies"] : names(" with ", it.sent.map(\.name)))
                + names("; withheld ", it.withheld.map(\.name))
        case .response(let it):
            answer(it.status) + (it.location.map { [" to ", .url($0.text)] } ?? [])
                + names(", Set-Cookie ", it.setCookieNames) + (it.said.map { [", says: \($0.text)"] } ?? [])
                + (it.answeredBy == .network
                    ? [] : [" (from the \(it.answeredBy == .cache ? "cache" : "service worker"))"])
        case .served(let it):
            ["served ", .strong(it.method), " ", .url(it.url.text)] + names(" with ", it.cookies.map(\.name))
                + [", "] + answer(it.status) + names(", Set-Cookie ", it.setCookieNames)
        case .proxied(let it):
            [.strong(it.handling.rawValue), " \(it.method) ", .url(it.url.text)] + words(it.status.map(String.init))
        case .cookieWrite(let it): write(it)
        case .cookieRead(let it):
            ["document.cookie at ", .url(it.url.text), " shows ", .strong(list(it.visible.map(\.name)))]
                + names("; hidden ", it.hidden.map(\.name))
        case .edge(let it):
            ["edge ", .strong(it.edge), " forwarded \(list(it.forwarded))"] + names("; dropped ", it.dropped)
                + [", at ", .url(it.url.text)]
        case .fault(let it):
            ["fault ", .strong(it.effect.text), " in \(it.service) \(it.method) ", .url(it.url.text)]
        case .script(let it):
            [.strong(it.origin.rawValue), " at ", .url(it.url.text)]
                + (it.exception.map { [" threw \($0.text)"] } ?? [])
        case .navigation(let it): [.strong(it.phase.rawValue), " ", .url(it.url.text)]
        case .message(let it): ["message to ", .strong(it.handler)] + words(it.body.text)
        case .routing(let it):
            ["guard ", .strong(it.step.rawValue)]
                + words(
                    it.path.text, it.route.map { "(\($0))" }, it.detail.text == it.path.text ? nil : it.detail.text)
        case .clock(let it): ["clock ", .strong(it.change)]
        case .device(let it): ["device ", .strong(it.action.rawValue)] + words(it.device, it.app, it.detail)
        case .keychain(let it):
            ["keychain ", .strong(it.operation.rawValue)]
                + words(it.account.text.isEmpty ? it.service.text : it.account.text, "\(it.status)")
        case .requestFailed(let it):
            [.strong("failed"), " \(it.method.isEmpty ? "request" : it.method) ", .url(it.url.text)]
                + (it.words.text.isEmpty ? [] : [": \(it.words.text)"]) + (it.missing.map { [" (\($0))"] } ?? [])
        case .scriptSkipped(let it):
            [.strong("script did not run"), " ", .url(it.url.text)] + words(it.status.map { "(answer \($0))" })
        case .policyViolation(let it):
            ["policy ", .strong(it.directive), " blocks ", .url(it.blocked.text)]
        case .pageError(let it):
            [.strong("\(it.origin.rawValue) error"), " \(it.text)"] + (it.place.map { [" at ", .url($0)] } ?? [])
        case .printed(let it): [.strong(it.process), " printed: \(it.text.text)"]
        case .process(let it):
            [.strong(it.process), " \(it.action.rawValue)"]
                + words(it.status.map { "with status \($0)" }, it.signal.map { "by signal \($0)" })
        }
    }

    private static func write(_ it: CookieWriteEvent) -> [Part] {
        let value = [it.value.text, it.attributes].filter { !$0.isEmpty }.joined(separator: "; ")
        return [
            "\(it.outcome.rawValue) ", .strong(CookieLabel.text(it.name)),
            " in \(it.store), by \(it.source.rawValue) of \(it.host)\(value.isEmpty ? "" : ": \(value)")",
        ]
    }

    private static func answer(_ status: Int?) -> [Part] {
        status.map { ["answer ", .strong("\($0)")] } ?? [.strong("no answer")]
    }

    /// Nothing where there are none.
    private static func names(_ head: String, _ names: [String]) -> [Part] {
        names.isEmpty ? [] : [.plain(head), .strong(list(names))]
    }

    /// Those that say something, each with a blank before it.
    private static func words(_ words: String?...) -> [Part] {
        let text = words.compactMap { $0 }.filter { !$0.isEmpty }.map { " " + $0 }.joined()
        return text.isEmpty ? [] : [.plain(text)]
    }
}
