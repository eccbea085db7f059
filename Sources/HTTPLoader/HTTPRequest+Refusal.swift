import BridgePrimitives

extension HTTPRequest {
    /// Why this request must not be sent, or nil when it may be.
    ///
    /// A line break or a NUL in a method, a name or a value would let one request pass for two; a length that is not
    /// the body's would do the same. Nothing of such a request reaches a socket.
    ///
    /// - Complexity: O(n) in the bytes of method and headers.
    public func refusal(limits: TransportLimits) -> TransportFailure? {
        if let refusal = methodRefusal { return refusal }
        var size = 0
        for field in headers.fields {
            if let refusal = refusal(of: field) { return refusal }
            size += field.name.utf8.count + field.value.count + 4
        }
        guard size <= limits.headerBytes else {
            return TransportFailure(
                .tooLarge,
                cause: "the header fields for \(url.hostAndPort) have \(size) bytes, \(limits.headerBytes) are allowed")
        }
        return nil
    }

    private var methodRefusal: TransportFailure? {
        guard method.utf8.count <= 64, Self.isToken(method) else {
            return TransportFailure(.invalidMethod, cause: "the method for \(url.hostAndPort) is no token")
        }
        // CONNECT names no path, and TRACE sends credentials back: Fetch §2.2.1 forbids them to pages.
        if ["CONNECT", "TRACE", "TRACK"].contains(method) {
            return TransportFailure(.invalidMethod, cause: "\(method) cannot be sent to \(url.hostAndPort)")
        }
        if method == "HEAD" && body != nil {
            return TransportFailure(.invalidMethod, cause: "HEAD for \(url.hostAndPort) carries a body")
        }
        return nil
    }

    private func refusal(of field: HTTPHeaders.Field) -> TransportFailure? {
        guard Self.isToken(field.name) else {
            return TransportFailure(.invalidHeader, cause: "a header name for \(url.hostAndPort) is no token")
        }
        guard field.value.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else {
            return TransportFailure(
                .invalidHeader, cause: "the value of \(field.name) for \(url.hostAndPort) has a control character")
        }
        let isLength = HTTPHeaders.areSameName(field.name, "content-length")
        let isOtherFraming = HTTPHeaders.areSameName(field.name, "transfer-encoding")
        guard !isOtherFraming, !isLength || field.text == String(body?.count ?? 0) else {
            return TransportFailure(
                .invalidHeader, cause: "\(field.name) for \(url.hostAndPort) does not follow from the body")
        }
        return nil
    }

    /// A non-empty run of token characters (RFC 9110 §5.6.2).
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }
}
