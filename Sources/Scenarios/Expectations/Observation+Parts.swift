public import BridgePrimitives
import BridgeTrace

/// A cookie as a store of the app's has it at the end.
public struct ObservedCookie: Sendable {
    public let store: CookieCondition.Store
    public let name: String
    public let value: Secret<String>
    /// Without a leading dot.
    public let domain: String
    public let path: String
    public let isHostOnly: Bool
    public let isSecure: Bool
    public let isHTTPOnly: Bool
    public let sameSite: SameSite
    /// Nil for a cookie that ends with the process.
    public let expiry: Instant?

    public init(
        store: CookieCondition.Store, name: String, value: Secret<String>, domain: String, path: String,
        isHostOnly: Bool, isSecure: Bool, isHTTPOnly: Bool, sameSite: SameSite, expiry: Instant?
    ) {
        (self.store, self.name, self.value) = (store, name, value)
        (self.domain, self.path, self.isHostOnly) = (domain, path, isHostOnly)
        (self.isSecure, self.isHTTPOnly, self.sameSite, self.expiry) = (isSecure, isHTTPOnly, sameSite, expiry)
    }

    /// Bytes of name and value, of which engines take 4096 (RFC 6265bis §5.6).
    public var size: Int { name.utf8.count + value.reveal().utf8.count }
}

/// The claims of a token that the app or the page has at the end.
public struct ObservedToken: Hashable, Sendable {
    public let kind: TokenCondition.Kind
    public let claims: JSONObject

    public init(_ kind: TokenCondition.Kind, claims: JSONObject) { (self.kind, self.claims) = (kind, claims) }
}

/// What the auth service was asked, and how that ended.
public struct ObservedAuthCall: Hashable, Sendable {
    /// As faults name it: `accounts:signInWithCustomToken`.
    public let endpoint: String
    public let isRefused: Bool
    /// Why it was refused, where the answer said so.
    public let reason: ReasonCode?

    public init(endpoint: String, isRefused: Bool, reason: ReasonCode? = nil) {
        (self.endpoint, self.isRefused, self.reason) = (endpoint, isRefused, reason)
    }
}

/// How long a step took, by the world's clock.
public struct StepTime: Hashable, Sendable {
    public let step: String
    public let elapsed: Duration

    public init(step: String, elapsed: Duration) { (self.step, self.elapsed) = (step, elapsed) }
}

/// One hop of a trace: what was asked, and the answer's status.
struct ObservedRequest {
    let event: RequestEvent
    /// Nil when there was no answer.
    let status: Int?

    /// Of the URL, without query and fragment.
    var path: String {
        let text = event.url.text
        let authority = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        return String(authority.drop { $0 != "/" }.prefix { $0 != "?" && $0 != "#" })
    }

    /// The names in the URL's query, in its order.
    var queryNames: [String] {
        let query = event.url.text.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        return query.split(separator: "&").map { String($0.prefix { $0 != "=" }) }
    }
}

extension Observation {
    /// Requests by one actor, those of the web view only for the page that was opened last.
    ///
    /// - Complexity: O(n) in the events.
    func requests(by actor: TraceActor) -> [ObservedRequest] {
        var statuses: [Int: Int] = [:]
        for case .response(let response) in events.map(\.kind) { statuses[response.hop] = response.status }
        return (actor == .app ? events : pageEvents).compactMap { event in
            guard case .request(let request) = event.kind, event.actor == actor else { return nil }
            return ObservedRequest(event: request, status: statuses[request.hop])
        }
    }

    /// What belongs to the page that was opened last; none without one.
    var pageEvents: [TraceEvent] { pageStart.map { start in events.filter { $0.sequence >= start } } ?? [] }
}
