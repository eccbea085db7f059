import BridgePrimitives
import Cookies
import Foundation

/// What a cookie costs in a jar of a million: the growth of the resident set, less the bytes of name, value, domain and
/// path. Measured in a process of its own, where no memory of earlier work is used again.
enum CookieBenchMemory {
    private static let flag = "--measure-cookie-memory", cookies = 1_000_000

    static func run(into table: BenchTable) throws {
        let own = ProcessInfo.processInfo.arguments[0]
        let figures = (ChildProcess.output(of: [own, flag]) ?? "").split(whereSeparator: \.isWhitespace)
            .compactMap { Double($0) }
        guard figures.count == 2 else {
            return table.add(BenchRow(what: "cookie memory", subject: "a cookie", unit: "bytes", note: "not measured"))
        }
        let (total, text) = (figures[0], figures[1])
        table.add(
            BenchRow(
                what: "cookie memory", subject: "a cookie beyond its bytes", value: total - text, unit: "bytes",
                against: "its bytes \(BenchTable.number(text)), bound for the rest", ratio: (total - text) / 200,
                target: 1))
    }

    /// Measures and prints if `arguments` ask for it.
    static func runAsChild(_ arguments: [String], suffixes: any PublicSuffixes) -> Bool {
        guard arguments == [flag] else { return false }
        var generator = SeededGenerator(seed: 6265)
        var jar = CookieJar(profile: .rfc6265bis, publicSuffixes: suffixes)
        let now = Instant(secondsSinceEpoch: 1_795_251_600)
        var text = 0
        let before = residentBytes()
        for domain in 0..<(cookies / CookieWorkload.cookiesPerDomain) {
            for number in 0..<CookieWorkload.cookiesPerDomain {
                let set = CookieWorkload.cookie(number, domain: domain, using: &generator)
                guard let url = try? CookieURL(set.url),
                    let cookie = jar.store(setCookie: set.cookie, from: url, now: now).cookie
                else { continue }
                text += cookie.name.utf8.count + cookie.value.utf8.count
                text += cookie.domain.utf8.count + cookie.path.utf8.count
            }
        }
        let grown = Double(residentBytes() - before)
        print(grown / Double(jar.count), Double(text) / Double(jar.count))
        return true
    }

    /// The resident set now; its highest so far where only that is told.
    static func residentBytes() -> Int {
        #if os(Linux)
            let figures =
                (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
            return (figures.count > 1 ? Int(figures[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
        #else
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #endif
    }
}
