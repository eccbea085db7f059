@testable import AuthEmulator
import BridgePrimitives
import Testing

/// Requests: what is read, in which order it is refused.
extension Statement {
    static let providerRequests: [Statement] = [
        Statement("2.6-01", "A request URI is needed, with a scheme; a host is not.") { wire in
            try await wire.post("accounts:signInWithIdp") → .refused("MISSING_REQUEST_URI")
            for uri in ["localhost", "/path", "1x:y", "x:", " http://localhost"] {
                try await wire.assert("", at: uri) → .refused("INVALID_REQUEST_URI")
            }
            try await wire.assert(#"providerId=google.com&id_token={"sub":"x"}"#, at: "myapp:x") → .done
        },
        Statement("2.6-02", "A provider must be named; the refusal repeats the URI.") { wire in
            try await wire.assert("id_token={}")
                → .refused("INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost")
            try await wire.assert("providerId=")
                → .refused("INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost")
        },
        Statement("2.6-03", "Of equal names the fragment of the URI wins over the form, and that over its query.") {
            wire in
            let uri = "http://localhost/?providerId=apple.com&id_token=%7B%22sub%22%3A%22q%22%7D&nonce=q"
            try await wire.assert("", at: uri) → .answers(["federatedId": "q"])
            try await wire.assert(#"id_token={"sub":"form"}"#, at: uri) → .answers(["federatedId": "form"])
            try await wire.assert(
                #"id_token={"sub":"form"}"#, at: uri + "#id_token=%7B%22sub%22%3A%22fragment%22%7D")
                → .answers(["federatedId": "fragment", "providerId": "apple.com"])
        },
        Statement("2.6-04", "The provider's name is lower-cased.") { wire in
            try await wire.assert(#"providerId=Google.COM&id_token={"sub":"x"}"#)
                → .answers(["providerId": "google.com", "federatedId": "https://accounts.google.com/x"])
        },
        Statement("2.6-05", "returnRefreshToken and pendingIdToken are not done when they say something.") { wire in
            for (name, something, nothing) in [
                ("returnRefreshToken", true, false), ("pendingIdToken", "x", ""),
            ] as [(String, JSONValue, JSONValue)] {
                let asked = try await wire.assert("", members: adding(name, something, to: [:]))
                #expect(asked.answer.status == 501)
                try await wire.assert(
                    #"providerId=google.com&id_token={"sub":"x"}"#, members: adding(name, nothing, to: [:])) → .done
            }
        },
        Statement("2.6-06", "An ID token is a JWT or JSON, and sub a text.") { wire in
            try await wire.assert("providerId=google.com&id_token=nonsense")
                → .refused("INVALID_IDP_RESPONSE : Unable to parse id_token: it is no JWT.")
            try await wire.assert("providerId=google.com&id_token={")
                → .refused("INVALID_IDP_RESPONSE : Unable to parse id_token: it is no JSON object.")
            for claims in [["sub": 7], [:], ["sub": ""], ["sub": .null]] as [JSONValue] {
                try await wire.signIn(claims)
                    → .refused(
                        "INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields: sub must be a"
                            + " string.")
            }
        },
        Statement("2.6-07", "The signature of a provider's JWT is not even decoded.", .lenient) { wire in
            let token = WireFixture.foreignToken(["sub": "far", "email": "far@example.com", "exp": 1])
            try await wire.assert("providerId=oidc.far&id_token=\(token)")
                → .answers(["federatedId": "far", "email": "far@example.com"])
            try await wire.assert("providerId=oidc.far&id_token=\(token)+")
                → .refused("INVALID_IDP_RESPONSE : Unable to parse id_token: it is no JWT.")
        },
        Statement("2.6-08", "A provider's JWT has a signature of whole bytes, and is not expired.", .strict) { wire in
            let token = WireFixture.foreignToken(["sub": "far"])
            try await wire.assert("providerId=google.com&id_token=\(token)")
                → .refused("INVALID_IDP_RESPONSE : Unable to parse id_token: it is no JWT.")
            try await wire.signIn(["sub": "x", "exp": 1])
                → .refused("INVALID_IDP_RESPONSE : The ID token is expired.")
        },
        Statement("2.6-09", "Where the ID token is absent or no JWT, an access token that is one counts.") { wire in
            for prefix in ["", "id_token=nonsense&"] {
                try await wire.assert(#"\#(prefix)providerId=google.com&access_token={"sub":"by-access"}"#)
                    → .answers([
                        "federatedId": "https://accounts.google.com/by-access",
                        "oauthAccessToken": #"{"sub":"by-access"}"#,
                    ])
            }
        },
        Statement("2.6-10", "No token at all, and an opaque access token alone, are not done.") { wire in
            try await wire.assert("providerId=google.com")
                → .refused(
                    "NOT_IMPLEMENTED : ((The request has no id_token; only those are supported.))", status: 501)
            try await wire.assert("providerId=facebook.com&access_token=opaque")
                → .refused(
                    "NOT_IMPLEMENTED : ((The access token of facebook.com is opaque; send an id_token.))",
                    status: 501)
        },
        Statement("2.6-11", "A readable access token counts although a secret comes with it.", .lenient) { wire in
            try await wire.assert(
                #"providerId=twitter.com&oauth_token_secret=s&access_token={"sub":"t","screen_name":"taro"}"#)
                → .answers(["federatedId": "t", "screenName": "taro", "oauthTokenSecret": "s"])
        },
        Statement("2.6-12", "Issuer, audience, times and nonce of the provider are not looked at.", .lenient) { wire in
            try await wire.signIn(["sub": "x", "iss": "evil", "aud": "other", "exp": 1, "nonce": "n"]) → .done
        },
        Statement("2.6-13", "A nonce in the token needs the raw one beside it.", .strict) { wire in
            let asked = try await wire.signIn(["sub": "x", "nonce": "n"])
            #expect(asked.json["error"]?["message"]?.stringValue?.hasPrefix("MISSING_OR_INVALID_NONCE") == true)
        },
        Statement("2.6-14", "autoCreate false is ignored.", .lenient) { wire in
            try await wire.signIn(["sub": "x"], members: ["autoCreate": false]) → .answers(["isNewUser": true])
        },
        Statement("2.6-15", "With autoCreate false nobody is made.", .strict) { wire in
            try await wire.signIn(["sub": "x"], members: ["autoCreate": false]) → .refused("USER_NOT_FOUND")
        },
        Statement("2.6-16", "A pending token is ignored.", .lenient) { wire in
            try await wire.signIn(["sub": "x"], members: ["pendingToken": "p", "sessionId": "s"]) → .done
        },
        Statement("2.6-17", "A pending token alone is refused, as none is given out.", .strict) { wire in
            try await wire.post(
                "accounts:signInWithIdp", ["requestUri": "http://localhost", "pendingToken": "p"])
                → .refused("INVALID_PENDING_TOKEN")
        },
    ]
}

/// Replies: what is told of the provider and of the user.
extension Statement {
    static let providerReplies: [Statement] = [
        Statement("2.6-20", "The reply tells what the claims say, and isNewUser only when it is so.") { wire in
            let claims: JSONValue = [
                "sub": "g1", "email": "Taro@Example.com", "email_verified": true, "name": "Taro", "given_name": "T",
                "family_name": "Y", "screen_name": "taro", "picture": "https://example.com/p",
            ]
            let profile: JSONValue = [
                "kind": "identitytoolkit#VerifyAssertionResponse", "context": "", "providerId": "google.com",
                "federatedId": "https://accounts.google.com/g1", "email": "taro@example.com", "emailVerified": true,
                "displayName": "Taro", "fullName": "Taro", "screenName": "taro", "firstName": "T", "lastName": "Y",
                "photoUrl": "https://example.com/p", "expiresIn": "3600",
            ]
            try await wire.signIn(claims) → .answers(adding("isNewUser", true, to: profile))
            try await wire.signIn(claims) → .answers(adding("isNewUser", .null, to: profile))
        },
        Statement("2.6-21", "First and last name are told for Google only.") { wire in
            try await wire.signIn(at: "apple.com", ["sub": "a", "given_name": "T", "family_name": "Y"])
                → .lacks("firstName", "lastName")
        },
        Statement("2.6-22", "Address and name are the provider's, never the account's.") { wire in
            let idToken = try await wire.taro()
            try await wire.signIn(["sub": "g1"], linking: idToken) → .lacks("email", "displayName", "fullName")
            try await wire.signIn(["sub": "g1"]) → .answers(["localId": "taro", "email": .null, "displayName": .null])
        },
        Statement("2.6-23", "emailVerified is false without a claim; of equal addresses the account's flag is told.") {
            wire in
            try await wire.signIn(["sub": "g1", "email": "new@example.com"]) → .answers(["emailVerified": false])
            let idToken = try await wire.taro(verified: true)
            try await wire.signIn(["sub": "g2", "email": "taro@example.com"], linking: idToken)
                → .answers(["emailVerified": true])
            try await wire.signIn(["sub": "g2", "email": "other@example.com"]) → .answers(["emailVerified": false])
            // Both without an address: the user has no flag.
            try await wire.signIn(["sub": "g3"]) → .lacks("emailVerified")
        },
        Statement("2.6-24", "email_verified counts as JavaScript sees it: the text false is true.", .lenient) { wire in
            for (index, (claim, isTrue)) in Self.flags.enumerated() {
                try await wire.signIn([
                    "sub": .string("g\(index)"), "email": .string("u\(index)@x.test"), "email_verified": claim,
                ])
                    → .answers(["emailVerified": .bool(isTrue)])
            }
        },
        Statement("2.6-25", "email_verified may be a text, as Apple writes it: false is false then.", .strict) { wire in
            try await wire.signIn(["sub": "a", "email": "a@x.test", "email_verified": "false"])
                → .answers(["emailVerified": false])
            try await wire.signIn(["sub": "b", "email": "b@x.test", "email_verified": "true"])
                → .answers(["emailVerified": true])
        },
        Statement("2.6-26", "rawUserInfo of Google has Google's form, with the claims that are there.") { wire in
            let full = try await wire.signIn([
                "sub": "g1", "email": "A@x.test", "email_verified": true, "name": "N", "given_name": "G",
                "family_name": "F", "picture": "p", "extra": 1,
            ])
            #expect(
                try JSONValue(parsing: full.text("rawUserInfo")) == [
                    "granted_scopes":
                        "openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email",
                    "id": "g1", "name": "N", "given_name": "G", "family_name": "F", "verified_email": true,
                    "locale": "en", "email": "A@x.test", "picture": "p",
                ])
            let bare = try await wire.signIn(["sub": "g2"])
            #expect(
                try JSONValue(parsing: bare.text("rawUserInfo")) == [
                    "granted_scopes": "openid https://www.googleapis.com/auth/userinfo.profile", "id": "g2",
                    "locale": "en",
                ])
        },
        Statement("2.6-27", "rawUserInfo of others holds all claims.") { wire in
            let asked = try await wire.signIn(at: "apple.com", ["sub": "a", "extra": ["deep": 1]])
            #expect(try JSONValue(parsing: asked.text("rawUserInfo")) == ["sub": "a", "extra": ["deep": 1]])
        },
        Statement("2.6-28", "Where no access token was sent one is invented.", .lenient) { wire in
            try await wire.signIn(at: "apple.com", ["sub": "a"])
                → .answers([
                    "oauthIdToken": #"{"sub":"a"}"#,
                    "oauthAccessToken": "FirebaseAuthEmulatorFakeAccessToken_apple.com",
                ])
        },
        Statement("2.6-29", "An access token is told only where one was sent.", .strict) { wire in
            try await wire.signIn(["sub": "a"])
                → .answers(["oauthIdToken": #"{"sub":"a"}"#, "oauthAccessToken": .null])
            try await wire.signIn(["sub": "a"], form: [("access_token", "at")]) → .answers(["oauthAccessToken": "at"])
        },
        Statement("2.6-30", "The stored row has sub as rawId and federatedId, for Google too.") { wire in
            let asked = try await wire.signIn(["sub": "g1", "email": "a@x.test", "name": "N", "picture": "p"])
            let record = try await wire.record(of: asked.text("localId"))
            #expect(
                record["providerUserInfo"] == [
                    [
                        "providerId": "google.com", "rawId": "g1", "federatedId": "g1", "email": "a@x.test",
                        "displayName": "N", "photoUrl": "p",
                    ]
                ])
            #expect(record["emailVerified"] == false && record["lastLoginAt"] != nil)
            asked
                → .claims([
                    "firebase": [
                        "identities": ["email": ["a@x.test"], "google.com": ["g1"]], "sign_in_provider": "google.com",
                    ]
                ])
        },
        Statement("2.6-31", "A user without an address has no emailVerified.") { wire in
            let asked = try await wire.signIn(["sub": "g1", "email_verified": true])
            #expect(try await wire.record(of: asked.text("localId"))["emailVerified"] == nil)
        },
    ]

    private static let flags: [(JSONValue, Bool)] = [
        ("false", true), ("", false), (0, false), (1, true), (.null, false), ([:], true),
    ]
}

extension StatementTests {
    @Test("2.6: requests", arguments: Statement.trials(of: Statement.providerRequests))
    func providerRequests(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("2.6: replies", arguments: Statement.trials(of: Statement.providerReplies))
    func providerReplies(_ trial: Statement.Trial) async throws { try await trial.run() }
}
