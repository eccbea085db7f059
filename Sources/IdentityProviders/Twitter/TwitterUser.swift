public import BridgePrimitives

extension TwitterAccount {
    /// The user object of `account/verify_credentials`, version 1.1, as apps and `rawUserInfo` have it.
    ///
    /// - Parameter includesEmail: whether the app asked for the address, and may.
    public func userObject(includesEmail: Bool) -> JSONObject {
        var user = JSONObject([
            ("id", Int64(id).map { .integer($0) } ?? .string(id)), ("id_str", .string(id)), ("name", .string(name)),
            ("screen_name", .string(screenName)), ("location", ""), ("description", ""), ("url", .null),
            ("protected", false), ("followers_count", 0), ("friends_count", 0), ("listed_count", 0),
            ("created_at", .string(createdAt.twitterDate)), ("favourites_count", 0), ("verified", .bool(isVerified)),
            ("statuses_count", 0), ("profile_image_url", .string(profileImageURL)),
            ("profile_image_url_https", .string(profileImageURL)), ("default_profile", true),
            ("default_profile_image", true), ("suspended", false), ("needs_phone_verification", false),
        ])
        if includesEmail { user["email"] = email.map { .string($0) } ?? .null }
        return user
    }
}

extension Instant {
    /// `Sun Mar 07 22:13:20 +0000 2010`.
    var twitterDate: String {
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // 1970-01-01, day 0, was a Thursday.
        let days = Int((Double(secondsSinceEpoch) / 86_400).rounded(.down))
        let weekday = weekdays[((days % 7) + 7) % 7]
        let fields = rfc3339.split { "-T:.Z".contains($0) }
        guard fields.count >= 6, let month = Int(fields[1]), months.indices.contains(month - 1) else { return rfc3339 }
        return "\(weekday) \(months[month - 1]) \(fields[2]) \(fields[3]):\(fields[4]):\(fields[5]) +0000 \(fields[0])"
    }
}
