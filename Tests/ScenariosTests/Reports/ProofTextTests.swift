import BridgePrimitives
import BridgeTrace
import Testing

@testable import Scenarios

/// What reports say about trials.
@Suite("The text of a proof", .timeLimit(.minutes(1)))
struct ProofTextTests {
    static func cause(_ code: String) -> RootCause {
        RootCause(code: ReasonCode(unchecked: code), message: "It is so.", fix: "Change it.", evidence: 3)
    }

    static func tried(_ results: Proof.Result...) -> Proof {
        Proof(
            results.enumerated().map { number, result in
                Proof.Tried(
                    cause("area/cause-\(number + 1)"), change: result == .notTried ? nil : "Path=/", result,
                    elapsed: .milliseconds(result == .notTried ? 0 : 74))
            })
    }

    static let rows: [(Proof, String)] = [
        (tried(.proved), "proved    With Path=/, the page opens signed in (1 trial run, 74 ms)."),
        (tried(.confirmed, .proved), "proved    With both fixed, the page opens signed in (2 trial runs, 148 ms)."),
        (
            tried(.confirmed, .confirmed, .proved),
            "proved    With all 3 fixed, the page opens signed in (3 trial runs, 222 ms)."
        ),
        (tried(.stepsTaken), "proved    With Path=/, all steps can be taken (1 trial run, 74 ms)."),
        (tried(.notTried), "trial     Not tried: only your code can change this."),
        (tried(.notConfirmed), "trial     Not confirmed: with Path=/, it fails the same way (1 trial run, 74 ms)."),
        (
            tried(.confirmed, .notConfirmed),
            "trial     Cause 2 is not confirmed: with Path=/ too, it fails the same way (2 trial runs, 148 ms)."
        ),
    ]

    @Test(arguments: rows)
    func theLastRowSaysWhatTheTrialsShowed(proof: Proof, row: String) {
        let text = ProofText.ending(proof).map { $0.drop { $0 == " " } }.joined(separator: " ")
        #expect(text == row)
    }

    @Test func severalCausesAreNumbered() {
        #expect(ProofText.causes(Self.tried(.proved)).isEmpty)
        #expect(
            ProofText.causes(Self.tried(.confirmed, .proved)) == [
                "        cause 1   area/cause-1: It is so.", "        fix       Change it.",
                "        cause 2   area/cause-2: It is so.", "        fix       Change it.",
            ])
    }

    @Test func theStartOfServersAndTheirStateAreToldApart() {
        var proof = Self.tried(.proved)
        proof.serverStart = .milliseconds(1200)
        #expect(proof.sentence.hasSuffix("(1 trial run, 74 ms; your servers took 1200 ms to start)."))
        proof = Self.tried(.proved)
        proof.keptState = true
        #expect(proof.sentence.hasSuffix("Your server kept its state between the runs."))
    }

    @Test func reportsAreReadBack() throws {
        var proof = Self.tried(.confirmed, .notTried)
        proof.serverStart = .milliseconds(1200)
        proof.keptState = true
        var scenario = ReportedScenario(
            key: ScenarioKey(file: "a.yaml", name: "x"), source: SourceLocation(file: "a.yaml", line: 1, column: 1),
            ending: ReportedEnding(.failed))
        (scenario.ending.cause, scenario.ending.proof) = (proof.tried[0].cause, proof)
        let report = RunReport(facts: RunFacts(version: "1"), scenarios: [scenario])
        let read = try RunReport(json: Array(report.json.text().utf8), file: "a.json")
        #expect(read.scenarios.first?.ending.proof == proof)
        for form in [report.tap, report.junit, report.markdown] {
            #expect(form.contains("only your code can change this"))
        }
    }
}
