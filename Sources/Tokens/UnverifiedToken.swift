public import BridgePrimitives

/// A JWT in compact form, decoded but not checked: may be shown, never trusted (RFC 7515 §3.1, RFC 7519 §7.2).
public struct UnverifiedToken: Sendable {
    /// Longer texts are refused before any work is done on them.
    public static let byteLimit = 64 * 1024

    /// The JOSE header. A repeated name has its last value.
    public let header: JSONObject
    /// The claims. A repeated name has its last value.
    public let payload: JSONObject
    /// Header and payload as they stand in the text: what the signature is over.
    let signingInput: [UInt8]
    /// Empty in unsigned tokens.
    let signature: [UInt8]

    /// Reads `header.payload.signature`; the signature may be empty, the dots may not be missing.
    ///
    /// - Parameters:
    ///   - text: base64url without padding; nothing around it, not even white space.
    ///   - readsSignature: false for who looks at the claims alone, as the emulator does: the third segment may then be
    ///     any letters of base64url, and the token is one without a signature.
    /// - Throws: `empty`, `tooLarge`, `malformed` or `notJSON`.
    /// - Complexity: O(n) in bytes.
    public init(parsing text: String, readsSignature: Bool = true) throws(TokenReason) {
        let bytes = text.utf8
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.byteLimit else { throw .tooLarge }
        let segments = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard segments.count == 3,
            let header = Base64URL.decode(segments[0]), let payload = Base64URL.decode(segments[1]),
            let signature = readsSignature
                ? Base64URL.decode(segments[2]) : segments[2].allSatisfy(Base64URL.isLetter) ? [] : nil
        else { throw .malformed }
        guard let headerObject = (try? JSONValue(parsing: header))?.objectValue,
            let payloadObject = (try? JSONValue(parsing: payload))?.objectValue
        else { throw .notJSON }
        self.header = headerObject
        self.payload = payloadObject
        self.signature = signature
        signingInput = Array(bytes.prefix(segments[0].count + 1 + segments[1].count))
    }

    /// `alg`; nil when missing or no string.
    public var algorithm: String? { header["alg"]?.stringValue }
    /// `kid`; nil when missing or no string.
    public var keyID: String? { header["kid"]?.stringValue }
    /// `aud`; nil when missing or no string: Firebase's tokens have one audience, never a list.
    public var audience: String? { payload["aud"]?.stringValue }
    /// `iss`; nil when missing or no string.
    public var issuer: String? { payload["iss"]?.stringValue }
    /// `sub`; nil when missing or no string.
    public var subject: String? { payload["sub"]?.stringValue }
    /// `exp`; nil when missing or no number.
    public var expiry: Instant? { payload["exp"]?.numericDate }
    /// `nbf`; nil when missing or no number.
    public var notBefore: Instant? { payload["nbf"]?.numericDate }
    /// `iat`; nil when missing or no number.
    public var issueTime: Instant? { payload["iat"]?.numericDate }
    /// `auth_time`; nil when missing or no number.
    public var authTime: Instant? { payload["auth_time"]?.numericDate }

    /// Whether the audience is the one that custom tokens are minted for.
    public var isCustomToken: Bool { audience == CustomTokenClaims.audience }
    /// Whether the issuer is the one of auth session cookies, of any project.
    public var isSessionCookie: Bool {
        issuer?.utf8.starts(with: TokenMint.sessionCookieIssuerPrefix.utf8) ?? false
    }
    /// Whether the issuer is the one of ID tokens, of any project.
    public var isIDToken: Bool { issuer?.utf8.starts(with: IDTokenClaims.issuerPrefix.utf8) ?? false }
}

extension UnverifiedToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension JSONValue {
    /// A NumericDate (RFC 7519 §2): seconds since the epoch, perhaps with a fraction, which is cut to milliseconds.
    var numericDate: Instant? {
        switch self {
        case .integer(let seconds): Instant(secondsSinceEpoch: seconds)
        // Beyond this bound a Double no longer counts milliseconds; no token has such a date.
        case .number(let seconds) where seconds.magnitude < 9e12:
            Instant(millisecondsSinceEpoch: Int64((seconds * 1000).rounded(.down)))
        default: nil
        }
    }
}
