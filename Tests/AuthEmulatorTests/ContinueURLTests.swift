@testable import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Testing

@Suite("Where e-mail links lead on to", .timeLimit(.minutes(5)))
struct ContinueURLTests {
    @Test(
        arguments: [
            ("http://localhost/after", true), ("https://LOCALHOST:8443/after#x", true), ("https://app.localhost", true),
            ("https://demo-bridge.web.app/a", true), ("https://demo-bridge.firebaseapp.com/a", true),
            ("https://www.example.com/a?b=c", true), ("https://example.com.", false),
            ("https://example.com.evil.test/", false), ("https://evilexample.com/", false),
            ("https://evil.test/?https://example.com", false), ("https://evil.test/#example.com", false),
            // Parsers differ about whose host this is.
            ("https://example.com@evil.test/", false), ("https://example.com:pw@evil.test/", false),
            ("https://evil.test\\@example.com/", false), ("https://evil.test%2F.example.com/", false),
            ("https://example.com:80@evil.test/", false), ("https://[::1]/", false), ("https://:443/", false),
            ("javascript://example.com/%0aalert(1)", false), ("data://example.com/,x", false),
            ("myapp://example.com/", false),
        ])
    func strictFollowsAuthorizedDomains(url: String, isFollowed: Bool) async throws {
        let wire = try WireFixture()
        try wire.service.configure { $0.authorizedDomains = ["localhost", "example.com", ""] }
        _ = try await wire.signInTaro()
        let body: JSONValue = [
            "requestType": "PASSWORD_RESET", "email": "taro@example.com", "continueUrl": .string(url),
        ]
        let refusal = try await wire.refusal("accounts:sendOobCode", body)
        #expect(refusal.hasPrefix("UNAUTHORIZED_DOMAIN : ") != isFollowed, "\(refusal)")
        #expect(refusal.isEmpty == isFollowed, "\(refusal)")
        // The page behind the link looks again, before the code is used up.
        _ = try await wire.call("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "taro@example.com"])
        let code = try await wire.latestOobCode()["oobCode"]?.stringValue ?? ""
        let query = "mode=resetPassword&apiKey=k&oobCode=\(code)&newPassword=battery-staple&continueUrl="
        let answer = try await wire.send("emulator:action", query: query + PercentEncoding.encode(url))
        #expect(answer.location == (isFollowed ? url : nil))
        #expect(answer.status == (isFollowed ? 303 : 400))
        let again = try await wire.send("emulator:action", query: query)
        #expect(again.status == (isFollowed ? 400 : 200), "a refused address leaves the code as it was")
    }

    @Test func lenientFollowsAnyAndSaysWhatProductionWouldDo() async throws {
        let wire = try WireFixture(.lenient)
        _ = try await wire.signInTaro()
        for url in ["https://evil.test/", "javascript://x/%0aalert(1)"] {
            let mark = wire.service.trace.mark
            let body: JSONValue = [
                "requestType": "PASSWORD_RESET", "email": "taro@example.com", "continueUrl": .string(url),
            ]
            #expect(try await wire.refusal("accounts:sendOobCode", body) == "")
            let told = wire.service.trace.events(from: mark).compactMap { event -> [ReasonCode]? in
                if case .account(let account) = event.kind, account.action == .lenient { account.reasons } else { nil }
            }
            #expect(told == [[StrictnessRule.continueURLAuthorized.code]])
        }
    }
}
