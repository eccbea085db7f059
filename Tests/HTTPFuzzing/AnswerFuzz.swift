import BridgePrimitives
public import FuzzSupport
import HTTPLoader

/// What servers answer: the lines of heads as libcurl hands them over, and redirects without end.
public enum AnswerFuzz: FuzzSubject {
    public static let name = "answers"
    public static let headerLength = 2

    public static let words = [
        "HTTP/1.1 200 OK\r\n", "HTTP/2 302\r\n", "HTTP/1.1 103 Early Hints\r\n", "\r\n", "\r\n\r\n", "\n", "\r", ": ",
        ":",
        " folded", "\t", "Location: ", "Location: /x\r\n", "Location: //evil.test\r\n", "Location: http:\r\n",
        "Set-Cookie: ",
        "Set-Cookie: a=b; Path=/", "Content-Type: text/html; charset=utf-8\r\n", "Content-Type: ", "charset=", ";", "=",
        "\"",
        "Host", "A", "Authorization", "Cookie: x", "https://", "http://app.test/", "/", "..", "#f", "?q", "data:,x",
    ]

    public static func example(_ chance: inout FuzzChance) -> [UInt8] {
        [chance.byte(), chance.byte()] + chance.heads().utf8
    }

    /// - Parameter input: any bytes; the first two choose the request, the rest are heads as they were received.
    public static func check(_ input: [UInt8]) -> FuzzFinding? {
        var checker = Checker()
        let choices = [0, 1].map { $0 < input.count ? Int(input[$0]) : 0 }
        let lines = Array(input.dropFirst(headerLength).prefix(1 << 14))
        head(lines, &checker)
        RedirectChecks.run(lines, choices: choices, &checker)
        return checker.finding
    }

    private static func head(_ lines: [UInt8], _ checker: inout Checker) {
        let fields = ResponseHead.fields(in: lines)
        for field in fields {
            checker.check("a name is a token", isToken(field.name), field.name.debugDescription)
            checker.check(
                "no line end and no NUL gets into a value", !field.value.contains { [0x00, 0x0A, 0x0D].contains($0) },
                field.text.debugDescription)
            checker.check(
                "a value has no blanks around it", !isBlank(field.value.first) && !isBlank(field.value.last),
                field.text.debugDescription)
            checker.check("a field is found by its name", fields.all(field.name).contains(field.value), field.name)
            checker.check("a field shows no value", "\(field)" == field.name, field.name)
        }
        let written =
            Array("HTTP/1.1 200 OK\r\n".utf8) + fields.flatMap { Array("\($0.name): ".utf8) + $0.value + [0x0D, 0x0A] }
        checker.equal("a head that is written reads as itself", ResponseHead.fields(in: written), fields)
        for value in fields.all("set-cookie") {
            let name = CookieFields.name(inSetCookie: value)
            checker.check("a cookie's name ends", name.utf8.count <= 256 * 3, "\(name.utf8.count)")
        }
        for value in fields.all("cookie") {
            for pair in CookieFields.pairs(in: value) {
                checker.check(
                    "a pair holds no semicolon", !(pair.name + pair.value).utf8.contains(UInt8(ascii: ";")), pair.name)
            }
        }
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || "!#$%&'*+-.^_`|~".utf8.contains($0)
            }
    }

    private static func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension FuzzChance {
    /// Heads, one after the other.
    fileprivate mutating func heads() -> String {
        list(upTo: 4, separator: "\r\n") { chance in
            let line = chance.pick([
                "HTTP/1.1 200 OK", "HTTP/1.1 302 Found", "HTTP/2 303 ", "HTTP/1.1 307", "HTTP/1.1 100 Go on",
            ])
            return "\(line)\r\n" + chance.list(upTo: 4, separator: "") { $0.field() }
        }
    }

    private mutating func field() -> String {
        let end = pick(["\r\n", "\r\n", "\n", "\r\n folded\r\n", "\r"])
        switch below(5) {
        case 0, 1: return "\(pick(["Location", "location", "Location "])): \(once(in: 2) ? url() : reference())\(end)"
        case 2: return "Set-Cookie: a=b; Path=/\(end)"
        case 3: return "Content-Type: text/html; charset=\(pick(["utf-8", "\"utf-8\"", "x;y", ""]))\(end)"
        default:
            return
                "\(pick(["A", "X-Y", "a b", "", "é", "(x)"]))\(pick([":", ": ", " : ", ""]))\(pick(["", "v", "\u{0}", "é"]))\(end)"
        }
    }
}
