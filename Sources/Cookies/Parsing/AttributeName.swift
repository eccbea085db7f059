/// The attributes of a `Set-Cookie` line that mean something (RFC 6265bis §5.6.1 to §5.6.7; Partitioned from CHIPS).
///
/// Their last eight letters, in lower case, are compared as one number: a line has several attributes, and each may be
/// any of these.
enum AttributeName: UInt64 {
    case path = 0x7061_7468  // path
    case domain = 0x646F_6D61_696E  // domain
    case secure = 0x7365_6375_7265  // secure
    case maxAge = 0x6D_6178_2D61_6765  // max-age
    case expires = 0x65_7870_6972_6573  // expires
    case httpOnly = 0x6874_7470_6F6E_6C79  // httponly
    case sameSite = 0x7361_6D65_7369_7465  // samesite
    case partitioned = 0x7469_7469_6F6E_6564  // titioned

    /// The attribute that is named in `line` at `range`, letter case aside; nil for all others.
    init?(_ line: borrowing [UInt8], _ range: Range<Int>) {
        guard range.count >= 4, range.count <= 11 else { return nil }
        var letters: UInt64 = 0
        for position in range { letters = letters << 8 | UInt64(line[position].asciiLowercased) }
        self.init(rawValue: letters)
        guard range.count == length, self != .partitioned || line.isWord("partitioned", at: range) else { return nil }
    }

    private var length: Int {
        switch self {
        case .path: 4
        case .domain, .secure: 6
        case .maxAge, .expires: 7
        case .httpOnly, .sameSite: 8
        case .partitioned: 11
        }
    }

    /// Whether the attribute says nothing without a value.
    var needsValue: Bool {
        switch self {
        case .path, .domain, .maxAge, .expires: true
        case .secure, .httpOnly, .sameSite, .partitioned: false
        }
    }
}
