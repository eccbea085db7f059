import BridgePrimitives

extension Markup {
    /// Prose in which `code` stands between backquotes, as in the catalogue.
    static func prose(_ text: String) -> Markup {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        // A backquote that nobody closes is a backquote.
        guard parts.count % 2 == 1 else { return "\(text)" }
        let markup = parts.enumerated().map { place, part -> Markup in
            place % 2 == 0 ? "\(part)" : "<code>\(part)</code>"
        }
        return Markup(markup)
    }

    static func block(_ text: String) -> Markup { "<pre><code>\(lines: text)</code></pre>" }
}

/// One page of the site, in the frame that all have.
struct HTMLPage {
    /// From the site's root, with slashes: `reasons/send/path.html`.
    let path: String
    let title: String
    let body: Markup

    /// What leads from this page to the root: empty, `../` …
    private var up: String { String(repeating: "../", count: path.count { $0 == "/" }) }

    var text: String {
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title) · session-bridge</title>
            <link rel="stylesheet" href="\(up)style.css">
            </head>
            <body>
            <header>
            <a class="home" href="\(up)index.html">session-bridge</a>
            <nav aria-label="Site">
            <a href="\(up)symptoms.html">Symptoms</a>
            <a href="\(up)reasons.html">Reasons</a>
            <a href="\(up)guides.html">Guides</a>
            </nav>
            <form role="search" action="\(up)reasons.html" hidden>
            <label for="search">Search</label>
            <input id="search" type="search" autocomplete="off" placeholder="signed out after relaunch" data-root="\(up)">
            </form>
            </header>
            <div id="found" role="status" hidden></div>
            <main>
            \(body)
            </main>
            <footer>Every example on these pages was run when they were made.</footer>
            <script src="\(up)search-index.js"></script>
            <script src="\(up)search.js"></script>
            </body>
            </html>

            """
        return page.text
    }
}
