public import BridgePrimitives

extension AppleProvider {
    /// What the user, or the system in the user's place, does about a request for authorisation.
    public enum NativeOutcome: Hashable, Sendable {
        /// Goes on with this account.
        case account(id: String, hidesEmail: Bool = false)
        /// The request ends without a credential.
        case failure(AppleAuthorizationError)
    }

    /// Signs in as `ASAuthorizationController` does, and gives what its delegate gets.
    ///
    /// - Parameter request: its nonce goes into the token as it is; hashing it is the app's part.
    /// - Throws: ``AppleAuthorizationError``: the outcome's; `failed` for a client that Apple does not know, as for an
    ///   app without the capability; `notHandled` for an account that is not on the device. ``BridgeFailure`` when
    ///   the token could not be signed, which no input causes.
    /// - Complexity: one RSA private operation.
    public func signIn(
        _ request: AppleIDRequest, as outcome: NativeOutcome, now: Instant
    ) throws -> AppleIDCredential {
        switch outcome {
        case .failure(let error): throw error
        case .account(let id, let hidesEmail):
            guard let client = try? clients.client(request.clientID, team: request.teamID) else {
                throw AppleAuthorizationError.failed
            }
            guard let account = try? account(id) else { throw AppleAuthorizationError.notHandled }
            return try signInNatively(request, as: account, client: client, hidesEmail: hidesEmail, now: now)
        }
    }

    /// What `ASAuthorizationAppleIDProvider.getCredentialState` says of a user that an app remembers.
    ///
    /// - Parameter teamID: who has signed the app; nil for the team that the clients are of.
    /// - Returns: `transferred` for a user that agreed when the app was another team's, and whom that team knew so.
    public func credentialState(ofUser user: String, clientID: String, teamID: String? = nil) -> AppleCredentialState {
        guard let client = try? clients.client(clientID, team: teamID) else { return .notFound }
        if let account = accounts.first(where: { $0.subject(in: client.teamID) == user }) {
            return hasConsent(account.id, to: clientID) ? .authorized : .revoked
        }
        let isTransferred = accounts.contains { account in
            consentTeam(of: account.id, to: clientID).map { account.subject(in: $0) == user } ?? false
        }
        return isTransferred ? .transferred : .notFound
    }
}

/// What an app asks `ASAuthorizationAppleIDProvider` for.
public struct AppleIDRequest: Hashable, Sendable {
    /// The app's bundle id.
    public var clientID: String
    public var requestedScopes: Set<AppleScope>
    /// What the app sets: the SHA-256 of its raw nonce in lower-case hexadecimal, if it is done right.
    public var nonce: String?
    public var state: String?
    /// Who has signed the app; nil for the team that the clients are of.
    public var teamID: String?

    public init(
        clientID: String, requestedScopes: Set<AppleScope> = [], nonce: String? = nil, state: String? = nil,
        teamID: String? = nil
    ) {
        (self.clientID, self.requestedScopes, self.nonce, self.state) = (clientID, requestedScopes, nonce, state)
        self.teamID = teamID
    }
}

/// What a successful authorisation gives to the app (`ASAuthorizationAppleIDCredential`).
public struct AppleIDCredential: Sendable {
    /// The same as the token's `sub`.
    public let user: String
    public let state: String?
    public let authorizedScopes: Set<AppleScope>
    /// UTF-8 text; good for five minutes and one exchange.
    public let authorizationCode: Secret<String>
    /// A JWT.
    public let identityToken: Secret<String>
    /// Told at the first authorisation only, as are the names.
    public let email: String?
    public let firstName: String?
    public let lastName: String?
    public let realUserStatus: AppleAccount.RealUserStatus
}

/// How an authorisation ends without a credential (`ASAuthorizationError`).
public enum AppleAuthorizationError: Int, Error, CaseIterable, Sendable {
    case unknown = 1000
    case canceled = 1001
    case invalidResponse = 1002
    case notHandled = 1003
    case failed = 1004
    case notInteractive = 1005

    /// The error's domain, as `NSError` has it.
    public static let domain = "com.apple.AuthenticationServices.AuthorizationError"
}

/// Whether a user that an app remembers may still use it (`ASAuthorizationAppleIDProvider.CredentialState`).
public enum AppleCredentialState: Int, Sendable {
    case revoked = 0, authorized, notFound, transferred
}
