/// HTML text that is safe to put into a page: text comes in escaped, only literals come in as they are.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    typealias StringLiteralType = StaticString

    let text: String

    init(stringLiteral value: StaticString) { text = value.description }
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.output }

    private init(joined text: String) { self.text = text }

    static func joined(_ parts: [HTML]) -> HTML { HTML(joined: parts.map(\.text).joined()) }

    struct StringInterpolation: StringInterpolationProtocol {
        typealias StringLiteralType = StaticString

        fileprivate var output = ""

        init(literalCapacity: Int, interpolationCount: Int) { output.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: StaticString) { output += literal.description }
        mutating func appendInterpolation(_ text: String) { output += HTML.escape(text) }
        mutating func appendInterpolation(_ html: HTML) { output += html.text }
    }

    /// Good for element content and for attribute values in double quotes. Control characters, which HTML does not
    /// allow, become U+FFFD.
    static func escape(_ text: String) -> String {
        var output = ""
        output.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}"..."\u{9F}": output += "\u{FFFD}"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
