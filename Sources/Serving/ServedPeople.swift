import AuthEmulator
import BridgePrimitives
import Worlds

/// Who has an account in a served world, and what was sent to them: as the inspector shows it.
struct ServedPeople: Sendable {
    let service: AuthService
    /// The auth service's address, for links in mails.
    let origin: String

    /// `{"users":[{"uid":…,"factors":[…],…}],"inbox":{…}}`, without passwords; at most a thousand users.
    func json() throws -> JSONValue {
        [
            "users": .array(try service.exportedUsers(upTo: 1000).map(Self.user)),
            "inbox": try Inbox(service: service, origin: origin).contents(),
        ]
    }

    private static func user(_ account: JSONValue) -> JSONValue {
        var user = JSONObject([("uid", account["localId"] ?? .null)])
        for (name, member) in [("email", "email"), ("phone", "phoneNumber"), ("disabled", "disabled")] {
            user[name] = account[member]
        }
        let providers = (account["providerUserInfo"]?.arrayValue ?? []).compactMap { $0["providerId"] }
        if !providers.isEmpty { user["providers"] = .array(providers) }
        let factors = (account["mfaInfo"]?.arrayValue ?? []).map { factor -> JSONValue in
            [
                "id": factor["mfaEnrollmentId"] ?? .null, "kind": factor["totpInfo"] == nil ? "phone" : "totp",
                "name": factor["displayName"] ?? factor["phoneInfo"] ?? .string(""),
            ]
        }
        if !factors.isEmpty { user["factors"] = .array(factors) }
        return .object(user)
    }
}
