import BridgePrimitives

/// A document's tree as a value: its elements in document order, as an HTML parser finds them.
///
/// The page's own scripts have not run on it.
public struct PageDocument: Hashable, Sendable {
    public struct Attribute: Hashable, Sendable {
        /// Lower-case.
        public let name: String
        public let value: String
    }

    public struct Element: Hashable, Sendable {
        /// Lower-case, `html`, `iframe` …
        public let name: String
        /// In the order in which they are written; of two with one name the first counts.
        public let attributes: [Attribute]
        /// Place of the parent in ``PageDocument/elements``; nil for the root.
        public let parent: Int?
        /// The text directly inside, without that of elements below.
        public internal(set) var text: String

        /// The value of the attribute `name` (lower-case); nil when it is absent.
        public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    /// A frame that the document asks for, as its element is written; ``HeadlessWebView/frames`` tells what came of it.
    public struct Frame: Hashable, Sendable {
        /// As written; nil or empty for `about:blank`.
        public let source: String?
        /// The frame's own HTML, which comes before ``source``.
        public let inlineHTML: String?
        /// The tokens of the `sandbox` attribute; nil when it is absent.
        public let sandbox: [String]?
    }

    /// In document order; parents come before their children.
    public let elements: [Element]
    /// The encoding that the bytes were read in, by its WHATWG name.
    public let characterSet: String
    /// Whether a limit of ``HTMLLimits`` was reached and the rest left out.
    public let isTruncated: Bool

    static let empty = PageDocument(elements: [], characterSet: "UTF-8", isTruncated: false)

    /// The text of the first `title` element, white space collapsed; empty when there is none.
    public var title: String { first("title").map { ASCIIText.strippedAndCollapsed($0.text) } ?? "" }

    /// - Complexity: O(n) in elements, as all look-ups here.
    public func first(_ name: String) -> Element? { elements.first { $0.name == name } }
    public func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }
    public func element(withID id: String) -> Element? { elements.first { $0["id"] == id } }

    /// The value of `<meta name="…" content="…">`, the name compared without ASCII case; nil when there is none.
    public func meta(named name: String) -> String? {
        elements.first { $0.name == "meta" && ASCIIText.isSame($0["name"] ?? "", name) }?["content"]
    }

    public var frames: [Frame] {
        elements.filter { $0.name == "iframe" || $0.name == "frame" }.map { element in
            Frame(
                source: element["src"], inlineHTML: element["srcdoc"],
                sandbox: element["sandbox"].map { ASCIIText.words($0) })
        }
    }
}

/// What a parse may cost: beyond a limit, the rest of the document is left out.
package enum HTMLLimits {
    package static let bytes = 8 << 20
    package static let elements = 100_000
    package static let depth = 512
    /// Start tags, end tags and every other `<`. The parser walks up the open elements at each tag, also at those that
    /// it then ignores: depth × tags bounds that.
    package static let tags = 2 * elements + 10_000
    /// Bounds what reporting them costs. From 2.11 on, libxml2 itself reports no more than 100.
    package static let errors = 10_000
    /// Of one element.
    package static let attributes = 1_000
}
