/// Paths of cookies and requests (RFC 6265bis §5.1.4). All are compared as bytes, percent-encoded as written.
enum CookiePath {
    /// The path of a cookie that names none: the request's up to, not including, its last slash.
    ///
    /// - Parameter request: the range of the request's path in `text`.
    /// - Returns: where the default path does; nil for `/`.
    /// - Complexity: O(n) in bytes.
    static func defaultPath(in text: [UInt8], _ request: Range<Int>) -> Range<Int>? {
        guard !request.isEmpty, text[request.lowerBound] == Byte.slash else { return nil }  // step 2: not absolute
        var cut = request.upperBound - 1
        while text[cut] != Byte.slash { cut -= 1 }
        return cut == request.lowerBound ? nil : request.lowerBound..<cut  // steps 3 and 4
    }

    /// Whether a request's path is covered by a cookie's: equal, below it, or continuing after its final slash.
    ///
    /// - Parameters:
    ///   - request: the range of the request's path in `text`.
    ///   - path: the range of the cookie's path in `cookie`.
    @inline(__always)
    static func matches(
        _ text: [UInt8], _ request: Range<Int>, cookiePath cookie: [UInt8], _ path: Range<Int>
    ) -> Bool {
        if path.count == 1, cookie[path.lowerBound] == Byte.slash {
            return !request.isEmpty && text[request.lowerBound] == Byte.slash
        }
        guard request.count >= path.count, text.hasBytes(of: cookie, path, at: request.lowerBound) else {
            return false
        }
        if request.count == path.count { return true }
        return (!path.isEmpty && cookie[path.upperBound - 1] == Byte.slash)
            || text[request.lowerBound + path.count] == Byte.slash
    }
}
