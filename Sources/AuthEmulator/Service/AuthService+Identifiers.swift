public import BridgePrimitives

extension AuthService {
    /// `accounts:createAuthUri`: how an address can sign in.
    ///
    /// - Returns: `kind`, `sessionId`, and unless addresses are private `registered`, `allProviders`, `signinMethods`.
    public func createAuthURI(_ body: WireBody, in scope: AuthScope = .project) throws -> JSONObject {
        try answering(in: scope) { settings in
            if try body.nonEmptyString("providerId") != nil { throw AuthRefusal(.notImplemented, "providerId") }
            guard let identifier = try body.nonEmptyString("identifier") else {
                throw AuthRefusal(.missingIdentifier)
            }
            guard let uri = try body.nonEmptyString("continueUri") else { throw AuthRefusal(.missingContinueURI) }
            guard let address = EmailAddress(identifier, strictness: strictness) else {
                throw AuthRefusal(.invalidIdentifier)
            }
            guard Self.isAbsoluteURI(uri) else { throw AuthRefusal(.invalidContinueURI) }
            let sessionID = try body.nonEmptyString("sessionId") ?? ids.alphanumeric(count: 27)
            var reply = JSONObject([("kind", "identitytoolkit#CreateAuthUriResponse")])
            if !settings.improvedEmailPrivacy {
                let (providers, methods) = try store.read(in: scope) { transaction in
                    try Self.methods(of: address.text, settings, in: transaction)
                }
                reply["allProviders"] = .array(providers.map { .string($0) })
                reply["registered"] = .bool(!methods.isEmpty)
                reply["signinMethods"] = .array(methods.map { .string($0) })
            }
            reply["sessionId"] = .string(sessionID)
            return reply
        }
    }

    /// The identities of a provider that are linked to accounts.
    func identities(at providerID: String, limit: Int, in scope: AuthScope) throws -> [ProviderIdentity] {
        try store.read(in: scope) { try $0.identities(at: providerID, limit: limit) }
    }

    /// Providers, and methods in their order: `password`, `emailLink`, then the providers; never `phone`.
    private static func methods(
        of email: String, _ settings: ScopeSettings, in transaction: AccountTransaction
    ) throws -> ([String], [String]) {
        var providers: [String] = [], methods: [String] = []
        let owner = try transaction.account(email: email)
        if let owner {
            if owner.password != nil { methods.append("password") }
            if owner.emailLinkSignin { methods.append("emailLink") }
            if !methods.isEmpty { providers.append("password") }
        }
        if !settings.allowsDuplicateEmails {
            let others = try transaction.accounts(identityEmail: email)
            for account in ([owner].compactMap(\.self) + others).uniqued() {
                for identity in account.identities where account == owner || identity.email == email {
                    providers.append(identity.providerID)
                    methods.append(identity.providerID)
                }
            }
        }
        return (providers.uniqued(), methods.uniqued())
    }
}
