import BridgePrimitives

import BridgePrimitives

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
        mutating func appendInterpolation(_ text: String) { output += MarkupText.escaped(text) }
        mutating func appendInterpolation(_ html: HTML) { output += html.text }
    }
}
