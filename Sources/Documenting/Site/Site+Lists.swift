import BridgePrimitives

extension Site {
    static func index(_ pages: [ReasonPage], _ guides: [Guide], library: String?) -> HTMLPage {
        let examples = pages.count { $0.example != nil }
        let libraryItem = library.map { place -> Markup in
            """
            <li><a href="\(place)">The library</a>: its reference, whose pages are scripts and want a web server: \
            <code>python3 -m http.server</code> in this folder</li>
            """
        }
        return HTMLPage(
            path: "index.html", title: "Why is the user not signed in?",
            body: """
                <h1>Why is the user not signed in?</h1>
                <p>session-bridge runs the handoff of a Firebase session from a native app to its web view and names the
                reason for everything that happens to the cookie, the token and the route. Each reason has a page: what it
                means, an example that was run, how to mend it in Swift and JavaScript, and which engines do so.</p>
                <ul class="cards">
                <li><a href="symptoms.html">Symptoms</a>: begin with what you see, one of \(Symptom.all.count)</li>
                <li><a href="reasons.html">Reasons</a>: begin with a code, one of \(pages.count), \(examples) with examples</li>
                <li><a href="guides.html">Guides</a>: files, engines and life on a device</li>
                \(libraryItem ?? "")
                </ul>
                <h2>Symptoms that many report</h2>
                <ul>
                \(["first-request-without-cookie", "document-cookie-empty", "signed-out-after-relaunch", "native-jar-only",
                    "login-loop", "invalid-custom-token", "blank-page"].compactMap { id in
                        Symptom.all.first { $0.id == id }.map { "<li><a href=\"symptoms.html#\($0.id)\">\($0.title)</a></li>" }
                    } as [Markup])
                </ul>
                """)
    }

    static func symptoms(_ known: Set<ReasonCode>) -> HTMLPage {
        let sections = Symptom.all.map { symptom -> Markup in
            let causes = symptom.causes.filter { known.contains($0.code) }.map { cause -> Markup in
                "<li>\(link(cause.code, up: "")): \(cause.clue)</li>"
            }
            return """
                <section id="\(symptom.id)">
                <h2><a href="#\(symptom.id)">\(symptom.title)</a></h2>
                <p>\(symptom.explanation)</p>
                <ol>
                \(causes)
                </ol>
                <p>What decides: <code>\(symptom.command)</code>\(symptom.commandPlace.map { ", \($0)" } ?? "")</p>
                </section>
                """
        }
        return HTMLPage(
            path: "symptoms.html", title: "Symptoms",
            body: """
                <h1>Symptoms</h1>
                <p>What people see, and what it turns out to be, the most likely first. In a terminal:
                <code>session-bridge reasons --symptoms signed out after relaunch</code>.</p>
                \(sections)
                """)
    }

    static func reasons(_ pages: [ReasonPage]) -> HTMLPage {
        let rows = ReasonArea.all.map { area -> Markup in
            let own = pages.filter { $0.area == area }
            return """
                <tr><td><a href="areas/\(area.name).html"><code>\(area.name)</code></a></td><td>\(area.introduction)</td>
                <td class="number">\(own.count)</td><td class="number">\(own.count { $0.example != nil })</td></tr>
                """
        }
        return HTMLPage(
            path: "reasons.html", title: "Reasons",
            body: """
                <h1>Reasons</h1>
                <p>A code is an area and a name. <code>session-bridge reasons CODE</code> tells the same in a terminal, and
                <a href="reasons.json">reasons.json</a> to a program.</p>
                <div class="wide"><table>
                <thead><tr><th>Area</th><th></th><th>Codes</th><th>Examples</th></tr></thead>
                <tbody>
                \(rows)
                </tbody></table></div>
                """)
    }

    static func area(_ area: ReasonArea, _ pages: [ReasonPage]) -> HTMLPage {
        let rows = pages.map { page -> Markup in
            "<tr><td>\(link(page.code, up: "../"))</td><td>\(Markup.prose(page.entry.meaning))</td></tr>"
        }
        return HTMLPage(
            path: "areas/\(area.name).html", title: area.name,
            body: """
                <h1><code>\(area.name)</code></h1>
                <p>\(area.introduction)</p>
                <p>Met in: \(area.place).</p>
                <div class="wide"><table><tbody>
                \(rows)
                </tbody></table></div>
                """)
    }

    static func guides(_ guides: [Guide]) -> HTMLPage {
        let items = guides.map { guide -> Markup in "<li><a href=\"guides/\(guide.name).html\">\(guide.title)</a></li>"
        }
        return HTMLPage(
            path: "guides.html", title: "Guides",
            body: """
                <h1>Guides</h1>
                <ul>
                \(items)
                </ul>
                """)
    }
}
