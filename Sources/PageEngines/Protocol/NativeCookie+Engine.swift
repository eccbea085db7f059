import BridgePrimitives
import Cookies

/// A cookie as the helper writes and reads it (docs/webkit-helper.md, Operations).
extension NativeCookie {
    /// - Throws: `engine/bad-answer`.
    init(engineJSON json: JSONValue) throws(BridgeFailure) {
        guard let name = json["name"]?.stringValue, let value = json["value"]?.stringValue,
            let domain = json["domain"]?.stringValue
        else { throw PageEngineReason.badAnswer.failure("a cookie of the engine's has no name, value or domain") }
        let sameSite: SameSite =
            switch json["sameSitePolicy"]?.stringValue {
            case "strict": .strict
            case "lax": .lax
            // WebKitGTK does not tell one that is missing from `None`.
            default: .unspecified
            }
        self.init(
            name: name, value: value, domain: domain, path: json["path"]?.stringValue ?? "/",
            isSecure: json["isSecure"]?.boolValue ?? false, isHTTPOnly: json["isHTTPOnly"]?.boolValue ?? false,
            sameSite: sameSite,
            expiry: json["expiresDate"]?.integerValue.map { Instant(secondsSinceEpoch: $0) })
    }

    var engineJSON: JSONValue {
        let policy =
            switch sameSite {
            case .strict: "strict"
            case .lax: "lax"
            case .none, .unspecified: "none"
            }
        var object = JSONObject([
            ("name", .string(name)), ("value", .string(value)), ("domain", .string(domain)), ("path", .string(path)),
            ("isSecure", .bool(isSecure)), ("isHTTPOnly", .bool(isHTTPOnly)), ("sameSitePolicy", .string(policy)),
        ])
        if let expiry { object["expiresDate"] = .integer(expiry.millisecondsSinceEpoch / 1000) }
        return .object(object)
    }
}
