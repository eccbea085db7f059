import BridgePrimitives
import BridgeTrace

/// What became of one cookie, from the answer that set it to the guard that used it, a row an event.
struct CookieTimeline {
    enum Stage: String, CaseIterable {
        case answer = "set"
        case native = "native storage"
        case store = "view's store"
        case request = "request"
        case edge = "edge"
        case script = "document.cookie"
        case `guard` = "guard"
        case token = "sign-in"
    }

    struct Row {
        let event: TraceEvent
        let stage: Stage
        /// Whether the cookie got on here; nil for what neither helps nor stops it.
        let isGood: Bool?
        let text: String
        let reasons: [ReasonCode]
    }

    let cookie: String
    private(set) var rows: [Row] = []
    private var hosts: [Int: String] = [:]

    /// - Parameter cookie: its name.
    /// - Complexity: O(n) in the events and the cookies that they mention.
    init(of cookie: String, in events: [TraceEvent]) {
        self.cookie = cookie
        for event in events { take(event) }
    }

    private mutating func take(_ event: TraceEvent) {
        switch event.kind {
        case .request(let it):
            let place = it.url.text
            hosts[it.hop] = TraceAddress(place).place
            for sent in it.sent where sent.name == cookie {
                let writer = sent.writer == .app ? ", in a header that the app wrote" : ""
                add(event, .request, true, "sent to \(place)\(writer)", sent.reasons)
            }
            for withheld in it.withheld where withheld.name == cookie {
                add(event, .request, false, "not sent to \(place)", withheld.reasons)
            }
        case .response(let it) where it.setCookieNames.contains(cookie):
            add(event, .answer, true, "in the answer of \(hosts[it.hop] ?? "a server")", [])
        case .cookieWrite(let it) where it.name == cookie: take(it, event)
        case .cookieRead(let it):
            for seen in it.visible where seen.name == cookie {
                add(event, .script, true, "seen by script at \(it.url.text)", seen.reasons)
            }
            for hidden in it.hidden where hidden.name == cookie {
                add(event, .script, false, "hidden from script at \(it.url.text)", hidden.reasons)
            }
        case .edge(let it):
            if it.forwarded.contains(cookie) { add(event, .edge, true, "\(it.edge) passed it on", []) }
            if it.dropped.contains(cookie) { add(event, .edge, false, "\(it.edge) took it out", it.reasons) }
        case .routing(let it):
            add(event, .guard, nil, "\(it.step.rawValue) \(it.path.text) \(it.detail.text)", it.reasons)
        case .token(let it) where it.form == .customToken && it.action != .issued:
            let verb = it.action == .accepted ? "accepted" : "refused"
            add(event, .token, it.action == .accepted, "custom token \(verb) by \(event.actor.rawValue)", it.reasons)
        default: break
        }
    }

    private mutating func take(_ it: CookieWriteEvent, _ event: TraceEvent) {
        let isGood: Bool? =
            switch it.outcome {
            case .stored, .replaced: true
            case .deleted: nil
            case .rejected, .ignored: false
            }
        let attributes = it.attributes.isEmpty ? "" : ": \(it.attributes)"
        add(
            event, it.store == StoreName.native ? .native : .store, isGood,
            "\(it.outcome.rawValue) in \(it.store), by \(it.source.rawValue) of \(it.host)\(attributes)", it.reasons)
    }

    private mutating func add(
        _ event: TraceEvent, _ stage: Stage, _ isGood: Bool?, _ text: String, _ reasons: [ReasonCode]
    ) {
        rows.append(Row(event: event, stage: stage, isGood: isGood, text: text, reasons: reasons.uniqued()))
    }
}
