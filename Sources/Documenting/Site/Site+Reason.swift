import BridgePrimitives

extension Site {
    /// The page of one reason.
    static func page(_ page: ReasonPage, known: Set<ReasonCode>) -> HTMLPage {
        let fix: Markup =
            page.entry.fix.isEmpty ? "" : "<p class=\"fix\"><b>Fix:</b> \(Markup.prose(page.entry.fix))</p>"
        let facts = page.facts.dropFirst().map { fact -> Markup in "<dt>\(fact.name)</dt><dd>\(fact.value)</dd>" }
        let area = page.area
        return HTMLPage(
            path: path(of: page.code), title: page.code.rawValue,
            body: """
                <p class="path"><a href="../../reasons.html">Reasons</a> / <a href="../../areas/\(area.name).html">\(area.name)</a></p>
                <h1><code>\(page.code.rawValue)</code></h1>
                <p class="meaning">\(Markup.prose(page.entry.meaning))</p>
                \(fix)
                <dl><dt>Area</dt><dd>\(area.introduction)</dd>\(Array(facts))</dl>
                \(page.example.map { example($0, mended: page.mendedTitle) } ?? "<p>\(page.missingExample ?? "")</p>")
                \(snippets(page.snippets))
                \(people(page.symptoms))
                \(seeAlso(page.seeAlso.filter(known.contains)))
                """)
    }

    private static func example(_ example: ReasonPage.ShownExample, mended: String) -> Markup {
        let heading = example.engines.isEmpty ? "Example" : "Example, as \(example.profile)"
        let command: Markup = example.command.map { "<h3>Try it</h3>\n\(Markup.block($0))" } ?? ""
        return """
            <h2>\(heading)</h2>
            <p>\(example.story)</p>
            \(sources(example.wrongSource))
            \(run(example.wrong))
            \(command)
            <h2>\(mended)</h2>
            \(sources(example.mendedSource))
            \(run(example.mended))
            \(engines(example.engines))
            """
    }

    private static func sources(_ sources: [ReasonPage.SourceText]) -> [Markup] {
        sources.map { "<p class=\"file\">\($0.name)</p>\n\(Markup.block($0.text))" }
    }

    private static func run(_ run: ExampleRun) -> Markup { Markup.block(run.lines.joined(separator: "\n")) }

    private static func engines(_ rows: [ReasonPage.EngineRow]) -> Markup {
        guard !rows.isEmpty else { return "" }
        let items = rows.map { row -> Markup in
            let mark: Markup = row.givesCode ? "<td class=\"bad\">yes</td>" : "<td class=\"good\">no</td>"
            return """
                <tr><td><code>\(row.engine)</code></td>\(mark)<td>\(row.outcome)</td><td>\(row.reasons.map(\.rawValue).joined(separator: ", "))</td></tr>
                """
        }
        return """
            <h2>Which engines</h2>
            <div class="wide"><table>
            <thead><tr><th>Profile</th><th>This reason</th><th>The last step</th><th>All reasons</th></tr></thead>
            <tbody>
            \(items)
            </tbody></table></div>
            """
    }

    private static func snippets(_ snippets: [FixSnippet]) -> Markup {
        guard !snippets.isEmpty else { return "" }
        let items = snippets.map { snippet -> Markup in
            "<h3>\(snippet.language.title)</h3>\n<p>\(snippet.purpose)</p>\n\(Markup.block(snippet.text))"
        }
        return "<h2>How to mend it</h2>\n\(items)"
    }

    private static func people(_ symptoms: [Symptom]) -> Markup {
        guard !symptoms.isEmpty else { return "" }
        let items = symptoms.map { symptom -> Markup in
            "<li><a href=\"../../symptoms.html#\(symptom.id)\">\(symptom.title)</a></li>"
        }
        return "<h2>People say</h2>\n<ul>\n\(items)\n</ul>"
    }

    private static func seeAlso(_ codes: [ReasonCode]) -> Markup {
        guard !codes.isEmpty else { return "" }
        let items = codes.map { code -> Markup in "<li>\(link(code, up: "../../"))</li>" }
        return "<h2>Also given here</h2>\n<ul>\n\(items)\n</ul>"
    }
}
