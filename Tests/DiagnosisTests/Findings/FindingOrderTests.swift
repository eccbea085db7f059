import BridgePrimitives
import BridgeTrace
import Cookies
import Diagnosis
import Testing

@Suite("Findings: their order", .timeLimit(.minutes(5)))
struct FindingOrderTests {
    private let events = FindingEvents()

    private func finding(_ code: String, at sequence: Int?) -> Finding {
        Finding(
            code: ReasonCode(unchecked: code), message: code, fix: "", evidence: sequence.map { [$0] } ?? [])
    }

    @Test func theHeaviestIsFirstAndWhatIsInNoRowLast() {
        let found = [
            finding("engine/unknown", at: 0), finding("profile/reported", at: 1), finding("send/other-store", at: 2),
            finding("handoff/token-in-url", at: 3), finding("send/path", at: 5), finding("script/path", at: 4),
            finding("engine/other", at: nil),
        ]
        #expect(
            FindingCatalogue.all.ordered(found).map(\.code.rawValue) == [
                "script/path", "send/path", "handoff/token-in-url", "send/other-store", "profile/reported",
                "engine/unknown", "engine/other",
            ])
        #expect(FindingCatalogue.all.ordered([]).isEmpty)
    }

    /// What every token of an emulator has comes after what is particular to this one.
    @Test func whatIsOverIsToldBeforeWhatIsUnsigned() {
        let kind = events.token(
            .accepted, reasons: [.wrongAlgorithm, .noKeyID, .expired].map { (reason: TokenReason) in reason.code })
        #expect(events.codes([kind]) == ["token/expired", "token/wrong-algorithm", "token/no-key-id"])
    }

    /// One fault is told once.
    @Test func aCopyForAnotherHostHidesThatTheAppsStorageIsAnother() {
        let native = events.write("T", .native, store: "native storage")
        let other: FindingEvents.Event = (
            .app,
            .cookieWrite(
                CookieWriteEvent(
                    store: "web view", source: .native, host: "api.test", name: "customtoken",
                    value: events.masking.secret("T"), attributes: "Path=/", outcome: .stored, reasons: []))
        )
        let request = events.request("https://app.test/")
        #expect(events.codes([native, request]) == ["send/other-store"])
        #expect(events.codes([native, other, request]) == ["handoff/copy-for-other-host"])
    }
}
