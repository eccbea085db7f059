/// Paths of cookies and requests (RFC 6265bis §5.1.4). All are compared as bytes, percent-encoded as written.
enum CookiePath {
    /// The path of a cookie that names none: the request's up to, not including, its last slash.
    ///
    /// - Parameter request: where the request's path stands in `text`.
    /// - Returns: where the default path does; nil for `/`.
    /// - Complexity: O(n) in bytes.
    static func defaultPath(in text: [UInt8], _ request: Range<Int>) -> Range<Int>? {
        guard !request.isEmpty, text[request.lowerBound] == Byte.slash else { return nil }  // step 2: not absolute
        var cut = request.upperBound - 1
        while text[cut] != Byte.slash { cut -= 1 }
        return cut == request.lowerBound ? nil : request.lowerBound..<cut  // steps 3 and 4
    }

    /// Whether a request's path may be covered by a cookie's, as far as its length and its last two bytes tell: equal,
    /// below it, or continuing after its final slash.
    ///
    /// - Parameter request: where the request's path stands in `text`.
    @inline(__always)
    static func mayMatch(_ text: [UInt8], _ request: Range<Int>, length: Int, tail: UInt16) -> Bool {
        guard length > 0, request.count >= length else { return length == 0 }
        let end = request.lowerBound + length
        guard text[end - 1] == UInt8(truncatingIfNeeded: tail) else { return false }
        if length > 1, text[end - 2] != UInt8(truncatingIfNeeded: tail >> 8) { return false }
        return end == request.upperBound || text[end - 1] == Byte.slash || text[end] == Byte.slash
    }

    /// Whether a request's path is covered by a cookie's: equal, below it, or continuing after its final slash.
    ///
    /// - Parameters: two texts and where the paths stand in them.
    @inline(__always)
    static func matches(
        _ text: [UInt8], _ request: Range<Int>, cookiePath cookieText: [UInt8], _ cookie: Range<Int>
    ) -> Bool {
        if cookie.count == 1, cookieText[cookie.lowerBound] == Byte.slash {
            return !request.isEmpty && text[request.lowerBound] == Byte.slash
        }
        guard request.count >= cookie.count, text.hasBytes(of: cookieText, cookie, at: request.lowerBound) else {
            return false
        }
        if request.count == cookie.count { return true }
        return (!cookie.isEmpty && cookieText[cookie.upperBound - 1] == Byte.slash)
            || text[request.lowerBound + cookie.count] == Byte.slash
    }
}
