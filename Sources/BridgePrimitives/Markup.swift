/// A piece of HTML: the literal parts are ours, and what is put into them is escaped, unless it is markup itself.
///
///     let row: Markup = "<td title='\(title)'>\(name)</td>"
///
/// A literal is a `StaticString`, so no text that was read can be taken for one.
package struct Markup: ExpressibleByStringInterpolation, Sendable {
    package typealias StringLiteralType = StaticString

    package private(set) var text: String

    package init(stringLiteral text: StaticString) { self.text = text.description }
    package init(stringInterpolation parts: StringInterpolation) { text = parts.text }
    package init(_ parts: some Sequence<Markup>, separator: StaticString = "") {
        text = parts.map(\.text).joined(separator: separator.description)
    }

    /// Markup that somebody else has made; the caller's promise that it is.
    package init(trusted text: String) { self.text = text }

    package var isEmpty: Bool { text.isEmpty }

    package static func + (a: Markup, b: Markup) -> Markup { Markup(trusted: a.text + b.text) }

    package struct StringInterpolation: StringInterpolationProtocol, Sendable {
        package typealias StringLiteralType = StaticString

        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 24 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
        /// Text: what nobody sees or what turns the line round is written as JSON escapes, as on a terminal.
        package mutating func appendInterpolation(_ text: String) {
            self.text += MarkupText.escaped(VisibleText.escaped(text))
        }
        /// Text as it is, for what a form sends back and for names as their owners write them.
        package mutating func appendInterpolation(exact text: String) { self.text += MarkupText.escaped(text) }
        /// Text of several lines, for `pre`: each as text, and between them a line's end.
        package mutating func appendInterpolation(lines text: String) {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            self.text += lines.map { MarkupText.escaped(VisibleText.escaped(String($0))) }.joined(separator: "\n")
        }
        package mutating func appendInterpolation(_ number: Int) { text += String(number) }
        package mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
        package mutating func appendInterpolation(_ markup: some Sequence<Markup>) {
            for each in markup { text += each.text }
        }
    }
}
