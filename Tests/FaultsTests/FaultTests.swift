import BridgePrimitives
import Testing

@testable import Faults

@Suite("Faults of all services", .timeLimit(.minutes(5)))
struct FaultTests {
    private static let endpoints = ["accounts:lookup", "token"]

    @Test(
        arguments: [
            (["service": "backend", "effect": "hang"], nil),
            (
                ["service": "web", "path": "/auth/*", "method": "GET", "effect": "truncated", "times": 3, "after": 2],
                nil
            ),
            (["service": "provider", "effect": "redirect", "to": "itself"], nil),
            (["service": "backend", "effect": "redirect", "to": "https://example.com/a"], nil),
            (["service": "backend", "effect": "header", "header": "Set-Cookie"], nil),  // taken away
            (["service": "backend", "effect": "header", "header": "Content-Type", "value": "text/html"], nil),
            (["service": "backend", "effect": "body", "body": "captive-portal"], nil),
            (["service": "backend", "effect": "cache-control", "value": "max-age=31536000"], nil),
            (["service": "backend", "effect": "skew", "skew": "-301s"], nil),
            (["service": "backend", "effect": "status", "status": 503, "retry-after": 120], nil),
            (["effect": "replay"], nil), (["effect": "drop", "times": "2"], nil),
            (["service": "mail", "effect": "drop"], "\"service\" names none"),
            (["service": 7, "effect": "drop"], "\"service\" names none"),
            (["path": "/a", "effect": "drop"], "\"path\" is none of the auth service's"),
            (["service": "web", "endpoint": "token", "effect": "drop"], "\"endpoint\" is the auth service's alone"),
            (["service": "web", "path": "a", "effect": "drop"], "\"path\" is no path"),
            (["service": "web", "path": "/a?b", "effect": "drop"], "\"path\" is no path"),
            (["service": "web", "method": "get", "effect": "drop"], "\"method\" is no method"),
            (["service": "web", "method": "", "effect": "drop"], "\"method\" is no method"),
            (["effect": "drop", "times": 0], "\"times\" is neither once nor always nor a number"),
            (["effect": "drop", "times": "-1"], "\"times\" is neither once nor always nor a number"),
            (["effect": "drop", "times": true], "\"times\" is neither once nor always nor a number"),
            (["effect": "drop", "after": -1], "\"after\" is no number of requests"),
            (["effect": "drop", "after": "2"], "\"after\" is no number of requests"),
            (["effect": "status", "status": 503, "retry-after": -1], "\"retry-after\" is no number of seconds"),
            (["effect": "body", "body": "soup"], "\"body\" is none that is known"),
            (["effect": "redirect"], "\"to\" is no place to go"),
            (["effect": "redirect", "to": "a\r\nb"], "\"to\" is no place to go"),  // another header
            (["effect": "header", "header": "Content-Length"], "\"header\" is no field that can be changed"),
            (["effect": "header", "header": "a b"], "\"header\" is no field that can be changed"),
            (["effect": "header", "header": "X", "value": "a\nb"], "\"value\" is no field's value"),
            (["effect": "cache-control", "value": "\u{0}"], "\"value\" is no field's value"),
            (
                ["service": "backend", "effect": "wrong-audience"],
                "\"effect\" wrong-audience is none of the service backend"
            ),
            (
                ["service": "provider", "effect": "skew", "skew": "1s"],
                "\"effect\" skew is none of the service provider"
            ),
        ] as [(JSONValue, String?)])
    func areReadOrRefusedByName(json: JSONValue, cause: String?) throws {
        do {
            let fault = try Fault(json: json, endpoints: Self.endpoints)
            #expect(cause == nil)
            #expect(try Fault(json: .object(fault.json), endpoints: Self.endpoints) == fault)
        } catch { #expect(error.cause == cause && error.code == FaultReason.unreadable.code) }
    }

    @Test(arguments: [
        ("bakend", "did you mean \"backend\"?"), ("mail", "write auth, backend, web or provider"),
    ])
    func aMisspeltServiceComesWithTheNearest(service: String, fix: String) {
        let failure = #expect(throws: BridgeFailure.self) {
            try Fault(json: ["service": .string(service), "effect": "drop"], endpoints: Self.endpoints)
        }
        #expect(failure?.fix == fix)
    }

    @Test(arguments: [
        ("*", "/", true), ("/", "/", true), ("/auth/*", "/auth/exchange", true),
        ("/auth/*", "/auth", false),  // the slash is wanted
        ("/auth*", "/auth", true), ("*.json", "/routes.json", true), ("*.json", "/routes.jsonp", false),
        ("/a*c", "/abcbc", true),  // the second c
        ("/a*b*c", "/axxbyyc", true), ("/a*b*c", "/axxcyyb", false), ("/a", "/A", false), ("/", "", false),
        ("/\u{e9}*", "/\u{e9}t\u{e9}", true),
    ])
    func pathsAreChosenByPattern(pattern: String, path: String, isMet: Bool) {
        let fault = Fault(.web, path: pattern, effect: .drop)
        #expect(fault.applies(to: FaultedRequest(service: .web, method: "GET", path: path)) == isMet)
    }

    @Test(arguments: [
        (Fault(.web, effect: .drop), true), (Fault(.backend, effect: .drop), false),
        (Fault(.web, method: "GET", effect: .drop), true), (Fault(.web, method: "POST", effect: .drop), false),
        (Fault(endpoint: "*", effect: .drop), false),  // the auth service's
    ])
    func otherServicesAndMethodsAreLeftAlone(fault: Fault, isMet: Bool) {
        #expect(fault.applies(to: FaultedRequest(service: .web, method: "GET", path: "/")) == isMet)
    }
}

@Suite("The book of faults", .timeLimit(.minutes(5)))
struct FaultBookTests {
    private static let page = FaultedRequest(service: .web, method: "GET", path: "/")

    @Test(arguments: [
        (Fault(.web, effect: .drop), [true, true, true, true]),
        (Fault(.web, effect: .drop, times: .once), [true, false, false, false]),
        (Fault(.web, effect: .drop, times: .count(2)), [true, true, false, false]),
        (Fault(.web, effect: .drop, after: 2), [false, false, true, true]),
        (Fault(.web, effect: .drop, times: .once, after: 2), [false, false, true, false]),
        (Fault(.backend, effect: .drop, times: .once), [false, false, false, false]),  // others do not count
    ])
    func requestsAreCounted(fault: Fault, met: [Bool]) {
        let book = FaultBook()
        book.set([fault])
        #expect(met.map { _ in !book.take(for: Self.page).isEmpty } == met)
    }

    @Test func oneMoreStandsBehindTheOthers() {
        let book = FaultBook()
        book.set([Fault(.web, effect: .delay(.seconds(1)))])
        book.add(Fault(.web, effect: .drop))
        #expect(book.take(for: Self.page) == [.delay(.seconds(1)), .drop])
    }

    @Test func thereAreNotMoreThanTheLimit() {
        let book = FaultBook()
        book.set(Array(repeating: Fault(.web, effect: .drop), count: FaultBook.limit + 1))
        book.add(Fault(.web, effect: .hang))
        #expect(book.all.count == FaultBook.limit && !book.all.contains { $0.effect == .hang })
    }

    @Test func whoWatchesHearsOfTheNextChangeOnce() {
        let book = FaultBook()
        let count = Mutex(0)
        _ = book.onChange { count.withLock { $0 += 1 } }
        let other = book.onChange { count.withLock { $0 += 100 } }
        other.end()
        book.set([])
        book.set([])
        #expect(count.withLock { $0 } == 1)
    }

    @Test func theFirstAnswerIsKeptUntilTheFaultsAreOthers() {
        let book = FaultBook()
        book.keep(FaultedAnswer(status: 200), for: Self.page)
        book.keep(FaultedAnswer(status: 404), for: Self.page)
        #expect(book.kept(for: Self.page)?.status == 200)
        #expect(book.kept(for: FaultedRequest(service: .web, method: "GET", path: "/other")) == nil)
        book.set([])
        #expect(book.kept(for: Self.page) == nil)
    }

    @Test func clocksAreOffWhileAFaultSaysSo() {
        let (book, clock) = (FaultBook(), WorldClock.frozen(at: Instant(millisecondsSinceEpoch: 0)))
        clock.setSkew(.seconds(7), of: .web)  // somebody else's
        let faults = [
            Fault(.backend, effect: .skew(.seconds(-301))), Fault(.backend, effect: .skew(.seconds(1))),
        ]
        book.set(faults)
        book.skewClocks(of: clock)
        #expect(clock.skew(of: .backend) == .seconds(-300) && clock.skew(of: .web) == .seconds(7))
        book.set([])
        book.skewClocks(of: clock, before: faults)
        #expect(clock.skew(of: .backend) == .zero && clock.skew(of: .web) == .seconds(7))
    }

    @Test func timePassesForWhoeverWaits() async {
        let (book, clock) = (FaultBook(), WorldClock.frozen(at: Instant(millisecondsSinceEpoch: 0)))
        book.isPassingTime = true
        await clock.wait(.seconds(90), in: book)
        #expect(clock.now == Instant(millisecondsSinceEpoch: 90_000))
    }

    @Test func whoHangsIsLetGoWhenTheFaultsAreOthers() async {
        let (book, clock) = (FaultBook(), WorldClock.frozen(at: Instant(millisecondsSinceEpoch: 0)))
        await withTaskGroup { group in
            group.addTask { await clock.hang(in: book) }
            group.addTask {
                // Whenever the other one lies down, one of these changes wakes it.
                while !Task.isCancelled {
                    book.set([])
                    await Task.yield()
                }
            }
            _ = await group.next()
            group.cancelAll()
        }
        #expect(clock.now == Instant(millisecondsSinceEpoch: 0))
    }
}
