import BridgePrimitives
import BridgeTrace
import Cookies

/// Says which verdicts of a trace rest on a value of the profile that is only reported or assumed: one for each value.
///
/// Looks at the reasons that were given. A cookie that went through because of such a value leaves none; `explain`
/// finds those as well.
struct UncertainProfileValue: FindingDetector {
    static let kinds = ProfileReason.allCases.map { FindingKind($0, .note) }
    private let profile: CookieProfile?
    private var found: [String: Finding] = [:]

    init(_ handoff: HandoffFindings) { profile = handoff.profile }

    mutating func take(_ event: TraceEvent) {
        guard let profile else { return }
        let reasons = event.cookieReasons
        guard !reasons.isEmpty else { return }
        let isLoopback = event.host.map { CookieURL.isLoopback($0) } ?? false
        for (cookie, code) in reasons {
            guard let knob = ProfileKnob.behind(code, isLoopback: isLoopback), found[knob.name] == nil else { continue }
            let row = knob.row(profile)
            guard let reason = ProfileReason(row.confidence) else { continue }
            found[knob.name] = Finding(
                reason,
                "\(code) for \(cookie) rests on \(knob.name) = \(row.value), which \(profile.name) is only"
                    + " \(row.confidence == .reported ? "reported" : "assumed") to have: \(row.source).",
                evidence: [event.sequence])
        }
    }

    var findings: [Finding] {
        found.values.sorted { ($0.evidence.first ?? 0, $0.message) < ($1.evidence.first ?? 0, $1.message) }
    }
}

extension TraceEvent {
    /// Each reason that is about a cookie, with the cookie's name.
    fileprivate var cookieReasons: [(cookie: String, code: ReasonCode)] {
        func pairs(_ mentions: [CookieMention]) -> [(cookie: String, code: ReasonCode)] {
            mentions.flatMap { mention in mention.reasons.map { (mention.name, $0) } }
        }
        switch kind {
        case .cookieWrite(let write): return write.reasons.map { (write.name, $0) }
        case .request(let request): return pairs(request.withheld) + request.notes.map { ("the request", $0) }
        case .cookieRead(let read): return pairs(read.hidden) + pairs(read.visible)
        default: return []
        }
    }

    /// The host of the URL that the event is about, or of the write's document.
    fileprivate var host: String? {
        switch kind {
        case .cookieWrite(let write): write.host
        case .request(let request): (try? CookieURL(request.url.text))?.host
        case .cookieRead(let read): (try? CookieURL(read.url.text))?.host
        default: nil
        }
    }
}
