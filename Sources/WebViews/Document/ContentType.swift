import BridgePrimitives

/// A `Content-Type` header, as far as a document needs it (MIME Sniffing §4.4).
package struct ContentType: Hashable, Sendable {
    /// Lower-case, without parameters; empty when there is none.
    package let essence: String
    /// The label of the `charset` parameter, as written.
    package let charset: String?

    package init(_ header: String?) {
        let parts = (header ?? "").utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let essence = parts.first.map { ASCIIText.lowercased(ASCIIText.trimmed($0).utf8) } ?? ""
        self.essence = essence.utf8.contains(UInt8(ascii: "/")) ? essence : ""
        charset = parts.dropFirst().lazy.compactMap(Self.charset(in:)).first
    }

    private static func charset(in parameter: Substring.UTF8View) -> String? {
        let pair = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
        guard pair.count == 2, ASCIIText.lowercased(ASCIIText.trimmed(pair[0]).utf8) == "charset" else { return nil }
        let value = ASCIIText.trimmed(pair[1]).utf8.filter { $0 != UInt8(ascii: "\"") }
        return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
    }

    /// What a web view does with content of this type.
    enum Handling: Hashable, Sendable {
        case html
        /// Shown without being parsed as HTML: text, JSON, images.
        case shown
        case download
    }

    /// - Parameter body: looked at when there is no usable header.
    func handling(body: [UInt8], isSniffingAllowed: Bool) -> Handling {
        switch essence {
        case "text/html", "application/xhtml+xml": return .html
        case "":
            guard isSniffingAllowed else { return .shown }
            return body.first { !ASCIIText.isSpace($0) } == UInt8(ascii: "<") ? .html : .shown
        case "application/json", "application/javascript", "application/xml", "application/pdf": return .shown
        default:
            let isShown = ["text/", "image/", "audio/", "video/"].contains { essence.hasPrefix($0) }
            return isShown || essence.hasSuffix("+json") || essence.hasSuffix("+xml") ? .shown : .download
        }
    }
}
