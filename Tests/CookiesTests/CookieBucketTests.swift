import BridgePrimitives
import Cookies
import Testing

/// The jar's memory, seen through the jar: crowded domains, gaps that are closed, domains that come and go.
@Suite("Crowded domains", .timeLimit(.minutes(5)))
struct CookieBucketTests {
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

    /// Grows past the size at which a domain gets an index and shrinks below it again, several times.
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

    @Test("Ten thousand cookies in one header", .timeLimit(.minutes(5)))
    func tenThousandInOneHeader() throws {
        var jar = CookieJar()
        let page = try url("https://www.app.test/")
        for number in 0..<10_000 {
            let domain = number % 2 == 0 ? "; Domain=app.test" : ""  // two domains, so that they are merged
            _ = jar.store(setCookie: "n\(number)=1\(domain)", from: page, now: now)
        }
        let header = jar.requestHeader(for: RequestContext(url: page), now: now) ?? ""
        #expect(header.split(separator: " ").count == 10_000)
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

@Suite("Domains that come and go", .timeLimit(.minutes(5)))
struct DomainIndexTests {
    @Test func agreesWithASet() throws {
        var jar = CookieJar()
        var generator = SeededGenerator(seed: 7)
        var present: Set<Int> = []
        let pages = try (0..<300).map { try url("https://h\($0).site\($0 % 7).test/") }
        for round in 0..<6000 {
            let number = Int.random(in: 0..<pages.count, using: &generator)
            if present.contains(number) {
                let decision = jar.store(setCookie: "a=; Max-Age=0", from: pages[number], now: now)
                #expect(decision.outcome == .deleted)
                present.remove(number)
            } else {
                #expect(jar.store(setCookie: "a=\(number)", from: pages[number], now: now).outcome == .stored)
                present.insert(number)
            }
            guard round % 600 == 599 else { continue }
            for (number, page) in pages.enumerated() {
                let header = jar.requestHeader(for: RequestContext(url: page), now: now)
                #expect(header == (present.contains(number) ? "a=\(number)" : nil))
            }
            #expect(jar.count == present.count)
            // Sites are put in order late; an explanation must find all of them.
            let neighbours = present.count { $0 % 7 == 0 }
            let seen = jar.requestCookies(for: RequestContext(url: try url("https://new.site0.test/")), now: now)
            #expect(seen.withheld.count == neighbours)
        }
    }

    /// The host is 10 KB long, and has cookies on a thousand of the domains above it.
    @Test("A host of five thousand labels", .timeLimit(.minutes(5)))
    func fiveThousandLabels() throws {
        var jar = CookieJar(profile: .ios18, publicSuffixes: DefaultRuleSuffixes())
        let labels = String(repeating: "a.", count: 5000) + "test"
        let page = try url("https://\(labels)/")
        for number in 0..<1000 {
            let domain = labels.utf8.dropFirst(2 * (5 * number))
            let decision = jar.store(
                setCookie: "n\(number)=1; Domain=" + String(Substring(domain)), from: page, now: now)
            #expect(decision.outcome == .stored)
        }
        for _ in 0..<20 {
            let header = jar.requestHeader(for: RequestContext(url: page), now: now)
            #expect(header?.split(separator: " ").count == 1000)
        }
        #expect(jar.requestHeader(for: RequestContext(url: try url("https://other.test/")), now: now) == nil)
    }

    /// Labels alone, with nothing found, must not cost more than reading them.
    @Test("A megabyte of labels", .timeLimit(.minutes(5)))
    func aMegabyteOfLabels() throws {
        var jar = CookieJar(profile: .rfc6265bis, publicSuffixes: DefaultRuleSuffixes())
        let page = try url("https://" + String(repeating: "a.", count: 500_000) + "test/")
        #expect(jar.store(setCookie: "a=1", from: page, now: now).outcome == .stored)
        #expect(jar.requestHeader(for: RequestContext(url: page), now: now) == "a=1")
        #expect(jar.store(setCookie: "b=1; Domain=a.test", from: page, now: now).outcome == .stored)
        #expect(jar.requestHeader(for: RequestContext(url: page), now: now) == "a=1; b=1")
    }
}
