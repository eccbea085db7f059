public import Reasons

/// What one request carries, and what it goes without.
///
/// Not convertible to ``ScriptCookies``, which looks alike: HttpOnly cookies are here and never there.
public struct RequestCookies: Hashable, Sendable {
    /// A cookie that was not sent.
    public struct Withheld: Hashable, Sendable {
        public let cookie: Cookie
        /// All that hold, in the order of the checks; never empty.
        public let reasons: [SendReason]
    }

    /// The `Cookie` header's value; nil when nothing is sent.
    public let header: String?
    /// In the header's order.
    public let sent: [Cookie]
    /// Every other cookie of the same site or host that the jar holds, and those that it remembers losing.
    public let withheld: [Withheld]

    /// The same for a request that must send no cookies (Fetch, credentials mode).
    package func omittingCredentials() -> Self {
        RequestCookies(
            header: nil, sent: [],
            withheld: sent.map { Withheld(cookie: $0, reasons: [.credentialsOmitted]) } + withheld)
    }
}
