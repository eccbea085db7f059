import BridgePrimitives

extension Masking {
    /// The value of a header field: cookies and credentials are hidden whatever they look like, addresses lose what
    /// stands for secrets in them, and all else is free text.
    ///
    /// - Parameter name: in any letter case.
    public func field(named name: String, value: String) -> MaskedText {
        switch ASCIIText.lowercased(name) {
        case "cookie":
            let pairs = value.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            return joined(pairs.map { pair(ASCIIText.trimmed($0)) }, by: "; ")
        case "set-cookie":
            let parts = value.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            let attributes = parts.dropFirst().map { text(ASCIIText.trimmed($0)).text }
            return joined([pair(parts.first.map { ASCIIText.trimmed($0) } ?? "")] + attributes, by: "; ")
        case "authorization", "proxy-authorization":
            guard let blank = value.utf8.firstIndex(of: 0x20) else { return secret(value) }
            let credential = ASCIIText.trimmed(value.utf8[blank...])
            return joined([String(value[..<blank]), secret(credential).text], by: " ")
        case "location", "content-location", "referer", "origin": return url(value)
        case let name where !Self.ordinaryFields.contains(name) && SecretNames.tellsOfASecret(name.utf8):
            return secret(value)
        default: return text(value)
        }
    }

    /// Names that tell of no secret and stand in most messages: they are looked up, and not looked into.
    static let ordinaryFields: Set<String> = [
        "accept", "accept-encoding", "accept-language", "accept-ranges", "access-control-allow-origin", "age",
        "cache-control", "connection", "content-encoding", "content-length", "content-type", "date", "etag", "expires",
        "host", "if-modified-since", "if-none-match", "keep-alive", "last-modified", "pragma", "priority",
        "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "server", "transfer-encoding",
        "upgrade-insecure-requests", "user-agent", "vary", "x-powered-by",
    ]

    /// `name=value` of a cookie; without `=` all is value.
    private func pair(_ pair: String) -> String {
        guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return secret(pair).text }
        return "\(pair[..<equals])=\(secret(String(pair[equals...].dropFirst())).text)"
    }

    private func joined(_ parts: [String], by separator: String) -> MaskedText {
        MaskedText(parts.joined(separator: separator))
    }
}
