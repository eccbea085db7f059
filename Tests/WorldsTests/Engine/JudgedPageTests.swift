import BridgePrimitives
import BridgeTrace
import Diagnosis
import HTTPLoader
import RouterGuard
import Testing
import WebViews

@testable import Worlds

/// What is seen of a page from outside, and what that means.
@Suite("Verdicts on pages in engines", .timeLimit(.minutes(5)))
struct JudgedPageTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let at: String
        var users: [String] = []
        var change: @Sendable (inout JudgedPage) -> Void = { _ in }
        let verdict: Verdict
        let reasons: [String]

        init(
            _ name: String, at: String, users: [String] = [], _ verdict: Verdict, _ reasons: String...,
            change: @escaping @Sendable (inout JudgedPage) -> Void = { _ in }
        ) {
            (testDescription, self.at, self.users, self.change) = (name, at, users, change)
            (self.verdict, self.reasons) = (verdict, reasons)
        }
    }

    private static let rows: [Row] = [
        Row("the app's user", at: "/orders", users: ["u1"], .signedIn, "page/signed-in"),
        Row("the last sign-in counts", at: "/", users: ["u2", "u1"], .signedIn, "page/signed-in"),
        Row("somebody else", at: "/", users: ["u2"], .otherUser, "handoff/other-user", "page/signed-in"),
        Row("nobody", at: "/", .signedOut, "page/no-sign-in"),
        Row("sent to sign in", at: "/login?next=/", .signedOut, "page/no-sign-in", "page/on-sign-in-page"),
        Row("the same with a slash", at: "/login/", .signedOut, "page/no-sign-in", "page/on-sign-in-page"),
        Row("a path that begins alike", at: "/loginhelp", users: ["u1"], .signedIn, "page/signed-in"),
        Row(
            "signed in, and left on the sign-in page", at: "/login", users: ["u1"], .signedOut,
            "page/signed-in-too-late", "page/signed-in", "page/on-sign-in-page"),
        Row("an exception", at: "/", .pageError, "page/threw", "page/no-sign-in") { $0.hasThrown = true },
        Row("an exception that did not matter", at: "/", users: ["u1"], .signedIn, "page/signed-in") {
            $0.hasThrown = true
        },
        Row(
            "an exception on the way to the sign-in page", at: "/login", .signedOut, "page/threw", "page/no-sign-in",
            "page/on-sign-in-page"
        ) { $0.hasThrown = true },
        Row("a server's error", at: "/", .failed, "page/error-status", "page/no-sign-in") { $0.status = 404 },
        Row("an error's page that signs in", at: "/", users: ["u1"], .signedIn, "page/signed-in") { $0.status = 404 },
        Row("asked twice", at: "/", .signedOut, "page/panel", "page/new-window", "page/no-sign-in") {
            $0.asked = [.panel, .newWindow, .panel]
        },
        Row("asked, and signed in", at: "/", users: ["u1"], .signedIn, "page/signed-in") { $0.asked = [.panel] },
        Row("without an end", at: "/", .hanging, "page/waiting", "page/no-sign-in") { $0.waitingFor = "30s" },
        Row("signed in, and something still loads", at: "/", users: ["u1"], .signedIn, "page/signed-in") {
            $0.waitingFor = "30s"
        },
        Row("a script without an end", at: "/", .hanging, "page/busy", "page/no-sign-in") {
            ($0.isBusy, $0.waitingFor) = (true, "it does not end")
        },
        Row("no message", at: "/", .signedOut, "page/never-asked-app", "page/no-sign-in") { $0.hasNotAsked = true },
        Row("a wrong selector", at: "/", .signedOut, "page/bad-proof", "page/no-proof") {
            ($0.isProven, $0.proofTrouble) = (false, "SyntaxError")
        },
        Row("round and round", at: "/a", users: ["u1"], .looping, "page/looping", "page/signed-in") {
            $0.isLooping = true
        },
        Row("not loaded", at: "/", .failed, "engine/load-failed", "page/no-sign-in") {
            $0.failure = PageEngineReason.loadFailed.failure("refused")
        },
        Row("the proof", at: "/", .signedIn, "page/proven") { $0.isProven = true },
        Row("no proof", at: "/", .signedOut, "page/no-proof") { $0.isProven = false },
        Row("a sign-in without the proof", at: "/", users: ["u1"], .signedOut, "page/no-proof", "page/signed-in") {
            $0.isProven = false
        },
        Row(
            "the proof of another user", at: "/", users: ["u2"], .otherUser, "handoff/other-user", "page/proven",
            "page/signed-in"
        ) {
            $0.isProven = true
        },
        Row("behind the hash", at: "/index.html#/login", .signedOut, "page/no-sign-in", "page/on-sign-in-page") {
            $0.mode = .hash
        },
        Row("a path before the hash", at: "/login#/orders", users: ["u1"], .signedIn, "page/signed-in") {
            $0.mode = .hash
        },
        Row(
            "elsewhere", at: "https://partner.test/", users: ["u1"], .signedOut, "handoff/left-the-app",
            "page/signed-in"),
    ]

    @Test(arguments: rows)
    func eachEndingHasItsName(row: Row) throws {
        let web = try WebURL("https://app.test/")
        var judged = JudgedPage(url: try web.resolving(row.at), web: web, signInPath: "/login")
        (judged.users, judged.nativeUserID) = (row.users, "u1")
        row.change(&judged)
        #expect(judged.verdict == row.verdict)
        #expect(judged.reasons.map(\.rawValue) == row.reasons)
    }

    /// Signed in and at rest is the end; else something may still come, for so long.
    @Test(
        arguments: [
            ("/", ["u1"], nil, 1, false), ("/", ["u1"], 0.3, 1, true), ("/login", ["u1"], 0.3, 1, false),
            ("/login", [], 1.1, 2, false), ("/login", [], 1.25, 2, true), ("/", [], 4.9, 6, false),
            ("/", [], 5, 6, true), ("/", [], nil, 29, false), ("/", [], nil, 30, true),
        ] as [(String, [String], Double?, Double, Bool)])
    func waitsForWhatMayStillCome(path: String, users: [String], rest: Double?, elapsed: Double, isOver: Bool) throws {
        let web = try WebURL("https://app.test/")
        var judged = JudgedPage(url: try web.resolving(path), web: web, signInPath: "/login")
        judged.users = users
        let timeouts = PageTimeouts()
        #expect(timeouts.isOver(judged, rest: rest.map { .seconds($0) }, elapsed: .seconds(elapsed)) == isOver)
    }
}
