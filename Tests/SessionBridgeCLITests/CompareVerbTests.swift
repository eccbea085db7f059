import TestSupport
import Testing

@Suite("The ways of handing over, on the command line", .serialized, .timeLimit(.minutes(5)))
struct CompareVerbTests {
    /// Columns: the arguments, the exit code, what is printed, what is said beside that.
    @Test func answers() async throws {
        let rows: [(String, Int32, String, String)] = [
            ("--profile ios99", 64, "", "error[usage/unknown-profile]: there is no profile \"ios99\""),
            ("--profile", 64, "", "Missing value for '--profile <name>'"),
            ("--engine netscape", 64, "", "netscape"),
            ("--json --markdown", 64, "", "--markdown and --json are two forms of one table; choose one"),
            ("--profile all --engine chromium", 64, "", "several profiles are for the model"),
            ("--profile ios18 --profile chromium --engine webkitgtk", 64, "", "several profiles are for the model"),
            ("--timeout never", 64, "", "error[usage/bad-duration]"),
            ("--quiet", 0, "signed-out  url     no        no      referer  no      no", ""),
            ("-v", 0, "  fix: Put the cookie into the web view's cookie store", ""),
            ("--profile ios18 --profile chromium", 0, "where they differ:", "session-bridge: 2 of 2, chromium"),
            ("--markdown", 0, "| session cookie | signed-in | header | yes |", ""),
            ("--profile webkitgtk --json", 0, #"{"engine":"model","profile":"webkitgtk","way":"query","#, ""),
        ]
        try await withFolder { folder in
            for (arguments, code, printed, said) in rows {
                let run = try await Shell(
                    "timeout 240 $tool compare --no-project-file --state \(folder)/state \(arguments)", in: folder)
                #expect(
                    run.exitCode == code && (printed.isEmpty || run.output.contains(printed))
                        && (said.isEmpty ? run.errors.isEmpty : run.errors.contains(said)),
                    "\(arguments): \(run.exitCode) \(run.output) \(run.errors)")
                // Neither a token nor its value stands anywhere.
                #expect(!run.output.contains("eyJ") && !run.errors.contains("eyJ"), "\(arguments)")
                #expect(arguments != "--quiet" || !run.output.contains("elsewhere  the first request"))
            }
        }
    }
}
