import BridgePrimitives

/// The seven fields of one line of a `cookies.txt`, as curl reads and writes them.
struct NetscapeLine {
    let name: String
    let value: String
    /// Lower-case, without the leading dot.
    let domain: String
    let coversSubdomains: Bool
    let path: String
    let isSecure: Bool
    let isHTTPOnly: Bool
    /// Seconds since the epoch; 0 for a cookie without expiry.
    let expiry: Int64

    static let httpOnlyPrefix = "#HttpOnly_"

    init(of cookie: Cookie) {
        (name, value, domain, path) = (cookie.name, cookie.value, cookie.domain, cookie.path)
        (coversSubdomains, isSecure, isHTTPOnly) = (!cookie.isHostOnly, cookie.isSecure, cookie.isHTTPOnly)
        expiry = Self.field(of: cookie.expiry)
    }

    /// An expiry as its field: what has expired before 1970 must not read as a cookie without expiry.
    static func field(of expiry: Instant?) -> Int64 { expiry.map { max(1, $0.secondsSinceEpoch) } ?? 0 }

    /// Without the line's end.
    var text: String {
        let fields = [
            (isHTTPOnly ? Self.httpOnlyPrefix : "") + (coversSubdomains ? "." : "") + domain,
            coversSubdomains ? "TRUE" : "FALSE", path, isSecure ? "TRUE" : "FALSE", String(expiry), name, value,
        ]
        return fields.joined(separator: "\t")
    }

    /// Whether a line can carry these fields, so that curl and we read back the same.
    var isReadable: Bool {
        let text = text
        guard !name.isEmpty, text.utf8.allSatisfy({ $0 != 0 && $0 != Byte.lineFeed && $0 != Byte.carriageReturn }),
            isHTTPOnly || text.utf8.first != UInt8(ascii: "#")  // the reader's sign of a comment
        else { return false }
        guard let read = try? NetscapeLine(Array(text.utf8)[...]) else { return false }
        return read.text.hasSameBytes(as: text) && read.name.hasSameBytes(as: name)
            && read.value.hasSameBytes(as: value) && read.domain.hasSameBytes(as: domain)
            && read.path.hasSameBytes(as: path)
            && (read.coversSubdomains, read.isSecure, read.isHTTPOnly, read.expiry)
                == (coversSubdomains, isSecure, isHTTPOnly, expiry)
    }

    /// Why a line is none, and the offset of the field that shows it.
    struct Failure: Error {
        let reason: CookieFileReason
        let offset: Int
    }

    /// - Parameter line: without its end; neither empty nor a comment.
    init(_ line: ArraySlice<UInt8>) throws(Failure) {
        let isHTTPOnly = line.starts(with: Self.httpOnlyPrefix.utf8)
        let text = isHTTPOnly ? line.dropFirst(Self.httpOnlyPrefix.utf8.count) : line
        func failure(_ reason: CookieFileReason, at field: ArraySlice<UInt8>) -> Failure {
            Failure(reason: reason, offset: field.startIndex - line.startIndex)
        }
        var fields = text.split(separator: Byte.tab, maxSplits: 7, omittingEmptySubsequences: false)
        // curl makes a path up where one is left out, and a missing value is an empty one.
        if fields.count > 2, fields[2].elementsEqual("TRUE".utf8) || fields[2].elementsEqual("FALSE".utf8) {
            fields.insert([UInt8]("/".utf8)[...], at: 2)
        }
        if fields.count == 6 { fields.append(text.suffix(0)) }
        guard fields.count == 7 else { throw failure(.fieldCount, at: text) }
        guard String(validating: text, as: UTF8.self) != nil else { throw failure(.notUTF8, at: text) }
        guard !fields[5].isEmpty else { throw failure(.fieldCount, at: fields[5]) }

        let written = fields[0].first == Byte.dot ? fields[0].dropFirst() : fields[0]
        guard !written.isEmpty, written.allSatisfy({ $0 > Byte.space && $0 < 0x7F }) else {
            throw failure(.badDomain, at: fields[0])
        }
        guard let expiry = Self.seconds(fields[4]) else { throw failure(.badExpiry, at: fields[4]) }
        for field in [fields[5], fields[6]] where field.contains(where: { $0 < Byte.space }) {
            throw failure(.controlCharacter, at: field)
        }
        domain = String(decoding: written, as: UTF8.self).asciiLowercased
        coversSubdomains = fields[1].isEqualWord("true")
        path = fields[2].first == Byte.slash ? String(decoding: fields[2], as: UTF8.self) : "/"
        isSecure = fields[3].isEqualWord("true")
        (self.isHTTPOnly, self.expiry) = (isHTTPOnly, expiry)
        name = String(decoding: fields[5], as: UTF8.self)
        value = String(decoding: fields[6], as: UTF8.self)
    }

    /// A number as curl reads one: a fraction, which some browser extensions write, is not looked at.
    private static func seconds(_ field: ArraySlice<UInt8>) -> Int64? {
        let isNegative = field.first == Byte.dash
        let digits = (isNegative || field.first == Byte.plus ? field.dropFirst() : field).prefix(while: \.isDigit)
        guard !digits.isEmpty, let number = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
        return isNegative ? -number : number
    }

    /// Whether a name's prefix promises what the fields do not keep; curl leaves such cookies out.
    var breaksPrefix: Bool {
        if name.utf8.starts(with: "__Secure-".utf8) { return !isSecure }
        guard name.utf8.starts(with: "__Host-".utf8) else { return false }
        return !isSecure || coversSubdomains || path != "/"
    }

    func cookie(now: Instant) -> Cookie {
        Cookie(
            name: name, value: value, domain: domain, isHostOnly: !coversSubdomains, path: path, isSecure: isSecure,
            isHTTPOnly: isHTTPOnly, creationTime: now, lastAccessTime: now,
            expiry: expiry == 0 ? nil : Instant(secondsSinceEpoch: expiry))
    }
}
