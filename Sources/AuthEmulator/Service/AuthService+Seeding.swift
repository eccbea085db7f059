public import BridgePrimitives
import BridgeTrace

/// A user whom a scenario or a test wants to be there.
public struct SeedUser: Sendable {
    /// Nil for a generated uid.
    public var localID: String?
    public var email: String?
    public var password: Secret<String>?
    public var displayName: String?
    public var phoneNumber: String?
    public var emailVerified: Bool
    public var disabled: Bool
    public var customClaims: JSONObject
    /// Numbers that get codes as second factors.
    public var secondFactorPhones: [String] = []
    public var tenantID: String?

    public init(
        localID: String? = nil, email: String? = nil, password: Secret<String>? = nil, displayName: String? = nil,
        phoneNumber: String? = nil, emailVerified: Bool = false, disabled: Bool = false,
        customClaims: JSONObject = JSONObject()
    ) {
        (self.localID, self.email, self.password) = (localID, email, password)
        (self.displayName, self.phoneNumber) = (displayName, phoneNumber)
        (self.emailVerified, self.disabled, self.customClaims) = (emailVerified, disabled, customClaims)
    }
}

/// What an administrator does, without HTTP; the same rules as over the wire.
extension AuthService {
    /// Creates the user and returns its uid. A user of the same uid is deleted first, with its sessions.
    @discardableResult
    public func seed(_ user: SeedUser) throws -> String {
        let scope = AuthScope(tenantID: user.tenantID)
        if let localID = user.localID, try account(localID: localID, in: scope) != nil {
            try deleteAccount(localID, in: scope)
        }
        var request = SignUpRequest()
        (request.localID, request.email, request.password) = (user.localID, user.email, user.password)
        (request.displayName, request.phoneNumber) = (user.displayName, user.phoneNumber)
        (request.emailVerified, request.disabled) = (user.emailVerified, user.disabled)
        request.secondFactors = user.secondFactorPhones.map { WireBody(JSONObject([("phoneInfo", .string($0))])) }
        let reply = try signUp(request, as: .admin, in: scope)
        guard let uid = reply["localId"]?.stringValue else { throw AuthRefusal(.internalError) }
        if !user.customClaims.isEmpty { try setCustomClaims(user.customClaims, of: uid, in: scope) }
        return uid
    }

    public func setCustomClaims(_ claims: JSONObject, of uid: String, in scope: AuthScope = .project) throws {
        try change(uid, in: scope) { $0.customAttributes = JSONValue.object(claims).text() }
    }

    public func setDisabled(_ disabled: Bool, of uid: String, in scope: AuthScope = .project) throws {
        try change(uid, in: scope) { $0.disableUser = disabled }
    }

    public func deleteAccount(_ uid: String, in scope: AuthScope = .project) throws {
        _ = try delete(DeleteRequest(localID: uid), as: .admin, in: scope)
    }

    /// Tokens issued before this second are worth nothing from now on.
    public func revokeRefreshTokens(of uid: String, in scope: AuthScope = .project) throws {
        let now = now.secondsSinceEpoch
        try change(uid, in: scope) { $0.validSince = now }
    }

    /// The account as it is now; nil when there is none.
    public func account(localID: String, in scope: AuthScope = .project) throws -> Account? {
        try store.read(in: scope) { try $0.account(localID: localID) }
    }

    /// The account with this address, in any letter case; nil when there is none.
    public func account(email: String, in scope: AuthScope = .project) throws -> Account? {
        guard let address = EmailAddress(email, strictness: .lenient) else { return nil }
        return try store.read(in: scope) { try $0.account(email: address.text) }
    }

    private func change(_ uid: String, in scope: AuthScope, _ body: (inout UpdateRequest) -> Void) throws {
        var request = UpdateRequest()
        request.localID = uid
        body(&request)
        _ = try update(request, as: .admin, in: scope)
    }
}
