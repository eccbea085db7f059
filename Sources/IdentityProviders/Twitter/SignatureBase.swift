import BridgePrimitives
import BridgeTrace

/// What a signature is made over (RFC 5849 §3.4.1): method, URL without query, and all parameters.
struct SignatureBase: Hashable, Sendable {
    var method: String
    /// As ``normalizedURL(scheme:host:path:)`` gives it.
    var url: String
    /// Without `realm` and `oauth_signature`.
    var items: [FormItems.Item]

    /// As §3.4.1.2 has it: scheme and host in lower case, a default port left out, the path as it was sent.
    static func normalizedURL(scheme: String, host: String, path: String) -> String {
        let scheme = ASCIIText.lowercased(scheme)
        var host = ASCIIText.lowercased(host)
        let defaultPort = scheme == "https" ? ":443" : ":80"
        if host.hasSuffix(defaultPort) { host.removeLast(defaultPort.utf8.count) }
        return "\(scheme)://\(host)\(path.isEmpty ? "/" : path)"
    }

    /// §3.4.1.1.
    var text: String { text(joining: normalizedParameters) }

    func text(joining parameters: String) -> String {
        "\(method)&\(PercentEncoding.encode(url))&\(PercentEncoding.encode(parameters))"
    }

    /// §3.4.1.3.2: encoded, then sorted by name and, where names are equal, by value.
    var normalizedParameters: String { encodedPairs.sorted(by: Self.precedes).map(Self.joined).joined(separator: "&") }

    var encodedPairs: [(name: String, value: String)] {
        items.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
    }

    /// The text for people: values that give access are masked, and stand in it unencoded.
    func maskedText(_ masking: Masking) -> String {
        let pairs = items.map { item -> (name: String, value: String) in
            let name = PercentEncoding.encode(item.name)
            guard Self.secretNames.contains(name) else { return (name, PercentEncoding.encode(item.value)) }
            return (name, masking.secret(String(decoding: item.value, as: UTF8.self)).text)
        }
        let shown = pairs.sorted(by: Self.precedes).map { name, value in
            let isSecret = Self.secretNames.contains(name)
            return "\(PercentEncoding.encode(name))%3D\(isSecret ? value : PercentEncoding.encode(value))"
        }
        return "\(method)&\(PercentEncoding.encode(url))&\(shown.joined(separator: "%26"))"
    }

    /// Encoded text is ASCII, so that texts compare as their bytes do.
    static func precedes(_ a: (name: String, value: String), _ b: (name: String, value: String)) -> Bool {
        a.name == b.name ? a.value < b.value : a.name < b.name
    }

    static func joined(_ pair: (name: String, value: String)) -> String { "\(pair.name)=\(pair.value)" }

    private static let secretNames: Set<String> = ["oauth_token", "oauth_verifier", "x_auth_password"]
}
