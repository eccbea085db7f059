/// Paths of cookies and requests (RFC 6265bis §5.1.4). All are compared as bytes, percent-encoded as written.
enum CookiePath {
    /// The path of a cookie that names none: the request's up to, not including, its last slash.
    ///
    /// - Complexity: O(n) in bytes.
    static func defaultPath(forRequestPath path: String) -> String {
        let bytes = path.utf8
        guard bytes.first == Byte.slash else { return "/" }  // step 2: empty or not absolute
        guard let cut = bytes.lastIndex(of: Byte.slash), cut != bytes.startIndex else { return "/" }  // step 3
        return String(Substring(bytes[..<cut]))  // step 4
    }

    /// Whether a request's path is covered by a cookie's: equal, below it, or continuing after its final slash.
    static func matches(_ requestPath: String, cookiePath: String) -> Bool {
        let (request, cookie) = (requestPath.utf8, cookiePath.utf8)
        guard cookie.count != 1 || cookie.first != Byte.slash else { return request.first == Byte.slash }
        guard request.count >= cookie.count, request.starts(with: cookie) else { return false }
        if request.count == cookie.count || cookie.last == Byte.slash { return true }
        return request[request.index(request.startIndex, offsetBy: cookie.count)] == Byte.slash
    }
}
