import Foundation
import TestSupport
import Testing

@Suite("Sources and set-ups, looked at", .serialized, .timeLimit(.minutes(5)))
struct SourceVerbTests {
    private static let files: [(name: String, text: String)] = [
        ("right/guard.js", "router.beforeEach((to, from, next) => next())\n"),
        ("wrong/a.js", "document.cookie = 'a=1; b=2'\n"),
        ("warned/a.http", "Set-Cookie: a=1; SameSite=None\n"),
        ("terminal/a.js", "document.cookie = 'a\u{1B}[31m=1; b\u{1B}[2J=2'\n"),
        ("setup/web.js", "connectAuthEmulator(auth, 'localhost:9099')\n"),
        ("setup/package.json", "{}"),
        ("empty/notes.txt", "nothing"), ("server.rb", "x = 1\n"),
    ]

    /// Columns: the command, its exit code, what it prints, what it says beside that.
    @Test func answers() async throws {
        let rows: [(String, Int32, String, String)] = [
            ("lint right", 0, "", "0 errors, 0 warnings and 0 notes in 1 file"),
            ("lint wrong", 1, "wrong/a.js:1:1: error[lint/several-in-one-write]: ", "1 error"),
            ("lint wrong --quiet", 1, "lint/several-in-one-write", ""),
            ("lint wrong --json", 1, #"{"file":"wrong/a.js","line":1,"column":1,"severity":"error""#, "1 error"),
            ("lint wrong --github", 1, "::error file=wrong/a.js,line=1,col=1,title=lint/several-in-one-write::", ""),
            ("lint warned", 0, "warning[lint/cookie-refused]", "1 warning"),
            ("lint warned --warnings-as-errors", 1, "in rfc6265bis, layered-cookies, chromium", ""),
            ("lint warned --profile ios18 --warnings-as-errors", 0, "", "under 1 profile"),
            ("lint - < warned/a.http", 0, "-:1:1: warning[lint/cookie-refused]", ""),
            ("lint right wrong", 1, "wrong/a.js:1:1", "in 2 files"),
            ("lint server.rb", 0, "", "server.rb: of this language only Set-Cookie lines are read"),
            ("lint terminal", 1, "\\u001B", ""),
            ("lint empty", 65, "", "error[source/nothing-to-read]: there is nothing to read in empty"),
            ("lint nowhere", 65, "", "error[source/unreadable]: nowhere does not exist"),
            ("lint --profile ios99", 64, "", "error[usage/unknown-profile]"),
            ("lint --json --github", 64, "", "--json and --github are two forms"),
            ("lint - < /dev/null", 65, "", "there was nothing to read on standard input"),
            ("lint - right", 64, "", "standard input is read alone"),
            ("doctor setup --no-project-file", 1, "doctor/emulator-scheme-missing", "wrong"),
            ("doctor setup --no-project-file --json", 1, #""code":"doctor/emulator-scheme-missing""#, ""),
            ("doctor setup --no-project-file --all", 1, "– doctor/app-bound-too-many", ""),
            ("doctor setup --no-project-file --serve-url http://127.0.0.1:1", 69, "", "error[doctor/no-serve]"),
            ("doctor nowhere", 65, "", "error[source/unreadable]: nowhere does not exist"),
        ]
        try await withFolder { folder in
            for (name, text) in Self.files {
                let path = "\(folder)/\(name)"
                try FileManager.default.createDirectory(
                    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try text.write(toFile: path, atomically: true, encoding: .utf8)
            }
            for (command, code, printed, said) in rows {
                let run = try await Shell("timeout 60 $tool \(command)", in: folder)
                #expect(
                    run.exitCode == code && (printed.isEmpty || run.output.contains(printed))
                        && (said.isEmpty || run.errors.contains(said)),
                    "\(command): \(run.exitCode) \(run.output) \(run.errors)")
                #expect(!run.output.contains("\u{1B}"), "\(command)")
            }
        }
    }
}
