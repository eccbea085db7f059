import BridgePrimitives

/// A `Set-Cookie` line or a script's text, taken apart but not judged against any URL.
struct ParsedSetCookie {
    var name = ""
    var value = ""
    /// As written, last usable one; nil without one. Empty means host-only.
    var domain: ArraySlice<UInt8>?
    /// As written, last usable one; nil without one.
    var path: String?
    /// What is left of `Max-Age` and `Expires` after one of them has won.
    var lifetime = Lifetime.endsWithSession
    var isSecure = false
    var isHTTPOnly = false
    var isPartitioned = false
    var sameSite = SameSite.unspecified
    /// Why the text is no cookie at all.
    var refusals: [StoreReason] = []
    var notes: [StoreReason] = []

    enum Lifetime: Equatable {
        case endsWithSession
        /// Seconds from now; zero and below have expired.
        case age(Int64)
        case until(Instant)
    }

    mutating func note(_ reason: StoreReason) {
        if !notes.contains(reason) { notes.append(reason) }
    }
}
