import TestSupport
import Testing

@Suite("serve for one project", .timeLimit(.minutes(5)))
struct SingleProjectTests {
    /// Columns: the mode, the statuses of four requests (twice another project, a third one, its own), and what is said of
    /// them on standard error: a warning is for each project, not for each request.
    @Test(
        arguments: [
            ("off", "200 200 200 200", []),
            ("warn", "200 200 200 200", ["auth  lenient  auth/single-project", "auth  lenient  auth/single-project"]),
            (
                "error", "400 400 400 200",
                [
                    "auth  refused auth/single-project", "auth  refused auth/single-project",
                    "auth  refused auth/single-project",
                ]
            ),
        ] as [(String, String, [String])])
    func anotherProjectIsServedToldOrRefused(mode: String, statuses: String, told: [String]) async throws {
        try await withFolder { folder in
            let served = try await Shell(
                """
                $tool serve --json --ephemeral --port-base 0 --no-project-file --project demo-own --single-project \(mode) \
                    > line & tool_pid=$!
                until [ -s line ]; do kill -0 $tool_pid || exit 9; done
                auth=$(sed 's/.*"auth" *: *"\\([^"]*\\)".*/\\1/' line)
                for project in other other third demo-own; do
                    printf '%s ' "$(curl -s -o body -w '%{http_code}' "$auth/emulator/v1/projects/$project/oobCodes")"
                done
                kill $tool_pid; wait $tool_pid
                """, in: folder)
            #expect(served.output == statuses + " ")
            let lines = served.errors.split(separator: "\n").filter { $0.contains("auth/single-project") }
            #expect(lines.count == told.count, "\(served.errors)")
            for (line, beginning) in zip(lines, told) { #expect(line.contains(beginning)) }
        }
    }
}
