import BridgePrimitives
import Cookies
import Listening
import Reporting
import Testing
import Worlds

@Suite("All ways of handing over, side by side", .timeLimit(.minutes(5)))
struct HandoverComparisonTests {
    /// Each cell has its reason in the model: the backend's cookie is HttpOnly and has an expiry, a script's copy has neither.
    @Test func theTableIsMadeByRunning() async throws {
        let rows = try await rows(.ios18)
        #expect(
            [HandoverRow.head] + rows.map(\.line) == [
                "way                            verdict     1st request  script  later  reload  relaunch  leaks             because",
                "user script, start             signed-in   no           yes     yes    yes     no        -",
                "user script, end               signed-in   no           yes     no     yes     no        -",
                "native storage only            signed-out  no           no      no     no      no        -                 send/other-store",
                "cookie store, awaited          signed-out  yes          no      yes    yes     yes       -                 script/http-only",
                "cookie store, not awaited      signed-out  no           no      yes    yes     yes       -                 script/http-only",
                "Cookie header                  signed-out  yes          no      no     yes     no        -                 handoff/header-only",
                "Cookie header and user script  signed-in   yes          yes     yes    yes     no        -",
                "query                          signed-out  no           no      no     no      no        address, referer  handoff/never-handed-over",
                "fragment                       signed-out  no           no      no     no      no        address           handoff/never-handed-over",
                "message handler                signed-in   no           yes     yes    yes     no        -",
                "loadHTMLString                 signed-in   yes          yes     yes    yes     no        -",
            ])
        // The page's guard reads no address: the token is there for nobody, and in logs and Referers all the same.
        #expect(rows.filter { !$0.leaks.isEmpty }.map(\.way) == ["query", "fragment"])
        let script = try #require(rows.first)
        #expect(script.relaunch == .missing(ReasonCode(unchecked: "send/session-ended")))
        #expect(script.json["relaunch"] == ["there": false, "reason": "send/session-ended"])
    }

    /// Chromium's network stack takes no `Cookie` header from an app.
    @Test func anotherEngineLosesWhatThisOneKeeps() async throws {
        let header = try #require(try await rows(.chromium).first { $0.way == "Cookie header" })
        #expect(header.firstRequest == .missing(nil) && header.cause?.rawValue == "send/manual-header-dropped")
    }

    private func rows(_ profile: CookieProfile) async throws -> [HandoverRow] {
        try await withEphemeralStateDirectory { state in
            var settings = WorldSettings()
            settings.profile = profile
            return try await HandoverComparison(settings: settings, stateFolder: state.path).run()
        }
    }
}
