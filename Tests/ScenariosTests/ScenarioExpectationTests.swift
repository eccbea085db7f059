import BridgePrimitives
import BridgeTrace
import Scenarios
import Testing

@Suite("Expectations", .timeLimit(.minutes(5)))
struct ScenarioExpectationTests {
    private func observation(
        verdict: Verdict = .signedIn, route: String? = "main", webUserID: String? = "u1", findings: [Finding] = []
    ) -> Observation {
        Observation(
            verdict: verdict, route: route, path: "/", webUserID: webUserID, nativeUserID: "u1",
            verdictReasons: [ReasonCode(unchecked: "guard/cookie-absent")], events: [], findings: findings,
            firstRequestCookies: ["lang"], sentCookies: ["lang"], storedCookies: ["lang", "customtoken"],
            visibleCookies: ["lang"])
    }

    private func expectation(_ change: (inout ScenarioExpectation) -> Void) -> ScenarioExpectation {
        var expectation = ScenarioExpectation()
        change(&expectation)
        return expectation
    }

    @Test func nothingExpectedNothingAmiss() {
        #expect(ScenarioExpectation().mismatches(with: observation(), failure: nil).isEmpty)
    }

    @Test func whatHappenedIsToldWithItsReason() {
        let wanted = expectation {
            ($0.verdict, $0.route, $0.signedInAs) = (.signedIn, "main", ScenarioExpectation.userPlaceholder)
        }
        let mismatches = wanted.mismatches(
            with: observation(verdict: .signedOut, route: "signin", webUserID: nil), failure: nil)
        #expect(
            mismatches.map(\.description) == [
                "expected verdict signed-in; it was signed-out (guard/cookie-absent)",
                "expected route main; the page is at signin (guard/cookie-absent)",
                "expected signed in as u1; nobody is signed in on the page (guard/cookie-absent)",
            ])
    }

    @Test(arguments: [
        (ScenarioExpectation.CookieExpectation(name: "customtoken", isStored: true), true),
        (ScenarioExpectation.CookieExpectation(name: "customtoken", isStored: false), false),
        (ScenarioExpectation.CookieExpectation(name: "customtoken", isSent: true), false),
        (
            ScenarioExpectation.CookieExpectation(name: "lang", isVisibleToScript: true, isSent: true, isStored: true),
            true
        ),
        (
            ScenarioExpectation.CookieExpectation(
                name: "nobody", isVisibleToScript: false, isSent: false, isStored: false), true
        ),
    ])
    func looksAtEachViewOfACookie(cookie: ScenarioExpectation.CookieExpectation, holds: Bool) {
        let wanted = expectation { $0.cookie = cookie }
        #expect(wanted.mismatches(with: observation(), failure: nil).isEmpty == holds)
    }

    @Test(arguments: [
        ("exchange" as String?, "transport/could-not-connect", "exchange", "transport/could-not-connect", true),
        (nil, "transport/could-not-connect", "exchange", "transport/could-not-connect", true),
        ("open", "transport/could-not-connect", "exchange", "transport/could-not-connect", false),  // another step
        ("exchange", "token/expired", "exchange", "transport/could-not-connect", false),  // another reason
    ])
    func anExpectedFailureNamesStepAndReason(
        step: String?, reason: String, failedStep: String, failedFor: String, holds: Bool
    ) {
        let wanted = expectation { $0.failure = .init(step: step, reason: ReasonCode(unchecked: reason)) }
        let failure = StepFailure(
            step: failedStep, because: [ReasonCode(unchecked: failedFor)], RunReason.noSuchScenario,
            message: "it was refused")
        #expect(wanted.mismatches(with: observation(), failure: failure).isEmpty == holds)
    }

    @Test func anUnexpectedFailureAndAMissingOneAreBothAmiss() {
        let failure = StepFailure(step: "exchange", RunReason.worldFailed, message: "nobody answers")
        #expect(
            ScenarioExpectation().mismatches(with: observation(), failure: failure).map(\.description)
                == ["expected all steps to be taken; step exchange failed: nobody answers (run/world-failed)"])
        let wanted = expectation { $0.failure = .init(step: nil, reason: ReasonCode(unchecked: "token/expired")) }
        #expect(!wanted.mismatches(with: observation(), failure: nil).isEmpty)
    }

    @Test func findingsWantedAndUnwanted() {
        let code = ReasonCode(unchecked: "token/expired")
        let finding = Finding(code: code, message: "An hour old.", fix: "", evidence: [])
        let wanted = expectation { $0.findings = [code] }
        #expect(wanted.mismatches(with: observation(findings: [finding]), failure: nil).isEmpty)
        #expect(!wanted.mismatches(with: observation(), failure: nil).isEmpty)
        let unwanted = expectation { $0.noFindings = [code] }
        #expect(!unwanted.mismatches(with: observation(findings: [finding]), failure: nil).isEmpty)
    }
}
