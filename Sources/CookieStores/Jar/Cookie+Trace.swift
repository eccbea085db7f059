package import BridgePrimitives
package import BridgeTrace
package import Cookies

extension Cookie {
    package func mention(_ masking: Masking, reasons: [ReasonCode] = []) -> CookieMention {
        CookieMention(
            name: name, domain: isHostOnly ? domain : "." + domain, path: masking.path(path),
            value: masking.secret(value),
            reasons: reasons)
    }

    /// The attributes in the words of a `Set-Cookie` line; a host-only cookie has no Domain.
    package var attributes: String {
        var parts = isHostOnly ? [] : ["Domain=\(domain)"]
        parts.append("Path=\(path)")
        if let expiry { parts.append("Expires=\(expiry.rfc3339)") }
        if isSecure { parts.append("Secure") }
        if isHTTPOnly { parts.append("HttpOnly") }
        if let sameSite = sameSite.attribute { parts.append("SameSite=\(sameSite)") }
        if isPartitioned { parts.append("Partitioned") }
        return parts.joined(separator: "; ")
    }
}

extension CookieWriteEvent {
    init(_ decision: StoreDecision, store: String, source: Source, host: String, hop: Int?, masking: Masking) {
        self.init(
            store: store, source: source, host: host, name: decision.name,
            value: masking.secret(decision.cookie?.value ?? ""),
            attributes: masking.path(decision.cookie?.attributes ?? ""),
            outcome: Outcome(decision.outcome), reasons: decision.reasons.map(\.code), hop: hop,
            size: decision.cookie.map { $0.name.utf8.count + $0.value.utf8.count })
    }
}

extension CookieWriteEvent.Outcome {
    init(_ outcome: StoreDecision.Outcome) {
        self =
            switch outcome {
            case .stored: .stored
            case .replaced: .replaced
            case .deleted: .deleted
            case .rejected: .rejected
            case .ignored: .ignored
            }
    }
}

extension Masking {
    /// A path that a link's own secret may stand in: the default one is the request's. Short ones are words.
    fileprivate func path(_ text: String) -> String { text.utf8.count < 20 ? text : self.text(text).text }
}
