import BridgePrimitives
import CXML2
import Documenting
import Foundation
import Reporting
import Testing
import WorldTestSupport

/// The whole site, made once: what people click must be there, and what they read must be so.
@Suite("The documentation's site", .timeLimit(.minutes(5)))
struct SiteTests {
    private static let site = Task {
        let making = ReasonPages(ReasonCatalogue.all, runner: ExampleRunner(stateFolder: SharedMaterial.folder))
        var pages: [ReasonPage] = []
        for entry in ReasonCatalogue.all.entries {
            if let page = try await making.page(of: entry) { pages.append(page) }
        }
        let guide = Site.Guide(
            name: "one", html: "<h1>One &amp; only</h1><p><a href=\"two.md\">Two</a> <a href=\"../x.md\">x</a></p>",
            others: ["one", "two"])
        let other = Site.Guide(name: "two", html: "<h1>Two</h1>", others: ["one", "two"])
        return (pages: pages, site: Site(pages, guides: [guide, other]))
    }

    @Test func eachCodeHasAPageAndEachAreaAnIntroduction() async throws {
        let (pages, site) = try await Self.site.value
        #expect(pages.map(\.code) == ReasonCatalogue.all.entries.map(\.code))
        let paths = Set(site.files.map(\.path))
        #expect(paths.count == site.files.count)
        for page in pages { #expect(paths.contains("reasons/\(page.code).html"), "\(page.code)") }
        #expect(Set(ReasonArea.all.map(\.name)).count == ReasonArea.all.count)
        for area in ReasonArea.all {
            #expect(pages.contains { $0.area == area }, "\(area.name) has no codes")
            #expect(area.introduction.hasSuffix("."), "\(area.name)")
        }
    }

    @Test func eachLinkLeadsSomewhere() async throws {
        let site = try await Self.site.value.site
        let texts = Dictionary(uniqueKeysWithValues: site.files.map { ($0.path, $0.text) })
        let root = URL(fileURLWithPath: "/site/")
        var count = 0
        for file in site.files where file.path.hasSuffix(".html") {
            let base = root.appending(path: file.path)
            for match in file.text.matches(of: #/(?:href|src|action)="([^"]*)"/#) where !match.1.hasPrefix("https://") {
                let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let target = parts[0].isEmpty ? base : URL(filePath: String(parts[0]), relativeTo: base)
                let path = String(target.standardizedFileURL.path.dropFirst("/site/".count))
                let text = texts[path]
                #expect(text != nil, "\(file.path): \(match.1)")
                if parts.count == 2 {
                    #expect(text?.contains("id=\"\(parts[1])\"") == true, "\(file.path): \(match.1)")
                }
                count += 1
            }
        }
        #expect(count > 10_000)
    }

    @Test func codesThatAreNamedAreCodes() async throws {
        let (pages, site) = try await Self.site.value
        let areas = Set(ReasonArea.all.map(\.name))
        for file in site.files where file.path.hasPrefix("reasons/") || file.path == "symptoms.html" {
            for match in file.text.matches(of: #/<code>([a-z-]+)\/([a-z0-9-]+)<\/code>/#)
            where areas.contains(String(match.1)) {
                let code = ReasonCode(unchecked: "\(match.1)/\(match.2)")
                #expect(ReasonCatalogue.all[code] != nil, "\(file.path): \(code)")
            }
        }
        for page in pages {
            for code in page.seeAlso { #expect(ReasonCatalogue.all[code] != nil, "\(page.code): \(code)") }
        }
    }

    @Test func eachPageParsesWithoutAnError() async throws {
        for file in try await Self.site.value.site.files where file.path.hasSuffix(".html") {
            #expect(Self.errors(in: file.text).isEmpty, "\(file.path): \(Self.errors(in: file.text))")
        }
        // The parser does complain where there is reason to.
        #expect(!Self.errors(in: "<!DOCTYPE html><p><b>x</i></p>").isEmpty)
    }

    @Test func eachExampleShowsItsCodeAndWhatIsMendedDoesNot() async throws {
        for page in try await Self.site.value.pages {
            guard let example = page.example else { continue }
            let code = page.code.rawValue
            // In a scenario's text a code stands where it is expected.
            #expect(example.wrong.lines.contains { $0.contains(code) }, "\(code)")
            #expect(!example.mended.reasons.contains(page.code), "\(code)")
        }
    }

    @Test func textOfOthersStaysText() async throws {
        let (pages, site) = try await Self.site.value
        let page = try #require(pages.first { $0.code == ReasonCode(unchecked: "navigation/frame-refused") })
        #expect(page.example?.wrong.lines.contains { $0.contains("<iframe src='/login'>") } == true)
        let file = try #require(site.files.first { $0.path == "reasons/navigation/frame-refused.html" })
        #expect(file.text.contains("&lt;iframe src=&#39;/login&#39;&gt;") && !file.text.contains("<iframe"))
        let guide = try #require(site.files.first { $0.path == "guides/one.html" })
        #expect(guide.text.contains("<title>One &amp; only · session-bridge</title>"))
        #expect(guide.text.contains("<a href=\"two.html\">Two</a> <a>x</a>"))
    }

    @Test func noPageHoldsATokenOrAPathOfThisMachine() async throws {
        for file in try await Self.site.value.site.files {
            #expect(!file.text.contains(#/eyJ[A-Za-z0-9_-]{20,}\.eyJ/#), "\(file.path)")
            #expect(
                !file.text.contains("session-bridge-example") && !file.text.contains(SharedMaterial.folder),
                "\(file.path)")
        }
    }

    /// What libxml2 says, but for the elements that it is too old to know.
    private static func errors(in text: String) -> [Int32] {
        guard let context = htmlNewParserCtxt() else { return [-1] }
        defer { htmlFreeParserCtxt(context) }
        xmlSetStructuredErrorFunc(nil) { _, _ in }  // otherwise the library prints errors
        defer { xmlSetStructuredErrorFunc(nil, nil) }
        let options = Int32(HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue)
        var known = text
        for name in ["main", "nav", "header", "footer", "section"] {
            known = known.replacing("<\(name)", with: "<div").replacing("</\(name)>", with: "</div>")
        }
        let document = known.utf8.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
            htmlCtxtReadMemory(context, $0.baseAddress, Int32($0.count), nil, "UTF-8", options)
        }
        defer { xmlFreeDoc(document) }
        return xmlCtxtGetLastError(context).map { [$0.pointee.code] } ?? []
    }
}
