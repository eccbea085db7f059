import BridgePrimitives
import Cookies

/// A cookie as the DevTools Protocol writes and reads it (`Network.CookieParam`, `Network.Cookie`).
extension NativeCookie {
    /// - Throws: `engine/bad-answer`.
    init(devTools json: JSONValue) throws(BridgeFailure) {
        guard let name = json["name"]?.stringValue, let value = json["value"]?.stringValue,
            let domain = json["domain"]?.stringValue
        else { throw PageEngineReason.badAnswer.failure("a cookie of the engine's has no name, value or domain") }
        let sameSite: SameSite =
            switch json["sameSite"]?.stringValue {
            case "Strict": .strict
            case "Lax": .lax
            case "None": .none
            default: .unspecified
            }
        self.init(
            name: name, value: value, domain: domain, path: json["path"]?.stringValue ?? "/",
            isSecure: json["secure"]?.boolValue ?? false, isHTTPOnly: json["httpOnly"]?.boolValue ?? false,
            sameSite: sameSite, expiry: json["session"]?.boolValue == true ? nil : Self.expiry(json["expires"]))
    }

    /// For the cookie to be set; long over, for it to be deleted.
    ///
    /// A cookie for one host is set by a URL, since a domain that is given, with a dot or without, is for those below too.
    func devTools(isDeletion: Bool = false) -> JSONValue {
        var object = JSONObject([
            ("name", .string(name)), ("value", .string(value)), ("path", .string(path)),
            ("secure", .bool(isSecure)), ("httpOnly", .bool(isHTTPOnly)),
            // As if nobody knew where it came from: it goes to http and https, and to all ports.
            ("sourceScheme", "Unset"), ("sourcePort", -1),
        ])
        if domain.hasPrefix(".") {
            object["domain"] = .string(domain)
        } else {
            object["url"] = .string("\(isSecure ? "https" : "http")://\(domain)/")
        }
        switch sameSite {
        case .strict: object["sameSite"] = "Strict"
        case .lax: object["sameSite"] = "Lax"
        case .none: object["sameSite"] = "None"
        case .unspecified: break
        }
        if isDeletion {
            object["expires"] = 1
        } else if let expiry {
            object["expires"] = .integer(expiry.millisecondsSinceEpoch / 1000)
        }
        return .object(object)
    }

    /// Seconds since 1970, with a fraction.
    private static func expiry(_ json: JSONValue?) -> Instant? {
        switch json {
        case .integer(let seconds): Instant(secondsSinceEpoch: min(max(seconds, 0), 1 << 40))
        case .number(let seconds) where seconds.isFinite:
            Instant(millisecondsSinceEpoch: Int64(min(max(seconds, 0), 1e12) * 1000))
        default: nil
        }
    }
}
