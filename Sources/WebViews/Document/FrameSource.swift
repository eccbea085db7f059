import BridgePrimitives
package import HTTPLoader

/// What a frame element asks for.
package enum FrameSource: Hashable, Sendable {
    /// `srcdoc`, which comes before `src`.
    case inline(String)
    /// No `src`, an empty one, or `about:blank`.
    case blank
    case data(DataURL, text: String)
    case network(WebURL)
    /// Text that is no URL, and schemes that no frame can show (`javascript:` among them, since pages' own scripts
    /// do not run).
    case unsupported(String)

    /// - Parameter base: what relative URLs in the document are resolved against; nil for documents that have none.
    package init(_ element: PageDocument.Frame, base: WebURL?) {
        if let html = element.inlineHTML {
            self = .inline(html)
            return
        }
        let text = ASCIIText.trimmed(Array((element.source ?? "").utf8))
        if text.isEmpty || Self.isBlank(text) {
            self = .blank
        } else if let data = DataURL(text) {
            self = .data(data, text: text)
        } else if let url = base.map({ try? $0.resolving(text) }) ?? (try? WebURL(text)) {
            self = .network(url)
        } else {
            self = .unsupported(text)
        }
    }

    /// `about:blank` with or without query and fragment (HTML, "matches about:blank").
    private static func isBlank(_ text: String) -> Bool {
        let head = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return ASCIIText.lowercased(head) == "about:blank"
    }
}

extension PageDocument {
    /// What relative URLs are resolved against: the first `base` element with a URL, else `fallback`.
    package func baseURL(fallback: WebURL?) -> WebURL? {
        guard let written = elements.first(where: { $0.name == "base" && $0["href"] != nil })?["href"] else {
            return fallback
        }
        guard let fallback else { return try? WebURL(written) }
        return (try? fallback.resolving(written)) ?? fallback
    }
}
