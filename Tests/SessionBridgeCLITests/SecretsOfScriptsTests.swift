import Foundation
import TestSupport
import Testing

@Suite("Secrets in user scripts", .serialized, .timeLimit(.minutes(5)))
struct SecretsOfScriptsTests {
    /// The value's own quote ends the literal that it is written into, and the engine quotes what follows.
    @Test func noReportOfARunHasThem() async throws {
        try await withFolder { folder in
            try """
            name: a quote in the value
            steps:
              - open: { path: /, inject: [{ user-script: { value: "abc'SEKRETTOKEN7" } }] }
            expect: { verdict: signed-in }
            """.write(toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell(
                """
                $tool run s.yaml --flow --report junit=r.xml --report json=r.json; code=$?
                $tool run s.yaml --flow --json; cat r.xml r.json; exit $code
                """, in: folder)
            #expect(run.exitCode == 1)
            #expect(run.output.contains("script/syntax-error"))
            #expect(!(run.output + run.errors).contains("SEKRET"), "\(run.output)\(run.errors)")
            let shown = try await Shell("$tool run s.yaml --flow --show-secrets", in: folder)
            #expect(shown.output.contains("Unexpected identifier 'SEKRETTOKEN7'"), "\(shown.output)")
        }
    }
}
