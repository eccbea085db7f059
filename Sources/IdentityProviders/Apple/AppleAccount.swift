public import BridgePrimitives

/// Somebody with an Apple Account, as the simulated Apple knows them.
public struct AppleAccount: Hashable, Sendable {
    /// How sure Apple is of a person (`ASUserDetectionStatus`).
    public enum RealUserStatus: Int, Sendable {
        case unsupported = 0, unknown = 1, likelyReal = 2
    }

    /// Names the account inside this Apple; apps never see it.
    public let id: String
    public let firstName: String
    public let lastName: String
    public let email: String
    public let isEmailVerified: Bool
    public let realUserStatus: RealUserStatus

    public init(
        id: String, firstName: String, lastName: String, email: String, isEmailVerified: Bool = true,
        realUserStatus: RealUserStatus = .likelyReal
    ) {
        (self.id, self.firstName, self.lastName, self.email) = (id, firstName, lastName, email)
        (self.isEmailVerified, self.realUserStatus) = (isEmailVerified, realUserStatus)
    }

    /// What `sub` says to the apps of a team: the same in all of them, another one for another team. That is why an
    /// app that changes hands meets its users as strangers.
    public func subject(in team: String) -> String {
        let hash = SHA256Text.bytes(of: "subject \(team) \(id)")
        return "\(Self.digits(hash.prefix(6))).\(Hexadecimal.text(hash[6..<22])).\(Self.digits(hash[22..<26]))"
    }

    /// The address that stands for the account's own when it is hidden from a team's apps.
    public func relayAddress(in team: String) -> String {
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
        let hash = SHA256Text.bytes(of: "relay \(team) \(id)").prefix(10)
        let name = hash.map { alphabet[Int($0) % alphabet.count] }
        return String(decoding: name, as: UTF8.self) + "@privaterelay.appleid.com"
    }

    /// Three people to choose from; one seed gives the same ones.
    public static func samples(from ids: IdentitySource) -> [AppleAccount] {
        [
            ("Taro", "Yamada", "taro@icloud.com", RealUserStatus.likelyReal),
            ("Hanako", "Suzuki", "hanako@example.com", .likelyReal),
            ("Jun", "O’Neill", "jun.oneill@example.com", .unknown),
        ].map { first, last, email, status in
            AppleAccount(
                id: ids.alphanumeric(count: 12), firstName: first, lastName: last, email: email,
                realUserStatus: status)
        }
    }

    private static func digits(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.map { UInt8(ascii: "0") + $0 % 10 }, as: UTF8.self)
    }
}
