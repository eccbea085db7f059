public import BridgePrimitives

/// A password hash that an import brought along, with how it was made: it is verified as it is, never made anew.
public struct ImportedPassword: Hashable, Sendable {
    /// As sent, base64 in either alphabet; the emulator's own form is readable text.
    public let hash: String
    public let salt: String?
    public let scheme: PasswordScheme

    public init(hash: String, salt: String?, scheme: PasswordScheme) {
        (self.hash, self.salt, self.scheme) = (hash, salt, scheme)
    }

    /// The form in which it is stored.
    public var encoded: String {
        var object = JSONObject([("hash", .string(hash)), ("scheme", .object(scheme.json))])
        object["salt"] = salt.map { .string($0) }
        return JSONValue.object(object).text()
    }

    /// Returns nil for anything but the form of ``encoded``.
    public init?(encoded: String) {
        guard let object = (try? JSONValue(parsing: encoded))?.objectValue, let hash = object["hash"]?.stringValue,
            let scheme = object["scheme"]?.objectValue.map(PasswordScheme.init(json:))
        else { return nil }
        self.init(hash: hash, salt: object["salt"]?.stringValue, scheme: scheme)
    }

    /// The algorithm of a hash that is kept and never verified; nil for all others.
    var unverifiedAlgorithm: String? {
        scheme.isUnverified && Self.clearText(in: hash) == nil ? scheme.algorithm : nil
    }

    /// Whether `password` is the one; compares in constant time.
    ///
    /// - Complexity: what the scheme costs; bounded by ``PasswordScheme``.
    public func matches(_ password: Secret<String>) throws(BridgeFailure) -> Bool {
        let text = Array(password.reveal().utf8)
        if let clear = Self.clearText(in: hash) { return constantTimeEqual(clear, text) }
        guard let expected = StandardBase64.decode(hash), !expected.isEmpty else { return false }
        let salt = salt.flatMap(StandardBase64.decode) ?? []
        return try scheme.derivations(of: text, salt: salt, length: expected.count)
            .reduce(false) { constantTimeEqual($1, expected) || $0 }
    }

    /// The password in the emulator's readable form, `fakeHash:salt=SALT:password=PASSWORD`.
    private static func clearText(in hash: String) -> [UInt8]? {
        guard hash.utf8.starts(with: "fakeHash:salt=".utf8), let mark = hash.firstRange(of: ":password=") else {
            return nil
        }
        return Array(hash[mark.upperBound...].utf8)
    }
}

extension ImportedPassword: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
