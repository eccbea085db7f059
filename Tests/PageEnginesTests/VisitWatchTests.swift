import BridgePrimitives
import Testing

@testable import PageEngines

@Suite("When a visit is over", .timeLimit(.minutes(5)))
struct VisitWatchTests {
    private static let begin = ContinuousClock.now
    private static let quiet = Duration.milliseconds(250), patience = Duration.seconds(5)
    private static let started = EngineEvent.navigation(.didStartProvisional, url: "u")
    private static let finished = EngineEvent.navigation(.didFinish, url: "u")
    private static let cancelled = EngineEvent.failed(
        .init(url: "u", isProvisional: true, domain: "WebKitNetworkError", code: 302, message: "cancelled"))
    private static let refused = EngineEvent.failed(
        .init(url: "u", isProvisional: true, domain: "g-io-error-quark", code: 39, message: "refused"))

    /// Columns: what is told, and where the load is said to lead. WebKitGTK tells the page that is left.
    @Test(
        arguments: [
            ([.navigation(.didStartProvisional, url: "new")], "new"),
            (
                [
                    .action(url: "new", isRedirect: false, wantsNewWindow: false),
                    .navigation(.didStartProvisional, url: "old"),
                ], "new"
            ),
            (
                [
                    .action(url: "window", isRedirect: false, wantsNewWindow: true),
                    .navigation(.didStartProvisional, url: "new"),
                ], "new"
            ),
            (
                [
                    .action(url: "first", isRedirect: false, wantsNewWindow: false),
                    .navigation(.didStartProvisional, url: "old"), .navigation(.didStartProvisional, url: "second"),
                ], "second"
            ),
        ] as [([EngineEvent], String)])
    func aLoadLeadsWhereItsActionDoes(events: [EngineEvent], url: String) {
        var watch = VisitWatch(at: Self.begin)
        for event in events { watch.note(event, at: Instant(millisecondsSinceEpoch: 0), Self.begin) }
        #expect(watch.url == url)
        #expect(watch.happenings.last?.event == .navigation(.didStartProvisional, url: url))
    }

    /// WebKit tells that such a request was cancelled, Chromium does not always. Columns: the request, what is told of it,
    /// and how often it is told that it was left.
    @Test(
        arguments: [
            ("https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k", [EngineEvent](), 1),
            (
                "https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k",
                [.resource(7, url: "", hasEnded: true, failure: "Load request cancelled")], 1
            ),
            (
                "https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k",
                [.answered(7)], 0
            ),
            (
                "https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k",
                [.resource(7, url: "", hasEnded: true, failure: nil)], 0
            ),
            ("https://app.test/counted", [], 0),
            ("https://app.test/counted", [.resource(7, url: "", hasEnded: true, failure: "net::ERR_ABORTED")], 0),
        ])
    func aSignInThatIsLeftForAnotherPageIsTold(url: String, told: [EngineEvent], count: Int) {
        var watch = VisitWatch(at: Self.begin)
        let sent = EngineEvent.resource(7, url: url, hasEnded: false, failure: nil)
        for event in [Self.started, sent] + told + [.navigation(.didCommit, url: "v")] {
            watch.note(event, at: Instant(millisecondsSinceEpoch: 0), Self.begin)
        }
        let left = watch.happenings.filter { if case .resource = $0.event { true } else { false } }
        #expect(left.count == count)
    }

    /// What was seen is told no more; the page stays, and is at rest until it does something.
    @Test func aPageThatGoesOnIsWatchedFromThen() {
        var watch = VisitWatch(at: Self.begin)
        for event in [Self.started, .navigation(.didCommit, url: "u"), Self.finished] {
            watch.note(event, at: Instant(millisecondsSinceEpoch: 0), Self.begin)
        }
        let later = Self.begin + .seconds(9)
        var next = watch.goingOn(at: later)
        #expect(next.happenings.isEmpty && next.url == "u" && next.isShown)
        #expect(!next.isOver(at: later, quiet: Self.quiet, patience: Self.patience))
        #expect(next.isOver(at: later + Self.quiet, quiet: Self.quiet, patience: Self.patience))
        next.note(Self.started, at: Instant(millisecondsSinceEpoch: 0), later)
        #expect(!next.isOver(at: later + .seconds(60), quiet: Self.quiet, patience: Self.patience))
    }

    /// Events with the millisecond at which they come, and what is so at a later one.
    @Test(
        arguments: [
            ([], 60_000, false, "nothing has begun"),
            ([(0, started)], 60_000, false, "the document is on its way"),
            ([(0, started), (10, finished)], 259, false, "there may be more at once"),
            ([(0, started), (10, finished)], 260, true, "nothing came"),
            (
                [(0, started), (5, .resource(1, url: "r", hasEnded: false)), (10, finished)], 4000, false,
                "something is being loaded"
            ),
            (
                [(0, started), (5, .resource(1, url: "r", hasEnded: false)), (10, finished)], 5010, true,
                "whoever loads without an end is not waited for"
            ),
            (
                [
                    (0, started), (5, .resource(1, url: "r", hasEnded: false)), (10, finished),
                    (900, .resource(1, url: "r", hasEnded: true)),
                ], 1100, false, "it has ended just now"
            ),
            (
                [
                    (0, started), (5, .resource(1, url: "r", hasEnded: false)), (10, finished),
                    (900, .resource(1, url: "r", hasEnded: true)),
                ], 1150, true, "all has ended"
            ),
            (
                [
                    (0, started), (5, .resource(1, url: "r", hasEnded: false)), (10, finished), (900, .answered(1)),
                ], 1899, false, "the body may follow"
            ),
            (
                [
                    (0, started), (5, .resource(1, url: "r", hasEnded: false)), (10, finished), (900, .answered(1)),
                ], 1900, true, "nobody reads the body"
            ),
            (
                [
                    (0, started), (5, .resource(1, url: "r", hasEnded: false)), (10, finished), (900, .answered(1)),
                    (920, .resource(1, url: "r", hasEnded: true)),
                ], 1170, true, "the body was read"
            ),
            (
                [
                    (0, started), (5, .resource(1, url: "r", hasEnded: false)),
                    (6, .resource(2, url: "s", hasEnded: false)), (10, finished), (900, .answered(1)),
                ], 4000, false, "the other one has no answer"
            ),
            ([(0, started), (10, finished), (20, .answered(7))], 269, false, "an answer to nobody changes nothing"),
            (
                [
                    (0, started), (5, .resource(1, url: "r", hasEnded: false)), (10, .navigation(.didCommit, url: "u")),
                    (20, finished),
                ], 270, true, "what the page before loads is of no interest"
            ),
            ([(0, started), (10, finished), (20, started)], 60_000, false, "the page went on to another"),
            ([(0, started), (10, started), (11, cancelled)], 60_000, false, "another load has taken its place"),
            ([(0, started), (10, refused)], 260, true, "it failed"),
            (
                [
                    (0, started), (5, .resource(1, url: "r", hasEnded: false)),
                    (10, .processTerminated(reason: "crashed")),
                ], 260,
                true,
                "nobody is left to load anything"
            ),
        ] as [([(Int, EngineEvent)], Int, Bool, String)])
    func isKnown(events: [(Int, EngineEvent)], milliseconds: Int, isOver: Bool, why: String) {
        let watch = Self.watch(events)
        let now = Self.begin + .milliseconds(milliseconds)
        #expect(watch.isOver(at: now, quiet: Self.quiet, patience: Self.patience) == isOver, "\(why)")
    }

    @Test func aFailureThatIsFollowedByALoadIsNone() {
        #expect(Self.watch([(0, Self.started), (1, Self.refused)]).failure?.code == PageEngineReason.loadFailed.code)
        #expect(Self.watch([(0, Self.started), (1, Self.refused), (2, Self.started)]).failure == nil)
        #expect(Self.watch([(0, Self.started), (1, Self.cancelled)]).failure == nil)
    }

    @Test func aProcessThatEndsTakesThePageWithIt() {
        let watch = Self.watch([
            (0, Self.started), (1, .navigation(.didCommit, url: "u")), (2, .processTerminated(reason: "crashed")),
        ])
        #expect(watch.failure?.code == PageEngineReason.processTerminated.code)
        #expect(!watch.isShown)
    }

    @Test func whatIsShownIsTheLastThatWasTold() {
        let watch = Self.watch([
            (0, Self.started), (1, .response(url: "u", status: 404, isForMainFrame: true, isAllowed: true)),
            (2, .response(url: "frame", status: 200, isForMainFrame: false, isAllowed: true)),
            (3, .navigation(.didCommit, url: "u")), (4, .titleChanged("t")), (5, .urlChanged("u#x")),
        ])
        #expect(watch.status == 404)
        #expect(watch.title == "t")
        #expect(watch.url == "u#x")
        #expect(watch.isShown)
    }

    private static func watch(_ events: [(Int, EngineEvent)]) -> VisitWatch {
        var watch = VisitWatch(at: begin)
        for (milliseconds, event) in events {
            watch.note(event, at: Instant(millisecondsSinceEpoch: 0), begin + .milliseconds(milliseconds))
        }
        return watch
    }

    /// What is said to be waited for has no answer; one whose body nobody reads has.
    @Test func whatIsAnsweredIsNotWaitedFor() {
        let watch = Self.watch([
            (0, .resource(1, url: "r", hasEnded: false)), (1, .resource(2, url: "s", hasEnded: false)),
            (2, .resource(3, url: "t", hasEnded: false)), (3, .answered(2)), (4, .answered(9)),
        ])
        #expect(watch.waiting == ["r", "t"])
        #expect(watch.happenings.isEmpty)
    }

    /// A load that came to nothing is told with its URL, which its end alone has not; what was given up is not.
    @Test(
        arguments: [
            ("refused", ["r"]), ("net::ERR_ABORTED", []), ("Load request cancelled", []),
            ("net::ERR_BLOCKED_BY_CLIENT.Inspector", []), (nil, []),
        ]
            as [(String?, [String])])
    func whatCameToNothingIsKept(failure: String?, urls: [String]) {
        let now = ContinuousClock.now
        var watch = VisitWatch(at: now)
        watch.note(.resource(1, url: "r", hasEnded: false), at: Instant(millisecondsSinceEpoch: 0), now)
        let ended = EngineEvent.resource(1, url: "", hasEnded: true, failure: failure.map { .init($0) })
        watch.note(ended, at: Instant(millisecondsSinceEpoch: 1), now)
        let told = watch.happenings.compactMap { happening -> String? in
            if case .resource(_, let url, hasEnded: true, _?) = happening.event { url } else { nil }
        }
        #expect(told == urls && watch.waiting.isEmpty)
    }
}
