/// The places in a URL's text that needs no change: http or https, a name in lower case, a path without anything to be
/// encoded, no user information and no port. Nearly all URLs are so.
struct CanonicalLayout {
    let colon: Int
    let hostEnd: Int
    /// Where the path ends; the same as ``hostEnd`` if there is none.
    let pathEnd: Int

    /// Reads the text once; nil if it has to be looked at more closely.
    init?(_ text: borrowing [UInt8]) {
        guard text.count > 8, text[0] == UInt8(ascii: "h"), text[1] == UInt8(ascii: "t"),
            text[2] == UInt8(ascii: "t"), text[3] == UInt8(ascii: "p")
        else { return nil }
        colon = text[4] == UInt8(ascii: "s") ? 5 : 4
        guard text[colon] == Byte.colon, text[colon + 1] == Byte.slash, text[colon + 2] == Byte.slash else {
            return nil
        }
        var position = colon + 3
        var labelStart = position, lastLabelStart = position
        while position < text.count, text[position].isPlainHostByte {
            if text[position] == Byte.dot { (lastLabelStart, labelStart) = (labelStart, position + 1) }
            position += 1
        }
        hostEnd = position
        // A last label that starts with a digit may make the host an address, a dot at the end aside.
        let last = labelStart == hostEnd ? lastLabelStart : labelStart
        guard hostEnd > colon + 3, last < hostEnd, !text[last].isDigit else { return nil }
        // After the host comes its path, a query, a fragment or nothing.
        if position < text.count, text[position] == Byte.slash {
            while position < text.count, text[position].isPlainPathByte { position += 1 }
        }
        pathEnd = position
        guard pathEnd < text.count else { return }
        guard text[pathEnd] == UInt8(ascii: "?") || text[pathEnd] == UInt8(ascii: "#") else { return nil }
        while position < text.count {
            guard text[position] > Byte.space, text[position] != 0x7F else { return nil }
            position += 1
        }
    }
}

extension UInt8 {
    fileprivate var isPlainHostByte: Bool {
        (self >= 0x61 && self <= 0x7A) || self == Byte.dot || self == Byte.dash || isDigit
    }

    /// What stays as it is in a path and does not end it.
    fileprivate var isPlainPathByte: Bool {
        isLetter || (self >= 0x24 && self <= 0x3B) || self == Byte.equals || self == 0x5F || self == 0x7E
    }
}
