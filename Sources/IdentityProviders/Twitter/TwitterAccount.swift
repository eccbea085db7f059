public import BridgePrimitives

/// Somebody on the simulated Twitter.
public struct TwitterAccount: Hashable, Sendable {
    /// Decimal digits; Firebase's `rawId`.
    public let id: String
    /// Without the at sign.
    public let screenName: String
    public let name: String
    /// Nil for accounts without one, or with one that is not confirmed: apps are not told.
    public let email: String?
    public let isVerified: Bool
    public let createdAt: Instant

    public init(
        id: String, screenName: String, name: String, email: String?, isVerified: Bool = false,
        createdAt: Instant = Instant(secondsSinceEpoch: 1_268_000_000)
    ) {
        (self.id, self.screenName, self.name, self.email) = (id, screenName, name, email)
        (self.isVerified, self.createdAt) = (isVerified, createdAt)
    }

    public var profileImageURL: String {
        "https://abs.twimg.com/sticky/default_profile_images/default_profile_normal.png"
    }

    /// Three people to choose from, one of them without an address; one seed gives the same ones.
    public static func samples(from ids: IdentitySource) -> [TwitterAccount] {
        [
            ("taro_dev", "Taro Yamada", "taro@example.com"), ("hanako_s", "鈴木 花子", "hanako@example.com"),
            ("jun0neill", "Jun O’Neill", nil),
        ].map { screenName, name, email in
            TwitterAccount(
                id: String(ids.number(in: 100_000_000...999_999_999)), screenName: screenName, name: name,
                email: email)
        }
    }
}

/// An app that may sign users in with Twitter.
public struct TwitterConsumer: Hashable, Sendable {
    /// The API key.
    public let key: String
    /// The API key secret.
    public let secret: Secret<String>
    /// The name of the app on the page.
    public let name: String
    /// Nil for anywhere; `oob` needs no approval.
    public let callbacks: [String]?

    public init(key: String, secret: Secret<String>, name: String, callbacks: [String]? = nil) {
        (self.key, self.secret, self.name, self.callbacks) = (key, secret, name, callbacks)
    }

    public static func == (a: Self, b: Self) -> Bool { a.key == b.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
