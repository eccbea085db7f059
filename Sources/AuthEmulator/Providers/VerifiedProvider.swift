import BridgePrimitives

/// A provider's credential with the profile that was found behind it.
struct VerifiedProvider: Sendable {
    let credential: ProviderCredential
    let profile: ProviderProfile
    /// SAML's, for the ID token.
    let attributes: JSONValue?

    /// - Parameter asserted: what came as `SAMLResponse`, which is read whatever the provider is called. What an
    ///   assertion says of the address counts for SAML only, and is as good as verified there.
    init(_ credential: ProviderCredential, _ profile: ProviderProfile, asserted: AssertedUser? = nil) {
        var profile = profile
        if credential.isSAML {
            // The emulator keeps the address as it was sent.
            profile.email = asserted?.email ?? profile.email
            profile.emailVerified = true
        }
        (self.credential, self.profile, attributes) = (credential, profile, asserted?.attributes)
    }

    /// The row of the account.
    var identity: ProviderIdentity {
        ProviderIdentity(
            providerID: credential.providerID, rawID: profile.rawID, federatedID: profile.rawID,
            email: profile.email, displayName: profile.displayName, photoURL: profile.photoURL,
            screenName: profile.screenName)
    }

    /// What every reply says of the provider: clients make a credential of it also when the sign-in is refused.
    func reply(inventsAccessToken: Bool) -> JSONObject {
        let isGoogle = credential.providerID == "google.com"
        var reply = JSONObject([
            ("kind", "identitytoolkit#VerifyAssertionResponse"), ("context", ""),
            ("providerId", .string(credential.providerID)),
            ("federatedId", .string(isGoogle ? "https://accounts.google.com/\(profile.rawID)" : profile.rawID)),
        ])
        reply["email"] = profile.email.map { .string($0) }
        reply["emailVerified"] = .bool(profile.emailVerified)
        reply["displayName"] = profile.displayName.map { .string($0) }
        reply["fullName"] = profile.displayName.map { .string($0) }
        reply["screenName"] = profile.screenName.map { .string($0) }
        reply["photoUrl"] = profile.photoURL.map { .string($0) }
        if isGoogle {
            reply["firstName"] = profile.givenName.map { .string($0) }
            reply["lastName"] = profile.familyName.map { .string($0) }
        }
        reply["rawUserInfo"] = rawUserInfo.map { .string($0.text()) }
        reply["oauthIdToken"] = credential.idToken.map { .string($0) }
        reply["oauthAccessToken"] = accessToken(inventsOne: inventsAccessToken).map { .string($0) }
        reply["oauthTokenSecret"] = credential.oauthTokenSecret.map { .string($0) }
        return reply
    }

    /// As it was sent, or the emulator's invention.
    func accessToken(inventsOne: Bool) -> String? {
        credential.accessToken
            ?? (inventsOne ? "FirebaseAuthEmulatorFakeAccessToken_\(credential.providerID)" : nil)
    }

    /// What the provider said in its own form; nil for an assertion without attributes.
    var rawUserInfo: JSONValue? {
        if credential.isSAML { return attributes }
        guard credential.providerID == "google.com" else { return .object(profile.raw) }
        let claims = profile.raw
        var scopes = "openid https://www.googleapis.com/auth/userinfo.profile"
        if claims["email"] != nil { scopes += " https://www.googleapis.com/auth/userinfo.email" }
        var info = JSONObject([("granted_scopes", .string(scopes)), ("id", .string(profile.rawID))])
        for (member, claim) in [
            ("name", "name"), ("given_name", "given_name"), ("family_name", "family_name"),
            ("verified_email", "email_verified"),
        ] { info[member] = claims[claim] }
        info["locale"] = "en"
        for name in ["email", "picture"] { info[name] = claims[name] }
        return .object(info)
    }
}
