import BridgePrimitives

/// What production fixes, and what somebody may want otherwise here: the branch `sessionBridge` of the configuration.
public struct AuthLimits: Hashable, Sendable {
    /// How long an ID token lasts: a second to a day.
    public var idTokenLifetime = Duration.seconds(3600)
    /// How long after a sign-in a strict service lets passwords, addresses and accounts change: a second to a day.
    public var recentSignIn = Duration.seconds(300)
    /// The API keys that a strict service takes; any when there are none.
    public var apiKeys: [String] = []
    /// Whether a strict service asks apps for an App Check token.
    public var appCheck = AppCheckMode.off
    /// How often a strict service does what production limits; what has no number is done as often as it is asked for.
    public var quotas: [Quota: Int] = [:]

    /// As in production.
    public init() {}

    private static let seconds: ClosedRange<Int64> = 1...86_400

    /// Values out of bounds are brought inside; absent ones are production's.
    init(json: JSONValue?) {
        self.init()
        func duration(_ name: String, _ usual: Duration) -> Duration {
            guard let value = json?[name]?.integerValue else { return usual }
            return .seconds(min(max(value, Self.seconds.lowerBound), Self.seconds.upperBound))
        }
        idTokenLifetime = duration("idTokenLifetimeSeconds", idTokenLifetime)
        recentSignIn = duration("recentSignInSeconds", recentSignIn)
        apiKeys = json?["apiKeys"]?.arrayValue?.compactMap(\.stringValue) ?? []
        appCheck = json?["appCheck"]?.stringValue.flatMap(AppCheckMode.init(rawValue:)) ?? .off
        quotas = [Quota: Int](quotasFrom: json?["quotas"])
    }

    var json: JSONObject {
        JSONObject([
            ("idTokenLifetimeSeconds", .integer(idTokenLifetime.components.seconds)),
            ("recentSignInSeconds", .integer(recentSignIn.components.seconds)),
            ("apiKeys", .array(apiKeys.map { .string($0) })), ("appCheck", .string(appCheck.rawValue)),
            ("quotas", .object(quotas.json)),
        ])
    }
}

/// What becomes of requests of apps that show no App Check token.
public enum AppCheckMode: String, CaseIterable, Sendable {
    /// They are answered like any other.
    case off
    /// They are refused; administrators, who have a credential, are not asked for one.
    case required
}
