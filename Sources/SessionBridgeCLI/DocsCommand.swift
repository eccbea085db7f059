import ArgumentParser
import BridgePrimitives
import Documenting
import Reporting

/// Writes the documentation as a site; `make docs` calls it.
struct DocsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docs", abstract: "Writes a page for each reason, the symptoms and the guides as one static site.",
        discussion:
            "Runs every example for it. The pages open from the disk; the command line's own part of make docs.",
        shouldDisplay: false)

    @Option(help: ArgumentHelp("The folder that the site is written to.", valueName: "dir"))
    var into: String

    @Option(help: ArgumentHelp("A folder of guides as HTML fragments, NAME.html each.", valueName: "dir"))
    var guides: String?

    @Option(help: ArgumentHelp("The library's reference, as a path from the site's root.", valueName: "path"))
    var library: String?

    @Option(help: ArgumentHelp("Where the keys are kept that examples need.", valueName: "dir"))
    var state: String?

    func run() async throws {
        try await runningVerb {
            let guides = try guides.map { try SiteFiles.guides(in: $0) } ?? []
            let entries = ReasonCatalogue.all.entries
            let making = ReasonPages(ReasonCatalogue.all, runner: ExampleRunner(stateFolder: state))
            var pages: [ReasonPage] = []
            for (count, entry) in entries.enumerated() {
                if count.isMultiple(of: 200) { Console.note("\(count) of \(entries.count) reasons") }
                if let page = try await making.page(of: entry) { pages.append(page) }
            }
            let site = Site(pages, guides: guides, library: library)
            try SiteFiles.write(site, to: into)
            Console.print("\(site.files.count) files in \(into); open \(into)/index.html")
        }
    }
}
