import BridgePrimitives
import HTTPLoader

/// Where a document wants to be followed by another one without a script: `<meta http-equiv=refresh>` or the header
/// `Refresh`.
package struct DeclarativeRefresh: Hashable, Sendable {
    package let delay: Duration
    /// As written; empty for the document itself.
    package let address: String

    /// - Parameter text: the `content` attribute, or the header's value.
    /// - Returns: nil for text that asks for nothing.
    /// - Complexity: O(n) in UTF-8 bytes.
    /// - Note: shared declarative refresh steps, HTML §4.2.5.3; steps 1, 5 and 9 are the caller's.
    package init?(_ text: String) {
        var rest = text.utf8[...].drop(while: ASCIIText.isSpace)  // step 2
        let digits = rest.prefix(while: Self.isDigit)  // steps 3 and 4
        if digits.isEmpty, rest.first != UInt8(ascii: ".") { return nil }
        // A number that no clock reaches is a delay without end.
        let seconds = digits.isEmpty ? 0 : Int64(String(decoding: digits, as: UTF8.self)) ?? Self.longest
        delay = .seconds(min(seconds, Self.longest))
        rest = rest.drop { Self.isDigit($0) || $0 == UInt8(ascii: ".") }  // step 6
        guard let separator = rest.first else {
            address = ""
            return
        }
        let marks = [UInt8(ascii: ";"), UInt8(ascii: ",")]
        guard marks.contains(separator) || ASCIIText.isSpace(separator) else { return nil }  // step 8
        rest = rest.drop(while: ASCIIText.isSpace)
        if let mark = rest.first, marks.contains(mark) { rest = rest.dropFirst().drop(while: ASCIIText.isSpace) }
        address = Self.address(in: rest)
    }

    private static let longest: Int64 = 1 << 40

    /// Step 11: what comes after `url=`, where that is written, without the quotes round it.
    private static func address(in text: Substring.UTF8View) -> String {
        var rest = text
        if ASCIIText.lowercased(rest.prefix(3)) == "url" {
            let value = rest.dropFirst(3).drop(while: ASCIIText.isSpace)
            guard value.first == UInt8(ascii: "=") else { return ASCIIText.trimmed(text) }
            rest = value.dropFirst().drop(while: ASCIIText.isSpace)
        }
        if let quote = rest.first, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(quote) {
            rest = rest.dropFirst().prefix { $0 != quote }
        }
        return ASCIIText.trimmed(rest)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension PageDocument {
    /// The first `meta` element that asks for a refresh. What stands in `noscript` and `template` is no part of the
    /// document where scripts are on.
    package var refresh: DeclarativeRefresh? {
        elements.lazy.compactMap { element -> DeclarativeRefresh? in
            guard element.name == "meta", ASCIIText.isSame(element["http-equiv"] ?? "", "refresh"),
                let content = element["content"], !isInert(element)
            else { return nil }
            return DeclarativeRefresh(content)
        }.first
    }

    /// - Complexity: O(depth).
    func isInert(_ element: Element) -> Bool {
        var place = element.parent
        while let parent = place.map({ elements[$0] }) {
            if parent.name == "noscript" || parent.name == "template" { return true }
            place = parent.parent
        }
        return false
    }
}
