import BridgePrimitives
import BridgeTrace
import Serving
import Testing

@Suite("What is told at the end of a command", .timeLimit(.minutes(5)))
struct ServedSummaryTests {
    private let masking = Masking(.fingerprints)

    private func summary(of kinds: [TraceEvent.Kind]) -> ServedSummary {
        let summary = ServedSummary()
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking) { summary.note($0) }
        for kind in kinds { log.record(kind, by: .proxy) }
        return summary
    }

    private func proxied(
        _ handling: ProxiedEvent.Handling, _ method: String, _ url: String, status: Int? = 200, _ reasons: String...
    ) -> TraceEvent.Kind {
        .proxied(
            ProxiedEvent(
                handling, method: method, url: masking.url(url), status: status, elapsed: .zero,
                reasons: reasons.map { ReasonCode(unchecked: $0) }))
    }

    @Test func nothingIsToldOfNothing() {
        #expect(summary(of: []).lines == ["the command asked the services nothing"])
        #expect(summary(of: [.clock(ClockEvent(change: "x"))]).json["requests"] == 0)
    }

    @Test func requestsAreCountedByHostAndRefusalsByLine() {
        let told = summary(of: [
            proxied(.answered, "POST", "https://oauth2.googleapis.com/token"),
            proxied(.answered, "POST", "https://identitytoolkit.googleapis.com/v1/accounts:lookup"),
            proxied(.answered, "POST", "https://identitytoolkit.googleapis.com/v1/accounts:lookup"),
            .served(ServedEvent(method: "GET", url: masking.url("http://127.0.0.1:9/x"), status: 200, elapsed: .zero)),
            proxied(.refused, "CONNECT", "api.stripe.com:443", status: nil, "proxy/host-refused"),
            proxied(.refused, "CONNECT", "api.stripe.com:443", status: nil, "proxy/host-refused"),
            proxied(.answered, "GET", "https://www.googleapis.com/x", status: 404, "proxy/not-simulated"),
        ])
        #expect(
            told.lines == [
                "5 requests (identitytoolkit.googleapis.com 2, 127.0.0.1:9 1, oauth2.googleapis.com 1,"
                    + " www.googleapis.com 1), 3 refused",
                "  2 × proxy  refused CONNECT api.stripe.com:443  proxy/host-refused"
                    + " → Pass --allow-host NAME to let it through.",
                "  1 × proxy  answered GET https://www.googleapis.com/x  proxy/not-simulated"
                    + " → Leave the call out in this run, or say that you need it.",
            ])
        #expect(told.json["requests"] == 5 && told.json["hosts"]?["oauth2.googleapis.com"] == 1)
        #expect(told.json["refused"]?.arrayValue?.first?["count"] == 2)
        #expect(told.json["refused"]?.arrayValue?.first?["reasons"] == ["proxy/host-refused"])
    }

    @Test func aThousandDifferentRefusalsAreNotAThousandLines() {
        let told = summary(
            of: (0..<1000).map { proxied(.refused, "CONNECT", "h\($0):1", status: nil, "proxy/host-refused") })
        #expect(told.lines.count == 52 && told.lines.first == "0 requests, 1000 refused")
        #expect(told.lines.last == "  950 × others")
    }
}
