import BridgePrimitives

/// Reading as vue-cookies 1.8.6 does it.
public enum VueCookies: Sendable {
    /// The result of `get(key)`.
    ///
    /// The first cookie of the text wins if it has the name, otherwise the last one that has it. Leading spaces of a
    /// value are lost, trailing ones kept. A value in braces or brackets is parsed as JSON if it can be.
    ///
    /// - Parameters:
    ///   - key: compared in its percent-encoded form, letter case counts. Parentheses are not taken literally:
    ///     `a(b)` searches `ab` and gives `b`.
    ///   - cookieText: what `document.cookie` holds.
    public static func get(_ key: String, from cookieText: String) -> CookieReading {
        let encoded = PercentCoding.encode(key, sparing: PercentCoding.componentMarks)
        guard let (name, group) = searched(Array(encoded.utf8)) else { return .unusableName }
        let cookies = Array(cookieText.utf8)
            .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        var found: ArraySlice<UInt8>?
        if let first = cookies.first, let value = value(of: name, in: first) {
            found = value
        } else {
            found = cookies.reversed().lazy.compactMap { value(of: name, in: $0) }.first
        }
        guard let found else { return .absentOrEmpty }
        let raw = group ?? Array(found)
        guard let text = PercentCoding.decode(String(decoding: raw, as: UTF8.self)) else { return .malformedEscape }
        return text.isEmpty ? .absentOrEmpty : .value(parsed(text))
    }

    /// The name that the key's regular expression looks for, and the text of its first group if it has one.
    /// Nil when the parentheses don't pair.
    private static func searched(_ key: [UInt8]) -> (name: [UInt8], group: [UInt8]?)? {
        var name: [UInt8] = []
        var open: [Int] = []
        var firstOpen: Int?
        var group: [UInt8]?
        for byte in key {
            switch byte {
            case UInt8(ascii: "("):
                if firstOpen == nil { firstOpen = open.count }
                open.append(name.count)
            case UInt8(ascii: ")"):
                guard let start = open.popLast() else { return nil }
                if group == nil, open.count == firstOpen { group = Array(name[start...]) }
            default: name.append(byte)
            }
        }
        return open.isEmpty ? (name, group) : nil
    }

    private static func value(of name: [UInt8], in cookie: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = cookie.drop(while: isScriptSpace)
        guard rest.starts(with: name) else { return nil }
        rest = rest.dropFirst(name.count).drop(while: isScriptSpace)
        guard rest.first == UInt8(ascii: "=") else { return nil }
        return rest.dropFirst().drop(while: isScriptSpace)
    }

    private static func parsed(_ text: String) -> JSONValue {
        switch (text.utf8.first, text.utf8.last) {
        case (UInt8(ascii: "{")?, UInt8(ascii: "}")?), (UInt8(ascii: "[")?, UInt8(ascii: "]")?):
            (try? JSONValue(parsing: text)) ?? .string(text)
        default: .string(text)
        }
    }
}
