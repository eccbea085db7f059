public import BridgePrimitives

/// What a cookie library gives a page's script for one name.
public enum CookieReading: Hashable, Sendable {
    /// Text, or what the library made of text that looks like JSON.
    case value(JSONValue)
    /// `null`: vue-cookies does not tell an absent cookie from an empty one.
    case absentOrEmpty
    /// `undefined`.
    case absent
    /// The library throws a URIError: a percent sequence in the value is not UTF-8.
    case malformedEscape
    /// The library throws a SyntaxError: the name makes no regular expression.
    case unusableName
}

/// A cookie library for scripts.
public enum CookieReader: String, Hashable, Sendable, CaseIterable {
    case vueCookies = "vue-cookies"
    case jsCookie = "js-cookie"
    case universalCookie = "universal-cookie"

    /// Reads one cookie from the text of `document.cookie`.
    /// - Complexity: O(n) in the text.
    public func read(_ name: String, from cookieText: String) -> CookieReading {
        switch self {
        case .vueCookies: VueCookies.get(name, from: cookieText)
        case .jsCookie: JSCookie.get(name, from: cookieText)
        case .universalCookie: UniversalCookie.get(name, from: cookieText)
        }
    }
}

/// White space as `\s` has it, for text that a browser made: cookie text holds no other than ASCII's in practice.
func isScriptSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

extension RangeReplaceableCollection<UInt8> where Self: BidirectionalCollection {
    /// Without white space at either end.
    func trimmedOfSpace() -> [UInt8] {
        Array(Array(drop(while: isScriptSpace)).reversed().drop(while: isScriptSpace).reversed())
    }
}
