import BridgePrimitives
import BridgeTrace
import Cookies
import Diagnosis
import HTTPLoader
import Listening
import Project
import Scenarios
import Testing
import WorldTestSupport
import Worlds

/// What a world changes to try a cause.
@Suite("Interventions", .timeLimit(.minutes(5)))
struct InterventionTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let intervention: Intervention
        let code: String
        /// Of the world, before the steps.
        var world = ""
        let steps: String
        /// Changes that reach the same end by another way.
        var alike: Set<Intervention> = []

        var testDescription: String { "\(intervention)" }
    }

    private static let plain = "backend: { cookie-attributes: Path=/; Secure; Max-Age=432000 }"
    private static func copy(_ attributes: String) -> String {
        "sign-in, exchange, open: { path: /, inject: [{ cookie-store: { attributes: \"\(attributes)\" } }] }"
    }

    static let rows = [
        Row(
            intervention: .withoutHTTPOnly, code: "script/http-only", steps: copy("Path=/; Secure; HttpOnly")),
        Row(
            intervention: .withRootPath, code: "script/path", steps: copy("Path=/api; Secure")),
        Row(
            intervention: .withoutDomain, code: "handoff/copy-for-other-host", world: plain,
            steps: "sign-in, exchange, open: { path: /, inject: [{ cookie-store: { domain: other.example } }] }",
            alike: [.handedOver, .copiedFromAppStorage]),
        Row(
            intervention: .withLongLife, code: "send/expired", world: plain,
            steps:
                "sign-in, exchange, open: { path: /about, inject: [{ cookie-store: { attributes: Path=/; Secure; Max-Age=60 } }] }, advance: 2m, open: { path: / }",
            alike: [.handedOver, .copiedFromAppStorage]),
        Row(
            intervention: .copiedFromAppStorage, code: "send/other-store", world: plain,
            steps: "sign-in, exchange, open: { path: /, inject: native-storage }", alike: [.handedOver]),
        Row(
            intervention: .handedOver, code: "handoff/never-handed-over", world: plain,
            steps: "sign-in, exchange, open: { path: / }", alike: [.copiedFromAppStorage]),
        Row(
            intervention: .copiedIntoPageStore, code: "handoff/wrong-data-store", world: plain,
            steps:
                "sign-in, exchange, open: { path: /about, inject: cookie-store }, open: { path: /, store: private }",
            alike: [.handedOver, .copiedFromAppStorage]),
        Row(
            intervention: .headerAlsoInStore, code: "handoff/header-only", world: plain,
            steps: "sign-in, exchange, open: { path: /, inject: header }", alike: [.handedOver, .copiedFromAppStorage]),
        Row(
            intervention: .cookieKept, code: "handoff/cookie-deleted", world: plain,
            steps: "sign-in, exchange, open: { path: /about, inject: cookie-store }, delete-cookies, open: { path: / }",
            alike: [.handedOver, .copiedFromAppStorage, .copiedIntoPageStore]),
        Row(
            intervention: .injectedAtStart, code: "handoff/written-too-late", world: "guard: { waits-for-auth: false }",
            steps: "sign-in, exchange, open: { path: /, inject: user-script-at-end }", alike: [.authReadyFirst]),
        Row(
            intervention: .withCustomToken, code: "token/is-id-token",
            steps: "sign-in, exchange, open: { path: /, inject: [{ user-script: { token: id } }] }"),
        Row(
            intervention: .underTheNameLookedFor, code: "handoff/other-name",
            steps: "sign-in, exchange, open: { path: /, inject: [{ user-script: { name: token } }] }"),
        Row(
            intervention: .exchangedJustBefore, code: "token/expired",
            steps: "sign-in, exchange, advance: 2h, open: { path: /, inject: user-script }", alike: [.exchanged]),
        Row(
            intervention: .withoutRevocation, code: "auth/user-disabled",
            steps: "sign-in, exchange, disable-user, open: { path: /, inject: user-script }"),
        Row(
            intervention: .withUsualField, code: "backend/missing-field",
            steps: "sign-in, exchange: { field: jwt }, open: { path: /, inject: user-script }"),
        Row(
            intervention: .backendRunning, code: "transport/could-not-connect",
            steps: "sign-in, stop-backend, exchange, open: { path: /, inject: user-script }"),
    ]

    @Test(arguments: rows)
    func theCauseThatItNamesIsTheWholeReason(row: Row) async throws {
        let (trials, shutDown) = try Self.trials()
        defer { shutDown() }
        let scenario = try Self.scenario(row)
        let failed = try #require(await trials.run(scenario))
        #expect(failed.cause?.code.rawValue == row.code)
        let proof = try #require(await trials.proof(of: scenario, failed: failed))
        #expect(proof.tried.map(\.result) == [.proved], "\(proof.tried)")
        #expect(proof.tried.first?.change == row.intervention.clause)
        #expect(proof.isComplete && proof.runs == 1)
    }

    /// What would sign anybody in would prove nothing.
    @Test func aScenarioThatFailsForAnotherCauseStaysSignedOut() async throws {
        let (trials, shutDown) = try Self.trials()
        defer { shutDown() }
        let signedIn = await withTaskGroup(of: String?.self) { group in
            for row in Self.rows {
                guard let scenario = try? Self.scenario(row) else { continue }
                group.addTask {
                    var found: [String] = []
                    for intervention in Intervention.allCases
                    where intervention != row.intervention && !row.alike.contains(intervention) {
                        let run = await trials.run(scenario, Trial([intervention]))
                        if run?.isSignedIn != false { found.append("\(intervention)") }
                    }
                    return found.isEmpty ? nil : "\(row.code): \(found.joined(separator: ", "))"
                }
            }
            return await group.reduce(into: [String]()) { all, found in if let found { all.append(found) } }
        }
        #expect(signedIn.sorted() == [])
    }

    @Test func eachIsTriedForSomeCauseAndSaysWhatItChanges() {
        for intervention in Intervention.allCases {
            #expect(Intervention.codes.contains { Intervention.all(for: $0).contains(intervention) }, "\(intervention)")
            #expect(!intervention.clause.isEmpty && !intervention.clause.hasSuffix("."))
        }
        #expect(Intervention.codes.allSatisfy { ReasonCatalogue.all[$0] != nil })
        #expect(Intervention.all(for: ReasonCode(unchecked: "guard/never-called-next")).isEmpty)
    }

    @Test func causesAreTriedOneAfterTheOther() async throws {
        let (trials, shutDown) = try Self.trials()
        defer { shutDown() }
        let row = Row(
            intervention: .exchanged, code: "handoff/no-exchange", steps: "sign-in, open: { path: / }")
        let scenario = try Self.scenario(row)
        let failed = try #require(await trials.run(scenario))
        let proof = try #require(await trials.proof(of: scenario, failed: failed))
        #expect(
            proof.tried.map(\.cause.code.rawValue) == [
                "handoff/no-exchange", "handoff/never-handed-over", "script/http-only",
            ])
        #expect(proof.tried.map(\.result) == [.confirmed, .confirmed, .proved])
        #expect(proof.runs == 3)
    }

    @Test func whatOnlyTheirOwnCodeCanChangeIsNotTried() async throws {
        let (trials, shutDown) = try Self.trials()
        defer { shutDown() }
        let scenario = try Self.scenario(
            Row(
                intervention: .exchanged, code: "handoff/nothing-to-inject",
                steps: "sign-in, open: { path: /, inject: user-script }"))
        let failed = try #require(await trials.run(scenario))
        let proof = try #require(await trials.proof(of: scenario, failed: failed))
        #expect(proof.tried.map(\.result) == [.notTried] && proof.runs == 0)
    }

    private static func trials() throws -> (CauseTrials, @Sendable () -> Void) {
        let settings = WorldSettings()
        let material = try WorldMaterial(state: StateDirectory(SharedMaterial.folder), for: settings)
        return (CauseTrials(settings: settings, material: material), { material.transport.shutdown() })
    }

    private static func scenario(_ row: Row) throws -> Scenario {
        let steps = row.steps.topLevelItems.map { "  - \($0)" }.joined(separator: "\n")
        let world = row.world.isEmpty ? "" : row.world + "\n"
        let text = "name: x\n\(world)steps:\n\(steps)\nexpect: { verdict: signed-in }\n"
        return try #require(
            try ScenarioFile.scenarios(in: text, file: "row.yaml", vocabulary: ScenarioFiles.vocabulary).first)
    }
}
