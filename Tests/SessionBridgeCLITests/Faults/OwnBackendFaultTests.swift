import BridgePrimitives
import FaultMatrix
import Foundation
import Project
import Scenarios
import Testing
import TestSupport
import Worlds

@testable import SessionBridgeCLI

/// A backend that is no part of the world: its clock is the machine's, and so is its patience.
@Suite("A handoff under faults, with somebody's own backend", .timeLimit(.minutes(5)))
struct OwnBackendFaultTests {
    /// Answers as strict verifiers do: no token of the future.
    private static func answer(to request: ScriptedServer.Request) -> ScriptedServer.Answer {
        guard request.line.hasPrefix("POST ") else { return .ok("{}") }
        let token = (try? JSONValue(parsing: request.body))?["id_token"]?.stringValue ?? ""
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let claims = parts.dropFirst().first.flatMap { Base64URL.decode($0) }.flatMap { try? JSONValue(parsing: $0) }
        let now = Int64(Date().timeIntervalSince1970)
        guard let uid = claims?["sub"]?.stringValue, let issued = claims?["iat"]?.integerValue, issued <= now + 1 else {
            return .keep("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n")
        }
        let custom: JSONValue = [
            "aud": "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
            "iss": "a@example.com", "sub": "a@example.com", "uid": .string(uid), "iat": .integer(now),
            "exp": .integer(now + 3600),
        ]
        let header = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
        return .ok("", headers: "Set-Cookie: customtoken=\(header).\(Base64URL.encode(custom.bytes())).; Path=/\r\n")
    }

    private static func settings(_ port: Int, in folder: String) throws -> WorldSettings {
        var backend = OwnBackend(url: TextTemplate("http://127.0.0.1:\(port)"))
        backend.exchange.request.form = nil
        backend.exchange.request.path = TextTemplate("/session")
        backend.exchange.request.json = ["id_token": "${id-token}"]
        var project = AppProject()
        (project.folder, project.backend) = (folder, backend)
        (project.auth.strictness, project.handover) = (.lenient, [.cookieStore(CookieCopy())])
        var settings = try WorldSettings().adopting(project)
        settings.authPort = 0
        return settings
    }

    private func report(
        _ names: [String], _ scenario: Scenario? = nil, page: String? = nil
    ) async throws -> FaultReport {
        let faults = try names.map { try #require(ShippedFault.named($0)) }
        var report = FaultReport(scenario: "", rows: [])
        try await withFolder { folder in
            let server = try ScriptedServer { Self.answer(to: $0) }
            defer { server.stop() }
            var settings = try Self.settings(server.port, in: folder)
            if let page {
                settings.webRoot = folder + "/page"
                try FileManager.default.createDirectory(atPath: folder + "/page", withIntermediateDirectories: true)
                try page.write(toFile: folder + "/page/index.html", atomically: true, encoding: .utf8)
                let routes =
                    #"[{"path":"/","name":"main","meta":{"requiresAuth":true}},{"path":"/signin","name":"signin"}]"#
                try routes.write(toFile: folder + "/page/routes.json", atomically: true, encoding: .utf8)
            }
            let trials = FaultTrials(
                scenario ?? FaultedScenario.usual(handsOverByProject: true), faults: faults, settings: settings,
                stateFolder: folder + "/state")
            report = try await trials.run()
        }
        return report
    }

    /// Columns: the fault, what brings the user in, why it ended otherwise. Time that passed for the app alone does not make
    /// the next attempt's tokens ones of the future.
    @Test func whatHangsIsOverAfterwards() async throws {
        let wanted: [(String, FaultSighting.Recovery, String?)] = [
            ("sign-in-hangs", .retry, "client/network-error"), ("refresh-hangs", .retry, "client/network-error"),
            ("exchange-hangs", .retry, "transport/timed-out"), ("exchange-slow", .notNeeded, nil),
            ("token-from-the-future", .retry, "token/issued-in-future"),
        ]
        let report = try await report(wanted.map(\.0))
        for (row, (name, recovery, reason)) in zip(report.rows, wanted) {
            #expect(
                row.fault.name == name && row.isMet && row.fate == .handled && row.recovery == recovery
                    && row.reason?.rawValue == reason, "\(row.line)")
        }
        #expect(report.score.points == 100 && report.score.total == wanted.count)
    }

    @Test func aClockThatNobodyMovesIsNotJudged() async throws {
        let report = try await report(["backend-clock-behind", "exchange-500-once"])
        #expect(report.rows.map { $0.obstacle?.code.rawValue } == ["backend/own-clock", nil])
        #expect(report.score.total == 1 && report.score.notJudged == 1 && report.score.notMet == 0)
        #expect(report.obstacles.last?.contains("token-from-the-future") == true, "\(report.obstacles)")
    }

    /// The model's guard would be the one that is judged.
    @Test func whatThePagesOwnScriptsDecideIsNotJudged() async throws {
        let page = "<!doctype html><script type=module>document.cookie</script>"
        let report = try await report(["page-sign-in-hangs", "exchange-500-once"], page: page)
        #expect(report.rows.map { $0.obstacle?.code.rawValue } == ["faults/page-not-run", nil])
        #expect(report.obstacles.last?.contains("--engine") == true, "\(report.obstacles)")
    }

    /// Columns: what is in the scenario, and the line that is refused; nil for one that is taken.
    @Test(arguments: [
        ("steps: [sign-in, exchange, open]", nil as Int?), ("steps:\n  - skew: { device: 1s }\n  - sign-in", nil),
        ("steps:\n  - sign-in\n  - skew: { backend: -301s }", 4),
        ("steps:\n  - sign-in\n  - skew: { device: 1s, backend: 0s }", 4),
        ("steps:\n  - fault: { service: backend, effect: skew, skew: 5m }", 3),
        ("steps:\n  - fault: { service: backend, effect: drop }", nil),
        ("steps:\n  - fault: { endpoint: token, effect: skew, skew: 5m }", nil),
        ("faults: { service: backend, effect: skew, skew: 5m }\nsteps: [sign-in]", 1),
        ("steps: [sign-in]\ntear-down:\n  - skew: { backend: 1s }", 4),
    ])
    func aStepThatMovesItIsRefusedBeforeAnythingIsRun(text: String, line: Int?) async throws {
        let scenario = try #require(
            ScenarioFile.scenarios(
                in: "name: own\n\(text)\nexpect: { verdict: signed-in }", file: "own.yaml",
                vocabulary: ScenarioFiles.vocabulary
            ).first)
        let server = try ScriptedServer { _ in .ok("{}") }
        defer { server.stop() }
        try await withFolder { folder in
            let runs = ScenarioRuns(
                settings: try Self.settings(server.port, in: folder), stateFolder: folder + "/state")
            do {
                let results = try await runs.run([scenario]) { _ in }
                #expect(line == nil && results.count == 1)
            } catch let problems as ScenarioProblems {
                #expect(server.received.isEmpty)
                #expect(problems.problems.map(\.location.line) == [line])
                #expect(problems.problems.map(\.code.rawValue) == ["backend/own-clock"])
                #expect("\(problems)".contains("skew: 301s"), "\(problems)")
            }
        }
    }
}
