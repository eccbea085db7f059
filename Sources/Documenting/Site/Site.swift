import BridgePrimitives

/// The documentation as files: one page for each reason, the symptoms, the areas and the guides. Links are relative, so
/// that it opens from a disk; scripts only search.
public struct Site: Sendable {
    public struct File: Hashable, Sendable {
        /// From the site's root, with slashes.
        public let path: String
        public let text: String
    }

    /// A page that was written by hand, already as HTML.
    public struct Guide: Hashable, Sendable {
        /// Of its file, without an ending: `trace-file`.
        public let name: String
        public let title: String
        fileprivate let html: String

        /// - Parameter html: a fragment that begins with a heading. Links to other guides, `scenarios.md`, become links to
        ///   their pages; links to what is not on the site keep their words and lead nowhere.
        public init(name: String, html: String, others: [String]) {
            (self.name, self.html) = (name, Self.relinked(html, others: others))
            let heading = html.firstRange(of: "<h1>").flatMap { start in
                html[start.upperBound...].firstRange(of: "</h1>").map { String(html[start.upperBound..<$0.lowerBound]) }
            }
            title = heading.map(Self.withoutTags) ?? name
        }

        private static func relinked(_ html: String, others: [String]) -> String {
            html.replacing(#/<a href="([^"]*)">/#) { match in
                let target = String(match.1)
                if target.hasPrefix("#") || target.hasPrefix("https://") { return "<a href=\"\(target)\">" }
                let name = String((target.split(separator: "/").last ?? "").prefix { $0 != "." })
                return target == name + ".md" && others.contains(name) ? "<a href=\"\(name).html\">" : "<a>"
            }
        }

        private static func withoutTags(_ html: String) -> String {
            html.replacing(#/<[^>]*>/#, with: "").replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        }
    }

    public let files: [File]

    /// - Parameters:
    ///   - pages: in the catalogue's order.
    ///   - library: the path of the library's reference from the site's root; nil where it was not made.
    /// - Complexity: O(n) in what is written.
    public init(_ pages: [ReasonPage], guides: [Guide], library: String? = nil) {
        let known = Set(pages.map(\.code))
        var html = [
            Self.index(pages, guides, library: library), Self.symptoms(known), Self.reasons(pages), Self.guides(guides),
        ]
        html += ReasonArea.all.map { area in Self.area(area, pages.filter { $0.area == area }) }
        html += pages.map { Self.page($0, known: known) }
        html += guides.map { HTMLPage(path: "guides/\($0.name).html", title: $0.title, body: Markup(trusted: $0.html)) }
        files =
            html.map { File(path: $0.path, text: $0.text) } + [
                File(path: "style.css", text: SiteAssets.style), File(path: "search.js", text: SiteAssets.search),
                File(path: "search-index.js", text: Self.searchIndex(pages, guides)),
                File(
                    path: "reasons.json", text: JSONValue.array(pages.map(\.json)).text(indented: true) + "\n"),
            ]
    }

    static func path(of code: ReasonCode) -> String { "reasons/\(code.rawValue).html" }

    /// A link to a code's page, from a page so deep below the root.
    static func link(_ code: ReasonCode, up: String) -> Markup {
        "<a href=\"\(up)\(path(of: code))\"><code>\(code.rawValue)</code></a>"
    }

    /// What the search box looks through: titles, places, and words that are not shown.
    private static func searchIndex(_ pages: [ReasonPage], _ guides: [Guide]) -> String {
        func entry(_ title: String, _ path: String, _ text: String, _ words: String) -> JSONValue {
            [.string(title), .string(path), .string(text), .string(words)]
        }
        var entries = Symptom.all.map {
            entry($0.title, "symptoms.html#\($0.id)", $0.explanation, $0.words.joined(separator: " "))
        }
        entries += pages.map { entry($0.code.rawValue, path(of: $0.code), $0.entry.meaning, $0.entry.fix) }
        entries += guides.map { entry($0.title, "guides/\($0.name).html", "", "") }
        return "const searchIndex = \(JSONValue.array(entries).text());\n"
    }
}
