import BrowserDriving
import Cookies
import Foundation
import Scenarios
import Reporting
import Testing
import Twin
import WorldTestSupport
import Worlds

extension RealBrowsers {
    /// `session-bridge twin`: whole scenarios, in the headless view and in a real browser beside it.
    @Suite("Twins: scenarios", .serialized)
    struct ScenarioTwinTests {
        private static let scenarios = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Scenarios").path

        @Test(arguments: TestedBrowsers.all)
        func theShippedScenariosComeOutAlike(engine: BrowserEngine) async throws {
            let scenarios = try ScenarioFiles.scenarios(at: [Self.scenarios])
            var compared = 0
            try await TwinRuns(settings: WorldSettings(), engine: engine, stateFolder: SharedMaterial.folder)
                .run(scenarios) { result in
                    if case .compared = result.outcome { compared += 1 }
                    #expect(result.isAlike, "\(result.lines(isBrief: true).joined(separator: "\n"))")
                }
            #expect(compared >= 14)
        }

        /// Chromium takes no SameSite=None without Secure; iOS does.
        @Test(arguments: TestedBrowsers.all.filter { $0 == .chromium })
        func anotherProfilesDifferenceIsExplained(engine: BrowserEngine) async throws {
            var results: [TwinResult] = []
            let scenarios = try scenarios("- open: { path: /, inject: [{ user-script: { value: x;samesite=none } }] }")
            for profile in [CookieProfile.ios18, .chromium] {
                try await TwinRuns(
                    settings: WorldSettings(), engine: engine, profile: profile, stateFolder: SharedMaterial.folder
                ).run(scenarios) { results.append($0) }
            }
            #expect(results.map(\.isAlike) == [true, true])
            let differences = try #require(results.first).steps.flatMap(\.differences)
            #expect(differences.map(\.aspect) == ["cookie jar", "document.cookie"])
            #expect(differences.allSatisfy { $0.explanations == [.enginesProfile] })
            #expect(try #require(results.last).steps.flatMap(\.differences).isEmpty)
        }

        /// The router went to /signin; that is the page that is loaded again.
        @Test(arguments: TestedBrowsers.all)
        func aReloadAsksForWhereTheRouterEnded(engine: BrowserEngine) async throws {
            let scenarios = try scenarios("- open: { path: / }\n  - reload\n  - open: { path: /orders/7 }\n  - reload")
            try await TwinRuns(settings: WorldSettings(), engine: engine, stateFolder: SharedMaterial.folder)
                .run(scenarios) { result in
                    #expect(result.isAlike, "\(result.lines(isBrief: true).joined(separator: "\n"))")
                    #expect(result.steps.filter { !$0.agreements.isEmpty }.count == 4)
                }
        }

        private func scenarios(_ steps: String) throws -> [Scenario] {
            try ScenarioFile.scenarios(
                in: "name: n\nsteps:\n  - sign-in\n  - exchange\n  \(steps)\nexpect: { verdict: signed-out }\n",
                file: "n.yaml", vocabulary: Vocabulary())
        }
    }
}
