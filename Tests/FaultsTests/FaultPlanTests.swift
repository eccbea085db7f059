import BridgePrimitives
import Testing

@testable import Faults

@Suite("What becomes of a request under faults", .timeLimit(.minutes(5)))
struct FaultPlanTests {
    private static let request = FaultedRequest(
        service: .backend, method: "POST", path: "/auth", authority: "api.localhost:8443", isSecure: true)
    private static let answer = FaultedAnswer(
        status: 200,
        fields: [.init("Set-Cookie", "a=1"), .init("set-cookie", "b=2"), .init("Content-Type", "application/json")],
        body: Array("{}".utf8))

    @Test(
        arguments: [
            ([], .served), ([.drop], .dropped), ([.hang], .hanging),
            ([.delay(.seconds(1)), .drop, .hang], .dropped),  // the first that ends it
            ([.skew(.seconds(1)), .wrongAudience, .expired], .served),  // the service's own
        ] as [([Fault.Effect], FaultPlan.Ending)])
    func theFirstEndingCounts(effects: [Fault.Effect], ending: FaultPlan.Ending) {
        #expect(FaultPlan(effects, for: Self.request).ending == ending)
    }

    @Test func delaysAddUp() {
        let plan = FaultPlan([.delay(.seconds(1)), .delay(.seconds(2)), .delay(.seconds(-9))], for: Self.request)
        #expect(plan.delay == .seconds(3) && plan.leavesAnswer)
    }

    @Test(
        arguments: [
            (.header("Set-Cookie", value: nil), ["Content-Type: application/json"], "{}"),  // both of them
            (
                .header("CONTENT-TYPE", value: "text/html"),
                ["Set-Cookie: a=1", "set-cookie: b=2", "CONTENT-TYPE: text/html"],
                "{}"
            ),
            (
                .cacheControl("max-age=1"),
                ["Set-Cookie: a=1", "set-cookie: b=2", "Content-Type: application/json", "Cache-Control: max-age=1"],
                "{}"
            ),
            (.body(.empty), ["Set-Cookie: a=1", "set-cookie: b=2", "Content-Type: application/json"], ""),
        ] as [(Fault.Effect, [String], String)])
    func theServicesAnswerIsChanged(effect: Fault.Effect, fields: [String], body: String) {
        let plan = FaultPlan([effect], for: Self.request)
        let changed = plan.changing(Self.answer)
        #expect(!plan.leavesAnswer && changed.status == 200)
        #expect(changed.fields.map { "\($0.name): \($0.value)" } == fields)
        #expect(String(decoding: changed.body, as: UTF8.self) == body)
    }

    @Test func aCaptivePortalHasNothingOfTheServices() {
        let changed = FaultPlan([.body(.captivePortal)], for: Self.request).changing(Self.answer)
        #expect(changed.status == 200 && changed.fields.first?.value == "text/html; charset=utf-8")
        #expect(!changed.fields.contains { $0.name == "Set-Cookie" })
    }

    @Test(
        arguments: [
            (.itself, "/auth"), (.address("https://example.com/x"), "https://example.com/x"),
            (.otherHost, "https://partner.localhost:8443/auth"),
        ] as [(Fault.Target, String)])
    func redirectsLeadSomewhere(target: Fault.Target, location: String) throws {
        guard case .answered(let answer) = FaultPlan([.redirect(target)], for: Self.request).ending else {
            Issue.record("no answer")
            return
        }
        #expect(answer.status == 302 && answer.fields.first { $0.name == "Location" }?.value == location)
    }

    @Test func atTheOtherHostThePortalIsShown() {
        let there = FaultedRequest(
            service: .web, method: "GET", path: "/", authority: "partner.localhost:8443", isSecure: true)
        guard case .answered(let answer) = FaultPlan([.redirect(.otherHost)], for: there).ending else {
            Issue.record("no answer")
            return
        }
        #expect(answer.status == 200)
    }

    @Test(arguments: [(FaultService.auth, "error"), (.backend, "message")])
    func aStatusIsToldAsTheServiceTellsItsOwn(service: FaultService, member: String) throws {
        let request = FaultedRequest(service: service, method: "POST", path: "/")
        let plan = FaultPlan([.status(503, message: "LATER", retryAfter: 7)], for: request)
        guard case .answered(let answer) = plan.ending else {
            Issue.record("no answer")
            return
        }
        #expect(answer.status == 503 && answer.fields.contains(.init("Retry-After", "7")))
        #expect(try JSONValue(parsing: answer.body)[member] != nil)
    }
}
