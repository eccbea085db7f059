import BridgePrimitives

/// What a cookie has beyond the fields that other tools' files have, as JSON: what has its default is left out.
struct CookieNote {
    private let members: JSONObject

    init(_ members: JSONObject) { self.members = members }

    /// - Parameter expiry: written only where the file's own field would lose some of it.
    init(of cookie: Cookie, expiry: Instant? = nil) {
        var members = JSONObject()
        if cookie.sameSite != .unspecified { members["sameSite"] = .string(cookie.sameSite.rawValue) }
        members["creation"] = .integer(cookie.creationTime.millisecondsSinceEpoch)
        members["lastAccess"] = .integer(cookie.lastAccessTime.millisecondsSinceEpoch)
        if let expiry { members["expiry"] = .integer(expiry.millisecondsSinceEpoch) }
        if cookie.isPartitioned { members["partitioned"] = true }
        if let key = cookie.partitionKey { members["partitionKey"] = .string(key) }
        if cookie.isScriptWritten { members["scriptWritten"] = true }
        self.members = members
    }

    /// The whole cookie, for files whose fields cannot carry it at all.
    init(whole cookie: Cookie) {
        var members = JSONObject([
            ("name", .string(cookie.name)), ("value", .string(cookie.value)), ("domain", .string(cookie.domain)),
            ("path", .string(cookie.path)),
        ])
        if cookie.isHostOnly { members["hostOnly"] = true }
        if cookie.isSecure { members["secure"] = true }
        if cookie.isHTTPOnly { members["httpOnly"] = true }
        for (name, value) in CookieNote(of: cookie, expiry: cookie.expiry).members { members[name] = value }
        self.members = members
    }

    var json: JSONValue { .object(members) }

    func text(_ name: String) -> String? { members[name]?.stringValue }

    /// The exact expiry; counts only while the file's own field still says the same.
    var expiry: Instant? { moment("expiry") }

    /// `cookie` with what is noted; nil if a member makes no sense.
    func applied(to cookie: Cookie, expiry: Instant?) -> Cookie? {
        guard isSound else { return nil }
        return Cookie(
            name: cookie.name, value: cookie.value, domain: cookie.domain, isHostOnly: cookie.isHostOnly,
            path: cookie.path, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly,
            sameSite: text("sameSite").flatMap(SameSite.init(rawValue:)) ?? cookie.sameSite,
            creationTime: moment("creation") ?? cookie.creationTime,
            lastAccessTime: moment("lastAccess") ?? cookie.lastAccessTime, expiry: expiry,
            isPartitioned: flag("partitioned") || cookie.isPartitioned,
            partitionKey: text("partitionKey") ?? cookie.partitionKey, isScriptWritten: flag("scriptWritten"))
    }

    /// The cookie of a note that holds all of it; nil if a member is missing or makes no sense.
    func whole(now: Instant) -> Cookie? {
        guard let name = text("name"), let value = text("value"), let domain = text("domain"), let path = text("path")
        else { return nil }
        let bare = Cookie(
            name: name, value: value, domain: domain, isHostOnly: flag("hostOnly"), path: path,
            isSecure: flag("secure"), isHTTPOnly: flag("httpOnly"), creationTime: now, lastAccessTime: now)
        return applied(to: bare, expiry: expiry)
    }

    /// Whether every member that is there has the type that it should.
    private var isSound: Bool {
        members.allSatisfy { name, value in
            switch name {
            case "sameSite": value.stringValue.flatMap(SameSite.init(rawValue:)) != nil
            case "name", "value", "domain", "path", "partitionKey": value.stringValue != nil
            case "creation", "lastAccess", "expiry": value.integerValue != nil
            case "hostOnly", "secure", "httpOnly", "partitioned", "scriptWritten": value.boolValue != nil
            default: true  // from a later version
            }
        }
    }

    private func flag(_ name: String) -> Bool { members[name]?.boolValue ?? false }

    private func moment(_ name: String) -> Instant? {
        members[name]?.integerValue.map(Instant.init(millisecondsSinceEpoch:))
    }
}
