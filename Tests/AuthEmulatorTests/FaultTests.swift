@testable import AuthEmulator
import BridgePrimitives
@testable import Faults
import TestSupport
import Testing
import Tokens

@Suite("Faults", .timeLimit(.minutes(5)))
struct FaultTests {
    @Test(
        arguments: [
            (["endpoint": "accounts:lookup", "effect": "status", "status": 503], nil),
            (["effect": "drop"], nil),  // everywhere
            (["endpoint": "token", "effect": "delay", "delay": "2s", "times": "once"], nil),
            (["endpoint": "lookup", "effect": "wrong-audience"], nil),  // the verb alone
            (["effect": "skew", "skew": "-10m"], nil),
            (["endpoint": "nothing", "effect": "drop"], "\"endpoint\" names none"),
            (["endpoint": 7, "effect": "drop"], "\"endpoint\" names none"),
            ([:], "\"effect\" is none that is known"), (["effect": "fire"], "\"effect\" is none that is known"),
            (["effect": "status"], "\"status\" is not 400 to 599"),
            (["effect": "status", "status": 399], "\"status\" is not 400 to 599"),
            (["effect": "status", "status": 600], "\"status\" is not 400 to 599"),
            (["effect": "delay", "delay": 2], "\"delay\" is no duration"),
            (["effect": "skew", "skew": "soon"], "\"skew\" is no duration"),
            (["effect": "drop", "times": "twice"], "\"times\" is neither once nor always nor a number"),
        ] as [(JSONValue, String?)])
    func areReadOrRefusedByName(json: JSONValue, cause: String?) throws {
        do {
            let fault = try Fault(json: json)
            #expect(cause == nil)
            #expect(try Fault(json: .object(fault.json)) == fault)
        } catch { #expect(error.cause == cause && error.code == FaultReason.unreadable.code) }
    }

    @Test func onesThatHappenOnceAreGoneAfterwards() {
        let once = Fault(endpoint: "token", effect: .drop, times: .once)
        let always = Fault(endpoint: "*", effect: .wrongAudience)
        let other = Fault(endpoint: "accounts:lookup", effect: .expired, times: .once)
        let (met, rest) = FaultBook.split([once, always, other], for: FaultedRequest(endpoint: "token"))
        #expect(met == [.drop, .wrongAudience])
        #expect(rest == [always, other])
    }

    @Test func aStatusStandsInForTheAnswer() async throws {
        let wire = try WireFixture()
        wire.service.faults.set([
            Fault(endpoint: "accounts:signUp", effect: .status(503, message: "TRY_LATER"), times: .once)
        ])
        #expect(try await wire.refusal("accounts:signUp") == "503 TRY_LATER")
        #expect(try await wire.refusal("accounts:signUp") == "")
        #expect(try wire.service.store.read { try $0.accountCount() } == 1)  // the first made nobody
    }

    @Test func tokensAreSpoiled() async throws {
        let wire = try WireFixture()
        wire.service.faults.set([Fault(endpoint: "*", effect: .wrongAudience, times: .once)])
        let foreign = try await wire.call("accounts:signUp")
        #expect(foreign.claims["aud"] == "demo-bridge-other")
        #expect(
            try await wire.refusal("accounts:lookup", ["idToken": foreign["idToken"] ?? .null]) == "INVALID_ID_TOKEN")
        wire.service.faults.set([Fault(endpoint: "accounts:signUp", effect: .expired)])
        let over = try await wire.call("accounts:signUp")
        #expect(try await wire.refusal("accounts:lookup", ["idToken": over["idToken"] ?? .null]) == "TOKEN_EXPIRED")
    }

    @Test func aSkewedServiceIssuesForItsOwnTime() async throws {
        let wire = try WireFixture()
        wire.service.faults.set([Fault(endpoint: "*", effect: .skew(.seconds(600)))])
        let early = try await wire.call("accounts:signUp")
        #expect(early.claims["iat"] == .integer(Fixture.start.secondsSinceEpoch + 600))
        wire.service.faults.set([])
        #expect(try await wire.refusal("accounts:lookup", ["idToken": early["idToken"] ?? .null]) == "INVALID_ID_TOKEN")
    }

    private final class Ending: Sendable {
        let isReached = Mutex(false)
    }

    @Test func aDelayWaitsForTheWorldsClock() async throws {
        let wire = try WireFixture()
        wire.service.faults.set([Fault(endpoint: "*", effect: .delay(.seconds(60)))])
        let ending = Ending()
        let request = Task {
            let reply = try await wire.call("accounts:signUp")
            ending.isReached.withLock { $0 = true }
            return reply
        }
        // Whenever the request lies down, a minute of the world's wakes it.
        try await waitUntil("the answer") {
            wire.clock.advance(by: .seconds(60))
            return ending.isReached.withLock { $0 }
        }
        #expect(try await request.value["localId"] != nil)
        #expect(wire.clock.now >= Fixture.start + .seconds(60))
    }

    @Test func resettingTakesThemOut() throws {
        let service = try Fixture().service
        service.faults.set([Fault(endpoint: "*", effect: .drop)])
        try service.reset()
        #expect(service.faults.all.isEmpty)
    }

    @Test func theAuditLogHoldsNoSecret() async throws {
        let wire = try WireFixture()
        let session = try await wire.signInTaro()
        _ = try await wire.refusal(
            "accounts:signInWithPassword", ["email": "taro@example.com", "password": "wrong-horse"])
        _ = try await wire.refusal("accounts:signInWithIdp", ["requestUri": "http://localhost/?access_token=s3cr3t"])
        let text = JSONValue.array(wire.service.audit.all.map { .object($0.json) }).text()
        #expect(
            wire.service.audit.all.map(\.code) == [nil, "INVALID_PASSWORD", "INVALID_CREDENTIAL_OR_PROVIDER_ID"])
        #expect(wire.service.audit.all.map(\.uid) == ["taro", nil, nil])
        for secret in [session.text("idToken"), session.text("refreshToken"), "horse", "s3cr3t", "example.com"] {
            #expect(!text.contains(secret))
        }
    }
}
