import BridgePrimitives
import Reasons
import TraceReports

/// Whether a token was where it was looked for.
enum HandoverFate: Hashable, Sendable {
    /// In the cookie.
    case there
    /// In something else than the cookie: an address, a header field, a Referer.
    case otherwise(ExposureReport.Channel)
    /// Nil where no store had it.
    case missing(ReasonCode?)
    /// Nobody looked.
    case notAsked

    var reason: ReasonCode? { if case .missing(let reason) = self { reason } else { nil } }

    /// `{"there":true}`, `{"there":true,"in":"address"}`, `{"there":false,"reason":…}`; null where nobody looked.
    var json: JSONValue {
        switch self {
        case .there: ["there": true]
        case .otherwise(let channel): ["there": true, "in": .string(channel.rawValue)]
        case .missing(let reason): reason.map { ["there": false, "reason": .string($0.rawValue)] } ?? ["there": false]
        case .notAsked: .null
        }
    }

    /// As a cell of a table.
    var mark: String {
        switch self {
        case .there: "yes"
        case .otherwise(let channel): channel.mark
        case .missing: "no"
        case .notAsked: "-"
        }
    }
}

extension ExposureReport.Channel {
    /// As a cell of a table.
    var mark: String {
        switch self {
        case .address: "url"
        case .store: "script"
        case .request: "cookie"
        case .service, .script, .referer, .header, .log, .message: rawValue
        }
    }
}
