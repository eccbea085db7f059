import BridgePrimitives
import CookieStores

extension AppBundle {
    /// For a device's snapshot; resources in base64url.
    var json: JSONValue {
        [
            "team": .string(team), "bundleID": .string(bundleID), "version": .string(version),
            "keychainAccessGroups": .strings(keychainAccessGroups), "urlSchemes": .strings(urlSchemes),
            "resources": .object(
                JSONObject(resources.sorted { $0.key < $1.key }.map { ($0.key, .string(Base64URL.encode($0.value))) })),
            "information": [
                "appBoundDomains": information.appBoundDomains.map { .strings($0) } ?? .null,
                "asksForTracking": .bool(information.asksForTracking),
                "userAllowsTracking": .bool(information.userAllowsTracking),
                "linkedBeforeIOS14": .bool(information.linkedBeforeIOS14),
            ],
        ]
    }

    /// Nil for anything but what ``json`` gives.
    init?(json: JSONValue) {
        guard let team = json["team"]?.stringValue, let bundleID = json["bundleID"]?.stringValue,
            let version = json["version"]?.stringValue, let groups = json["keychainAccessGroups"]?.strings,
            let schemes = json["urlSchemes"]?.strings, let files = json["resources"]?.objectValue,
            let information = json["information"].flatMap(AppInformation.init(json:))
        else { return nil }
        var resources: [String: [UInt8]] = [:]
        for (name, value) in files {
            guard let bytes = value.stringValue.flatMap({ Base64URL.decode($0.utf8) }) else { return nil }
            resources[name] = bytes
        }
        self.init(
            team: team, bundleID: bundleID, version: version, keychainAccessGroups: groups, resources: resources,
            urlSchemes: schemes, information: information)
    }
}

extension AppInformation {
    fileprivate init?(json: JSONValue) {
        guard let asks = json["asksForTracking"]?.boolValue, let allows = json["userAllowsTracking"]?.boolValue,
            let isOld = json["linkedBeforeIOS14"]?.boolValue, let domains = json["appBoundDomains"]
        else { return nil }
        var names: [String]?
        if domains != .null {
            guard let list = domains.strings else { return nil }
            names = list
        }
        self.init(
            appBoundDomains: names, asksForTracking: asks, userAllowsTracking: allows, linkedBeforeIOS14: isOld)
    }
}

extension JSONValue {
    fileprivate static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

    /// Nil unless it is an array of texts.
    fileprivate var strings: [String]? {
        guard let values = arrayValue else { return nil }
        let texts = values.compactMap(\.stringValue)
        return texts.count == values.count ? texts : nil
    }
}
