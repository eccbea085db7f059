import BridgePrimitives
import Testing

@testable import BridgeTrace
@testable import Scenarios

/// Why a world cannot be had.
private enum PortReason: String, FailureReason {
    case portInUse = "server/port-in-use"
    var kind: BridgeFailure.Kind { .unavailable }
    var meaning: String { "Another process listens on the port already." }
    var fix: String { "Choose another one." }
}

/// A player for which every step succeeds but `exchange`.
private final class ScriptedPlayer: ScenarioPlayer {
    let taken = Mutex<[String]>([])

    func perform(_ step: Step) async throws(StepFailure) {
        taken.withLock { $0.append(step.name) }
        if case .exchange = step {
            throw StepFailure(
                step: step.name, because: [ReasonCode(unchecked: "token/expired")], RunReason.worldFailed,
                message: "refused")
        }
    }

    var nextEvent: Int { 0 }

    func rootCause(of shortfall: Shortfall) -> RootCause? { nil }

    func observe() async -> Observation {
        Observation(
            verdict: .notOpened, route: nil, path: nil, webUserID: nil, nativeUserID: nil, verdictReasons: [],
            events: [
                TraceEvent(
                    sequence: 0, at: .epoch, actor: .test, kind: .clock(ClockEvent(change: "frozen")))
            ], findings: [], firstRequestCookies: nil, sentCookies: [], storedCookies: [], visibleCookies: [])
    }
}

@Suite("The runner", .timeLimit(.minutes(5)))
struct ScenarioRunnerTests {
    private func scenario(_ name: String, _ steps: [Step], _ change: (inout ScenarioExpectation) -> Void) -> Scenario {
        let place = SourceLocation(file: "a.yaml", line: 1, column: 1)
        var expectation = ScenarioExpectation()
        change(&expectation)
        return Scenario(
            name: name, source: place, setting: .init(), steps: steps.map { LocatedStep($0, at: place) },
            expectation: expectation)
    }

    @Test func stopsAtTheFirstStepThatFails() async {
        let player = ScriptedPlayer()
        let runner = ScenarioRunner(width: 1) { _, body in await body(player) }
        let result = await runner.run(
            scenario("x", [.signIn(SignIn()), .exchange(field: "idtoken"), .view(.reload)]) { $0.verdict = .notOpened })
        #expect(player.taken.withLock { $0 } == ["sign-in", "exchange"])
        #expect(!result.hasPassed)
    }

    @Test(arguments: [1, 3, 64])
    func reportsInTheOrderOfTheFiles(width: Int) async {
        let scenarios = (0..<20).map { number in
            scenario("s\(number)", [.view(.reload)]) { $0.verdict = number == 7 ? .signedIn : .notOpened }
        }
        let runner = ScenarioRunner(width: width) { _, body in await body(ScriptedPlayer()) }
        var reported: [String] = []
        let results = await runner.run(scenarios) { reported.append($0.scenario.name) }
        #expect(reported == scenarios.map(\.name))
        #expect(results.filter { !$0.hasPassed }.map(\.scenario.name) == ["s7"])
    }

    /// A run of ten thousand keeps what it will be asked for.
    @Test func onlyWhatFailedKeepsItsEvents() async {
        let scenarios = [Verdict.notOpened, .signedIn].map { (verdict: Verdict) in
            scenario(verdict.rawValue, [.view(.reload)]) { $0.verdict = verdict }
        }
        let runner = ScenarioRunner(width: 1) { _, body in await body(ScriptedPlayer()) }
        var reported: [Int] = []
        let results = await runner.run(scenarios) { reported.append($0.events.count) }
        #expect(reported == [1, 1] && results.map(\.events.count) == [0, 1])
    }

    @Test func aWorldThatCannotStartIsAnErrorNotAFailure() async {
        let failure = BridgeFailure(RunReason.unreadableFile, cause: "port 9099 is already bound")
        let runner = ScenarioRunner(width: 1) { _, _ in throw failure }
        let result = await runner.run(scenario("x <&> \"y\"", [.view(.reload)]) { $0.route = "main" })
        guard case .broken(failure) = result.outcome else {
            Issue.record("\(result.outcome)")
            return
        }
        let junit = Report.junit(for: [result], elapsed: .milliseconds(1234))
        #expect(junit.contains(#"tests="1" failures="0" errors="1" time="1.234""#))
        #expect(junit.contains("x &lt;&amp;&gt; &quot;y&quot;"))
    }

    /// An error that is none of ours has a code all the same, and is nobody else's fault.
    @Test func aWorldThatFailsWithoutACodeIsOurFault() async {
        let runner = ScenarioRunner(width: 1) { _, _ in throw CancellationError() }
        let result = await runner.run(scenario("x", [.view(.reload)]) { $0.route = "main" })
        guard case .broken(let failure) = result.outcome else {
            Issue.record("\(result.outcome)")
            return
        }
        #expect(failure.code == RunReason.worldFailed.code && failure.kind == .internalFault)
    }

    @Test(
        arguments: [
            (["broken"], 69), (["broken", "fails"], 1), (["fails", "broken"], 1), (["passes", "broken"], 69),
            (["passes"], 0),
        ] as [([String], Int32)])
    func aFailureCountsMoreThanABrokenWorld(names: [String], exitCode: Int32) async {
        let failure = BridgeFailure(PortReason.portInUse, cause: "port 9099 is already bound")
        let runner = ScenarioRunner(width: 1) { scenario, body in
            if scenario.name == "broken" { throw failure }
            return await body(ScriptedPlayer())
        }
        let scenarios = names.map { name in
            scenario(name, [.view(.reload)]) { $0.verdict = name == "fails" ? .signedIn : .notOpened }
        }
        #expect(Report.exitCode(of: await runner.run(scenarios) { _ in }) == exitCode)
    }

    @Test func aPlayerWithoutACauseLeavesTheExpectationAtFault() async {
        let runner = ScenarioRunner(width: 1) { _, body in await body(ScriptedPlayer()) }
        let result = await runner.run(scenario("x", [.view(.reload)]) { $0.verdict = .signedIn })
        #expect(result.rootCause?.code == ExpectationReason.notMet.code)
        #expect(result.faultyStep == nil && result.place == result.scenario.source)
    }

    // MARK: - Tries

    /// Passes at the try of that number, for each scenario by its name.
    private final class Tries: Sendable {
        let counts = Mutex<[String: Int]>([:])

        func runner(width: Int = 1) -> ScenarioRunner {
            ScenarioRunner(width: width) { scenario, body in
                let count = self.counts.withLock { counts in
                    counts[scenario.name, default: 0] += 1
                    return counts[scenario.name] ?? 0
                }
                guard count >= Int(scenario.name) ?? 1 else {
                    throw BridgeFailure(PortReason.portInUse, cause: "try \(count)")
                }
                return await body(ScriptedPlayer())
            }
        }
    }

    /// Columns: the try at which it passes, how often it may be tried again, tries, whether it passes, whether it is flaky.
    @Test(arguments: [
        (1, 0, 1, true, false), (1, 3, 1, true, false), (2, 0, 1, false, false), (2, 1, 2, true, true),
        (3, 1, 2, false, false), (3, 2, 3, true, true),
    ])
    func itIsTriedAgain(passesAt: Int, retries: Int, tries: Int, passes: Bool, isFlaky: Bool) async {
        let scenarios = [scenario("\(passesAt)", [.view(.reload)]) { $0.verdict = .notOpened }]
        let all = Tries()
        let results = await all.runner().run(
            PlannedScenario.all(scenarios), policy: RunPolicy(retries: retries)
        ) { #expect($0.earlier.count == tries - 1) }
        #expect(all.counts.withLock { $0["\(passesAt)"] } == tries)
        #expect(results.map(\.hasPassed) == [passes] && results.map(\.isFlaky) == [isFlaky])
        #expect(results[0].earlier.allSatisfy { !$0.hasPassed && $0.earlier.isEmpty })
    }

    @Test(arguments: [1, 3])
    func nothingIsBegunAfterAFailure(width: Int) async {
        let scenarios = (0..<20).map { number in
            scenario("\(number == 4 ? 2 : 0)", [.view(.reload)]) { $0.verdict = .notOpened }
        }
        var began = 0
        var reported: [Bool] = []
        let results = await Tries().runner(width: width).run(
            PlannedScenario.all(scenarios), policy: RunPolicy(stopsAtFailure: true),
            watch: RunWatch(began: { _ in began += 1 })
        ) { reported.append($0.hasPassed) }
        #expect(reported.count == 20 && results.count == 20)
        let left = results.filter { ReportedScenario($0).ending.outcome == .notRun }
        #expect(left.count == 20 - began && left.count >= 20 - 5 - width)
        #expect(Report.exitCode(of: results) == 69, "what was not run is nothing to end with")
        #expect(Report.summary(of: results, elapsed: .zero).contains("\(left.count) not run"))
    }

    /// A scenario that waits for ever is ended, and the others are run.
    @Test func aScenarioHasItsOwnTime() async throws {
        let runner = ScenarioRunner(width: 1) { scenario, body in
            if scenario.name == "waits" {
                let nothing = AsyncStream<Void> { _ in }
                for await _ in nothing {}
            }
            return await body(ScriptedPlayer())
        }
        let scenarios = ["waits", "passes"].map { name in scenario(name, [.view(.reload)]) { $0.verdict = .notOpened } }
        let results = await runner.run(
            PlannedScenario.all(scenarios), policy: RunPolicy(scenarioLimit: .milliseconds(20))
        ) { _ in }
        guard case .broken(let failure) = try #require(results.first).outcome else {
            Issue.record("it did not end")
            return
        }
        #expect(failure.code == RunReason.outOfTime.code && failure.cause.contains("within 20ms"))
        #expect(results.map(\.hasPassed) == [false, true])
        #expect(Report.summary(of: results, elapsed: .zero).contains("1 out of time"))
        #expect(Report.exitCode(of: results) == 69)
    }

    @Test func stepsAreMeasured() async {
        let runner = ScenarioRunner(width: 1) { _, body in await body(ScriptedPlayer()) }
        let result = await runner.run(
            scenario("x", [.view(.reload), .exchange(field: "f"), .view(.reload)]) { $0.verdict = .signedIn })
        #expect(result.steps.map(\.step.name) == ["reload", "exchange"])
        #expect(result.steps.allSatisfy { $0.elapsed != nil })
        #expect(ReportedScenario(result).ending.steps.map(\.hasFailed) == [false, true])
    }
}
