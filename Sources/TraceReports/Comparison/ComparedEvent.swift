import BridgePrimitives
import BridgeTrace

/// What two traces are compared in.
package enum TraceAspect: String, CaseIterable, Sendable { case cookies, tokens, route, verdict }

/// An event as it is compared with one of another trace.
struct ComparedEvent: Sendable {
    struct Fact: Hashable, Sendable {
        let name: String
        let value: NormalText
    }

    let event: TraceEvent
    let aspect: TraceAspect
    /// What makes two events the same step, whatever came of it.
    let key: String
    /// What happens in an order that means something; an answer's is that of its request.
    var lane: String
    let facts: [Fact]

    /// Nil for what is neither cookie, token nor route: the keychain, the clock, what a proxy passed on.
    init?(_ event: TraceEvent, _ normal: inout Normaliser, revealed: Masking?) {
        var draft = Draft(at: event.at, normal: normal, revealed: revealed)
        // One holder at a time: its tables grow with the trace, and are not to be copied for each event.
        normal = Normaliser()
        defer { normal = draft.normal }
        guard let (aspect, key) = draft.take(event.kind) else { return nil }
        draft.add("reasons", event.reasons.map(\.rawValue).joined(separator: ", "))
        (self.event, self.aspect, facts) = (event, aspect, draft.facts)
        self.key = "\(event.actor.rawValue) \(key)"
        lane =
            switch event.kind {
            case .request: self.key
            case .response: "response"
            case .cookieWrite, .cookieRead: "\(event.actor.rawValue) cookies"
            case .script: "\(event.actor.rawValue) script"
            case .navigation: "\(event.actor.rawValue) navigation"
            default: event.actor.rawValue
            }
    }

    /// Those facts that are not the same.
    func differences(from other: ComparedEvent) -> [FactDifference] {
        var differences: [FactDifference] = []
        for (a, b) in zip(facts, other.facts) where !a.value.isSame(as: b.value) {
            differences.append(FactDifference(name: a.name, a: a.value.shown, b: b.value.shown))
        }
        return differences
    }
}

/// What of one step is otherwise in the other trace, normalised.
package struct FactDifference: Hashable, Sendable {
    package let name: String
    package let a: String
    package let b: String
}

/// Collects an event's facts, whose names and number follow from its kind alone.
private struct Draft {
    let now: Instant
    var normal: Normaliser
    let revealed: Masking?
    var facts: [ComparedEvent.Fact] = []

    init(at now: Instant, normal: Normaliser, revealed: Masking?) {
        (self.now, self.normal, self.revealed) = (now, normal, revealed)
    }

    mutating func add(_ name: String, _ text: String) {
        facts.append(ComparedEvent.Fact(name: name, value: normal.text(text, at: now)))
    }

    private mutating func text(_ text: String) -> String { normal.text(text, at: now).words }
    private func url(_ url: MaskedText) -> String { revealed?.url(url.text).text ?? url.text }
    private func secret(_ value: MaskedText) -> String { revealed?.secret(value.text).text ?? value.text }
    private func free(_ value: MaskedText) -> String { revealed?.text(value.text).text ?? value.text }

    private func list(_ cookies: [CookieMention], withReasons: Bool) -> String {
        cookies.map { cookie in
            var text = "\(CookieLabel.text(cookie.name))=\(secret(cookie.value))"
            if !cookie.domain.isEmpty { text += " of \(cookie.domain)\(cookie.path)" }
            if cookie.writer == .app { text += " by the app" }
            if withReasons, !cookie.reasons.isEmpty {
                text += " (" + cookie.reasons.map(\.rawValue).joined(separator: ", ") + ")"
            }
            return text
        }.joined(separator: "; ")
    }

    // One place for each kind of event; the key is normalised as the facts are.
    mutating func take(_ kind: TraceEvent.Kind) -> (TraceAspect, String)? {
        switch kind {
        case .account(let it):
            add("action", it.action.rawValue)
            add("uid", it.uid ?? "")
            add("provider", it.provider ?? "")
            add("detail", it.detail?.text ?? "")
            return (.tokens, "account")
        case .token(let it):
            add("action", it.action.rawValue)
            add("token", secret(it.token))
            add("uid", it.uid ?? "")
            return (.tokens, "\(it.form.rawValue) \(it.action == .issued ? "issued" : "shown")")
        case .request(let it):
            add("url", url(it.url))
            add("sent", list(it.sent, withReasons: true))
            add("withheld", list(it.withheld, withReasons: true))
            return (.cookies, text("request \(it.method) \(url(it.url))"))
        case .response(let it):
            add("status", it.status.map(String.init) ?? "none")
            add("location", it.location.map(url) ?? "")
            add("set-cookie", it.setCookieNames.map(CookieLabel.text).joined(separator: ", "))
            return (.cookies, "response")
        case .cookieWrite(let it):
            add("outcome", it.outcome.rawValue)
            add("value", secret(it.value))
            add("attributes", it.attributes)
            add("host", it.host)
            return (.cookies, "write \(it.source.rawValue) \(it.name) \(it.store)")
        case .cookieRead(let it):
            add("visible", list(it.visible, withReasons: true))
            add("hidden", list(it.hidden, withReasons: true))
            return (.cookies, text("read \(url(it.url))"))
        default: return takeRoute(kind)
        }
    }

    private mutating func takeRoute(_ kind: TraceEvent.Kind) -> (TraceAspect, String)? {
        switch kind {
        case .edge(let it):
            add("forwarded", it.forwarded.map(CookieLabel.text).joined(separator: ", "))
            add("dropped", it.dropped.map(CookieLabel.text).joined(separator: ", "))
            return (.cookies, text("edge \(it.edge) \(url(it.url))"))
        case .fault(let it):
            add("effect", free(it.effect))
            return (.route, text("fault \(it.service) \(it.method) \(url(it.url))"))
        case .script(let it):
            add("exception", it.exception.map(free) ?? "")
            return (.route, text("script \(it.origin.rawValue) \(url(it.url))"))
        case .navigation(let it):
            add("url", url(it.url))
            return (.route, "navigation \(it.phase.rawValue)")
        case .routing(let it):
            add("path", url(it.path))
            add("route", it.route ?? "")
            add("detail", free(it.detail))
            return (.route, "guard \(it.step.rawValue)")
        case .requestFailed(let it):
            add("missing", it.missing ?? "")
            return (.route, text("failed \(it.method) \(url(it.url))"))
        case .scriptSkipped(let it):
            add("status", it.status.map(String.init) ?? "none")
            return (.route, text("script did not run \(url(it.url))"))
        case .policyViolation(let it):
            add("blocked", url(it.blocked))
            return (.route, "policy \(it.directive)")
        case .pageError(let it):
            add("message", free(it.message))
            return (.route, "\(it.origin.rawValue) error")
        default: return nil
        }
    }
}
