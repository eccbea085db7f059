import BridgePrimitives
import BridgeTrace
import Listening
import PageEngines
import Project
import Scenarios
import Testing
import TestSupport
import Worlds

/// Steps in the page, by scripts in a real one.
extension RealBrowsers {
    @Suite("Steps in a page of real engines", .serialized)
    struct PageStepInEngineTests {
        /// Columns: what it is about, the steps behind `open`, what is expected.
        private static let rows: [(String, String, String)] = [
            (
                "a link that the page has, by its selector, which its router takes",
                """
                  - script: document.body.insertAdjacentHTML('beforeend', '<a id=go href=/orders/7>7</a>')
                  - link: { selector: "#go" }
                """, "{ verdict: signed-in, route: order, requests: [{ path: /orders/7, count: 0 }] }"
            ),
            (
                "a link that the server's page would have", "  - link: { to: /orders/7 }",
                "{ verdict: signed-in, route: order, requests: [{ path: /orders/7, with: customtoken }] }"
            ),
            (
                "a link to a new window, by its selector",
                """
                  - script: document.body.insertAdjacentHTML('beforeend', '<a id=new target=_blank href=/orders/7>n</a>')
                  - link: { selector: "#new" }
                """, "{ verdict: signed-in, reasons: [page/new-window] }"
            ),
            (
                "no link", "  - link: { selector: \"#nowhere\" }",
                "{ failure: { step: link, reason: page/no-such-link } }"
            ),
            (
                "no selector", "  - link: { selector: \"##\" }",
                "{ failure: { step: link, reason: page/no-such-link } }"
            ),
            (
                "a form whose fields have names of its own members",
                "  - form: { to: /orders, fields: { submit: a, method: b } }",
                "{ requests: [{ path: /orders, method: get, with: customtoken }] }"
            ),
            (
                "a page that is awaited until it has what its script makes",
                """
                  - script: setTimeout(() => document.body.id = 'done', 400), 1
                  - wait-for: { script: "document.querySelector('#done').id", within: 5s }
                """, "verdict: signed-in"
            ),
            (
                "what does not come", "  - wait-for: { cookie: nowhere, within: 300ms }",
                "{ failure: { step: wait-for, reason: run/not-in-time } }"
            ),
            (
                "a route that the page goes to by itself",
                """
                  - script: setTimeout(() => location.href = '/signin', 300), 1
                  - wait-for: { route: signin, within: 10s }
                """, "route: signin"
            ),
            (
                "a value, and a throw that has the page's words",
                "  - script: \"throw new Error('no ' + location.hostname)\"",
                "{ failure: { step: script, reason: script/threw } }"
            ),
            (
                "a handler that the app has not", "  - message: { name: other }",
                "{ failure: { step: message, reason: webview/no-such-handler } }"
            ),
        ]

        @Test(
            .timeLimit(.minutes(5)),
            arguments: TestedEngines.all.map(EngineName.init))
        func stepsAreTakenInThePage(engine: EngineName) async throws {
            var settings = WorldSettings()
            settings.engine = engine
            let scenarios = try Self.rows.map { row in
                let expect = row.2.hasPrefix("{") ? row.2 : "{ \(row.2) }"
                let text = """
                    name: \(row.0)
                    backend: { cookie-attributes: Path=/; Secure; SameSite=Strict }
                    steps:
                      - sign-in
                      - exchange
                      - open: { path: /, inject: cookie-store }
                    \(row.1)
                    expect: \(expect)
                    """
                return try #require(
                    try ScenarioFile.scenarios(in: text, file: "page.yaml", vocabulary: ScenarioFiles.vocabulary).first)
            }
            let results = try await withEphemeralStateDirectory { state in
                try await ScenarioRuns(settings: settings, stateFolder: state.path, width: 2).run(scenarios) { _ in }
            }
            for result in results {
                let hasPassed = result.hasPassed
                #expect(
                    hasPassed, "\(result.scenario.name): \(result.outcome) \(result.rootCause?.message ?? "")")
            }
        }
    }
}
