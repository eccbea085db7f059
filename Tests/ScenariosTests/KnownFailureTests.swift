import BridgePrimitives
import Testing

@testable import BridgeTrace
@testable import Scenarios

/// A world that ends signed out for one cause, and in which some steps cannot be taken.
private final class FailingPlayer: ScenarioPlayer {
    let cause: String?
    let refused: Set<String>
    let taken = Mutex<[String]>([])

    init(cause: String?, refusing refused: Set<String> = []) { (self.cause, self.refused) = (cause, refused) }

    var nextEvent: Int { taken.withLock { $0.count } }

    func perform(_ step: Step) async throws(StepFailure) {
        taken.withLock { $0.append(step.name) }
        if refused.contains(step.name) { throw StepFailure(step: step.name, RunReason.worldFailed, message: "refused") }
    }

    func rootCause(of shortfall: Shortfall) -> RootCause? {
        if case .step(let step, _, _, _, _) = shortfall {
            return RootCause(code: ReasonCode(unchecked: "step/\(step)"), message: "It failed.", fix: "", evidence: nil)
        }
        return cause.map { RootCause(code: ReasonCode(unchecked: $0), message: "It is so.", fix: "", evidence: nil) }
    }

    func observe() async -> Observation {
        Observation(
            verdict: cause == nil ? .signedIn : .signedOut, route: nil, path: nil, webUserID: nil, nativeUserID: nil,
            verdictReasons: [], events: [], findings: [], firstRequestCookies: nil, sentCookies: [], storedCookies: [],
            visibleCookies: [])
    }
}

@Suite("Failures that are wanted or known, and what comes after them", .timeLimit(.minutes(5)))
struct KnownFailureTests {
    private static func run(_ text: String, on player: FailingPlayer) async throws -> ScenarioResult {
        let scenario = try #require(readScenarios("name: n\n" + text).first)
        return await ScenarioRunner(width: 1) { _, body in await body(player) }.run(scenario)
    }

    private static func told(_ result: ScenarioResult) -> [String] {
        guard case .failed(let mismatches) = result.outcome else { return ["passed"] }
        return [result.rootCause?.code.rawValue ?? "no cause"] + mismatches.map { "\($0.expected); \($0.happened)" }
    }

    private static let known =
        "known-failure: { reason: token/expired, note: ticket 42 }\nsteps: [reload]\nexpect: { verdict: signed-in }"

    @Test(
        arguments: [
            ("token/expired", ["passed"]),
            (
                "guard/cookie-absent",
                [
                    "guard/cookie-absent", "verdict signed-in; it was signed-out",
                    "known failure token/expired; it failed for guard/cookie-absent",
                ]
            ),
            (nil, ["run/known-failure-passes", "known failure token/expired; it passed"]),
        ] as [(String?, [String])])
    func aKnownFailurePassesWhileItFailsForThat(cause: String?, told: [String]) async throws {
        let result = try await Self.run(Self.known, on: FailingPlayer(cause: cause))
        #expect(Self.told(result) == told)
        #expect(result.hasPassed == (cause == "token/expired"))
        #expect((result.knownFailure != nil) == result.hasPassed)
    }

    @Test func aKnownFailureIsToldAsThat() async throws {
        let result = try await Self.run(Self.known, on: FailingPlayer(cause: "token/expired"))
        #expect(Report.lines(for: result).first?.hasSuffix("n  (known failure: token/expired, ticket 42)") == true)
        #expect(Report.json(for: result)["known_failure"]?["reason"] == "token/expired")
        #expect(Report.json(for: result)["outcome"] == "passed")
    }

    @Test(
        arguments: [
            ("token/expired", ["passed"]),
            (
                "guard/cookie-absent",
                ["guard/cookie-absent", "because token/expired; it is because of guard/cookie-absent: It is so."]
            ),
        ] as [(String, [String])])
    func theCauseOfAnEndingThatIsWantedIsCompared(cause: String, told: [String]) async throws {
        let text = "steps: [reload]\nexpect: { verdict: signed-out, because: token/expired }"
        #expect(Self.told(try await Self.run(text, on: FailingPlayer(cause: cause))) == told)
    }

    @Test func anEndingWithoutACauseHasNoneToCompare() async throws {
        let result = try await Self.run(
            "steps: [reload]\nexpect: { because: token/expired }", on: FailingPlayer(cause: nil))
        #expect(
            Self.told(result) == [
                "run/expectation-not-met",
                "because token/expired; nothing stood against the handoff, which ended signed-in",
            ])
    }

    /// Columns: the steps that cannot be taken, those that are, and what is told.
    @Test(
        arguments: [
            ([], ["launch", "reload", "lock", "unlock"], ["passed"]),
            (
                ["reload"], ["launch", "reload", "lock", "unlock"],
                ["step/reload", "all steps to be taken; step reload failed: refused"]
            ),
            (
                ["launch"], ["launch", "lock", "unlock"],
                ["step/launch", "all steps to be taken; step launch failed: refused"]
            ),
            (
                ["lock"], ["launch", "reload", "lock"],
                ["step/lock", "tear-down to be taken; step lock at login.yaml:4:13 failed: refused"]
            ),
            (
                ["reload", "lock"], ["launch", "reload", "lock"],
                [
                    "step/reload", "all steps to be taken; step reload failed: refused",
                    "tear-down to be taken; step lock at login.yaml:4:13 failed: refused",
                ]
            ),
        ] as [(Set<String>, [String], [String])])
    func tearDownComesAfterAFailureToo(refused: Set<String>, taken: [String], told: [String]) async throws {
        let player = FailingPlayer(cause: "token/expired", refusing: refused)
        let result = try await Self.run(
            "set-up: [launch]\nsteps: [reload]\ntear-down: [lock, unlock]\nexpect: { verdict: signed-out }", on: player)
        #expect(player.taken.withLock { $0 } == taken)
        #expect(Self.told(result) == told)
        #expect(result.faultyStep.map { "step/\($0.step.name)" } ?? "passed" == told.first)
    }
}
