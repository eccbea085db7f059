public import BridgePrimitives

/// A user as a row of an export.
extension RegisteredUser {
    /// `{"id":1,"uid":…,"name":…,"email":…,"picture":…,"signInProvider":…,"createdAt":…}`, the time in milliseconds
    /// since the epoch; members that are not known are left out.
    public var json: JSONObject {
        var object = JSONObject([("id", .integer(id)), ("uid", .string(profile.uid))])
        object["name"] = profile.name.map { .string($0) }
        object["email"] = profile.email.map { .string($0) }
        object["picture"] = profile.picture.map { .string($0) }
        object["signInProvider"] = profile.signInProvider.map { .string($0) }
        object["createdAt"] = .integer(createdAt.millisecondsSinceEpoch)
        return object
    }

    /// The highest id that a row may bring along: there is room for as many after it.
    private static let idLimit: Int64 = 1 << 53

    /// Nil for what is no such row.
    public init?(json: JSONValue) {
        for name in ["name", "email", "picture", "signInProvider"] {
            guard let value = json[name], value != .null else { continue }
            guard value.stringValue != nil else { return nil }
        }
        guard let id = json["id"]?.integerValue, (1...Self.idLimit).contains(id), let uid = json["uid"]?.stringValue,
            !uid.isEmpty,
            let createdAt = json["createdAt"]?.integerValue
        else { return nil }
        self.init(
            id: id,
            profile: Profile(
                uid: uid, name: json["name"]?.stringValue, email: json["email"]?.stringValue,
                picture: json["picture"]?.stringValue, signInProvider: json["signInProvider"]?.stringValue),
            createdAt: Instant(millisecondsSinceEpoch: createdAt))
    }
}
