import BridgePrimitives

/// The credential of a request's `Authorization` field (RFC 9110 §11.6.2, RFC 6750 §2.1).
enum BearerCredential: Sendable {
    /// What follows `Bearer` in the one field; not known to be a token.
    ///
    /// - Parameter fields: the values of all `Authorization` fields, in their order.
    /// - Throws: a reason among those of the `Authorization` field.
    static func text(in fields: [String]) throws(UsersReason.Refusal) -> String {
        guard let field = fields.first else { throw refusal(.noAuthorization) }
        // Which of two is meant cannot be known, not even when they are the same: proxies differ on which they keep.
        guard fields.count == 1 else { throw refusal(.severalAuthorizations) }
        let bytes = trimmed(field.utf8)
        let scheme = bytes.prefix { $0 != 0x20 }
        // Schemes are told apart without letter case.
        guard ASCIIText.isSame(scheme, "bearer".utf8) else {
            throw refusal(.otherScheme)
        }
        let token = bytes[scheme.endIndex...].drop { $0 == 0x20 }
        guard !token.isEmpty else { throw refusal(.noBearerToken) }
        return String(decoding: token, as: UTF8.self)
    }

    private static func trimmed(_ bytes: String.UTF8View) -> Substring.UTF8View {
        var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return bytes
    }

    private static func refusal(_ reason: UsersReason) -> UsersReason.Refusal {
        UsersReason.Refusal(reason, at: .header("Authorization"))
    }
}
