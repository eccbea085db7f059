public import BridgePrimitives
import Reasons

/// The reason code of an ``AuthErrorCode``: `client/` and the SDK's name in small letters,
/// `client/email-already-in-use`.
public struct AuthErrorReason: Reason {
    /// The SDK's code that this is the reason of.
    public let authCode: AuthErrorCode

    public init(_ authCode: AuthErrorCode) { self.authCode = authCode }

    /// Returns nil for a code that is none of ``allCases``.
    public init?(rawValue: String) {
        guard let reason = Self.byRawValue[rawValue] else { return nil }
        self = reason
    }

    public var rawValue: String { "client/" + Self.words(of: authCode.name, joined: UInt8(ascii: "-")) }

    public static var allCases: [AuthErrorReason] { AuthErrorCode.allCases.map(AuthErrorReason.init) }

    private static let byRawValue = Dictionary(allCases.map { ($0.rawValue, $0) }) { first, _ in first }

    /// `invalidAPIKey` as `invalid-api-key`: a word begins at a capital after a small letter, and at the last capital
    /// of several when a small letter follows.
    static func words(of name: String, joined separator: UInt8) -> String {
        let bytes = Array(name.utf8)
        func isCapital(_ index: Int) -> Bool {
            bytes.indices.contains(index) && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[index])
        }
        var output: [UInt8] = []
        for index in bytes.indices {
            let endsCapitals = bytes.indices.contains(index + 1) && !isCapital(index + 1)
            if index > 0, isCapital(index), !isCapital(index - 1) || endsCapitals { output.append(separator) }
            output.append(isCapital(index) ? bytes[index] | 0x20 : bytes[index])
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension AuthErrorCode {
    /// What the SDK puts under ``AuthErrorUserInfoNameKey``: `ERROR_EMAIL_ALREADY_IN_USE`.
    var errorName: String {
        // The one name that the SDK spells differently from its case.
        if self == .networkError { return "ERROR_NETWORK_REQUEST_FAILED" }
        let words = AuthErrorReason.words(of: name, joined: UInt8(ascii: "_"))
        return "ERROR_" + String(decoding: words.utf8.map { $0 >= 0x61 && $0 <= 0x7A ? $0 & 0xDF : $0 }, as: UTF8.self)
    }
}
