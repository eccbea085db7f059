import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPLoader
import Listening
import Scenarios
import Testing
import TestSupport
import Worlds

@testable import SessionBridgeCLI

@Suite("All ways of handing over, side by side", .timeLimit(.minutes(5)))
struct HandoverComparisonTests {
    /// Columns: the way, its cells (verdict, first, redirect, script, later, reload, relaunch, frame, elsewhere, leaks,
    /// because), and why. The backend's cookie is HttpOnly and has an expiry; a script's copy has neither.
    private static let ios18: [(way: String, cells: String, why: String)] = [
        ("user script, start", "signed-in no no yes yes yes no yes script -", "it writes on every origin it runs on"),
        ("user script, end", "signed-in no no yes no yes no yes script -", "the page's module has asked by then"),
        ("native storage only", "signed-out no no no no no no no no - send/other-store", "another process's jar"),
        ("cookie store, awaited", "signed-out yes yes no yes yes yes yes no - script/http-only", "the store's jar"),
        (
            "cookie store, not awaited", "signed-out no yes no yes yes yes yes no - script/http-only",
            "a race, lost once"
        ),
        ("Cookie header", "signed-out yes no no no yes no no no - handoff/header-only", "gone after the first hop"),
        ("Cookie header and user script", "signed-in yes no yes yes yes no yes script -", "each does its own part"),
        (
            "server Set-Cookie in the view", "signed-out header yes no yes yes yes yes no - script/http-only",
            "the ID token goes first, the cookie is the view's own"
        ),
        (
            "query", "signed-out url no no referer no no referer no url,referer handoff/never-handed-over",
            "in addresses"
        ),
        ("fragment", "signed-out no no no no no no no url url handoff/never-handed-over", "kept across redirects"),
        ("message handler", "signed-in no no yes yes yes no yes script -", "the answer is a script's copy"),
        ("loadHTMLString", "signed-in yes yes yes yes yes no yes no -", "written before the first request"),
        ("session cookie", "signed-in header yes no yes yes yes yes no -", "for the server, which asks no script"),
    ]

    /// Where Chromium does otherwise: no `Cookie` header of an app's, and writes to the store in order.
    private static let chromium: [(way: String, cells: String, why: String)] = [
        ("cookie store, not awaited", "signed-out yes yes no yes yes yes yes no - script/http-only", "ordered"),
        ("Cookie header", "signed-out no no no no no no no no - send/manual-header-dropped", "a forbidden header"),
        ("Cookie header and user script", "signed-in no no yes yes yes no yes script -", "the script's part alone"),
    ]

    @Test func theTableIsMadeByRunning() async throws {
        let (webkit, chromium) = (try await rows(.ios18), try await rows(.chromium))
        #expect(HandoverRow.heads.joined(separator: " ") == Self.heads)
        #expect(webkit.map(\.way) == Self.ios18.map(\.way))
        for (row, expected) in zip(webkit, Self.ios18) {
            #expect(Self.cells(row) == expected.cells, "\(row.way): \(expected.why)")
        }
        for (row, other) in zip(chromium, Self.ios18) {
            let expected = Self.chromium.first { $0.way == row.way } ?? other
            #expect(Self.cells(row) == expected.cells, "chromium, \(row.way): \(expected.why)")
        }
        try theReasonsAreTold(webkit)
        try differencesAreTold(webkit, chromium)
    }

    private func theReasonsAreTold(_ rows: [HandoverRow]) throws {
        let script = try #require(rows.first)
        #expect(script[.relaunch] == .missing(ReasonCode(unchecked: "send/session-ended")))
        let json = script.json(reasons: .all)
        #expect(json["relaunch"] == ["there": false, "reason": "send/session-ended"])
        #expect(json["other_origin"] == ["there": true, "in": "store"])
        let reason = json["reasons"]?.arrayValue?.last
        #expect(reason?["code"] == "send/session-ended" && reason?["fix"]?.stringValue?.isEmpty == false)
        let table = HandoverTable(HandoverSubject(engine: .model, profile: .ios18), rows)
        let told = table.explanations(reasons: .all)
        #expect(told.contains("send/other-store") && told.contains { $0.hasPrefix("  fix: ") })
        #expect(HandoverReport([table]).differences.isEmpty)
    }

    private func differencesAreTold(_ webkit: [HandoverRow], _ chromium: [HandoverRow]) throws {
        let report = HandoverReport([
            HandoverTable(HandoverSubject(engine: .model, profile: .ios18), webkit),
            HandoverTable(HandoverSubject(engine: .model, profile: .chromium), chromium),
        ])
        let matrix = report.matrix
        #expect(matrix.first == "way                            ios18       chromium")
        #expect(matrix.contains("    first: no in ios18; yes in chromium"))
        #expect(matrix.contains("    because: handoff/header-only in ios18; send/manual-header-dropped in chromium"))
        #expect(Set(report.differences.map(\.way)) == Set(Self.chromium.map(\.way)))
        let markdown = report.markdown(reasons: .all, hasLegend: true)
        #expect(markdown.contains("| way | ios18 | chromium |"))
        #expect(
            markdown.contains(
                "| Cookie header | signed-out | yes | no | no | no | yes | no | no | no | - | `handoff/header-only` |"))
        #expect(markdown.contains { $0.hasPrefix("- `send/other-store`: ") })
        #expect(!report.markdown(reasons: .all, hasLegend: false).contains { $0.contains("<details>") })
        #expect(HandoverReport.legend.count == HandoverRow.heads.count + 1 - 2)
    }

    /// Where somebody else serves the page there is no address that hands over, and none that redirects.
    @Test func aPageThatIsServedElsewhereHasNoHandoverAddress() async throws {
        try await withEphemeralStateDirectory { state in
            var settings = WorldSettings()
            settings.webURL = try WebURL("http://127.0.0.1:1")
            let rows = try await HandoverComparison(settings: settings, stateFolder: state.path).run()
            let server = try #require(rows.first { $0.way == "server Set-Cookie in the view" })
            #expect(server.failure?.rawValue == "handoff/no-handover-address" && server.verdict == nil)
            #expect(rows.allSatisfy { $0[.redirect] == .notAsked && $0[.otherOrigin] == .notAsked })
        }
    }

    /// The sample page's guard is the model's own; somebody's page was not run.
    @Test(arguments: [
        ("the sample page", false, [EngineName.model], false), ("somebody's page", true, [.model], true),
        ("in an engine", true, [.webkitgtk], false), ("in both", true, [.model, .webkitgtk], true),
    ])
    func whatWasNotRunIsSaidOnce(name: String, isOwn: Bool, engines: [EngineName], isTold: Bool) throws {
        var settings = WorldSettings()
        if isOwn { settings.webURL = try WebURL("http://127.0.0.1:1") }
        let subjects = engines.map { HandoverSubject(engine: $0, profile: nil) }
        let note = HandoverNote.pageScripts(settings, in: subjects)
        #expect((note != nil) == isTold)
        let report = HandoverReport(subjects.map { HandoverTable($0, []) }, note: note)
        let told = report.markdown(reasons: .all, hasLegend: true).filter { $0.contains("--engine webkitgtk") }
        #expect(told.count == (isTold ? 1 : 0))
        guard let note else { return }
        #expect(HandoverNote.json(note)["note"]?["code"] == "navigation/page-scripts-skipped")
    }

    private static let heads = "way verdict first redirect script later reload relaunch frame elsewhere leaks because"

    /// All but the way, as one text.
    private static func cells(_ row: HandoverRow) -> String {
        row.cells.dropFirst().map { $0.replacing(" ", with: "") }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func rows(_ profile: CookieProfile) async throws -> [HandoverRow] {
        try await withEphemeralStateDirectory { state in
            var settings = WorldSettings()
            settings.profile = profile
            return try await HandoverComparison(settings: settings, stateFolder: state.path).run()
        }
    }
}
