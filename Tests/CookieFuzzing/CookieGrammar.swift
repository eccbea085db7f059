import BridgePrimitives
import FuzzSupport

/// Cookies, dates, files and URLs by grammar.
extension FuzzChance {
    /// What follows an input's choices.
    mutating func payload(of subject: FuzzInput.Subject) -> [UInt8] {
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

    private mutating func line() -> String {
        let pair = "\(pick(CookieWords.names))\(pick(["=", "=", "=", "", " = "]))\(pick(CookieWords.values))"
        guard below(4) > 0 else { return pair }
        return pair + "; " + list(upTo: 5, separator: pick(["; ", ";"])) { $0.attribute() }
    }

    private mutating func attribute() -> String {
        switch below(9) {
        case 0: "Path=\(pick(CookieWords.paths))"
        case 1: "Domain=\(pick(CookieWords.domains))"
        case 2: "Max-Age=\(below(2) == 0 ? "60" : pick(CookieWords.numbers))"
        case 3: "Expires=\(date())"
        case 4: "SameSite=\(pick(["Strict", "Lax", "None", "x"]))"
        case 5: "Secure"
        case 6: "HttpOnly"
        case 7: "Secure; Partitioned"
        default: pick(CookieWords.all)
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
            list(upTo: 6, separator: pick([" ", "-", ",", "/"])) {
                $0.pick([day, month, year, time, $0.pick(CookieWords.all)])
            }
        }
    }

    private mutating func netscape() -> String {
        list(upTo: 5, separator: pick(["\n", "\n", "\r\n"])) { generator in
            switch generator.below(6) {
            case 0: return "# \(generator.pick(CookieWords.all))"
            case 1:
                return
                    "# session-bridge {\"for\":\"\(generator.pick(CookieWords.names))\",\"expiry\":\(generator.pick(CookieWords.numbers))}"
            default:
                let flag = ["TRUE", "FALSE", "true", ""]
                let fields = [
                    generator.pick(["", "#HttpOnly_"]) + generator.pick(["", "."])
                        + generator.pick(CookieWords.domains),
                    generator.pick(flag), generator.pick(CookieWords.paths), generator.pick(flag),
                    generator.pick(CookieWords.numbers), generator.pick(CookieWords.names),
                    generator.pick(CookieWords.values),
                ]
                return fields.dropLast(generator.below(8) == 0 ? 1 : 0).joined(separator: "\t")
            }
        }
    }

    private mutating func storageState() -> String {
        let cookies = list(upTo: 3, separator: ", ") { generator in
            let members = [
                "\"name\":\(generator.quoted(CookieWords.names))", "\"value\":\(generator.quoted(CookieWords.values))",
                "\"domain\":\(generator.quoted(CookieWords.domains))",
                "\"path\":\(generator.quoted(CookieWords.paths))",
                "\"expires\":\(generator.pick(CookieWords.numbers))",
                "\"secure\":\(generator.pick(["true", "false", "1"]))",
                "\"sameSite\":\(generator.quoted(["Strict", "Lax", "None", "x"]))",
                "\"sessionBridge\":{\"expiry\":\(generator.pick(CookieWords.numbers)),\"creation\":\(generator.pick(CookieWords.numbers))}",
            ]
            let kept = members.enumerated().filter { $0.offset < 3 || generator.below(2) == 0 }.map(\.element)
            return "{\(kept.joined(separator: ","))}"
        }
        let origins = pick(["[]", "[{\"origin\":\"https://app.test\",\"localStorage\":[]}]", "[1e999, 3.0, -0]", "7"])
        return pick(["", " ", "\n"]) + "{\"cookies\":[\(cookies)],\"origins\":\(origins)}"
    }

    private mutating func url() -> String {
        "\(pick(["https://", "http://", "HTTPS:\\\\", "ws:/", "file://", "x:", ""]))\(pick(["", "u:p@", "@"]))"
            + "\(pick(CookieWords.domains))\(pick(["", ":443", ":", ":65536"]))\(pick(CookieWords.paths))\(pick(["", "?q", "#f"]))"
    }

    private mutating func quoted(_ texts: [String]) -> String { JSONValue.string(pick(texts)).text() }
}
