package import BridgePrimitives
package import Cookies

extension Cookie {
    /// Times are whole seconds since the epoch; `expires` is null for a cookie that is not persistent.
    ///
    /// - Parameter value: the cookie's value as it may be shown.
    func json(value: String) -> JSONValue {
        [
            "name": .string(name), "value": .string(value), "domain": .string(domain),
            "host_only": .bool(isHostOnly), "path": .string(path), "secure": .bool(isSecure),
            "http_only": .bool(isHTTPOnly), "same_site": .string(sameSite.rawValue),
            "expires": expiry.map { .integer($0.secondsSinceEpoch) } ?? .null,
            "created": .integer(creationTime.secondsSinceEpoch),
        ]
    }
}

extension StoreDecision {
    /// - Parameter value: the cookie's value as it may be shown.
    package func json(value: (String) -> String) -> JSONValue {
        var object = JSONObject([("decision", .string(outcome.rawValue)), ("reasons", .codes(reasons))])
        if let cookie { object["cookie"] = cookie.json(value: value(cookie.value)) }
        return .object(object)
    }
}
