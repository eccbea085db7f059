import BridgePrimitives

/// A cookie as a browser's jar has it (W3C WebDriver §14).
///
/// Its value is in the clear, for whoever compares jars; ``description`` leaves it out.
public struct BrowserCookie: Hashable, Sendable {
    public var name: String
    public var value: String
    /// With a leading dot where the cookie had a `Domain`, in browsers that say so; nil to take the page's host.
    public var domain: String?
    public var path: String
    public var isSecure: Bool
    public var isHTTPOnly: Bool
    /// `Strict`, `Lax` or `None`; nil when the browser does not say.
    public var sameSite: String?
    /// Seconds since the epoch; nil for a cookie without an expiry.
    public var expiry: Int64?

    public init(
        name: String, value: String, domain: String? = nil, path: String = "/", isSecure: Bool = false,
        isHTTPOnly: Bool = false, sameSite: String? = nil, expiry: Int64? = nil
    ) {
        (self.name, self.value, self.domain, self.path) = (name, value, domain, path)
        (self.isSecure, self.isHTTPOnly, self.sameSite, self.expiry) = (isSecure, isHTTPOnly, sameSite, expiry)
    }

    /// - Throws: `browser/bad-answer`.
    init(json: JSONValue) throws(BridgeFailure) {
        guard let name = json["name"]?.stringValue, let value = json["value"]?.stringValue else {
            throw BrowserReason.badAnswer.failure("a cookie of the browser's has no name or no value")
        }
        self.init(
            name: name, value: value, domain: json["domain"]?.stringValue, path: json["path"]?.stringValue ?? "/",
            isSecure: json["secure"]?.boolValue ?? false, isHTTPOnly: json["httpOnly"]?.boolValue ?? false,
            sameSite: json["sameSite"]?.stringValue, expiry: json["expiry"]?.integerValue)
    }

    var json: JSONValue {
        var object = JSONObject([
            ("name", .string(name)), ("value", .string(value)), ("path", .string(path)), ("secure", .bool(isSecure)),
            ("httpOnly", .bool(isHTTPOnly)),
        ])
        if let domain { object["domain"] = .string(domain) }
        if let sameSite { object["sameSite"] = .string(sameSite) }
        if let expiry { object["expiry"] = .integer(expiry) }
        return .object(object)
    }
}

extension BrowserCookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the value, which may be a token.
    public var description: String { "\(name) for \(domain ?? "this host")\(path)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
