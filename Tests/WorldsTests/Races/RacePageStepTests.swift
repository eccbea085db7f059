import BridgePrimitives
import BridgeTrace
import Scenarios
import Testing
import WorldTestSupport

@testable import Exploring
@testable import Worlds

/// What happens in the page while the app does something else.
@Suite("Orders of steps in the page", .timeLimit(.minutes(5)))
struct RacePageStepTests {
    private static func scenario(_ step: String, order: String) throws -> Scenario {
        try RaceFixture.scenarios(
            """
            name: n
            backend: { cookie-attributes: Path=/; Secure }
            ORDER
            steps:
              - sign-in
              - exchange
              - open: { path: /, inject: cookie-store }
              - together:
                  - delete-cookies
                  - STEP
            expect: { requests: [ { path: /orders, with: customtoken } ] }
            """.replacing("ORDER", with: order).replacing("STEP", with: step))[0]
    }

    /// Columns: the step, the order, whether its request has the cookie that is deleted beside it.
    @Test(
        arguments: [
            ("link: { to: /orders }", "order: [ link/request-1, delete-cookies ]", true),
            ("link: { to: /orders }", "order: [ delete-cookies, link/request-1 ]", false),
            ("navigate: { to: /orders }", "order: [ navigate/request-1, delete-cookies ]", true),
            ("navigate: { to: /orders }", "order: [ delete-cookies, navigate/request-1 ]", false),
            ("form: { to: /orders, method: post }", "order: [ form/request-1, delete-cookies ]", true),
            ("form: { to: /orders, method: post }", "order: [ delete-cookies, form/request-1 ]", false),
            ("script: location.href = '/orders'", "order: [ script, script/request-1, delete-cookies ]", true),
            ("script: location.href = '/orders'", "order: [ delete-cookies, script ]", false),
        ])
    func aLoadOfThePagesRacesAsOthersDo(step: String, order: String, isSent: Bool) async throws {
        let result = try await RaceFixture.run(Self.scenario(step, order: order))
        #expect(result.hasPassed == isSent, "\(result.rootCause?.message ?? "")")
        #expect(result.rootCause?.code.rawValue != RaceReason.orderNotFollowed.rawValue)
    }

    @Test(arguments: ["link: { to: /orders }", "script: location.href = '/orders'"])
    func everyOrderIsTried(step: String) async throws {
        let report = try await RaceFixture.explore(Self.scenario(step, order: ""))
        #expect(report.order != nil, "the deletion comes first in some")
    }
}
