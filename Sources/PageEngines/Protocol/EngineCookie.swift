import BridgePrimitives

/// A cookie of an engine's store, as `WKHTTPCookieStore` gives and takes it.
///
/// Its value is in the clear, for whoever compares jars; ``description`` leaves it out.
public struct EngineCookie: Hashable, Sendable {
    public enum SameSite: String, CaseIterable, Sendable { case none, lax, strict }

    public var name: String
    public var value: String
    /// A host, or a domain with a leading dot for the hosts below it too.
    public var domain: String
    public var path: String
    public var isSecure: Bool
    public var isHTTPOnly: Bool
    /// WebKitGTK does not tell one that is missing from `None`.
    public var sameSite: SameSite
    /// Seconds since the epoch; nil for a cookie without an expiry.
    public var expiry: Int64?

    public init(
        name: String, value: String, domain: String, path: String = "/", isSecure: Bool = false,
        isHTTPOnly: Bool = false, sameSite: SameSite = .none, expiry: Int64? = nil
    ) {
        (self.name, self.value, self.domain, self.path) = (name, value, domain, path)
        (self.isSecure, self.isHTTPOnly, self.sameSite, self.expiry) = (isSecure, isHTTPOnly, sameSite, expiry)
    }

    /// - Throws: `engine/bad-answer`.
    init(json: JSONValue) throws(BridgeFailure) {
        guard let name = json["name"]?.stringValue, let value = json["value"]?.stringValue,
            let domain = json["domain"]?.stringValue
        else { throw PageEngineReason.badAnswer.failure("a cookie of the engine's has no name, value or domain") }
        self.init(
            name: name, value: value, domain: domain, path: json["path"]?.stringValue ?? "/",
            isSecure: json["isSecure"]?.boolValue ?? false, isHTTPOnly: json["isHTTPOnly"]?.boolValue ?? false,
            sameSite: json["sameSitePolicy"]?.stringValue.flatMap(SameSite.init(rawValue:)) ?? .none,
            expiry: json["expiresDate"]?.integerValue)
    }

    var json: JSONValue {
        var object = JSONObject([
            ("name", .string(name)), ("value", .string(value)), ("domain", .string(domain)), ("path", .string(path)),
            ("isSecure", .bool(isSecure)), ("isHTTPOnly", .bool(isHTTPOnly)),
            ("sameSitePolicy", .string(sameSite.rawValue)),
        ])
        if let expiry { object["expiresDate"] = .integer(expiry) }
        return .object(object)
    }
}

extension EngineCookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the value, which may be a token.
    public var description: String { "\(name) for \(domain)\(path)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
