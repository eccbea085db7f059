import BridgePrimitives
import Listening

/// A request with an OAuth 1.0 signature, read but not checked (RFC 5849 §3.1).
struct SignedRequest: Sendable {
    let base: SignatureBase
    /// As it was sent, decoded once.
    let signature: String
    let headerItems: [FormItems.Item]
    let queryItems: [FormItems.Item]
    let bodyItems: [FormItems.Item]
    let rawQuery: String
    private let scheme: String
    private let host: String
    private let path: String

    let consumerKey: String
    let signatureMethod: String
    let timestamp: String
    let nonce: String
    /// Nil when absent or empty.
    let token: String?
    let verifier: String?
    let callback: String?
    let version: String?

    /// - Throws: `notSigned` without any parameter of the protocol; `brokenHeader`, `brokenForm`, `parameterMissing`,
    ///   `parameterRepeated`, `parameterTooLong`.
    init(_ request: PlainRequest) throws(TwitterRefusal) {
        func items(_ text: some Sequence<UInt8>) throws(TwitterRefusal) -> [FormItems.Item] {
            do { return try FormItems(parsing: text).items } catch { throw TwitterRefusal(error) }
        }
        let header = try request.authorization.flatMap { field throws(TwitterRefusal) in try OAuthHeader.parse(field) }
        let query = try items(request.query.utf8)
        let body = request.hasForm ? try items(request.body) : []
        let all = (header ?? []) + query + body
        guard all.contains(where: { Self.isProtocol($0.name) }) else { throw TwitterRefusal(.notSigned) }

        func optional(_ name: String) throws(TwitterRefusal) -> String? {
            // §3.1: no parameter of the protocol more than once, wherever it stands.
            let found = all.filter { $0.name.elementsEqual(name.utf8) }
            guard found.count <= 1 else { throw TwitterRefusal(.parameterRepeated, name) }
            guard let value = found.first?.value, !value.isEmpty else { return nil }
            guard value.count <= FormItems.longestValue else { throw TwitterRefusal(.parameterTooLong, name) }
            guard let text = String(validating: value, as: UTF8.self) else { throw TwitterRefusal(.brokenForm) }
            return text
        }
        func required(_ name: String) throws(TwitterRefusal) -> String {
            guard let value = try optional(name) else { throw TwitterRefusal(.parameterMissing, name) }
            return value
        }
        consumerKey = try required("oauth_consumer_key")
        signatureMethod = try required("oauth_signature_method")
        timestamp = try required("oauth_timestamp")
        nonce = try required("oauth_nonce")
        signature = try required("oauth_signature")
        token = try optional("oauth_token")
        verifier = try optional("oauth_verifier")
        callback = try optional("oauth_callback")
        version = try optional("oauth_version")

        let isSigned = { (item: FormItems.Item) in !item.name.elementsEqual("oauth_signature".utf8) }
        (headerItems, queryItems) = ((header ?? []).filter(isSigned), query.filter(isSigned))
        bodyItems = body.filter(isSigned)
        base = SignatureBase(
            method: request.method,
            url: SignatureBase.normalizedURL(scheme: request.scheme, host: request.host, path: request.path),
            items: all.filter(isSigned))
        (scheme, host, path, rawQuery) = (request.scheme, request.host, request.path, request.query)
    }

    /// Names of the protocol's parameters that are there, apart from the signature.
    var protocolNames: [String] {
        base.items.filter { Self.isProtocol($0.name) }.map { String(decoding: $0.name, as: UTF8.self) }.uniqued()
    }

    private static func isProtocol(_ name: [UInt8]) -> Bool { name.starts(with: "oauth_".utf8) }

    // MARK: - What a client may have signed instead

    func url(withOtherScheme: Bool) -> String {
        // The port is the service's own: only the word changes.
        "\(scheme == "https" ? "http" : "https")\(base.url.dropFirst(scheme.utf8.count))"
    }

    /// With the default port spelled out, or without any port.
    func url(withPort: Bool) -> String {
        var name = host
        if let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")), !host.hasSuffix("]") {
            name = String(host[..<colon])
        }
        if withPort, name == host { name += scheme == "https" ? ":443" : ":80" }
        return "\(scheme)://\(name)\(path)"
    }
}
