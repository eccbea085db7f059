import BridgePrimitives
import Documenting
import Foundation
import Reporting
import TestSupport
import Testing

@Suite("Snippets that mend", .timeLimit(.minutes(5)))
struct FixSnippetTests {
    @Test func eachMendsCodesThatThereAre() {
        for snippet in FixSnippet.all {
            #expect(!snippet.codes.isEmpty && snippet.purpose.hasSuffix("."), "\(snippet.purpose)")
            #expect(Set(snippet.codes).count == snippet.codes.count, "\(snippet.purpose)")
            for code in snippet.codes { #expect(ReasonCatalogue.all[code] != nil, "\(code)") }
        }
    }

    /// Codes that nobody's few lines mend: what is well, what is the engine's or the network's, what needs a person.
    private static let withoutLines: [String: Set<String>] = [
        "guard": ["user-present", "token-accepted", "waits-for-auth", "auth-ready", "cookie-deleted", "retried"],
        "page": ["signed-in", "proven", "bad-proof", "no-such-link"],
        "handoff": ["users-refused", "no-routes", "no-handover-address"],
        "script": ["no-such-frame"],
        "token": [
            "unreadable-key", "unreadable-service-account", "key-not-made", "signing-failed", "no-token", "no-keys",
            "unreadable-certificates", "certificates-not-fetched", "cannot-mint",
        ],
    ]

    @Test(
        "What an app's author brings about has lines that mend it",
        arguments: ["store", "send", "script", "native", "foundation", "handoff", "token", "guard", "page"])
    func areas(area: String) {
        for entry in ReasonCatalogue.all.entries where entry.code.rawValue.hasPrefix(area + "/") {
            let hasLines = !FixSnippet.mending(entry.code).isEmpty
            let name = String(entry.code.rawValue.dropFirst(area.count + 1))
            #expect(hasLines != (Self.withoutLines[area]?.contains(name) ?? false), "\(entry.code): \(hasLines)")
        }
    }

    @Test("Swift parses it", .enabled(if: Program.isThere("swiftc")))
    func swift() async throws {
        try await check(.swift, suffix: "swift") { ["swiftc", "-frontend", "-parse", "-parse-as-library"] + $0 }
    }

    @Test("JavaScript parses it", .enabled(if: Program.isThere("node")))
    func javaScript() async throws {
        for snippet in FixSnippet.all where snippet.language == .javaScript {
            try await check([snippet], suffix: "mjs") { ["node", "--check"] + $0 }
        }
    }

    @Test("So do the site's own scripts", .enabled(if: Program.isThere("node")))
    func siteScripts() throws {
        try withFolder { folder in
            for file in Site([], guides: []).files where file.path.hasSuffix(".js") {
                let path = "\(folder)/\(file.path)"
                try Data(file.text.utf8).write(to: URL(fileURLWithPath: path))
                let outcome = try Program.run(["node", "--check", path])
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }
    }

    private func check(
        _ language: FixSnippet.Language, suffix: String, _ command: ([String]) -> [String]
    ) async throws {
        try await check(FixSnippet.all.filter { $0.language == language }, suffix: suffix, command)
    }

    private func check(_ snippets: [FixSnippet], suffix: String, _ command: ([String]) -> [String]) async throws {
        try withFolder { folder in
            let files = try snippets.enumerated().map { place, snippet in
                let file = "\(folder)/snippet\(place).\(suffix)"
                // What stands in a function in an app stands in one here.
                let isSwift = snippet.language == .swift
                let text = isSwift ? "func f\(place)() async throws {\n\(snippet.text)\n}\n" : snippet.text
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
                return file
            }
            let outcome = try Program.run(command(files))
            #expect(outcome.status == 0, "\(outcome.output)")
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
        try process.start()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
