import BridgePrimitives
import Tokens

/// What a sign-in, a link or a re-authentication gave.
public final class AuthDataResult: Sendable {
    public let user: User
    /// What the provider told beside the identity; nil after a second factor.
    public let additionalUserInfo: AdditionalUserInfo?
    /// The provider's own tokens, for calls of its API; nil when it gave none.
    public let credential: AuthCredential?

    init(user: User, additionalUserInfo: AdditionalUserInfo?, credential: AuthCredential? = nil) {
        (self.user, self.additionalUserInfo, self.credential) = (user, additionalUserInfo, credential)
    }
}

/// What the provider of a sign-in says of the user.
public struct AdditionalUserInfo: Sendable {
    /// `password`, `apple.com`, `custom` …
    public let providerID: String
    /// Whether the sign-in made the account.
    public let isNewUser: Bool
    /// Twitter's screen name, GitHub's login.
    public let username: String?
    private let rawProfile: JSONObject?

    /// All that the provider says, as it spells it.
    public var profile: [String: Any]? {
        rawProfile.map { JSONValue.object($0).foundationObject as? [String: Any] ?? [:] }
    }

    init(providerID: String, isNewUser: Bool, username: String? = nil, profile: JSONObject? = nil) {
        (self.providerID, self.isNewUser, self.username) = (providerID, isNewUser, username)
        rawProfile = profile
    }

    /// Reads a sign-in's reply; `rawUserInfo` may be JSON text or JSON.
    init(_ reply: JSONObject, provider: String) {
        let raw = reply["rawUserInfo"]
        let profile = raw?.objectValue ?? raw?.stringValue.flatMap { try? JSONValue(parsing: $0) }?.objectValue
        let provider = reply["providerId"]?.stringValue ?? provider
        let name =
            switch provider {
            case "twitter.com": reply["username"]?.stringValue ?? profile?["screen_name"]?.stringValue
            case "github.com": profile?["login"]?.stringValue
            default: reply["username"]?.stringValue
            }
        let isNew =
            reply["isNewUser"]?.boolValue ?? false || reply["kind"] == "identitytoolkit#SignupNewUserResponse"
        self.init(providerID: provider, isNewUser: isNew, username: name, profile: profile)
    }
}

extension JSONValue {
    /// The value as `JSONSerialization` would give it: dictionaries, arrays, strings, numbers, Booleans.
    ///
    /// The parser bounds the depth, so this may follow it down.
    var foundationObject: Any {
        switch self {
        case .null: String?.none as Any
        case .bool(let value): value
        case .integer(let value): Int(value)
        case .number(let value): value
        case .string(let value): value
        case .array(let values): values.map(\.foundationObject)
        case .object(let members):
            Dictionary(members.members.map { ($0.name, $0.value.foundationObject) }) { _, last in last }
        }
    }
}
