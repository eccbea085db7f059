import BridgePrimitives
import Captures
public import FuzzSupport

/// Recordings: what is read of one is of its entries, in the order of time, and each request is one client's.
public enum HARFuzz: FuzzSubject {
    public static let name = "har"

    public static let words = [
        "\"log\":", "\"entries\":[", "\"request\":{", "\"response\":{", "\"url\":\"https://app.test/\"",
        "\"headers\":[",
        "{\"name\":\"Cookie\",\"value\":\"a=1\"}", "\"name\":", "\"value\":", "\"Set-Cookie\"", "\"cookies\":[", "\\n",
        "\"startedDateTime\":\"2026-11-22T09:00:00Z\"", "+0900", "\"time\":-1", "1e300", "\"timings\":{",
        "\"status\":302",
        "\"_bridge\":{", "\"client\":\"1\"", "\"store\":\"app\"", "\"bytes\":4096", "<34 bytes #c99115>", "<1 byte>",
        "(empty)", "~~~~", "\"pageref\":\"p\"", "\"mimeType\":\"text/html\"", "\"postData\":{\"text\":",
        "refresh_token=",
        "securetoken.googleapis.com", "\"encoding\":\"base64\"", "data:", "null", "User-Agent", "CFNetwork/1 Darwin/24",
        "\"_clientName\":", "%23", "\u{1B}", "\u{FEFF}",
    ]

    public static func example(_ chance: inout FuzzChance) -> [UInt8] { Array(chance.har().utf8) }

    public static func check(_ input: [UInt8]) -> FuzzFinding? {
        var checker = Checker()
        do throws(BridgeFailure) {
            let capture = try HARReader.read(input)
            entries(of: capture, input, &checker)
            clients(of: capture, &checker)
            if !input.starts(with: [0xEF, 0xBB, 0xBF]) {
                let marked = try? HARReader.read([0xEF, 0xBB, 0xBF] + input)
                checker.equal(
                    "a byte order mark changes nothing", marked?.exchanges.map(\.number),
                    capture.exchanges.map(\.number))
            }
        } catch {
            checker.check("a refusal has a code of its own", error.code.rawValue.hasPrefix("har/"), "\(error.code)")
        }
        return checker.finding
    }

    private static func entries(of capture: Capture, _ input: [UInt8], _ checker: inout Checker) {
        let bytes = input.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(input.dropFirst(3)) : input
        let count = (try? JSONValue(parsing: bytes))?["log"]?["entries"]?.arrayValue?.count ?? 0
        let numbers = capture.exchanges.map(\.number)
        checker.equal("no entry is read twice", Set(numbers).count, numbers.count)
        checker.check("a number is an entry's", numbers.allSatisfy { (1...max(count, 1)).contains($0) }, "\(numbers)")
        let left = capture.leftOut.reduce(0) { $0 + $1.count }
        checker.check("what is left out was there", left + numbers.count <= count, "\(left) of \(count)")
        checker.check("schemes are words", capture.leftOut.allSatisfy { (1..<20).contains($0.scheme.utf8.count) }, "")
        checker.check("defects are bounded", capture.defects.count <= HARReader.mostDefects, "")
        for (before, after) in zip(capture.exchanges, capture.exchanges.dropFirst()) {
            checker.check("requests are in the order of time", before.start <= after.start, "\(before.number)")
        }
        for exchange in capture.exchanges {
            checker.check(
                "a request has a jar", exchange.url.hasPrefix("http://") || exchange.url.hasPrefix("https://"),
                exchange.url)
            checker.check(
                "no answer takes more than a day",
                (Duration.zero...Duration.seconds(86_400)).contains(exchange.duration),
                "\(exchange.duration)")
            checker.check("a status is one", exchange.status.map { (100...999).contains($0) } ?? true, "")
            checker.check(
                "a line has no end in it",
                exchange.setCookies.allSatisfy { line in !line.reveal().utf8.contains { $0 == 0x0A || $0 == 0x0D } }, ""
            )
            checker.check("what is assumed is said", !exchange.isAssumedDocument || !capture.defects.isEmpty, "")
        }
    }

    private static func clients(of capture: Capture, _ checker: inout Checker) {
        let parts = capture.byClient
        checker.equal("each client is told once", Set(parts.map(\.client)).count, parts.count)
        checker.equal(
            "each request is one client's", parts.flatMap { $0.capture.exchanges.map(\.number) }.sorted(),
            capture.exchanges.map(\.number).sorted())
        checker.check("clients are bounded", parts.count <= 65, "\(parts.count)")
    }
}
