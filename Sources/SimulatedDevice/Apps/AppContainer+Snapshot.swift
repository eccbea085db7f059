import BridgePrimitives
import Cookies
import CookieStores

extension AppContainer {
    /// What outlives the process, as JSON.
    var snapshot: Secret<JSONValue> {
        func cookies(_ jar: SharedCookieJar) -> JSONValue { .array(jar.all().filter(\.isPersistent).map(\.snapshot)) }
        return Secret([
            "bundle": bundle.json, "defaults": defaults.json, "cookies": cookies(cookieStorage.jar),
            "webCookies": cookies(dataStore.httpCookieStore.jar),
            "webStores": .object(
                JSONObject(namedStores.map { ($0.name, cookies($0.store.httpCookieStore.jar)) })),
        ])
    }

    /// Nil for anything but what ``snapshot`` gives.
    convenience init?(snapshot json: JSONValue, surroundings: AppSurroundings) {
        guard let bundle = json["bundle"].flatMap(AppBundle.init(json:)),
            let defaults = json["defaults"].flatMap(DefaultsStore.init(json:)),
            let native = Self.cookies(json["cookies"]), let web = Self.cookies(json["webCookies"]),
            let stores = json["webStores"]?.objectValue
        else { return nil }
        self.init(bundle: bundle, defaults: defaults, surroundings: surroundings)
        cookieStorage.jar.restore(native)
        dataStore.httpCookieStore.jar.restore(web)
        for (name, value) in stores {
            guard let cookies = Self.cookies(value) else { return nil }
            dataStore(identifier: name).httpCookieStore.jar.restore(cookies)
        }
    }

    private static func cookies(_ json: JSONValue?) -> [Cookie]? {
        guard let rows = json?.arrayValue else { return nil }
        let cookies = rows.compactMap(Cookie.init(snapshot:))
        return cookies.count == rows.count ? cookies : nil
    }
}

extension Cookie {
    /// All of it; times in milliseconds since the epoch.
    fileprivate var snapshot: JSONValue {
        var object = JSONObject([
            ("name", .string(name)), ("value", .string(value)), ("domain", .string(domain)),
            ("isHostOnly", .bool(isHostOnly)), ("path", .string(path)), ("isSecure", .bool(isSecure)),
            ("isHTTPOnly", .bool(isHTTPOnly)), ("sameSite", .string(sameSite.rawValue)),
            ("creation", .integer(creationTime.millisecondsSinceEpoch)),
            ("lastAccess", .integer(lastAccessTime.millisecondsSinceEpoch)),
            ("isPartitioned", .bool(isPartitioned)), ("isScriptWritten", .bool(isScriptWritten)),
        ])
        if let expiry { object["expiry"] = .integer(expiry.millisecondsSinceEpoch) }
        if let partitionKey { object["partitionKey"] = .string(partitionKey) }
        return .object(object)
    }

    fileprivate init?(snapshot json: JSONValue) {
        guard let name = json["name"]?.stringValue, let value = json["value"]?.stringValue,
            let domain = json["domain"]?.stringValue, let isHostOnly = json["isHostOnly"]?.boolValue,
            let path = json["path"]?.stringValue, let isSecure = json["isSecure"]?.boolValue,
            let isHTTPOnly = json["isHTTPOnly"]?.boolValue,
            let sameSite = json["sameSite"]?.stringValue.flatMap(SameSite.init(rawValue:)),
            let creation = json["creation"]?.integerValue, let lastAccess = json["lastAccess"]?.integerValue,
            let expiry = json["expiry"]?.integerValue,  // without one it would not have been saved
            let isPartitioned = json["isPartitioned"]?.boolValue,
            let isScriptWritten = json["isScriptWritten"]?.boolValue
        else { return nil }
        self.init(
            name: name, value: value, domain: domain, isHostOnly: isHostOnly, path: path, isSecure: isSecure,
            isHTTPOnly: isHTTPOnly, sameSite: sameSite, creationTime: Instant(millisecondsSinceEpoch: creation),
            lastAccessTime: Instant(millisecondsSinceEpoch: lastAccess),
            expiry: Instant(millisecondsSinceEpoch: expiry), isPartitioned: isPartitioned,
            partitionKey: json["partitionKey"]?.stringValue, isScriptWritten: isScriptWritten)
    }
}
