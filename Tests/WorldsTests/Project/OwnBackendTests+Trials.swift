import BridgePrimitives
import BridgeTrace
import Diagnosis
import Foundation
import Project
import Scenarios
import TestSupport
import Testing
import Tokens
import WorldTestSupport
import Worlds

// What a backend's token says, and trials that change it.
extension OwnBackendTests {
    /// What a backend's token says wrong, the cause, and the change under which the page opens signed in.
    struct Minting: Sendable {
        let code: String
        let change: Intervention
        var issuer = "firebase-auth-emulator@example.com"
        var uid: String?
        /// How long before now the service account minted it; nil for one that is unsigned and new.
        var signedBefore: Int64?
        var before = ""
    }

    @Test(arguments: [
        Minting(code: "exchange/other-project", change: .mintedForProject, issuer: "x@staging.iam.gserviceaccount.com"),
        Minting(code: "token/expired", change: .mintedNow, signedBefore: 9 * 3600),
        Minting(code: "handoff/other-user", change: .mintedForUser, uid: "taro@example.com"),
        Minting(code: "value/bearer-prefix", change: .withBareValue, before: "Bearer "),
    ])
    func aTrialMintsTheBackendsTokenAnew(row: Minting) async throws {
        let material = try SharedMaterial.material.get()
        let server = try ScriptedServer { request in
            var token = Self.mint(for: request, issuer: row.issuer, uid: row.uid)
            if let age = row.signedBefore, let unsigned = try? UnverifiedToken(parsing: token) {
                let uid = unsigned.payload["uid"]?.stringValue ?? ""
                let minted = Instant(secondsSinceEpoch: Int64(Date.seconds) - age)
                token = (try? material.serviceAccount.customToken(uid: uid, issuedAt: minted)) ?? ""
            }
            return Self.raw("200 OK", "Set-Cookie: fb_token=\(token); Path=/\r\n")
        }
        defer { server.stop() }
        var project = Self.project(server.port, token: .cookie("fb_token"))
        if row.signedBefore != nil { project.auth.strictness = .strict }
        var script = OwnScript()
        script.source = TextTemplate("document.cookie = 'fb_token=\(row.before)${token}; path=/; secure'")
        project.handover = [.userScript(script)]
        let scenario = try #require(
            ScenarioFile.scenarios(
                in: "name: own\nsteps: [sign-in, exchange, open: { path: /orders }]\nexpect: { verdict: signed-in }",
                file: "own.yaml", vocabulary: Vocabulary(reasons: [])
            ).first)
        var settings = try WorldSettings().adopting(project)
        settings.authPort = 0
        let trials = CauseTrials(settings: settings, material: material, isAsked: true)
        let failed = try #require(await trials.run(scenario))
        #expect(failed.cause?.code.rawValue == row.code, "\(failed.cause?.message ?? "none")")
        let proof = try #require(await trials.proof(of: scenario, failed: failed))
        #expect(proof.tried.map(\.change) == [row.change.clause] && proof.isComplete, "\(proof.tried)")
    }

    /// A value that Firebase did not make is a session of the server's own, and is not shown as a custom token.
    @Test func aServersOwnSessionIsNotACustomToken() async throws {
        let server = try ScriptedServer { _ in
            Self.raw("200 OK", "Set-Cookie: fb_token=0123456789abcdef; Path=/\r\n")
        }
        defer { server.stop() }
        let result = try await Self.run(Self.project(server.port, token: .cookie("fb_token")))
        let forms = result.events.compactMap { event -> TokenEvent.Form? in
            guard event.actor == .backend, case .token(let token) = event.kind else { return nil }
            return token.form
        }
        #expect(forms == [.session])
    }
}
