import BridgePrimitives
import BridgeTrace
import FaultMatrix
import Faults
import Testing

@Suite("What became of a handoff under a fault", .timeLimit(.minutes(5)))
struct FaultFateTests {
    static func met(_ count: Int, reasons: [String] = []) -> [TraceEvent] {
        let clock = WorldClock.frozen(at: Instant(millisecondsSinceEpoch: 0))
        let log = TraceLog(clock: clock, masking: Masking(.fingerprints, key: FingerprintKey(seed: 1)))
        for _ in 0..<count {
            log.record(
                .fault(
                    FaultEvent(
                        service: "backend", effect: log.masking.text("drop"), method: "POST",
                        url: log.masking.url("https://api.localhost/"), reasons: [FaultReason.injected.code])),
                by: .edge)
        }
        if !reasons.isEmpty {
            log.record(
                .routing(
                    RoutingEvent(
                        .ended, path: log.masking.url("/"), detail: log.masking.text(""),
                        reasons: reasons.map(ReasonCode.init(unchecked:)))),
                by: .page)
        }
        return log.events
    }

    private static func sighting(
        _ verdict: Verdict = .signedOut, _ recovery: FaultSighting.Recovery = .reload,
        _ change: (inout FaultSighting) -> Void = { _ in }
    ) -> FaultSighting {
        var sighting = FaultSighting(events: met(1), verdict: verdict, nativeUserID: "taro", recovery: recovery)
        sighting.loopCodes = Set(["guard/redirect-loop", "load/redirect-loop"].map(ReasonCode.init(unchecked:)))
        change(&sighting)
        return sighting
    }

    @Test(
        arguments: [
            (sighting(.signedIn, .notNeeded), .handled),
            (sighting(.signedOut, .reload), .handled),
            (sighting(.notOpened, .retry), .handled),
            (sighting(.failed, .reload), .handled),  // the load's failure is the app's to show
            (sighting(.signedOut, .none), .notRecovered),
            (sighting(.hanging, .retry), .hangs),
            (sighting { $0.isStuck = true }, .hangs),
            (sighting { $0.elapsed = .seconds(300) }, .handled),  // the limit itself
            (sighting { $0.elapsed = .seconds(301) }, .hangs),
            (sighting { $0.events = met(5) }, .handled),  // four times more
            (sighting { $0.events = met(6) }, .loops),
            (sighting { $0.events = met(1, reasons: ["guard/redirect-loop"]) }, .loops),
            (sighting { $0.events = met(1, reasons: ["load/redirect-loop"]) }, .loops),
            (sighting { $0.events = met(1, reasons: ["guard/cookie-absent"]) }, .handled),
            (sighting(.looping), .loops),
            // Following a planted redirect is what every client does, to its limit.
            (
                sighting { ($0.events, $0.isLoopPlanted) = (met(21, reasons: ["load/too-many-redirects"]), true) },
                .handled
            ),
            (sighting { ($0.events, $0.isLoopPlanted) = (met(42), true) }, .loops),  // and again
            (sighting { $0.exceptions = 1 }, .crashes),
            (sighting(.pageError), .crashes),
            (sighting { $0.leaks = ["address"] }, .leaks),
            // A token of another project, or an old one, signs nobody in where somebody verifies it.
            (sighting(.signedIn, .notNeeded) { $0.isTokenSpoiled = true }, .accepted),
            (sighting(.signedOut, .retry) { $0.isTokenSpoiled = true }, .handled),
            (sighting(.otherUser), .wrongUser),
            (sighting(.signedIn, .notNeeded) { $0.webUserID = "hana" }, .wrongUser),
            (sighting(.signedIn, .notNeeded) { $0.webUserID = "taro" }, .handled),
            (sighting { $0.recoveredUserID = "hana" }, .wrongUser),  // afterwards counts as well
            (sighting { ($0.webUserID, $0.nativeUserID) = ("hana", nil) }, .handled),  // nobody to compare with
            // The worst is told.
            (sighting(.hanging, .none) { ($0.leaks, $0.exceptions) = (["log"], 1) }, .leaks),
            (sighting(.otherUser, .none) { $0.leaks = ["log"] }, .wrongUser),
        ] as [(FaultSighting, FaultFate)])
    func theWorstIsTold(sighting: FaultSighting, fate: FaultFate) {
        #expect(sighting.fate == fate)
    }

    @Test(arguments: [(0, 0), (1, 0), (2, 1), (9, 8)])
    func askingAgainIsCounted(injections: Int, again: Int) {
        let sighting = FaultSighting(events: Self.met(injections), verdict: .signedOut)
        #expect(sighting.askedAgain == again && sighting.injections == injections)
        #expect(sighting.isMet == (injections > 0))
    }

    /// A clock that is off is in no request.
    @Test func aClockThatWasReadIsMet() {
        var sighting = FaultSighting(verdict: .signedOut)
        sighting.isClockRead = true
        #expect(sighting.isMet)
    }
}

@Suite("The score of faults", .timeLimit(.minutes(5)))
struct FaultScoreTests {
    @Test(
        arguments: [
            ([], 0, nil), ([.handled], 1, 100), ([.handled, .notRecovered], 1, 50),
            ([.handled, .handled, .hangs], 2, 66),
            ([.handled, .wrongUser], 1, 0),  // one that outweighs three
            ([.wrongUser], 0, 0),  // not below
            ([.handled, .handled, .handled, .leaks], 3, 50),
        ] as [([FaultFate], Int, Int?)])
    func isMadeOfCosts(fates: [FaultFate], handled: Int, points: Int?) {
        let score = FaultScore(fates)
        #expect(score.handled == handled && score.points == points && score.total == fates.count)
    }

    private func row(
        _ name: String, _ verdict: Verdict, _ recovery: FaultSighting.Recovery, met times: Int = 1
    ) throws -> FaultRow {
        FaultRow(
            try #require(ShippedFault.named(name)),
            FaultSighting(events: FaultFateTests.met(times), verdict: verdict, recovery: recovery),
            reason: nil, cause: nil)
    }

    @Test func whatWasNotMetDoesNotCount() throws {
        let handled = try row("sign-in-503", .signedIn, .notNeeded)
        let unmet = try row("refresh-503", .signedIn, .notNeeded, met: 0)
        // Its ending has another reason: nothing of it is the fault's.
        let stranded = try row("exchange-503", .hanging, .none, met: 0)
        let report = FaultReport(scenario: "n", rows: [handled, unmet, stranded])
        #expect(
            report.score.line
                == "handled 1 of 1, score 100 of 100; 2 of the 3 tried were not met and do not count")
        #expect(report.worst.isEmpty && report.advice(reasons: ReasonCatalogue([])).isEmpty)
        #expect(unmet.cells[1] == "(not met)")
        let nothing = FaultReport(scenario: "n", rows: [unmet]).score
        #expect(nothing.points == nil && nothing.json["score"] == .null)
        #expect(nothing.line == "no score: the handoff met none of the faults tried")
    }

    @Test func whatCannotBeBroughtAboutIsNotJudged() throws {
        let handled = try row("sign-in-503", .signedIn, .notNeeded)
        let unmet = try row("refresh-503", .signedIn, .notNeeded, met: 0)
        let obstacle = FaultReason.unreadable.failure("no clock here", fix: "buy one")
        let other = FaultRow(try #require(ShippedFault.named("backend-clock-behind")), notJudged: obstacle)
        let rows: [([FaultRow], String)] = [
            ([handled, other], "handled 1 of 1, score 100 of 100; 1 could not be judged here"),
            (
                [handled, unmet, other],
                "handled 1 of 1, score 100 of 100; 1 of the 2 tried were not met and do not count; 1 could not be"
                    + " judged here"
            ),
            ([other], "no score: none of the faults could be judged here"),
            ([unmet, other], "no score: the handoff met none of the faults tried; 1 could not be judged here"),
        ]
        for (rows, line) in rows {
            let report = FaultReport(scenario: "n", rows: rows)
            #expect(report.score.line == line)
            #expect(report.worst.isEmpty && report.score.notJudged == 1)
            #expect(report.obstacles == ["backend-clock-behind is not judged: no clock here.", "  fix: buy one"])
        }
        #expect(!other.isMet && other.cells[1] == "(not judged)" && other.cells[5] == "fault/unreadable")
        #expect(other.json["fate"] == nil && other.json["not_judged"]?["message"] == "no clock here")
        #expect(FaultReport(scenario: "n", rows: [handled, unmet]).obstacles.isEmpty)
    }

    @Test func theWorstThreeStandFirst() throws {
        let report = FaultReport(
            scenario: "n",
            rows: [
                try row("sign-in-503", .signedOut, .none), try row("refresh-503", .signedIn, .notNeeded),
                try row("exchange-503", .hanging, .reload), try row("exchange-429", .signedOut, .none),
                try row("exchange-cached", .otherUser, .reload),
            ])
        #expect(report.worst.map(\.fault.name) == ["exchange-cached", "exchange-503", "sign-in-503"])
        #expect(report.advice(reasons: ReasonCatalogue([])).count == 1 + 3 * 3)
        #expect(FaultReport(scenario: "n", rows: []).advice(reasons: ReasonCatalogue([])).isEmpty)
    }
}

@Suite("The shipped faults", .timeLimit(.minutes(5)))
struct ShippedFaultTests {
    @Test func areFortyOfDifferentNames() {
        #expect(ShippedFault.all.count == 40)
        #expect(Set(ShippedFault.all.map(\.name)).count == 40)
        #expect(Set(ShippedFault.all.map(\.fault.service)) == [.auth, .backend, .web])
    }

    @Test(arguments: ShippedFault.all)
    func sayWhatTheyAre(fault: ShippedFault) throws {
        for sentence in [fault.breaks, fault.wanted] { #expect(sentence.hasSuffix(".") && sentence.count > 20) }
        #expect(!fault.source.isEmpty && !fault.name.contains(" "))
        #expect(try Fault(json: .object(fault.fault.json), endpoints: [fault.fault.endpoint]) == fault.fault)
    }
}
