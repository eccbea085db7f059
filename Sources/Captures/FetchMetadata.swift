package import BridgePrimitives

/// What a request says of who started it and what for (Fetch Metadata §2), with what older clients say in its place.
package struct FetchMetadata: Sendable {
    /// Names in lower case.
    private let fields: [(name: String, value: String)]

    /// - Parameter fields: names in lower case.
    package init(_ fields: [(name: String, value: String)]) { self.fields = fields }

    private func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Whether it asks for a page in the main frame: a guess where the client does not say it.
    ///
    /// - Parameter kind: what a recorder says of it; nil where it says nothing.
    package func isDocument(recordedAs kind: String? = nil) -> Bool {
        if let destination = value("sec-fetch-dest") { return destination == "document" }
        if let kind { return kind == "document" }
        return value("accept")?.hasPrefix("text/html") ?? false
    }

    /// Whether the client says of none of its requests what they are for: some exporters drop those fields.
    package var saysNothing: Bool {
        !fields.contains {
            ["accept", "sec-fetch-dest", "sec-fetch-mode", "x-requested-with", "origin"].contains($0.name)
        }
    }

    /// Whether no page started it, but an address that was typed, or an app; false where nobody says it.
    package var isUnasked: Bool { fields.contains { $0.name == "sec-fetch-site" && $0.value == "none" } }

    /// Whether a page of another site started it; nil where nobody says it.
    package var isCrossSite: Bool? { value("sec-fetch-site").map { $0 == "cross-site" } }

    /// Whether a script may have asked for it without cookies: `fetch` sends none to other origins unless it is told to,
    /// and what asks the server before it (CORS-preflight, Fetch §4.8) never has any.
    ///
    /// - Parameter allowed: whether the answer lets such a request have cookies, and so is one's that was told to.
    package func mayOmitCredentials(_ method: String, _ url: String, allowed: Bool = false) -> Bool {
        guard isOfOtherOrigin(url) else { return false }
        let isPreflight = method == "OPTIONS" && value("access-control-request-method") != nil
        return isPreflight || !allowed
    }

    /// Whether an answer lets a script of another origin have what was asked with cookies (Fetch §3.3.3).
    ///
    /// - Parameter fields: names in lower case.
    package static func allowsCredentials(_ fields: [(name: String, value: String)]) -> Bool {
        fields.contains { $0.name == "access-control-allow-credentials" && $0.value == "true" }
    }

    /// Whether it is a script's, and goes elsewhere than to where its page is from.
    private func isOfOtherOrigin(_ url: String) -> Bool {
        let mode = value("sec-fetch-mode")
        if let mode, mode != "cors" { return false }
        if mode != nil, let site = value("sec-fetch-site") { return site != "same-origin" }
        guard let origin = value("origin") else { return false }
        return ASCIIText.lowercased(origin) != ASCIIText.lowercased(String(Capture.origin(of: url)))
    }

    /// The page that started it: what `Referer` says, or else `Origin`; nil where neither says it.
    package var initiator: String? {
        for name in ["referer", "origin"] {
            if let page = value(name), page.hasPrefix("http://") || page.hasPrefix("https://") { return page }
        }
        return nil
    }

    /// The credential of `Authorization: Bearer`.
    package var bearer: Secret<String>? {
        guard let value = value("authorization"), ASCIIText.isSame(value.utf8.prefix(7), "bearer ".utf8) else {
            return nil
        }
        return Secret(String(value.dropFirst(7)))
    }
}
