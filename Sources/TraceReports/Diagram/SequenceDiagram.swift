import BridgePrimitives
package import BridgeTrace

/// A trace as a Mermaid sequence diagram.
///
/// Of what happened stands in it what a handoff turns on: requests with the cookies on them, what became of each cookie, the
/// guard's steps, sign-ins and refusals, and how it ended.
package struct SequenceDiagram: Sendable {
    private var lines: [String] = []
    private var used = Participant.always
    /// Where a request went, for its answer.
    private var routes: [Int: (from: Participant, to: Participant)] = [:]
    private var backends: Set<Substring> = []
    private let hasAll: Bool

    /// - Parameter hasAllEvents: whether what is left out otherwise is in it too: tokens that were taken, the keychain, the
    ///   device, each step of a navigation.
    /// - Complexity: O(n) in the trace.
    package init(_ trace: RecordedTrace, hasAllEvents: Bool = false) {
        hasAll = hasAllEvents
        for event in trace.events { add(event) }
        end(trace)
    }

    /// The diagram's source, each line with its end.
    package var text: String {
        let participants = Participant.allCases.filter(used.contains).map {
            "    participant \($0.rawValue) as \($0.title)\n"
        }
        return "sequenceDiagram\n" + participants.joined() + lines.map { "    \($0)\n" }.joined()
    }

    /// Beyond this, in characters, Mermaid shows nothing as it comes (`maxTextSize`).
    package static let mermaidLimit = 50_000

    // MARK: - Events

    private mutating func add(_ event: TraceEvent) {
        let actor = Participant(event.actor)
        switch event.kind {
        case .request(let it): add(it, by: actor)
        case .response(let it): add(it)
        case .cookieWrite(let it): add(it, by: actor)
        case .cookieRead(let it):
            arrow(.page, .view, "document.cookie reads \(EventSentence.list(it.visible.map(\.name)))")
            for cookie in it.hidden { note(.view, "\(CookieLabel.text(cookie.name)) hidden", cookie.reasons) }
            note(.view, "no cookies for this script", ifAny: it.reasons)
        case .routing(let it): add(it)
        case .account(let it):
            let isOfSetUp = actor == .auth && it.action != .updated && it.action != .deleted
            if hasAll || !isOfSetUp && it.action != .created && it.action != .found {
                note(actor, it.action.rawValue + (it.uid.map { " \($0)" } ?? ""), it.reasons)
            }
        case .token(let it):
            if hasAll || it.action == .refused {
                note(actor, "\(it.form.rawValue) \(it.action.rawValue) \(it.token.text)", event.reasons)
            }
        case .edge(let it):
            if hasAll || !it.dropped.isEmpty {
                note(.edge, "\(it.edge) dropped \(EventSentence.list(it.dropped))", it.reasons)
            }
        case .script(let it):
            if hasAll || it.exception != nil || !it.reasons.isEmpty {
                note(
                    .page, it.exception.map { "\(it.origin.rawValue) threw \($0.text)" } ?? it.origin.rawValue,
                    it.reasons)
            }
        case .navigation(let it):
            if hasAll || it.phase == .didFail || !it.reasons.isEmpty {
                note(.view, "\(it.phase.rawValue) \(it.url.text)", it.reasons)
            }
        case .fault(let it): note(actor, "fault: \(it.effect.text)", it.reasons)
        case .clock(let it): note(.app, "the clock moves by \(it.change)", [])
        case .requestFailed, .scriptSkipped, .policyViolation, .pageError:
            note(actor, EventSentence(event).text, event.reasons)
        default:
            if hasAll { note(actor, EventSentence.text(event), []) }
        }
    }

    private mutating func add(_ it: RequestEvent, by actor: Participant) {
        let to = target(of: TraceAddress(it.url.text), from: actor)
        routes[it.hop] = (actor, to)
        let cookies = it.sent.isEmpty ? "no cookies" : "cookies \(EventSentence.list(it.sent.map(\.name)))"
        arrow(actor, to, "\(it.method) \(TraceAddress(it.url.text).place) \(Self.path(it.url.text)), \(cookies)")
        for cookie in it.withheld { note(actor, "\(CookieLabel.text(cookie.name)) withheld", cookie.reasons) }
        note(actor, "of the request", ifAny: it.notes)
    }

    private mutating func add(_ it: ResponseEvent) {
        let (from, to) = routes[it.hop] ?? (.view, .page)
        var text = it.status.map(String.init) ?? "no answer"
        if let location = it.location { text += " to \(location.text)" }
        if !it.setCookieNames.isEmpty { text += ", Set-Cookie \(EventSentence.list(it.setCookieNames))" }
        arrow(to, from, text, line: it.status == nil ? "--x" : "-->>")
        note(from, "of the answer", ifAny: it.reasons)
    }

    private mutating func add(_ it: CookieWriteEvent, by actor: Participant) {
        let store = Participant(store: it.store)
        let text = "\(CookieLabel.text(it.name)) \(it.outcome.rawValue) by \(it.source.rawValue)"
        switch it.outcome {
        case .rejected, .ignored: note(store, text, it.reasons)
        case .stored, .replaced, .deleted:
            if it.source == .engine || actor == store {
                note(store, text, it.reasons)
            } else {
                arrow(actor, store, text)
                note(store, CookieLabel.text(it.name), ifAny: it.reasons)
            }
        }
    }

    private mutating func add(_ it: RoutingEvent) {
        switch it.step {
        case .asked: arrow(.page, .router, "\(it.path.text) \(it.detail.text)")
        case .signIn: arrow(.router, .auth, "sign in \(it.detail.text)")
        case .read: arrow(.router, .page, "reads \(it.detail.text)")
        case .next: arrow(.router, .page, it.detail.text, line: "-->>")
        case .entered, .ended: note(.router, "\(it.step.rawValue) \(it.path.text) \(it.detail.text)", [])
        }
        note(.router, it.step.rawValue, ifAny: it.reasons)
    }

    private mutating func end(_ trace: RecordedTrace) {
        let all = "\(Participant.app.rawValue),\(Participant.router.rawValue)"
        lines.append("Note over \(all): " + DiagramText.escaped("verdict \(trace.verdictWord)"))
        guard let cause = trace.outcome?.rootCause else { return }
        let text = [cause.code.rawValue, cause.message, cause.fix].filter { !$0.isEmpty }
        lines.append("Note over \(all): " + text.map { DiagramText.escaped($0, limit: 400) }.joined(separator: "<br/>"))
    }

    /// Whom a request is for: what the app asked is a backend, whoever asks it later.
    private mutating func target(of address: TraceAddress, from: Participant) -> Participant {
        if address.isOfAuth { return .auth }
        switch from {
        case .app:
            backends.insert(address.authority)
            return .backend
        case .backend: return .auth
        default: return backends.contains(address.authority) ? .backend : .page
        }
    }

    private static func path(_ url: String) -> String {
        let address = TraceAddress(url)
        return address.authority.isEmpty ? "" : address.path.isEmpty ? "/" : String(address.path)
    }

    // MARK: - Lines

    private mutating func arrow(_ from: Participant, _ to: Participant, _ text: String, line: String = "->>") {
        used.formUnion([from, to])
        lines.append("\(from.rawValue)\(line)\(to.rawValue): \(DiagramText.escaped(text))")
    }

    private mutating func note(_ over: Participant, _ text: String, _ reasons: [ReasonCode]) {
        used.insert(over)
        let codes = reasons.map(\.rawValue).uniqued().map { "<br/>" + DiagramText.escaped($0) }
        lines.append("Note over \(over.rawValue): \(DiagramText.escaped(text))\(codes.joined())")
    }

    private mutating func note(_ over: Participant, _ text: String, ifAny reasons: [ReasonCode]) {
        if !reasons.isEmpty { note(over, text, reasons) }
    }
}
