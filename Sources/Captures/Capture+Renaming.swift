import BridgePrimitives

extension Capture {
    /// The same with other names in it.
    ///
    /// - Parameters:
    ///   - method: a method's stand-in.
    ///   - address: that of a URL, or of a host by itself.
    ///   - cookie: that of a cookie's name.
    /// - Complexity: O(n) in the recording's texts.
    package func renamed(
        method: (String) -> String, address: (String) -> String, cookie: (String) -> String
    ) -> Capture {
        var capture = self
        capture.exchanges = exchanges.map { exchange in
            var exchange = exchange
            (exchange.method, exchange.url) = (method(exchange.method), address(exchange.url))
            exchange.location = exchange.location.map(address)
            exchange.cookieHeader = exchange.cookieHeader.map { header in
                Secret(Self.parts(of: header.reveal()).map { Self.renamed($0, cookie) }.joined(separator: "; "))
            }
            exchange.setCookies = exchange.setCookies.map { line in
                let parts = Self.parts(of: line.reveal())
                let attributes = parts.dropFirst().map { Self.renamedDomain($0, address) }
                return Secret(([Self.renamed(parts.first ?? "", cookie)] + attributes).joined(separator: ";"))
            }
            if var facts = exchange.facts {
                facts.withheld = facts.withheld.map { (cookie($0.name), address($0.domain), $0.path, $0.reasons) }
                facts.writes = facts.writes.map { (cookie($0.name), $0.outcome, $0.reasons) }
                facts.writtenByApp = Set(facts.writtenByApp.map(cookie))
                exchange.facts = facts
            }
            return exchange
        }
        return capture
    }

    private static func parts(of line: String) -> [String] {
        line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// `name=value`; without `=` all is value.
    private static func renamed(_ pair: String, _ cookie: (String) -> String) -> String {
        guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return pair }
        let name = ASCIIText.trimmed(pair.utf8[..<equals])
        let other = cookie(name)
        return other == name ? pair : other + pair[equals...]
    }

    private static func renamedDomain(_ attribute: String, _ address: (String) -> String) -> String {
        guard let equals = attribute.utf8.firstIndex(of: UInt8(ascii: "=")),
            ASCIIText.isSame(ASCIIText.trimmed(attribute.utf8[..<equals]).utf8, "domain".utf8)
        else { return attribute }
        return attribute[...equals] + address(ASCIIText.trimmed(attribute.utf8[attribute.utf8.index(after: equals)...]))
    }
}
