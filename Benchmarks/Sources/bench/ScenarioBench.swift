import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Project
import Scenarios
import Synchronization
import Worlds

/// Whole scenarios, each in a world of its own, against what their signatures and password hashes alone must cost.
enum ScenarioBench {
    private static let count = 300

    private static let scenario = """
        name: The cookie arrives, the page opens signed in
        steps:
          - sign-in
          - exchange
          - open: { path: /, inject: user-script }
        expect:
          verdict: signed-in
          signed-in-as: ${user.uid}
        """

    static func run(stateFolder: String, into table: BenchTable) async throws {
        let scenarios = try ScenarioFile.scenarios(
            in: scenario, file: "bench.yaml", vocabulary: ScenarioFiles.vocabulary)
        // Keys are made, code is paged in.
        let work = try await measure(Array(repeating: scenarios[0], count: 20), width: 1, stateFolder: stateFolder).work
        let signatures = RSABound.opensslSignaturesPerSecond()
        let hash = try secondsPerHash()
        table.add(
            BenchRow(what: "password hash", subject: "scrypt, one core", value: hash * 1000, unit: "ms"))
        for width in [1, 2] {
            let many = Array(repeating: scenarios[0], count: count)
            let rate = Double(count) / (try await measure(many, width: width, stateFolder: stateFolder).seconds)
            let bound = signatures.map { Double(width) / (Double(work.signatures) / $0 + Double(work.hashes) * hash) }
            table.add(
                BenchRow(
                    what: "scenarios", subject: width == 1 ? "one core" : "two cores", value: rate, unit: "scenarios/s",
                    against: bound.map {
                        "\(work.signatures) signatures and \(work.hashes) hash each: \(BenchTable.number($0))/s"
                    } ?? "openssl, which is missing", ratio: bound.map { rate / $0 }, target: 0.5))
        }
    }

    /// What a scenario cannot do without.
    private struct Work {
        var signatures = 0
        var hashes = 0

        init(_ events: [TraceEvent]) {
            for event in events {
                switch event.kind {
                case .token(let token) where token.action == .issued && token.form != .refreshToken: signatures += 1
                case .account(let account) where account.action == .created: hashes += 1
                default: break
                }
            }
        }
    }

    private static func measure(
        _ scenarios: [Scenario], width: Int, stateFolder: String
    ) async throws -> (seconds: Double, work: Work) {
        let runs = ScenarioRuns(settings: WorldSettings(), stateFolder: stateFolder, width: width)
        let events = Mutex<[TraceEvent]>([])
        let start = ContinuousClock.now
        let results = try await runs.run(scenarios) { result in events.withLock { $0 = result.events } }
        let seconds = (ContinuousClock.now - start).inSeconds
        guard results.allSatisfy(\.hasPassed) else { throw ScenarioNotPassed() }
        return (seconds, Work(events.withLock { $0 }))
    }

    private static func secondsPerHash() throws -> Double {
        let salt = [UInt8](repeating: 7, count: 16)
        let rounds = 50
        let elapsed = try ContinuousClock().measure {
            for _ in 0..<rounds { _ = try PasswordHash(Secret("correct-horse"), salt: salt) }
        }
        return elapsed.inSeconds / Double(rounds)
    }
}

/// A scenario that fails is nothing to measure.
private struct ScenarioNotPassed: Error, CustomStringConvertible {
    let description = "a scenario did not pass"
}
