import BridgePrimitives
import Cookies
import Testing

/// The cookies of one domain, seen through the jar.
@Suite("Crowded domains", .timeLimit(.minutes(5)))
struct DomainCookiesTests {
    /// A jar as one would write it without a thought for speed.
    private struct NaiveJar {
        struct Entry {
            let name: String, path: String
            var value: String
        }

        var entries: [Entry] = []

        mutating func set(_ name: String, _ value: String, _ path: String) -> StoreDecision.Outcome {
            if let index = entries.firstIndex(where: { $0.name == name && $0.path == path }) {
                entries[index].value = value
                return .replaced
            }
            entries.append(Entry(name: name, path: path, value: value))
            return .stored
        }

        mutating func delete(_ name: String, _ path: String) -> StoreDecision.Outcome {
            let before = entries.count
            entries.removeAll { $0.name == name && $0.path == path }
            return entries.count < before ? .deleted : .ignored
        }

        /// Longer paths first; what came first stands first among equals.
        func pairs(ordersByName: Bool) -> [String] {
            entries.enumerated().sorted { a, b in
                let (first, second) = (a.element, b.element)
                if first.path.count != second.path.count { return first.path.count > second.path.count }
                if ordersByName, first.name != second.name { return first.name < second.name }
                return a.offset < b.offset
            }.map { "\($0.element.name)=\($0.element.value)" }
        }
    }

    /// The domain grows and shrinks several times.
    @Test(arguments: [CookieProfile.rfc6265bis, .ios18, .webkitgtk])
    func agreesWithANaiveJar(profile: CookieProfile) throws {
        var (jar, naive) = (CookieJar(profile), NaiveJar())
        var generator = SeededGenerator(seed: 23)
        let page = try url("https://app.test/a/b/c"), paths = ["/", "/a", "/a/b", "/a/b/c"]
        for round in 0..<4000 {
            let (name, path) = ("n\(Int.random(in: 0..<60, using: &generator))", paths.randomElement(using: &generator))
            let isShrinking = round / 500 % 2 == 1
            if Int.random(in: 0..<10, using: &generator) < (isShrinking ? 8 : 2) {
                let decision = jar.store(setCookie: "\(name)=; Path=\(path ?? "/"); Max-Age=0", from: page, now: now)
                #expect(decision.outcome == naive.delete(name, path ?? "/"))
            } else {
                let value = String(repeating: "v", count: Int.random(in: 1...40, using: &generator)) + "\(round)"
                let decision = jar.store(setCookie: "\(name)=\(value); Path=\(path ?? "/")", from: page, now: now)
                #expect(decision.outcome == naive.set(name, value, path ?? "/"))
            }
            guard round % 50 == 0 else { continue }
            let pairs = naive.pairs(ordersByName: profile.headerOrder.value == .creationThenName)
            #expect(try jar.get("https://app.test/a/b/c").header ?? "" == pairs.joined(separator: "; "))
            #expect(jar.count == naive.entries.count)
        }
    }

    @Test func partitionsShareADomain() throws {
        var jar = CookieJar(.chromium)
        let top = (0..<100).map { "https://top\($0).test/" }
        func party(_ number: Int) throws -> PartyContext { PartyContext(siteForCookies: try url(top[number])) }
        for number in top.indices {
            let line = "id=\(number); Secure; SameSite=None; Partitioned"
            #expect(try jar.set(line, context: StoreContext(party: party(number))).outcome == .stored)
        }
        for number in [0, 41, 99] {
            #expect(try jar.get(party: party(number)).header == "id=\(number)")
            let again = "id=again; Secure; SameSite=None; Partitioned"
            #expect(try jar.set(again, context: StoreContext(party: party(number))).outcome == .replaced)
            #expect(try jar.get(party: party(number)).header == "id=again")
        }
    }

    /// Each new cookie stands before all others, which is the worst order to come in.
    @Test("Ten thousand cookies of one domain", .timeLimit(.minutes(5)))
    func tenThousand() throws {
        var jar = CookieJar()
        let page = try url("https://app.test/"), count = 10_000
        func line(_ number: Int, _ value: String) -> String {
            "n\(number)=\(value); Path=/\(String(repeating: "p", count: number / 100))"
        }
        for number in 0..<count {
            #expect(jar.store(setCookie: line(number, "1"), from: page, now: now).outcome == .stored)
        }
        for number in 0..<count {
            #expect(jar.store(setCookie: line(number, "2"), from: page, now: now).outcome == .replaced)
        }
        #expect(jar.requestHeader(for: RequestContext(url: page), now: now)?.utf8.count == 688)  // path / only
        for number in 0..<count {
            #expect(jar.store(setCookie: line(number, "") + "; Max-Age=0", from: page, now: now).outcome == .deleted)
        }
        #expect(jar.count == 0)
    }

    @Test("Four thousand cookies in one header", .timeLimit(.minutes(5)))
    func fourThousandInOneHeader() throws {
        var jar = CookieJar()
        let page = try url("https://www.app.test/")
        for number in 0..<4000 {
            let domain = number % 2 == 0 ? "; Domain=app.test" : ""  // two domains, so that they are merged
            _ = jar.store(setCookie: "n\(number)=1\(domain)", from: page, now: now)
        }
        let header = jar.requestHeader(for: RequestContext(url: page), now: now) ?? ""
        #expect(header.split(separator: " ").count == 4000)
        #expect(header.hasPrefix("n0=1; n1=1; n2=1; n3=1;"))
    }

    @Test("All expire at once", .timeLimit(.minutes(5)))
    func allExpireAtOnce() throws {
        var jar = CookieJar()
        for number in 0..<3000 { try jar.set("a=1; Max-Age=1", at: "https://h\(number).app.test/") }
        try jar.set("b=1", at: "https://h0.app.test/", now: seconds(1))
        #expect(jar.count == 1)
    }
}
