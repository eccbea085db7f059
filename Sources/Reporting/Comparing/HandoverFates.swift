public import BridgePrimitives
import BridgeTrace

/// What a page's load did with one cookie, read from its trace.
struct HandoverFates {
    /// The load's own request.
    private(set) var firstRequest = HandoverFate.notAsked
    /// The first look at `document.cookie`.
    private(set) var script = HandoverFate.notAsked
    /// What the page asks for afterwards.
    private(set) var laterRequests = HandoverFate.notAsked

    init(_ events: [TraceEvent], cookie: String) {
        for event in events {
            switch event.kind {
            case .request(let request) where event.actor == .webView && firstRequest == .notAsked:
                firstRequest = Self.fate(of: cookie, request.sent, request.withheld)
            case .request(let request) where event.actor == .page || event.actor == .webView:
                laterRequests = Self.fate(of: cookie, request.sent, request.withheld)
            case .cookieRead(let read) where script == .notAsked:
                script = Self.fate(of: cookie, read.visible, read.hidden)
            default: continue
            }
        }
    }

    private static func fate(of cookie: String, _ there: [CookieMention], _ kept: [CookieMention]) -> HandoverFate {
        if there.contains(where: { $0.name == cookie }) { return .there }
        return .missing(kept.first { $0.name == cookie }?.reasons.first)
    }
}

/// Whether a cookie was where it was looked for.
public enum HandoverFate: Hashable, Sendable {
    case there
    /// Nil where no store had it.
    case missing(ReasonCode?)
    /// Nobody looked.
    case notAsked

    var json: JSONValue {
        switch self {
        case .there: ["there": true]
        case .missing(let reason): reason.map { ["there": false, "reason": .string($0.rawValue)] } ?? ["there": false]
        case .notAsked: .null
        }
    }
}
