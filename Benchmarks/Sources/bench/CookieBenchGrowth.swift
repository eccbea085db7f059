import BridgePrimitives
import Cookies

/// What a look-up costs in a jar of a hundred times as many cookies: the same number of look-ups, spread over all.
enum CookieBenchGrowth {
    private static let passes = 5
    private static let small = 10_000, large = 1_000_000
    /// What a look-up reads of memory: for the host and for the domain above it a slot of the index, a bucket, its
    /// entries and its texts.
    private static let loads = 8.0

    static func run(suffixes: any PublicSuffixes, into table: BenchTable) throws {
        let few = try lookups(cookies: small, suffixes: suffixes)
        let many = try lookups(cookies: large, suffixes: suffixes)
        table.add(
            BenchRow(
                what: "cookie look-up", subject: "in a jar of 1 000 000", value: many.nanoseconds, unit: "ns",
                against: "in a jar of 10 000 \(BenchTable.number(few.nanoseconds)) ns",
                ratio: many.nanoseconds / few.nanoseconds, target: 1.5))
        var (near, far) = (PointerChase(bytes: many.bytes * small / large), PointerChase(bytes: many.bytes))
        let (nearLoad, farLoad) = (near.nanosecondsPerLoad(), far.nanosecondsPerLoad())
        let alone = few.nanoseconds + loads * (farLoad - nearLoad)
        table.add(
            BenchRow(
                what: "cookie look-up", subject: "memory alone, one load in \(many.bytes >> 20) MB", value: farLoad,
                unit: "ns", against: "in a hundredth \(BenchTable.number(nearLoad)) ns", ratio: farLoad / nearLoad))
        table.add(
            BenchRow(
                what: "cookie look-up", subject: "in a jar of 1 000 000", value: many.nanoseconds, unit: "ns",
                against: "memory alone, \(Int(loads)) loads \(BenchTable.number(alone)) ns",
                ratio: many.nanoseconds / alone, target: 1.3))
    }

    /// What a look-up costs, and by how much the jar makes the resident set grow.
    private static func lookups(
        cookies: Int, suffixes: any PublicSuffixes
    ) throws -> (nanoseconds: Double, bytes: Int) {
        let workload = CookieWorkload(domains: cookies / CookieWorkload.cookiesPerDomain, lookups: 100_000)
        let now = Instant(secondsSinceEpoch: 1_795_251_600)
        var jar = CookieJar(profile: .rfc6265bis, publicSuffixes: suffixes)
        let before = CookieBenchMemory.residentBytes()
        try workload.fill(&jar, now: now)
        let bytes = CookieBenchMemory.residentBytes() - before
        var best = Double.infinity
        for _ in 0..<passes {
            let elapsed = try ContinuousClock().measure { _ = try workload.headerBytes(of: &jar, now: now) }
            best = min(best, elapsed.inSeconds * 1e9 / Double(workload.lookups.count))
        }
        return (best, bytes)
    }
}
