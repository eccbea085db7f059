import BridgePrimitives

/// What a page says of a window that it opens: the third argument of `window.open`, read (HTML §7.2.2.1).
public struct WindowFeatures: Hashable, Sendable {
    /// In CSS pixels; nil where the page says nothing.
    public private(set) var x: Int?, y: Int?, width: Int?, height: Int?
    /// Whether the window does not get to know who opened it, and the page gets no window to hold.
    public private(set) var hasNoOpener = false
    /// Whether the window's first request has no `Referer`; such a window has no opener either.
    public private(set) var hasNoReferrer = false

    public init() {}

    /// Never fails: what is no feature is skipped.
    ///
    /// - Complexity: O(n) in UTF-8 bytes.
    public init(parsing text: String) {
        for (name, value) in Self.tokens(of: text) {
            switch name {
            case "left", "screenx": x = Self.integer(value)
            case "top", "screeny": y = Self.integer(value)
            case "width", "innerwidth": width = Self.integer(value)
            case "height", "innerheight": height = Self.integer(value)
            case "noopener": hasNoOpener = Self.flag(value)
            case "noreferrer": hasNoReferrer = Self.flag(value)
            default: break
            }
        }
        if hasNoReferrer { hasNoOpener = true }
    }

    /// Tokenize the features argument: names in lower case, an empty value for a name alone. The last of a name counts.
    private static func tokens(of text: String) -> [(name: String, value: String)] {
        let bytes = Array(text.utf8)
        var tokens: [(name: String, value: String)] = []
        var position = 0
        func run(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
            let start = position
            while position < bytes.count, holds(bytes[position]) { position += 1 }
            return bytes[start..<position]
        }
        while position < bytes.count {
            // Steps 3.3 to 3.5: the name, after separators.
            _ = run(while: isSeparator)
            let name = ASCIIText.lowercased(run { !isSeparator($0) })
            // Step 3.7: on to `=`, but not past a comma, nor into the next word.
            _ = run { $0 != equals && $0 != comma && isSeparator($0) }
            // Step 3.8: the value, after separators other than the comma.
            var value = ""
            if position < bytes.count, bytes[position] == equals {
                _ = run { $0 != comma && isSeparator($0) }
                value = ASCIIText.lowercased(run { !isSeparator($0) })
            }
            if !name.isEmpty { tokens.append((name, value)) }
        }
        return tokens
    }

    private static let equals = UInt8(ascii: "="), comma = UInt8(ascii: ",")

    private static func isSeparator(_ byte: UInt8) -> Bool {
        ASCIIText.isSpace(byte) || byte == equals || byte == comma
    }

    /// Parse a boolean feature: nothing, `yes`, `true`, and numbers other than 0.
    private static func flag(_ value: String) -> Bool {
        ["", "yes", "true"].contains(value) || (integer(value) ?? 0) != 0
    }

    /// The rules for parsing integers (HTML §2.3.4.1): what follows the digits is ignored. Nil for none, and for more than
    /// a screen has.
    private static func integer(_ value: String) -> Int? {
        var digits = value.utf8[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        digits = digits.prefix(while: ASCIIText.isDigit)
        guard !digits.isEmpty, digits.count <= 9, let number = Int(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        return isNegative ? -number : number
    }
}
