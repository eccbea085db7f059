import Foundation
import TestSupport
import Testing

/// `docs/sample-app.md`: each step of each article, and where the sample app has it.
@Suite("Where the sample app has each step", .timeLimit(.minutes(5)))
struct SampleAppPageTests {
    private static let folder = Checkout.root.appendingPathComponent("Examples/SampleApp")
    private static let snippets = ArticleSnippets.all.flatMap(\.snippets)

    private static var markdown: String {
        var text = """
            # What the articles have their readers write, and where it is

            Five systems, step by step, in our words. Each step is in a file of [Examples/SampleApp](../Examples/SampleApp),
            which imports what an app imports; what differs from the articles has its reason here. `Tests/SampleAppTests`
            runs the flows on a simulated device against a world. [articles.md](articles.md) has what the articles say
            that is not so.

            The tests write this page: `SESSION_BRIDGE_REWRITE=1`.

            """
        for article in ArticleSnippets.all {
            text += "\n## \(article.title)\n\n| step | where | what differs, and why |\n| --- | --- | --- |\n"
            for snippet in article.snippets {
                let file = "[\(snippet.file).swift](../Examples/SampleApp/\(snippet.file).swift)"
                text += "| \(snippet.step) | \(file), `\(name(of: snippet))` | \(snippet.difference ?? "") |\n"
            }
        }
        return text
    }

    /// What the declaration declares, or the line calls: up to the bracket that the row does not close.
    private static func name(of snippet: Snippet) -> String {
        var name = snippet.declaration[...]
        for word in [
            "public ", "private ", "nonisolated ", "static ", "func ", "var ", "struct ", "enum ", "guard ", "let ",
        ] {
            if name.hasPrefix(word) { name = name.dropFirst(word.count) }
        }
        var open: [Substring.Index] = []
        for index in name.indices {
            if "([{".contains(name[index]) { open.append(index) }
            if ")]}".contains(name[index]), !open.isEmpty { open.removeLast() }
        }
        name = name[..<(open.first ?? name.endIndex)]
        return String(name.hasSuffix(":") ? name.dropLast() : name)
    }

    /// Set SESSION_BRIDGE_REWRITE to write the page anew.
    @Test func thePageIsTheTable() throws {
        let page = Checkout.root.appendingPathComponent("docs/sample-app.md")
        let text = Self.markdown
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }

    @Test func eachDeclarationIsInItsFileOnce() throws {
        for snippet in Self.snippets {
            let file = Self.folder.appendingPathComponent("\(snippet.file).swift")
            let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
                .filter { $0.trimmingCharacters(in: .whitespaces).hasPrefix(snippet.declaration) }
            #expect(lines.count == 1, "\(snippet): \(snippet.declaration) in \(snippet.file)")
            #expect(snippet.step.hasSuffix("."))
            #expect(snippet.difference?.hasSuffix(".") != false, "\(snippet)")
            #expect(!(snippet.step + (snippet.difference ?? "")).contains("|"), "\(snippet)")
        }
    }

    private static func files() throws -> [String] {
        let paths = try #require(FileManager.default.subpaths(atPath: folder.path))
        return paths.filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(".swift".count)) }
    }

    @Test func eachFileHasItsStep() throws {
        let named = Set(Self.snippets.map(\.file))
        // What loads is plumbing of the page flows, and the names are for compilers.
        for file in try Self.files() where !["SharedSession/PageLoad", "AppleNames"].contains(file) {
            #expect(named.contains(file), "\(file) is in no row")
        }
    }

    @Test func aFileImportsWhatAnAppImportsAndIsOfReadableSize() throws {
        let allowed: Set = ["AppFrameworks", "FirebaseAuthClient", "Foundation"]
        for file in try Self.files() {
            let text = try String(contentsOf: Self.folder.appendingPathComponent("\(file).swift"), encoding: .utf8)
            let lines = text.components(separatedBy: "\n")
            #expect(lines.count <= 250, "\(file)")
            let imports = lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("public import ") }
            for line in imports {
                #expect(allowed.contains(String(line.split(separator: " ").last ?? "")), "\(file): \(line)")
            }
        }
    }
}
