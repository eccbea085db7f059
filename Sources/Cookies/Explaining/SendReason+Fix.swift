public import Reasons

extension SendReason {
    /// The fix for a cookie at hand: with it, what would keep a copy from being of use.
    ///
    /// - Parameters:
    ///   - isHTTPOnly: whether it has HttpOnly, which a copy in another store keeps.
    ///   - isSecureOnHTTP: whether it is Secure, and the page on plain http.
    public func fix(isHTTPOnly: Bool, isSecureOnHTTP: Bool = false) -> String {
        guard self == .otherStore else { return fix }
        let script = " It has HttpOnly, which a copy keeps: for a script, have the backend leave that out."
        let scheme =
            " It is Secure, and the page is on http, where few engines send or show it: serve the page over https, or have"
            + " the backend leave that out."
        return fix + (isHTTPOnly ? script : "") + (isSecureOnHTTP ? scheme : "")
    }
}
