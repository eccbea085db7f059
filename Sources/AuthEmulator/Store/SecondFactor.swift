public import BridgePrimitives

/// A second factor that a user has enrolled.
public struct SecondFactor: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Codes come by SMS to this number.
        case phone(String)
        /// Codes come from an authenticator app that holds the secret (RFC 6238).
        case totp(TOTPSecret, lastStep: Int64?)
    }

    /// `mfaEnrollmentId` on the wire.
    public let enrollmentID: String
    public var displayName: String?
    /// Nil when an administrator wrote the factor and did not say.
    public let enrolledAt: Instant?
    public var kind: Kind

    public init(enrollmentID: String, displayName: String? = nil, enrolledAt: Instant?, kind: Kind) {
        (self.enrollmentID, self.displayName) = (enrollmentID, displayName)
        (self.enrolledAt, self.kind) = (enrolledAt, kind)
    }

    public var phoneNumber: String? { if case .phone(let number) = kind { number } else { nil } }

    /// `phone` or `totp`, as ID tokens name it.
    public var name: String {
        switch kind {
        case .phone: "phone"
        case .totp: "totp"
        }
    }

    /// Digits but the last four become stars; other characters stay: `+*******1234`.
    public static func obfuscated(_ number: String) -> String {
        let isDigit: (UInt8) -> Bool = { $0 >= 0x30 && $0 <= 0x39 }
        var hidden = number.utf8.count(where: isDigit) - 4
        let bytes = number.utf8.map { byte in
            guard isDigit(byte), hidden > 0 else { return byte }
            hidden -= 1
            return UInt8(ascii: "*")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The row of `mfaInfo`.
    ///
    /// - Parameter hidesNumber: what sign-in replies show of a number that nobody has proven to own yet.
    func wireForm(hidesNumber: Bool) -> JSONObject {
        var row = JSONObject([("mfaEnrollmentId", .string(enrollmentID))])
        row["displayName"] = displayName.map { .string($0) }
        row["enrolledAt"] = enrolledAt.map { .string($0.rfc3339) }
        switch kind {
        case .phone(let number):
            row["phoneInfo"] = .string(hidesNumber ? Self.obfuscated(number) : number)
            if !hidesNumber { row["unobfuscatedPhoneInfo"] = .string(number) }
        case .totp: row["totpInfo"] = [:]
        }
        return row
    }
}

extension SecondFactor {
    /// All of it, the secret too, as it is stored and exported.
    var storedForm: JSONObject {
        var row = wireForm(hidesNumber: false)
        if case .totp(let secret, let step) = kind {
            var info = JSONObject([("sharedSecretKey", .string(secret.base32))])
            info["lastStep"] = step.map { .integer($0) }
            row["totpInfo"] = .object(info)
        }
        return row
    }

    /// Nil for rows that name neither a number nor a secret.
    init?(storedForm row: JSONObject) {
        guard let id = row["mfaEnrollmentId"]?.stringValue, !id.isEmpty else { return nil }
        let kind: Kind
        if let secret = row["totpInfo"]?["sharedSecretKey"]?.stringValue.flatMap(TOTPSecret.init(base32:)) {
            kind = .totp(secret, lastStep: row["totpInfo"]?["lastStep"]?.integerValue)
        } else if let number = row["unobfuscatedPhoneInfo"]?.stringValue ?? row["phoneInfo"]?.stringValue {
            kind = .phone(number)
        } else {
            return nil
        }
        self.init(
            enrollmentID: id, displayName: row["displayName"]?.stringValue,
            enrolledAt: row["enrolledAt"]?.stringValue.flatMap(Instant.init(rfc3339:)), kind: kind)
    }
}
