import BridgePrimitives

/// A line for people, in pieces with their styles.
///
/// Only ``rendered`` makes escape sequences, and only of the styles: whatever a piece holds that a terminal would obey
/// is shown instead. So no text of others can colour, erase or forge a line.
struct StyledText: ExpressibleByStringInterpolation {
    /// An escape sequence's number (ECMA-48 §8.3.117).
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    private var pieces: [(text: String, style: Style?)]

    init(_ text: String, _ style: Style? = nil) { pieces = [(text, style)] }
    init(stringLiteral text: String) { self.init(text) }
    init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [(text: String, style: Style?)] = []

        init(literalCapacity: Int, interpolationCount: Int) { pieces.reserveCapacity(1 + 2 * interpolationCount) }

        mutating func appendLiteral(_ text: String) { pieces.append((text, nil)) }
        mutating func appendInterpolation(_ text: StyledText) { pieces += text.pieces }
        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            pieces.append((value.description, nil))
        }
    }

    static func + (a: StyledText, b: StyledText) -> StyledText { "\(a)\(b)" }

    /// As a terminal takes it, one line without its end.
    var rendered: String {
        pieces.map { piece in
            let text = VisibleText.escaped(piece.text)
            return piece.style.map { "\u{1B}[\($0.rawValue)m\(text)\u{1B}[0m" } ?? text
        }.joined()
    }
}

/// A few colours, or none.
struct Palette {
    let isOn: Bool

    func green(_ text: String) -> StyledText { StyledText(text, isOn ? .green : nil) }
    func red(_ text: String) -> StyledText { StyledText(text, isOn ? .red : nil) }
    func yellow(_ text: String) -> StyledText { StyledText(text, isOn ? .yellow : nil) }
    func bold(_ text: String) -> StyledText { StyledText(text, isOn ? .bold : nil) }
    func dim(_ text: String) -> StyledText { StyledText(text, isOn ? .dim : nil) }
}
