package import BridgePrimitives
package import BridgeTrace
package import Cookies

extension Cookie {
    /// The cookie that a trace says was stored, with the value that the trace shows: masked, as a rule.
    ///
    /// - Parameter at: when.
    package init(_ write: CookieWriteEvent, at: Instant) {
        var domain: String?
        var (path, expiry) = ("/", Instant?.none)
        var (isSecure, isHTTPOnly, isPartitioned) = (false, false, false)
        var sameSite = SameSite.unspecified
        for part in write.attributes.utf8.split(separator: UInt8(ascii: ";")) {
            let attribute = ASCIIText.trimmed(part)
            let equals = attribute.firstIndex(of: "=")
            let value = equals.map { String(attribute[attribute.index(after: $0)...]) } ?? ""
            switch equals.map({ String(attribute[..<$0]) }) ?? attribute {
            case "Domain": domain = value
            case "Path": path = value
            case "Expires": expiry = Instant(rfc3339: value)
            case "Secure": isSecure = true
            case "HttpOnly": isHTTPOnly = true
            case "Partitioned": isPartitioned = true
            case "SameSite": sameSite = SameSite(attribute: value) ?? .unspecified
            default: continue
            }
        }
        let host = write.host.hasPrefix(".") ? String(write.host.dropFirst()) : write.host
        self.init(
            name: write.name, value: write.value.text, domain: domain ?? host, isHostOnly: domain == nil, path: path,
            isSecure: isSecure, isHTTPOnly: isHTTPOnly, sameSite: sameSite, creationTime: at, lastAccessTime: at,
            expiry: expiry, isPartitioned: isPartitioned, isScriptWritten: write.source == .script)
    }
}

extension CookieWriteEvent {
    /// As a `Set-Cookie` line or an assignment to `document.cookie` would have it, for another jar to judge: an expiry is
    /// told by `Max-Age`, whose spelling all engines agree on.
    package func line(at: Instant) -> String {
        let cookie = Cookie(self, at: at)
        var parts = ["\(name)=\(value.text)"]
        for part in attributes.split(separator: ";") {
            let attribute = ASCIIText.trimmed(part.utf8)
            guard attribute.hasPrefix("Expires="), let expiry = cookie.expiry else {
                parts.append(attribute)
                continue
            }
            parts.append("Max-Age=\((expiry - at).components.seconds)")
        }
        return parts.joined(separator: "; ")
    }
}
