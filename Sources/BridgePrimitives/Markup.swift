/// A piece of HTML: the literal parts are ours, and what is put into them is escaped, unless it is markup itself.
///
///     let row: Markup = "<td title='\(title)'>\(name)</td>"
///
/// Text that nobody sees or that turns the line round is written as JSON escapes, as on a terminal.
package struct Markup: ExpressibleByStringInterpolation, Sendable {
    package private(set) var text: String

    package init(stringLiteral text: String) { self.text = text }
    package init(stringInterpolation parts: StringInterpolation) { text = parts.text }
    package init(_ parts: some Sequence<Markup>, separator: String = "") {
        text = parts.map(\.text).joined(separator: separator)
    }

    package var isEmpty: Bool { text.isEmpty }

    package static func += (markup: inout Markup, other: Markup) { markup.text += other.text }

    package struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 24 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { text += literal }
        package mutating func appendInterpolation(_ text: String) {
            self.text += MarkupText.escaped(VisibleText.escaped(text))
        }
        package mutating func appendInterpolation(_ number: Int) { text += String(number) }
        package mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
        package mutating func appendInterpolation(_ markup: some Sequence<Markup>) {
            for each in markup { text += each.text }
        }
    }
}
