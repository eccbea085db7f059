import BridgeTrace
import BrowserDriving
import Cookies
import Foundation
import PageEngines
import Scenarios
import Reporting
import Testing
import Twin
import WorldTestSupport
import Worlds

extension RealBrowsers {
    /// `session-bridge twin`: whole scenarios, in the headless view and in a real engine beside it.
    @Suite("Twins: scenarios", .serialized)
    struct ScenarioTwinTests {
        private static let scenarios = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Scenarios").path

        @Test(arguments: TestedBrowsers.pageEngines)
        func theShippedScenariosComeOutAlike(engine: PageEngineKind) async throws {
            // Those of the findings have a handoff of the others with one thing changed, of which findings alone tell.
            let scenarios = try ScenarioFiles.scenarios(at: [Self.scenarios])
                .filter { scenario in
                    // Each side ends a loop of redirects at a hop of its own, and the model has no route for an error's page.
                    ["/findings/", "/redirect-loop", "/32-"].allSatisfy { !scenario.file.contains($0) }
                }
            var compared = 0
            try await TwinRuns(settings: WorldSettings(), beside: .engine(engine), stateFolder: SharedMaterial.folder)
                .run(scenarios) { result in
                    if case .compared = result.outcome { compared += 1 }
                    #expect(result.isAlike, "\(result.lines(isBrief: true).joined(separator: "\n"))")
                }
            #expect(compared >= 60)
        }

        /// Each side has what the app did, and its own page's requests alone.
        @Test(arguments: TestedBrowsers.pageEngines)
        func bothSidesAreTraced(engine: PageEngineKind) async throws {
            var traces: [RecordedTrace] = []
            try await TwinRuns(settings: WorldSettings(), beside: .engine(engine), stateFolder: SharedMaterial.folder)
                .run(
                    try scenarios("- open: { path: /, inject: [user-script] }"), trace: { traces.append($0) }
                ) { #expect($0.isAlike) }
            #expect(traces.map(\.head.engine) == ["model", engine.rawValue])
            for trace in traces {
                #expect(trace.events.map(\.sequence) == Array(trace.events.indices), "numbered anew, without a gap")
                #expect(trace.outcome?.verdict == .signedIn && trace.outcome?.uid != nil)
                let hops = trace.events.compactMap { event -> Int? in
                    if case .request(let request) = event.kind { request.hop } else { nil }
                }
                #expect(Set(hops).count == hops.count, "each request has a number of its own")
                let pages = trace.events.filter { event in
                    guard case .navigation(let navigation) = event.kind else { return false }
                    return navigation.phase == .didCommit
                }
                #expect(pages.count == 1, "\(trace.head.name)")
                let signIns = trace.events.filter { event in
                    guard event.actor == .auth, case .token(let token) = event.kind else { return false }
                    return token.form == .customToken && token.action == .accepted
                }
                #expect(signIns.count == 1, "\(trace.head.name)")
            }
        }

        /// Chromium takes no SameSite=None without Secure; iOS does.
        @Test(arguments: TestedBrowsers.pageEngines.filter { $0 == .chromium })
        func anotherProfilesDifferenceIsExplained(engine: PageEngineKind) async throws {
            var results: [TwinResult] = []
            let scenarios = try scenarios("- open: { path: /, inject: [{ user-script: { value: x;samesite=none } }] }")
            for profile in [CookieProfile.ios18, .chromium] {
                try await TwinRuns(
                    settings: WorldSettings(), beside: .engine(engine), profile: profile,
                    stateFolder: SharedMaterial.folder
                ).run(scenarios) { results.append($0) }
            }
            #expect(results.map(\.isAlike) == [true, true])
            let differences = try #require(results.first).steps.flatMap(\.differences)
            #expect(differences.map(\.aspect) == ["cookie jar", "document.cookie"])
            #expect(differences.allSatisfy { $0.explanations == [.enginesProfile] })
            #expect(try #require(results.last).steps.flatMap(\.differences).isEmpty)
        }

        /// The router went to /signin; that is the page that is loaded again.
        @Test(arguments: TestedBrowsers.pageEngines)
        func aReloadAsksForWhereTheRouterEnded(engine: PageEngineKind) async throws {
            let scenarios = try scenarios("- open: { path: / }\n  - reload\n  - open: { path: /orders/7 }\n  - reload")
            try await TwinRuns(settings: WorldSettings(), beside: .engine(engine), stateFolder: SharedMaterial.folder)
                .run(scenarios) { result in
                    #expect(result.isAlike, "\(result.lines(isBrief: true).joined(separator: "\n"))")
                    #expect(result.steps.filter { !$0.agreements.isEmpty }.count == 4)
                }
        }

        /// Both sides are led on by the same steps; SameSite cookies go along on both alike.
        @Test(arguments: TestedBrowsers.pageEngines)
        func bothPagesAreLedOn(engine: PageEngineKind) async throws {
            let scenarios = try scenarios(
                "- open: { path: /, inject: [cookie-store] }\n  - script: document.cookie = 'a=b; samesite=strict; path=/'\n"
                    + "  - link: { to: /orders/7 }\n  - navigate: { to: \"${partner}/\" }\n  - link: { to: /orders/8 }\n"
                    + "  - form: { to: /orders, fields: { page: 2 } }\n  - wait-for: { cookie: a }")
            try await TwinRuns(settings: WorldSettings(), beside: .engine(engine), stateFolder: SharedMaterial.folder)
                .run(scenarios) { result in
                    #expect(result.isAlike, "\(result.lines(isBrief: true).joined(separator: "\n"))")
                    #expect(result.steps.filter { !$0.agreements.isEmpty }.count == 7)
                }
        }

        /// What no browser over WebDriver takes: headers, a store that ends with the process, a handler for messages.
        @Test(arguments: TestedBrowsers.pageEngines)
        func anEngineTakesWhatAWebViewTakes(engine: PageEngineKind) async throws {
            let scenarios = try scenarios(
                "- open: { path: /, inject: html-string }\n  - relaunch\n  - open: { path: / }\n  - remove-website-data\n"
                    + "  - open: { path: /, inject: [{ cookie-store: { domain: .app.localhost } }] }")
            var pictures = 0
            try await TwinRuns(settings: WorldSettings(), beside: .engine(engine), stateFolder: SharedMaterial.folder)
                .run(scenarios, picture: { _, bytes in if bytes.starts(with: [0x89, 0x50]) { pictures += 1 } }) {
                    result in
                    #expect(result.isAlike, "\(result.lines(isBrief: true).joined(separator: "\n"))")
                    #expect(result.steps.filter { !$0.agreements.isEmpty }.count == 3)
                }
            #expect(pictures == 1)
            #expect(Leftovers.found() == [])
        }

        /// For those that nothing else opens pages in.
        @Test(arguments: TestedBrowsers.all)
        func aBrowserOverWebDriverIsComparedAsWell(engine: BrowserEngine) async throws {
            let scenarios = try scenarios("- open: { path: /, inject: [user-script, cookie-store] }\n  - reload")
            try await TwinRuns(settings: WorldSettings(), beside: .browser(engine), stateFolder: SharedMaterial.folder)
                .run(scenarios) { result in
                    #expect(result.isAlike, "\(result.lines(isBrief: true).joined(separator: "\n"))")
                    #expect(result.steps.filter { !$0.agreements.isEmpty }.count == 2)
                }
        }

        private func scenarios(_ steps: String) throws -> [Scenario] {
            try ScenarioFile.scenarios(
                in: "name: n\nsteps:\n  - sign-in\n  - exchange\n  \(steps)\nexpect: { verdict: signed-out }\n",
                file: "n.yaml", vocabulary: Vocabulary())
        }
    }
}
