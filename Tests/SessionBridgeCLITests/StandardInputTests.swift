import Foundation
import Testing

@testable import SessionBridgeCLI

@Suite("Lines of standard input", .timeLimit(.minutes(5)))
struct StandardInputTests {
    /// Columns: what is read, and its lines; `nil` for one that is longer than eight bytes.
    @Test(
        arguments: [
            ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n\na", ["", "", "a"]),
            ("a\r\nb\r", ["a", "b"]), ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("12345678", ["12345678"]),
            ("123456789\nb\n", [nil, "b"]), (String(repeating: "x", count: 200_000) + "\nb", [nil, "b"]),
            (String(repeating: "x", count: 200_000), [nil]),
        ] as [(String, [String?])])
    func areCutWhereTheyEnd(input: String, lines: [String?]) throws {
        let pipe = Pipe()
        let writer = Thread {
            try? pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        let reader = LineReader(pipe.fileHandleForReading.fileDescriptor, longestLine: 8)
        let read: [String?] = IteratorSequence(reader).map { line in
            guard case .text(let text) = line else { return nil }
            return text
        }
        #expect(read == lines)
        withExtendedLifetime(pipe) {}
    }

    @Test func aLineThatIsTooLongIsAnsweredAndTheNextOneObeyed() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("input-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let run = try await Shell(
            "{ head -c 1100000 /dev/zero; echo; echo '{\"op\":\"list\"}'; } | $tool cookies", in: folder)
        #expect(run.exitCode == 65)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.first?.contains("usage/input-too-long") == true)
        #expect(lines.last?.contains("cookies") == true)
        let explained = try await Shell(
            "yes 'Set-Cookie: a=1' | $tool explain --set-cookie - --url http://x.test/", in: folder)
        #expect(explained.exitCode == 65 && explained.errors.contains("error[usage/input-too-long]"))
    }
}
