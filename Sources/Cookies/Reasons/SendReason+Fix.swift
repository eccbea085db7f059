extension SendReason {
    /// The fix for a cookie at hand.
    ///
    /// - Parameter isHTTPOnly: whether it has HttpOnly, which a copy in another store keeps.
    public func fix(isHTTPOnly: Bool) -> String {
        guard self == .otherStore, isHTTPOnly else { return fix }
        return fix + " It has HttpOnly, which a copy keeps: for a script, have the backend leave that out."
    }
}
