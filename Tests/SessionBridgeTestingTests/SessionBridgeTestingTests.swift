import Foundation
import SessionBridge
import SessionBridgeTesting
import TestSupport
import Testing
import WorldTestSupport
import XCTest

@Suite("Scenarios as tests", .sessionBridge(seed: 11, stateFolder: SharedMaterial.folder), .timeLimit(.minutes(5)))
struct SessionBridgeTestingTests {
    private static let failing = """
        name: The cookie store alone signs the page in
        steps:
          - sign-in
          - exchange
          - open: { path: /, inject: cookie-store }
        expect:
          verdict: signed-in
        """

    @Test func aScenarioThatFailsIsAnIssueAtItsStep() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/store.yaml"
        try Self.failing.write(toFile: file, atomically: true, encoding: .utf8)
        let tests = try ScenarioTests.all(in: file)
        #expect(tests.map(\.testDescription) == ["The cookie store alone signs the page in"])
        try await withKnownIssue {
            try await tests[0].run()
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.contains("cause     script/http-only") && text.contains("fix       Leave HttpOnly out")
                && issue.sourceLocation?.line == 5 && issue.sourceLocation?.column == 5
                && "\(issue.sourceLocation.debugDescription)".contains("store.yaml")
        }
    }

    @Test(arguments: try ScenarioTests.all(in: "Scenarios/httponly-customtoken.yaml"))
    func aScenarioThatPassesIsNone(scenario: ScenarioTest) async throws { try await scenario.run() }

    @Test(.sessionBridge(profile: .ios17)) func aTestsTraitWinsMemberByMember() throws {
        let settings = try BridgeTestConfiguration.current.worldSettings()
        #expect(settings.profile.name == "ios17")
        #expect(settings.seed == 11)
    }

    @Test func whatIsNotThereIsSaid() {
        #expect(throws: BridgeFailure.self) { try ScenarioTests.all(in: "Scenarios/nothing-like-it") }
        #expect(throws: BridgeFailure.self) {
            try ScenarioTests.all(in: "Scenarios/httponly-customtoken.yaml", filter: "nothing like it")
        }
    }

    /// Each expectation that is not met has the cause in its text, at the line that expects it.
    @Test func expectationsOfAWorld() async throws {
        try await withTestWorld { world in
            try await world.app.signIn()
            try await world.app.exchange()
            try await world.browser.open(path: "/")
            await expectVerdict(.signedOut, because: "guard/cookie-absent", in: world)
            await expectCookie("customtoken", isStored: false, isSent: false, in: world)
            for (expect, text) in Self.unmet {
                let line = #line + 1
                await withKnownIssue {
                    await expect(world)
                } matching: { issue in
                    issue.comments.contains { $0.rawValue.contains(text) && $0.rawValue.contains("cause     ") }
                        && issue.sourceLocation.map { abs($0.line - line) < 100 } == true
                }
            }
            await withKnownIssue {
                await expectVerdict(.signedOut, because: "guard/cookie-absnt", in: world)
            } matching: { issue in
                issue.comments.contains { $0.rawValue.hasSuffix("did you mean \"guard/cookie-absent\"?") }
            }
            let script = "document.cookie='customtoken=\(try #require(world.app.handedOver).value);path=/'"
            try await world.browser.open(
                path: "/", scripts: [UserScript(source: script, injectionTime: .atDocumentStart)])
            await expectSignedIn(world)
        }
    }

    private static let unmet: [(@Sendable (World) async -> Void, String)] = [
        ({ await expectSignedIn($0) }, "expected  verdict signed-in; it was signed-out"),
        ({ await expectVerdict(.signedOut, because: "send/path", in: $0) }, "reason send/path"),
        ({ await expectCookie("customtoken", isStored: true, in: $0) }, "cookie customtoken in the web view's store"),
    ]
}

final class XCTAssertScenarioTests: XCTestCase {
    func testAScenarioThatPasses() async {
        var configuration = BridgeTestConfiguration()
        configuration.stateFolder = SharedMaterial.folder
        await XCTAssertScenario("Scenarios/httponly-customtoken.yaml", configuration: configuration)
    }

    #if canImport(Darwin)
        // The XCTest of other systems has no failure that is expected.
        func testAScenarioThatDoesNot() async {
            XCTExpectFailure()
            await XCTAssertScenario("Scenarios/nothing-like-it")
        }
    #endif
}
