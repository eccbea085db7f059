import BridgePrimitives
import Cookies
import Testing

@Suite("Domains that come and go", .timeLimit(.minutes(5)))
struct CookieTableTests {
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
            // The table looks up sites late. An explanation must find all of them.
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
