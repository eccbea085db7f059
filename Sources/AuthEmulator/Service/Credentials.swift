import BridgePrimitives
import Tokens

/// An e-mail address as accounts are found by it: ASCII letters in lower case.
struct EmailAddress: Hashable, Sendable {
    let text: String
    /// Production's limit: fewer than 256 characters.
    private static let limit = 255

    /// Something, one `@`, something. Strict also wants a dot in the domain, no blanks or control characters, and
    /// production's length.
    init?(_ text: String, strictness: Strictness) {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        if StrictnessRule.emailFormat.isEnforced(by: strictness) {
            let domain = parts[1]
            guard text.utf8.count <= Self.limit, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
                domain.contains(UInt8(ascii: ".")), domain.first != UInt8(ascii: "."), domain.last != UInt8(ascii: ".")
            else { return nil }
        }
        self.text = ASCIIText.lowercased(text)
    }
}

/// A phone number: `+`, and when strict 7 to 15 digits (E.164).
struct PhoneNumber: Hashable, Sendable {
    let text: String

    init?(_ text: String, strictness: Strictness) {
        guard text.utf8.first == UInt8(ascii: "+") else { return nil }
        if StrictnessRule.phoneNumberFormat.isEnforced(by: strictness) {
            let digits = text.utf8.dropFirst()
            guard (7...15).contains(digits.count), digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        }
        self.text = text
    }
}

/// Custom claims as administrators store them with an account.
enum CustomAttributes: Sendable {
    /// In UTF-16 code units, as the Admin SDKs count.
    static let limit = 1000

    /// - Throws: `auth/claims-too-large`, `auth/invalid-claims`, `auth/forbidden-claim`, in this order.
    static func check(_ text: String) throws(AuthRefusal) {
        guard text.utf16.count <= limit else { throw AuthRefusal(.claimsTooLarge) }
        guard let claims = (try? JSONValue(parsing: text))?.objectValue else { throw AuthRefusal(.invalidClaims) }
        if let name = ReservedClaims.names(in: claims).first { throw AuthRefusal(.forbiddenClaim, name) }
    }
}
