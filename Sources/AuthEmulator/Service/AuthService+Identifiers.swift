public import BridgePrimitives

extension AuthService {
    /// `accounts:createAuthUri`: how an address can sign in.
    ///
    /// - Returns: `kind`, `sessionId`, and unless addresses are private `registered`, `allProviders`, `signinMethods`.
    public func createAuthURI(_ body: WireBody, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { settings in
            // Production would begin a sign-in at the provider's page.
            if body.contains("providerId") { throw AuthRefusal(.notImplemented, "providerId") }
            guard let identifier = try body.nonEmptyString("identifier") else {
                throw AuthRefusal(.missingIdentifier)
            }
            guard let uri = try body.nonEmptyString("continueUri") else { throw AuthRefusal(.missingContinueURI) }
            guard let address = EmailAddress(identifier, strictness: strictness) else {
                throw AuthRefusal(.invalidIdentifier)
            }
            guard Self.hasScheme(uri) else { throw AuthRefusal(.invalidContinueURI) }
            let sessionID = try body.nonEmptyString("sessionId") ?? ids.alphanumeric(count: 27)
            var reply = JSONObject([("kind", "identitytoolkit#CreateAuthUriResponse")])
            if !settings.improvedEmailPrivacy {
                let found = try store.read(in: scope) { try Self.methods(of: address.text, settings, in: $0) }
                reply["allProviders"] = .array(found.providers.map { .string($0) })
                reply["registered"] = .bool(found.isRegistered)
                reply["signinMethods"] = .array(found.methods.map { .string($0) })
            }
            reply["sessionId"] = .string(sessionID)
            return reply
        }
    }

    /// The identities of a provider that are linked to accounts.
    func identities(at providerID: String, limit: Int, in scope: AuthScope) throws -> [ProviderIdentity] {
        try store.read(in: scope) { try $0.identities(at: providerID, limit: limit) }
    }

    /// How somebody with an address can sign in.
    private struct KnownMethods {
        /// Whether there is such a user, were there nothing to sign in with.
        var isRegistered = false
        var providers: [String] = []
        /// `password`, `emailLink`, then the providers; never `phone`.
        var methods: [String] = []
    }

    /// The methods of the address's owner, else of a user who has it at a provider: all methods of that user, those of
    /// other addresses too. Where several may share an address, only the owner's, and no provider's.
    private static func methods(
        of email: String, _ settings: ScopeSettings, in transaction: AccountTransaction
    ) throws -> KnownMethods {
        var candidates = [try transaction.account(email: email)].compactMap(\.self)
        candidates += try transaction.accounts(identityEmail: email)
        let found = settings.allowsDuplicateEmails ? candidates.first { $0.email != nil } : candidates.first
        guard let found else { return KnownMethods() }
        var known = KnownMethods(isRegistered: true)
        if found.email != nil {
            if found.password != nil { known.methods.append("password") }
            if found.emailLinkSignin { known.methods.append("emailLink") }
            if !known.methods.isEmpty { known.providers.append("password") }
        }
        if !settings.allowsDuplicateEmails {
            known.providers += found.identities.map(\.providerID)
            known.methods += found.identities.map(\.providerID)
        }
        return known
    }
}
