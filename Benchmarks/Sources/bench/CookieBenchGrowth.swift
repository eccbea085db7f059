import BridgePrimitives
import Cookies

/// What a look-up costs in a jar of a hundred times as many cookies: the same number of look-ups, spread over all.
enum CookieBenchGrowth {
    private static let passes = 5
    private static let small = 10_000, large = 1_000_000

    static func run(suffixes: any PublicSuffixes, into table: BenchTable) throws {
        let few = try nanosecondsPerLookup(cookies: small, suffixes: suffixes)
        let many = try nanosecondsPerLookup(cookies: large, suffixes: suffixes)
        table.add(
            BenchRow(
                what: "cookie look-up", subject: "in a jar of 1 000 000", value: many, unit: "ns",
                against: "in a jar of 10 000 \(BenchTable.number(few)) ns", ratio: many / few, target: 1.5))
    }

    private static func nanosecondsPerLookup(cookies: Int, suffixes: any PublicSuffixes) throws -> Double {
        let workload = CookieWorkload(domains: cookies / CookieWorkload.cookiesPerDomain, lookups: 100_000)
        let now = Instant(secondsSinceEpoch: 1_795_251_600)
        var jar = CookieJar(profile: .rfc6265bis, publicSuffixes: suffixes)
        try workload.fill(&jar, now: now)
        var best = Double.infinity
        for _ in 0..<passes {
            let elapsed = try ContinuousClock().measure { _ = try workload.headerBytes(of: &jar, now: now) }
            best = min(best, elapsed.inSeconds * 1e9 / Double(workload.lookups.count))
        }
        return best
    }
}
