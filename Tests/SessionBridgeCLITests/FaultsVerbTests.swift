import TestSupport
import Testing

@Suite("A handoff under faults, on the command line", .serialized, .timeLimit(.minutes(5)))
struct FaultsVerbTests {
    /// Columns: the arguments, the exit code, what is printed, what is said beside that.
    @Test func answers() async throws {
        let rows: [(String, Int32, String, String)] = [
            ("--only exchange-hang", 64, "", "did you mean \"exchange-hangs\"?"),
            ("--only fire", 64, "", "error[faults/no-such-fault]: no fault is called \"fire\""),
            ("--only page-503 --service backend", 64, "", "--only and --service leave no fault over"),
            ("--service mail", 64, "", "mail"),
            ("--engine netscape", 64, "", "netscape"),
            ("--json --markdown", 64, "", "--markdown and --json are two forms of one table; choose one"),
            ("--fail-under 101", 64, "", "--fail-under takes a score from 0 to 100"),
            ("-j 0", 64, "", "--jobs takes a number from 1 to 64"),
            ("two.yaml", 64, "", "error[run/which-scenario]: two.yaml has 2 scenarios; name one: two.yaml:1, "),
            ("two.yaml:0", 65, "", "error[run/no-such-path]"),  // no line
            ("none.yaml:3", 65, "", "error[run/no-such-path]: there is nothing at none.yaml"),
            ("two.yaml:2", 69, "", "error[faults/not-signed-in]: it ends signed-out; handoff/"),
            ("broken.yaml", 65, "", "broken.yaml:2:"),
            ("--list", 0, "exchange-hangs", ""),
            ("--list --service web --json", 0, #"{"name":"page-503","breaks":"#, ""),
            ("--list --markdown", 0, "\n| `exchange-hangs` | backend | `hang` |", ""),
            ("--only exchange-500-once", 0, "handled 1 of 1, score 100 of 100", ""),
            ("two.yaml:9 --only exchange-500-once --quiet", 0, "handled 1 of 1, score 100 of 100", ""),
            ("--only exchange-503 --json", 0, #""fate":"handled","met":true,"verdict":"not-opened""#, ""),
            ("--only exchange-cached --fail-under 1", 1, "wrong user", ""),
            ("--only exchange-cached --markdown", 0, "| exchange-cached | wrong user | other-user |", "1 of 1"),
        ]
        try await withFolder { folder in
            let shell = "timeout 100 $tool faults --no-project-file --state \(folder)/state"
            _ = try await Shell(
                """
                printf 'name: a\\nsteps: [sign-in, open]\\nexpect: { verdict: signed-out }\\n---\\nname: b\\nsteps:\\n\
                  - sign-in\\n  - exchange\\n  - open: { inject: user-script }\\nexpect: { verdict: signed-in }\\n' > two.yaml
                printf 'name: a\\nstepps: []\\n' > broken.yaml
                """, in: folder)
            for (arguments, code, printed, said) in rows {
                let run = try await Shell("\(shell) \(arguments)", in: folder)
                #expect(
                    run.exitCode == code && (printed.isEmpty || run.output.contains(printed))
                        && (said.isEmpty ? run.errors.isEmpty : run.errors.contains(said)),
                    "\(arguments): \(run.exitCode) \(run.output) \(run.errors)")
                // Neither a token nor its value stands anywhere.
                #expect(!run.output.contains("eyJ") && !run.errors.contains("eyJ"), "\(arguments)")
            }
        }
    }

    @Test func twoRunsOfOneSeedSayTheSame() async throws {
        try await withFolder { folder in
            let shell = "timeout 100 $tool faults --no-project-file --state \(folder)/state --service backend"
            let first = try await Shell(shell, in: folder)
            let second = try await Shell(shell + " -j 1", in: folder)
            #expect(first.exitCode == 0 && first.output == second.output, "\(first.output) \(second.output)")
        }
    }
}
