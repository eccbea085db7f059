import BridgePrimitives
import Foundation
import Testing
import TestSupport

@testable import SessionBridgeCLI

/// What people write into the documents: links are checked by `make docs`.
@Suite("The documents", .timeLimit(.minutes(5)))
struct DocumentationTests {
    private static let pages =
        Checkout.texts(in: "docs", suffix: ".md") + Checkout.texts(in: "Scenarios", suffix: ".md")
        + [("README.md", (try? String(contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8)) ?? "")]

    @Test func codesThatAreNamedAreCodes() {
        #expect(Self.pages.count > 15)
        // The helper over WebKitGTK has codes of its own protocol.
        for (path, text) in Self.pages where !path.hasSuffix("webkit-helper.md") {
            for match in text.matches(of: #/`([a-z-]+\/[a-z0-9-]+)`/#) {
                let code = ReasonCode(unchecked: String(match.1))
                // Firebase's JavaScript SDK spells its codes `auth/…` too, and some folders are named as a code is.
                let isFolder = FileManager.default.fileExists(
                    atPath: Checkout.root.appending(path: code.rawValue).path)
                guard ReasonArea.of(code) != nil, !code.rawValue.hasPrefix("auth/"), !isFolder else { continue }
                #expect(ReasonCatalogue.all[code] != nil, "\(path): \(code)")
            }
        }
    }

    /// `make test-docs` runs their commands.
    @Test func whatPeopleReadFirstIsShort() {
        for (path, text) in Self.pages where path == "README.md" || path.hasPrefix("docs/guides/") {
            #expect(text.count(where: { $0 == "\n" }) <= (path == "README.md" ? 200 : 250), "\(path)")
        }
    }

    @Test("Swift parses the lines that fix something", .enabled(if: Program.isThere("swiftc")))
    func swift() throws {
        try check("swift", suffix: "swift") { ["swiftc", "-frontend", "-parse", "-parse-as-library"] + $0 }
    }

    @Test("JavaScript parses the lines that fix something", .enabled(if: Program.isThere("node")))
    func javaScript() throws { try check("javascript", suffix: "mjs") { ["node", "--check"] + $0 } }

    /// Each block of `docs/snippets.md`; what stands in a function in an app stands in one here.
    private func check(_ language: String, suffix: String, _ command: ([String]) -> [String]) throws {
        let text = try #require(Checkout.texts(in: "docs", suffix: "snippets.md").first?.text)
        let blocks = text.split(separator: "```\(language)\n").dropFirst().map {
            $0.prefix(upTo: $0.ranges(of: "```")[0].lowerBound)
        }
        #expect(blocks.count > 20)
        try withFolder { folder in
            let files = try blocks.enumerated().map { place, block in
                let file = "\(folder)/lines\(place).\(suffix)"
                let text = language == "swift" ? "func f\(place)() async throws {\n\(block)}\n" : String(block)
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
                return file
            }
            // Node.js checks one file at a time.
            for some in language == "swift" ? [files] : files.map({ [$0] }) {
                let outcome = try Program.run(command(some))
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }
    }
}

/// A program of the machine's.
private enum Program {
    static func isThere(_ name: String) -> Bool { (try? run(["sh", "-c", "command -v \(name)"]).status) == 0 }

    static func run(_ command: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
