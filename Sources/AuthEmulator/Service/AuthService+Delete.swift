public import BridgePrimitives
import BridgeTrace

/// `accounts:delete`.
public struct DeleteRequest: Sendable {
    public var idToken: String?
    /// Names the account for administrators; what users send here is ignored.
    public var localID: String?

    public init(idToken: String? = nil, localID: String? = nil) { (self.idToken, self.localID) = (idToken, localID) }

    public init(_ body: WireBody) throws(AuthRefusal) {
        idToken = try body.nonEmptyString("idToken")
        localID = try body.nonEmptyString("localId")
    }
}

extension AuthService {
    /// Deletes an account; its sessions end with it.
    ///
    /// - Returns: `kind` alone, which the Admin SDK for Python wants to see.
    /// - Throws: an ``AuthRefusal``; errors of the store.
    public func delete(
        _ request: DeleteRequest, as caller: AuthCaller, in scope: AuthScope = .project
    ) throws -> JSONObject {
        try answering(in: scope) { _ in
            let now = now
            let presented: PresentedIDToken?
            switch caller {
            case .user:
                guard let idToken = request.idToken else { throw AuthRefusal(.missingIDToken) }
                presented = try present(idToken, in: scope, now: now)
            case .admin:
                guard request.localID != nil else { throw AuthRefusal(.missingLocalID) }
                presented = nil
            }
            let uid = try store.write(in: scope) { transaction in
                let uid: String
                if let presented {
                    uid = try account(for: presented, in: transaction).localID
                    try requireRecentSignIn(presented, now: now)
                } else {
                    guard let localID = request.localID, try transaction.contains(localID: localID) else {
                        throw AuthRefusal(.userNotFound, uid: request.localID)
                    }
                    uid = localID
                }
                try takeFromQuota(.deletions)
                try transaction.delete(localID: uid)
                return uid
            }
            record(AccountEvent(.deleted, uid: uid))
            return JSONObject([("kind", "identitytoolkit#DeleteAccountResponse")])
        }
    }
}
