import Foundation
import TestSupport
import Testing

@Suite("Signals that end a service", .serialized, .timeLimit(.minutes(5)))
struct EndingSignalTests {
    /// Starts a service, and waits for its first line.
    private static let start = """
        mkfifo lines; export TMPDIR="$PWD/tmp"; mkdir tmp
        $tool serve --ephemeral --port-base 0 --export-on-exit export.json > lines 2> errors &
        service=$!; read -r line < lines
        """

    /// Columns: the signal, and the exit code as shells give it.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [("TERM", 0), ("INT", 0), ("HUP", 129), ("QUIT", 131)] as [(String, Int32)])
    func eachExportsAndCleansUp(signal: String, exitCode: Int32) async throws {
        try await withFolder { folder in
            let run = try await Shell("\(Self.start)\nkill -\(signal) $service; wait $service", in: folder)
            #expect(run.exitCode == exitCode)
            #expect(FileManager.default.fileExists(atPath: folder + "/export.json"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/tmp").isEmpty)
            let errors = try String(contentsOfFile: folder + "/errors", encoding: .utf8)
            #expect(errors == "Ready. Ctrl-C stops it.\n", "\(errors)")
        }
    }

    /// Whoever starts it with nohup wants it to outlive the terminal.
    @Test(.timeLimit(.minutes(5)))
    func aHangupThatIsIgnoredStaysIgnored() async throws {
        try await withFolder { folder in
            let run = try await Shell(
                "trap '' HUP\n\(Self.start)\nkill -HUP $service; kill -TERM $service; wait $service", in: folder)
            #expect(run.exitCode == 0)
        }
    }

    /// The export waits for a reader that never comes.
    @Test(.timeLimit(.minutes(5)))
    func theSecondEndsItAtOnce() async throws {
        try await withFolder { folder in
            let run = try await Shell(
                """
                mkfifo lines export.json
                $tool serve --ephemeral --port-base 0 --export-on-exit export.json > lines &
                service=$!; exec 3< lines; read -r line <&3
                kill -TERM $service
                while kill -INT $service 2> /dev/null; do :; done
                wait $service
                """, in: folder)
            // Of two signals that come at once either may be the second.
            #expect([130, 143].contains(run.exitCode))
        }
    }
}
