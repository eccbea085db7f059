import BridgePrimitives
import Cookies
import Foundation

/// The cookie jar against those of libsoup 3, Go and tough-cookie, on one workload, in one run.
///
/// What is timed is the same for all: from a URL's text and a `Set-Cookie` text in memory to the jar's answer, a
/// decision with reasons in our case (``CookieJar/store(setCookie:from:context:now:)``) and the header's text in
/// everybody's (``CookieJar/requestHeader(for:now:)``). Every subject reads the URL anew for each call, by its own
/// parser. The best pass counts, each with a fresh jar; the subjects take turns, so that a busy moment hits all.
enum CookieBench {
    static let passes = 2, rounds = 3

    /// What one subject did.
    struct Result {
        var setsPerSecond: Double
        var getsPerSecond: Double
        /// Of all `Cookie` headers together; must be the same for all.
        var headerBytes: Int

        func better(_ other: Result) -> Result {
            Result(
                setsPerSecond: max(setsPerSecond, other.setsPerSecond),
                getsPerSecond: max(getsPerSecond, other.getsPerSecond), headerBytes: headerBytes)
        }
    }

    static func run(suffixes: any PublicSuffixes, into table: BenchTable) throws {
        let workload = CookieWorkload(domains: 1000, lookups: 100_000)
        var ours = try measure(workload, profile: .rfc6265bis, suffixes: suffixes)
        let peers = try CookieBenchPeers.run(workload) {
            ours = ours.better(try measure(workload, profile: .rfc6265bis, suffixes: suffixes))
        }
        // Said before any figure: a subject that sends something else is not doing the same work.
        for peer in peers {
            guard let result = peer.result, result.headerBytes != ours.headerBytes else { continue }
            table.add(
                BenchRow(
                    what: "cookies", subject: "\(peer.name) sends other headers", value: Double(result.headerBytes),
                    unit: "bytes", against: "ours \(ours.headerBytes) bytes"))
        }
        let sets = peers.compactMap { peer in peer.result.map { (peer.name, $0.setsPerSecond) } }
        let best = sets.max { $0.1 < $1.1 }
        add(
            "set-cookie", ours.setsPerSecond, "best peer: " + (best?.0 ?? "none is here"), best?.1, target: 2,
            into: table)
        let soup = peers.first?.result?.getsPerSecond
        add("cookie look-up", ours.getsPerSecond, "libsoup", soup, target: 3, into: table)
        for peer in peers {
            tell("set-cookie", peer, peer.result?.setsPerSecond, ours.setsPerSecond, into: table)
            tell("cookie look-up", peer, peer.result?.getsPerSecond, ours.getsPerSecond, into: table)
        }
        let iOS = try measure(workload, profile: .ios18, suffixes: suffixes)
        add("set-cookie", iOS.setsPerSecond, "ours as rfc6265bis", ours.setsPerSecond, "ours as ios18", into: table)
        add("cookie look-up", iOS.getsPerSecond, "ours as rfc6265bis", ours.getsPerSecond, "ours as ios18", into: table)
        table.add(
            BenchRow(
                what: "cookie look-up", subject: "headers, all subjects", value: Double(ours.headerBytes), unit: "bytes"
            ))
    }

    private static func add(
        _ what: String, _ value: Double, _ peer: String, _ figure: Double?, _ subject: String = "ours as rfc6265bis",
        target: Double? = nil, into table: BenchTable
    ) {
        table.add(
            BenchRow(
                what: what, subject: subject, value: value, unit: "/s",
                against: figure.map { "\(peer) \(BenchTable.number($0))/s" } ?? "\(peer), which is missing",
                ratio: figure.map { value / $0 }, target: target))
    }

    private static func tell(
        _ what: String, _ peer: CookieBenchPeers.Peer, _ value: Double?, _ ours: Double, into table: BenchTable
    ) {
        table.add(
            BenchRow(
                what: what, subject: peer.name, value: value, unit: "/s",
                against: value == nil ? nil : "ours \(BenchTable.number(ours))/s", ratio: value.map { ours / $0 },
                note: peer.missing))
    }

    private static func measure(
        _ workload: CookieWorkload, profile: CookieProfile, suffixes: any PublicSuffixes
    ) throws -> Result {
        var best = try pass(workload, profile: profile, suffixes: suffixes)
        for _ in 1..<passes { best = best.better(try pass(workload, profile: profile, suffixes: suffixes)) }
        return best
    }

    private static func pass(
        _ workload: CookieWorkload, profile: CookieProfile, suffixes: any PublicSuffixes
    ) throws -> Result {
        var jar = CookieJar(profile: profile, publicSuffixes: suffixes)
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let clock = ContinuousClock()
        let setting = try clock.measure { try workload.fill(&jar, now: now) }
        var bytes = 0
        let getting = try clock.measure { bytes = try workload.headerBytes(of: &jar, now: now) }
        return Result(
            setsPerSecond: Double(workload.sets.count) / setting.inSeconds,
            getsPerSecond: Double(workload.lookups.count) / getting.inSeconds, headerBytes: bytes)
    }
}
