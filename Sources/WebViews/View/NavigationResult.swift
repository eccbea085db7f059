public import BridgePrimitives
public import Cookies
public import HTTPLoader

/// What came of a load, hop by hop.
public struct NavigationResult: Sendable {
    public enum Outcome: Hashable, Sendable {
        /// A new document is in the view; 200 for HTML that the app gave.
        case committed(status: Int)
        /// The view shows what it showed before.
        case failed(NavigationFailure)
    }

    public let outcome: Outcome
    /// Where the load ended: the document's URL, or that of the request that failed. Nil without a web URL.
    public let url: WebURL?
    /// The requests that were made, in order.
    public let hops: [Hop]
    /// What is worth knowing about the document; see the notes of ``NavigationReason``.
    public let notes: [NavigationReason]
    /// What went wrong in user scripts, in the order in which they ran.
    public let scriptFailures: [ScriptFailure]

    /// The status of the committed document; nil when the load failed.
    public var status: Int? { if case .committed(let status) = outcome { status } else { nil } }
    public var failure: NavigationFailure? { if case .failed(let failure) = outcome { failure } else { nil } }
}

/// One request of a load and what came back.
public struct Hop: Sendable {
    /// Joins it to its events in the trace.
    public let number: Int
    public let method: String
    public let url: WebURL
    /// What the jar gave, and what it kept back.
    public let cookies: RequestCookies
    /// Whether a `Cookie` header of the app's own was sent in place of the jar's cookies.
    public let sentManualCookie: Bool
    /// What happened to the request on its way here: redirect rules, a header that was dropped.
    public let notes: [ReasonCode]
    /// Nil when there was no response.
    public internal(set) var status: Int?
    /// As the server wrote it.
    public internal(set) var location: String?
    /// One for each `Set-Cookie` field, in order.
    public internal(set) var stored: [StoreDecision] = []
    /// Real time.
    public internal(set) var timings = Timings()
}
