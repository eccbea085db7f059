import Foundation
import TestSupport
import Testing

@Suite("Scenarios as bundles, from the command line", .serialized, .timeLimit(.minutes(5)))
struct BundleVerbTests {
    /// Columns: the command, its exit code, what it prints on either stream.
    @Test func whatIsSaid() async throws {
        let rows: [(String, Int32, String)] = [
            (
                "bundle s.yaml --out b.jsonl", 0,
                "b.jsonl: Lost: signed-out, send/other-store, which the scenario does not"
            ),
            ("replay b.jsonl", 0, "same  Lost"),
            ("replay b.jsonl --json", 0, #""same":true"#),
            ("replay - < b.jsonl", 0, "same  Lost"),
            ("replay b.jsonl --trace again.jsonl; $tool diff b.jsonl again.jsonl", 0, "same     Lost"),
            ("replay other.jsonl", 1, "then  signed-in, send/other-store"),
            ("inspect b.jsonl --exposure", 0, "Lost: "),
            ("bundle s.yaml --out - | $tool replay -", 0, "same  Lost"),
            ("bundle s.yaml --out s.yaml", 64, "error[usage/report-over-input]"),
            ("bundle s.yaml --out nowhere/b.jsonl", 69, "error[output/not-writable]"),
            ("bundle s.yaml --show-secrets --out c.jsonl", 64, "a bundle has no secrets"),
            ("bundle s.yaml --project-file p.yaml --out c.jsonl", 64, "error[bundle/own-app]"),
            ("bundle two.yaml --out c.jsonl", 64, "error[bundle/several-scenarios]: two.yaml has 2 scenarios"),
            ("bundle nothing.yaml --out c.jsonl", 65, "error[run/no-such-path]"),
            ("replay t.jsonl", 65, "error[bundle/not-a-bundle]: t.jsonl has no scenario"),
            ("replay s.yaml", 65, "error[traces/not-a-trace]: s.yaml is no trace"),
            ("bundle c.har --out h.jsonl", 0, "h.jsonl: c.har: store/domain-mismatch"),
            ("replay h.jsonl", 0, "same  c.har\n  then  store/domain-mismatch"),
            ("replay h.jsonl --json", 0, #""same":true"#),
            ("explain c.har", 0, "store/domain-mismatch"),
            ("bundle c.har --cookie other --profile chromium --out - | $tool replay -", 0, "same  c.har"),
            ("bundle c.har --filter x --out h.jsonl", 64, "--filter names a scenario"),
            ("bundle s.yaml --cookie x --out h.jsonl", 64, "--cookie is of a HAR"),
            ("bundle c.har --profile ios99 --out h.jsonl", 64, "error[usage/unknown-profile]"),
            ("bundle c.har --out c.har", 64, "error[usage/report-over-input]"),
            ("bundle nothing.har --out h.jsonl", 65, "error[har/unreadable]"),
            ("bundle broken.har --out h.jsonl", 65, "error[har/not-a-har]"),
            ("replay broken.jsonl", 65, "error[bundle/not-a-bundle]"),
        ]
        let lost =
            "name: Lost\nuser: { email: a@b.test, password: horse-Battery-1 }\nsteps:\n  - sign-in\n  - exchange\n"
            + "  - open: { path: /, inject: native-storage }\nexpect: { verdict: signed-in }\n"
        try await withFolder { folder in
            for (name, text) in [
                ("s.yaml", lost), ("two.yaml", lost + "---\n" + lost.replacing("Lost", with: "Other")),
                ("t.jsonl", #"{"entry":"trace","version":1,"id":"1","name":"t"}"#),
                ("broken.jsonl", #"{"entry":"trace","version":1,"id":"1","name":"t"}"# + "\n" + #"{"entry":"input"}"#),
                (
                    "c.har",
                    #"{"log":{"entries":[{"request":{"method":"GET","url":"https://app.test/","headers":[{"name":"Sec-Fetch-Dest","value":"document"}]},"response":{"status":200,"headers":[{"name":"Set-Cookie","value":"customtoken=abc; Domain=other.test"}]}}]}}"#
                ), ("broken.har", "{}"),
                ("p.yaml", "version: 1\nbackend: { url: http://localhost:9 }\n"),
            ] { try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8) }
            for (command, code, said) in rows {
                if command == "replay other.jsonl" {
                    let text = try String(contentsOfFile: folder + "/b.jsonl", encoding: .utf8)
                    #expect(!text.contains("horse-Battery-1"))
                    try text.replacing(#""verdict":"signed-out""#, with: #""verdict":"signed-in""#)
                        .write(toFile: folder + "/other.jsonl", atomically: true, encoding: .utf8)
                }
                let run = try await Shell("timeout 60 $tool \(command)", in: folder)
                #expect(
                    run.exitCode == code && (run.output + run.errors).contains(said),
                    "\(command): \(run.exitCode) \(run.output.prefix(200)) \(run.errors.prefix(400))")
            }
        }
    }
}
