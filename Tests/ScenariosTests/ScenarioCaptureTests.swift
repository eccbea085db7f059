import BridgePrimitives
import Testing

@testable import BridgeTrace
@testable import Scenarios

/// A world in which a second exchange brings other values than the first.
private final class CapturingPlayer: ScenarioPlayer {
    private let state = Mutex<(taken: [Step], exchanges: Int)>(([], 0))
    let refusedStep: String?
    /// Whether something stands against the handoff.
    let hasCause: Bool

    init(refusing step: String? = nil, hasCause: Bool = false) { (refusedStep, self.hasCause) = (step, hasCause) }

    var taken: [Step] { state.withLock { $0.taken } }
    var nextEvent: Int { 0 }

    func perform(_ step: Step) async throws(StepFailure) {
        if step.name == refusedStep { throw StepFailure(step: step.name, RunReason.worldFailed, message: "refused") }
        state.withLock { state in
            state.taken.append(step)
            if case .exchange = step { state.exchanges += 1 }
        }
    }

    func captures(of step: Step, since event: Int) async -> CapturedValues {
        var values = CapturedValues()
        switch step {
        case .signIn: values["uid"] = "uid-1"
        case .exchange:
            let count = state.withLock { $0.exchanges }
            (values["status"], values["cookie.path"]) = ("20\(count)", "/\(count)")
            values["cookie.value"] = "secret-value-of-the-cookie-\(count)"
            values["at"] = "2026-01-01T0\(count):00:00.000Z"
            values.set(
                "token.claims",
                claims: JSONObject([
                    ("exp", .integer(Int64(1_767_225_600 + 3600 * count))), ("claims", ["role": "admin"]),
                    ("a.b", true),
                ]))
        default: break
        }
        return values
    }

    func worldValues(_ members: Set<String>) async -> CapturedValues {
        var values = CapturedValues()
        values["page.path"] = "nowhere"
        (values["user.uid"], values["now"]) = ("uid-1", "2026-01-01T03:00:00Z")
        return values
    }

    static let cause = RootCause(
        code: ReasonCode(unchecked: "handoff/never-handed-over"), message: "It was put nowhere.", fix: "Put it there.",
        evidence: 3)

    func rootCause(of shortfall: Shortfall) -> RootCause? { hasCause ? Self.cause : nil }

    static let masking = Masking(.fingerprints, key: FingerprintKey(seed: 7))

    func observe() async -> Observation {
        var observation = Observation(
            verdict: .signedOut, route: "signin", path: nil, webUserID: "uid-1", nativeUserID: "uid-1",
            verdictReasons: [],
            events: [], findings: [], firstRequestCookies: nil, sentCookies: [], storedCookies: [], visibleCookies: [])
        observation.masking = Self.masking
        return observation
    }
}

@Suite("What steps bring about", .timeLimit(.minutes(5)))
struct ScenarioCaptureTests {
    private static func run(
        _ text: String, files: [String: String] = [:], on player: CapturingPlayer = CapturingPlayer()
    ) async throws -> ScenarioResult {
        let scenario = try #require(readScenarios(text, files: files).first)
        let runner = ScenarioRunner(width: 1) { _, body in await body(player) }
        return await runner.run(scenario)
    }

    private static func mismatches(_ result: ScenarioResult) -> [String] {
        if case .failed(let mismatches) = result.outcome {
            mismatches.map { "\($0.expected); \($0.happened)" }
        } else {
            []
        }
    }

    @Test func laterStepsHaveThemByTheStepsNameOrItsID() async throws {
        let player = CapturingPlayer()
        let result = try await Self.run(
            """
            name: n
            steps:
              - sign-in
              - exchange: { id: first }
              - exchange
              - open: { path: "${first.cookie.path}${exchange.cookie.path}/${sign-in.uid}", inject: user-script }
              - use: { file: a.yaml, with: { role: "${first.token.claims.claims.role}" } }
              - advance: ${first.status}s
            expect: { verdict: signed-out, signed-in-as: "${sign-in.uid}" }
            """, files: ["a.yaml": "parameters: { role: ~ }\nsteps: [set-claims: { role: 'x-${param.role}' }]"],
            on: player)
        #expect(result.hasPassed, "\(Self.mismatches(result))")
        #expect(
            player.taken.dropFirst(3) == [
                .view(.open(PageOpening(path: "/1/2/uid-1", injections: [Injection(.userScript)]))),
                .setClaims(ClaimsChange(claims: JSONObject([("role", "x-admin")]))), .advance(.seconds(201)),
            ])
        #expect(result.steps.map(\.step) == player.taken)
    }

    /// Columns: what is compared, and what is said where it does not hold.
    @Test(arguments: [
        ("that: '${first.cookie.path}', equals: /1", nil),
        ("that: '${first.cookie.path}', equals: /2", "${first.cookie.path} equals /2; it is /1"),
        (
            "that: '${first.cookie.path}', equals: '${exchange.cookie.path}'",
            "${first.cookie.path} equals ${exchange.cookie.path}, /2; it is /1"
        ),
        ("that: '${first.status}', less-than: 202, at-least: 201", nil),
        // As texts 1000 would come first.
        ("that: '${first.status}', less-than: 1000", nil),
        ("that: '${first.status}', more-than: 201", "${first.status} more than 201; it is 201"),
        ("that: '${exchange.at}', minus: '${first.at}', equals: 60m", nil),
        // Beside a duration a number is one of seconds, in every comparison.
        ("that: 3600, equals: 1h", nil), ("that: 1h, equals: 3600", nil), ("that: 1.5, equals: 1500ms", nil),
        ("that: 3600, at-least: 1h, at-most: 1h", nil), ("that: 3601, equals: 1h", "3601 equals 1h; it is 3601"),
        (
            "that: '${exchange.at}', minus: '${first.at}', at-most: 59m",
            "${exchange.at} minus ${first.at} at most 59m; it is 1h"
        ),
        ("that: '${now}', minus: '${first.token.claims.exp}', equals: 2h", nil),
        ("that: '${first.token.claims.exp}', less-than: '${now}'", nil),
        ("that: '${first.token.claims.a.b}', equals: true", nil),
        (
            "that: '${first.at}', minus: '${sign-in.uid}', equals: 1h",
            "${first.at} minus ${sign-in.uid} to be a duration or a number; it is 2026-01-01T01:00:00.000Z minus uid-1"
        ),
        (
            "that: '${sign-in.uid}', less-than: 3",
            "${sign-in.uid} less than 3; uid-1 and 3 have no order: one is no number, duration or time"
        ),
        ("that: '${sign-in.uid}', matches: '^uid-[0-9]$', contains: id", nil),
        ("that: '${sign-in.uid}', matches: '^[0-9]$'", "${sign-in.uid} matches ^[0-9]$; it is uid-1"),
        (
            "that: '${first.cookie.expires}', more-than: '${now}'",
            "${first.cookie.expires} to have a value; there is no value for ${first.cookie.expires}"
        ),
        (
            "that: '${first.token.claims.none}', equals: 1",
            "${first.token.claims.none} to have a value; there is no value for ${first.token.claims.none}"
        ),
        (
            "that: 1, equals: '${first.cookie.expires}'",
            "1 equals ${first.cookie.expires}; there is no value for ${first.cookie.expires}"
        ),
    ])
    func valuesAreComparedAsWhatTheyAre(value: String, said: String?) async throws {
        let result = try await Self.run(
            "name: n\nsteps: [sign-in, exchange: { id: first }, exchange]\nexpect: { values: [{ \(value) }] }")
        #expect(Self.mismatches(result) == (said.map { [$0] } ?? []))
    }

    @Test func secretsAreMasked() async throws {
        let result = try await Self.run(
            "name: n\nsteps: [exchange]\nexpect: { values: [{ that: '${exchange.cookie.value}', equals: x }, { that: y, equals: 'a${exchange.cookie.value}' }] }"
        )
        let text =
            Self.mismatches(result).joined() + Report.lines(for: result).joined() + Report.json(for: result).text()
        #expect(Self.mismatches(result).count == 2 && !text.contains("secret-value"), "\(text)")
        let shown = CapturingPlayer.masking.secret("secret-value-of-the-cookie-1").text
        #expect(Self.mismatches(result).first?.hasSuffix("it is \(shown)") == true, "as in the run's trace: \(text)")
    }

    /// Columns: what is expected besides a value that is another, and the cause that is told first.
    @Test(arguments: [
        ("", "run/expectation-not-met"), ("verdict: signed-in, ", "handoff/never-handed-over"),
        ("route: main, ", "handoff/never-handed-over"), ("signed-in-as: uid-1, ", "handoff/never-handed-over"),
    ])
    func aValueThatIsAnotherIsNoFaultOfTheHandoff(others: String, code: String) async throws {
        let result = try await Self.run(
            "name: n\nsteps: [exchange]\nexpect: { \(others)values: [{ that: '${exchange.status}', equals: 500 }] }",
            on: CapturingPlayer(hasCause: true))
        #expect(result.rootCause?.code.rawValue == code)
        guard code == "run/expectation-not-met" else { return }
        #expect(
            result.rootCause?.message
                == "The scenario expects ${exchange.status} equals 500, and it is 201. The handoff ended signed-out: It was put nowhere."
        )
        #expect(result.rootCause?.consequences.map(\.code.rawValue) == ["handoff/never-handed-over"])
    }

    @Test func aValueThatNothingHasBroughtAboutFailsTheStep() async throws {
        let result = try await Self.run(
            "name: n\nsteps: [exchange, exchange: { field: '${exchange.cookie.expires}' }]\nexpect: { verdict: signed-out }"
        )
        #expect(
            Self.mismatches(result) == [
                "all steps to be taken; step exchange failed: there is no value for ${exchange.cookie.expires}"
            ])
        guard case .failed(let mismatches) = result.outcome else { return }
        #expect(mismatches.first?.because == [ExpectationReason.valueNotThere.code])
    }

    @Test func aValueThatDoesNotFitFailsTheStep() async throws {
        let result = try await Self.run(
            "name: n\nsteps: [open: { path: '${page.path}' }]\nexpect: { verdict: signed-out }")
        #expect(
            Self.mismatches(result) == [
                "all steps to be taken; step open failed: a path begins with a slash: \"nowhere\"; write \"/nowhere\""
            ])
        guard case .failed(let mismatches) = result.outcome else { return }
        #expect(mismatches.first?.because == [ExpectationReason.valueDoesNotFit.code])
    }

    @Test func whatIsExpectedOfAStepThatWasNotTakenIsToldBesideTheFailure() async throws {
        let result = try await Self.run(
            "name: n\nsteps: [reload, exchange]\nexpect: { verdict: signed-out, signed-in-as: '${exchange.token.claims.uid}' }",
            on: CapturingPlayer(refusing: "reload"))
        #expect(
            Self.mismatches(result) == [
                "all steps to be taken; step reload failed: refused",
                "${exchange.token.claims.uid} to have a value; the step was not taken that ${exchange.token.claims.uid} is of",
            ])
    }

    @Test(arguments: [
        ("name: ${exchange.status}\nsteps: [exchange]", ["1:7 scenario/capture-not-here"]),
        ("name: n\nuser: { email: '${sign-in.email}' }\nsteps: [sign-in]", ["2:16 scenario/capture-not-here"]),
        ("name: n\nvariables: { a: '${now}' }\nsteps: [sign-in]", ["2:17 scenario/capture-not-here"]),
        ("name: n\nsteps: [advance: '${exchange.status}s', exchange]", ["2:18 scenario/capture-too-early"]),
        ("name: n\nsteps: [exchange: { field: '${exchange.cookie.name}' }]", ["2:28 scenario/capture-too-early"]),
        ("name: n\nsteps: [exchange, advance: '${exchange.cookie.pth}']", ["2:28 scenario/no-such-variable"]),
        ("name: n\nsteps: [exchange, advance: '${exchange}']", ["2:28 scenario/no-such-variable"]),
        ("name: n\nsteps: [exchange, advance: '${exchange.token.claims.}']", ["2:28 scenario/no-such-variable"]),
        ("name: n\nsteps: [exchange, advance: '${exchange.cookie.path:-1s}']", ["2:28 scenario/no-such-variable"]),
        // What it stands for has a form, and that one does not fit.
        ("name: n\nsteps: [exchange, advance: '${exchange.cookie.path}']", ["2:28 scenario/wrong-type"]),
        ("name: n\nsteps: [exchange: { id: exchange }]", ["2:25 scenario/repeated-key"]),
        ("name: n\nsteps: [exchange: { id: page }]", ["2:25 scenario/repeated-key"]),
        ("name: n\nsteps: [exchange: { id: a }, exchange: { id: a }]", ["2:46 scenario/repeated-key"]),
        ("name: n\nsteps: [exchange: { id: a.b }]", ["2:25 scenario/wrong-type"]),
        ("name: n\nsteps: [relaunch: { id: a }]", ["2:19 scenario/wrong-type"]),
        ("name: n\nsteps: [exchange, use: '${exchange.cookie.path}']", ["2:24 scenario/capture-not-here"]),
    ])
    func isRefusedWhereItStands(text: String, found: [String]) {
        #expect(problems(in: text + "\nexpect: { verdict: signed-out }") == found.map { "login.yaml:" + $0 })
    }

    @Test(arguments: [
        ("signed-in-as: '${exchange.cookie.value}'", "3:25 scenario/capture-not-here"),
        ("signed-in-as: '${register.uid}'", "3:25 scenario/no-such-variable"),
        ("values: [{ equals: 1 }]", "3:20 scenario/missing-field"),
        ("values: [{ that: 1 }]", "3:20 scenario/missing-field"),
        ("values: [{ that: 1, matches: '(' }]", "3:40 scenario/wrong-type"),
        ("values: [{ that: 1, less-than: abc }]", "3:20 scenario/wrong-type"),
        ("values: [{ that: 1, qeuals: 1 }]", "3:31 scenario/unknown-key"),
        ("verdict: signed-in, because: token/expired", "3:40 scenario/wrong-type"),
    ])
    func anExpectationIsRefusedWhereItStands(text: String, problem: String) {
        #expect(problems(in: "name: n\nsteps: [sign-in, exchange]\nexpect: { \(text) }") == ["login.yaml:" + problem])
    }
}
