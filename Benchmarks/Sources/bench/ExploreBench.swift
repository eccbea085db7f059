import BridgePrimitives
import Scenarios
import SessionBridge
import Worlds

/// Orders of a race a second: each a page in a view and store of its own, with the guard's sign-in over the wire.
enum ExploreBench {
    private static let count = 1000

    private static let race = """
        name: The cookie arrives while the load is redirected
        backend: { cookie-attributes: Path=/; Secure }
        web: { redirects: [ { from: /mail, to: / } ] }
        steps:
          - sign-in
          - exchange
          - open: { path: /mail, inject: [ { cookie-store: { awaited: false } } ] }
        expect: { verdict: signed-in }
        """

    static func run(state: String, into table: BenchTable) async throws {
        let scenarios = try ScenarioFile.scenarios(in: race, file: "race.yaml", vocabulary: Vocabulary())
        let explorer = RaceExplorer(
            settings: WorldSettings(), stateFolder: state, selection: .random(count, seed: 1), limit: count)
        let report = try await explorer.explore(scenarios[0])
        let rate = Double(report.runs) / report.elapsed.inSeconds
        table.add(
            BenchRow(
                what: "explore", subject: "orders of a redirected load, services shared", value: rate, unit: "orders/s",
                against: "1000 orders in 5 s", ratio: rate / 200, target: 1))
    }
}
