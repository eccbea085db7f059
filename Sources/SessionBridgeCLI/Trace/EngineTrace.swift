import BridgePrimitives
import BridgeTrace
import Cookies
import PageEngines

/// What came of ``EngineTracing``, secrets masked.
struct EngineTrace: Sendable {
    /// Such as `webkitgtk 2.50.6`.
    let engine: String
    /// The model's profile.
    let profile: String
    let masking: Masking
    /// The document's status; nil where nothing was shown, or no server answered.
    let status: Int?
    /// Why the page did not open; nil when it did.
    let failure: BridgeFailure?
    let url: MaskedText
    let title: MaskedText
    /// As the model's trace has them: requests with the cookies that were really sent. What was stored and withheld, and
    /// why, is the model's word: no engine tells it.
    let events: [TraceEvent]
    let differences: [EngineDifference]
    /// Names of the cookies that the engine's store holds at the end.
    let stored: [String]
    /// Requests without an answer at the end.
    let waiting: [MaskedText]
    /// What went to hosts that are not read, and what was refused.
    let others: [(url: MaskedText, exchange: EngineExchange)]

    init(_ replay: EngineReplay, profile: CookieProfile, masking policy: Masking.Policy) {
        let page = replay.page
        let masking = Masking(policy)
        let comparison = EngineComparison(replay, profile: profile, masking: masking)
        (events, differences) = (comparison.events, comparison.differences)
        (engine, self.profile) = ("\(page.engine) \(page.version)", profile.name)
        self.masking = masking
        if case .finished(let status) = page.outcome { self.status = status } else { status = nil }
        failure = page.failure
        (url, title) = (masking.url(page.url), masking.text(page.title))
        stored = page.cookies.map(\.name)
        waiting = page.waiting.map { masking.url($0) }
        others = page.exchanges.filter { $0.handling != .read }.map { (masking.url($0.url), $0) }
    }

    /// One object, in the form of ``TracedPage/json`` with what only an engine has.
    var json: JSONValue {
        var object = JSONObject([("engine", .string(engine)), ("profile", .string(profile))])
        if let failure {
            object["outcome"] = "failed"
            object["reasons"] = [.string(failure.code.rawValue)]
            object["cause"] = .string(masking.text(failure.cause).text)
        } else {
            object["outcome"] = "committed"
            object["status"] = status.map { .integer(Int64($0)) } ?? .null
        }
        object["url"] = .string(url.text)
        object["hops"] = .integer(Int64(requestCount))
        if !title.text.isEmpty { object["title"] = .string(title.text) }
        object["stored"] = .array(stored.map { .string($0) })
        object["differences"] = .array(differences.map(\.json))
        if !waiting.isEmpty { object["waiting"] = .array(waiting.map { .string($0.text) }) }
        object["others"] = .array(
            others.map { other in
                [
                    "url": .string(other.url.text), "handling": .string(other.exchange.handling.rawValue),
                    "reasons": .codes(other.exchange.reasons),
                ]
            })
        object["events"] = .array(events.map(\.json))
        return .object(object)
    }

    /// The trace as a trace file has it.
    var recording: RecordedTrace {
        var head = TraceHead(id: "1", name: url.text)
        (head.profile, head.engine) = (profile, engine.split(separator: " ").first.map(String.init))
        (head.started, head.showsSecrets) = (events.first?.at, masking.showsSecrets)
        return RecordedTrace(head: head, events: events, outcome: TraceOutcome())
    }

    var requestCount: Int {
        events.count { if case .request = $0.kind { true } else { false } }
    }
}
