import BridgePrimitives
import Cookies

/// Inputs that look like what is parsed, and then do not: one seed gives one sequence (SplitMix64).
public struct FuzzGenerator: Sendable {
    private var generator: SeededGenerator

    public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// The next input: made by grammar, often spoilt afterwards.
    public mutating func next() -> [UInt8] {
        let subject = FuzzInput.Subject.allCases[below(FuzzInput.Subject.allCases.count)]
        var input = [subject.rawValue, byte(), byte()] + payload(of: subject)
        if below(3) > 0 { for _ in 0...below(4) { input = mutated(input) } }
        return input
    }

    /// One change: a byte, a token, a piece less, a piece twice, two pieces swapped.
    public mutating func mutated(_ input: [UInt8]) -> [UInt8] {
        let start = min(FuzzInput.headerLength, input.count)
        let end = input.count
        let low = start + below(end - start + 1), length = below(min(24, end - low) + 1)
        let (piece, high) = (Array(input[low..<(low + length)]), low + length)
        switch below(7) {
        case 0: return Array(input[..<low]) + token().utf8 + input[low...]
        case 1: return Array(input[..<low]) + [byte()] + input[low...]
        case 2: return Array(input[..<low] + input[high...])
        case 3: return Array(input[..<high]) + piece + input[high...]
        case 4 where low < end:
            var changed = input
            changed[low] ^= 1 << UInt8(below(8))
            return changed
        case 5: return Array(input[..<low]) + token().utf8 + input[high...]
        default: return Array(input[..<low] + input[high...] + piece)
        }
    }

    // MARK: - By grammar

    private mutating func payload(of subject: FuzzInput.Subject) -> [UInt8] {
        switch subject {
        case .setCookie, .script: records(upTo: 5) { $0.line() }
        case .dates: Array(date().utf8)
        case .netscape: Array(netscape().utf8)
        case .storageState: Array(storageState().utf8)
        case .urls: Array(url().utf8)
        case .folding: Array(list(upTo: 4, separator: pick([", ", ",", " , "])) { $0.line() }.utf8)
        case .story: records(upTo: 12) { $0.event() }
        }
    }

    private mutating func records(upTo limit: Int, _ make: (inout Self) -> String) -> [UInt8] {
        records(upTo: limit) { Array(make(&$0).utf8) }
    }

    private mutating func records(upTo limit: Int, _ make: (inout Self) -> [UInt8]) -> [UInt8] {
        let count = 1 + below(limit)
        return Array((0..<count).map { _ in make(&self) }.joined(separator: [FuzzInput.separator]))
    }

    private mutating func list(upTo limit: Int, separator: String, _ make: (inout Self) -> String) -> String {
        (0..<(1 + below(limit))).map { _ in make(&self) }.joined(separator: separator)
    }

    private mutating func line() -> String {
        let pair = "\(pick(FuzzTokens.names))\(pick(["=", "=", "=", "", " = "]))\(pick(FuzzTokens.values))"
        guard below(4) > 0 else { return pair }
        return pair + "; " + list(upTo: 5, separator: pick(["; ", ";"])) { $0.attribute() }
    }

    private mutating func attribute() -> String {
        switch below(9) {
        case 0: "Path=\(pick(FuzzTokens.paths))"
        case 1: "Domain=\(pick(FuzzTokens.domains))"
        case 2: "Max-Age=\(below(2) == 0 ? "60" : pick(FuzzTokens.numbers))"
        case 3: "Expires=\(date())"
        case 4: "SameSite=\(pick(["Strict", "Lax", "None", "x"]))"
        case 5: "Secure"
        case 6: "HttpOnly"
        case 7: "Secure; Partitioned"
        default: token()
        }
    }

    /// One event of a jar's life; every fourth moves the clock, by seconds that lifetimes have too.
    private mutating func event() -> [UInt8] {
        guard below(4) == 0 else { return [byte(), byte()] + line().utf8 }
        return [6, 0] + (below(4) == 0 ? [byte()] : [60, 60])
    }

    private mutating func date() -> String {
        let time = "\(below(26)):\(below(62)):\(below(62))"
        let year = pick(["2026", "2027", "2028", "27", "69", "70", "1600", "1601", "9999", "2027x", "0"])
        let (day, month) = ("\(below(33))", pick(["Jan", "feb", "MARCH", "Jun", "Dec", "Foo"]))
        return switch below(5) {
        case 0, 1: "Wed, \(day) \(month) \(year) \(time) \(pick(["GMT", "+0200", "", "PST"]))"
        case 2: "Wednesday, \(day)-\(month)-\(year) \(time) GMT"
        case 3: "Wed \(month) \(day) \(time) \(year)"
        default:
            list(upTo: 6, separator: pick([" ", "-", ",", "/"])) { $0.pick([day, month, year, time, $0.token()]) }
        }
    }

    private mutating func netscape() -> String {
        list(upTo: 5, separator: pick(["\n", "\n", "\r\n"])) { generator in
            switch generator.below(6) {
            case 0: return "# \(generator.token())"
            case 1:
                return
                    "# session-bridge {\"for\":\"\(generator.pick(FuzzTokens.names))\",\"expiry\":\(generator.pick(FuzzTokens.numbers))}"
            default:
                let flag = ["TRUE", "FALSE", "true", ""]
                let fields = [
                    generator.pick(["", "#HttpOnly_"]) + generator.pick(["", "."]) + generator.pick(FuzzTokens.domains),
                    generator.pick(flag), generator.pick(FuzzTokens.paths), generator.pick(flag),
                    generator.pick(FuzzTokens.numbers), generator.pick(FuzzTokens.names),
                    generator.pick(FuzzTokens.values),
                ]
                return fields.dropLast(generator.below(8) == 0 ? 1 : 0).joined(separator: "\t")
            }
        }
    }

    private mutating func storageState() -> String {
        let cookies = list(upTo: 3, separator: ", ") { generator in
            let members = [
                "\"name\":\(generator.quoted(FuzzTokens.names))", "\"value\":\(generator.quoted(FuzzTokens.values))",
                "\"domain\":\(generator.quoted(FuzzTokens.domains))", "\"path\":\(generator.quoted(FuzzTokens.paths))",
                "\"expires\":\(generator.pick(FuzzTokens.numbers))",
                "\"secure\":\(generator.pick(["true", "false", "1"]))",
                "\"sameSite\":\(generator.quoted(["Strict", "Lax", "None", "x"]))",
                "\"sessionBridge\":{\"expiry\":\(generator.pick(FuzzTokens.numbers)),\"creation\":\(generator.pick(FuzzTokens.numbers))}",
            ]
            let kept = members.enumerated().filter { $0.offset < 3 || generator.below(2) == 0 }.map(\.element)
            return "{\(kept.joined(separator: ","))}"
        }
        let origins = pick(["[]", "[{\"origin\":\"https://app.test\",\"localStorage\":[]}]", "[1e999, 3.0, -0]", "7"])
        return pick(["", " ", "\n"]) + "{\"cookies\":[\(cookies)],\"origins\":\(origins)}"
    }

    private mutating func url() -> String {
        "\(pick(["https://", "http://", "HTTPS:\\\\", "ws:/", "file://", "x:", ""]))\(pick(["", "u:p@", "@"]))"
            + "\(pick(FuzzTokens.domains))\(pick(["", ":443", ":", ":65536"]))\(pick(FuzzTokens.paths))\(pick(["", "?q", "#f"]))"
    }

    private mutating func quoted(_ texts: [String]) -> String { JSONValue.string(pick(texts)).text() }

    // MARK: - Chance

    private mutating func token() -> String { pick(FuzzTokens.all) }
    private mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: generator.next()) }

    /// A number from 0 to `limit` - 1.
    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &generator) }
    private mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }
}

/// The words of the grammars, and what stands next to them.
public enum FuzzTokens: Sendable {
    static let names = [
        "a", "b", "customtoken", "__Host-a", "__Secure-a", "__host-http-a", "", "é", "a b", "\"", "__session",
    ]
    static let values = [
        "1", "", "x=y", "\"1;2\"", "a,b=c", "é", "e\u{301}", "a\tb", " ", "%00", "__Host-x", "\u{7F}", "a;b",
        "{\"k\":[1]}",
    ]
    static let paths = ["/", "/a", "/a/", "/a/b", "", "x", "//", "/a\t", "/%2e", "/\u{1F36A}", "/a;b"]
    static let domains = [
        "app.test", ".app.test", "www.app.test", "APP.test", "test", ".", "..", "", "127.0.0.1", "0.1", "[::1]", "[::",
        "app.test.", "github.io", "bücher.test", "localhost", "a..b", "0x7f.1", "a_b.test", "1.2.3.4.5",
    ]
    static let numbers = [
        "0", "1", "-1", "60", "34560000", "34560001", "+5", "1800000000", "1800000000.5", "9223372036854775807",
        "9223372036854775808", "1e3",
        "x",
        "", "-9223372036854775808", "99999999999999999999", "1795251600000",
    ]
    /// All words, for dictionaries.
    public static let all: [String] =
        names + values + paths + domains + numbers + [
            ";", "; ", "=", ",", ", ", "\"", "\r\n", "\n", "\u{0}", "\t", "Path=", "Domain=", "Expires=", "Max-Age=",
            "Secure",
            "HttpOnly", "SameSite=", "Partitioned", "#HttpOnly_", "# session-bridge {", "\"for\":", "TRUE", "FALSE",
            "{\"cookies\":[", "\"origins\":[", "\"sessionBridge\":{", "https://", "\\", "@", ":", "?", "#", "xn--",
            "Wed, 09 Jun 2027 10:18:14 GMT", "Version=1", "|",
        ]
}
