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

    /// Nil for what is no such row.
    public init?(json: JSONValue) {
        guard let id = json["id"]?.integerValue, id > 0, let uid = json["uid"]?.stringValue, !uid.isEmpty,
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
