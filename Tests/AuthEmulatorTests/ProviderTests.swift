@testable import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Crypto
import Testing

@Suite("Identity providers", .timeLimit(.minutes(5)))
struct ProviderTests {
    private static let uri: JSONValue = "http://localhost"

    private func google(
        _ claims: JSONValue, idToken: JSONValue? = nil, provider: String = "google.com", extra: String = ""
    ) -> JSONValue {
        let body: JSONValue = [
            "requestUri": Self.uri, "returnSecureToken": true,
            "postBody": .string("id_token=\(PercentEncoding.encode(claims.text()))&providerId=\(provider)\(extra)"),
        ]
        return adding("idToken", idToken, to: body)
    }

    @Test func anUnknownIdentityMakesAnAccount() async throws {
        let wire = try WireFixture()
        let reply = try await wire.call(
            "accounts:signInWithIdp",
            google([
                "sub": "g1", "email": "Taro@example.com", "email_verified": true, "name": "Taro", "given_name": "T",
                "picture": "https://example.com/p",
            ]))
        #expect(reply["isNewUser"] == true && reply["providerId"] == "google.com")
        #expect(reply["federatedId"] == "https://accounts.google.com/g1" && reply["firstName"] == "T")
        #expect(reply["email"] == "taro@example.com" && reply["emailVerified"] == true)
        #expect(reply["needConfirmation"] == nil && reply["errorMessage"] == nil)
        let raw = try JSONValue(parsing: reply.text("rawUserInfo"))
        #expect(raw["id"] == "g1" && raw["verified_email"] == true)
        #expect(
            reply.claims["firebase"] == [
                "identities": ["email": ["taro@example.com"], "google.com": ["g1"]],
                "sign_in_provider": "google.com",
            ])
        let account = try #require(try wire.service.account(localID: reply.text("localId")))
        #expect(account.identities.first?.federatedID == "g1")  // stored bare
        let again = try await wire.call("accounts:signInWithIdp", google(["sub": "g1", "name": "New"]))
        #expect(again["isNewUser"] == nil && again["localId"] == reply["localId"])
        #expect(try wire.service.account(localID: reply.text("localId"))?.displayName == "Taro")  // the user's stays
    }

    @Test(
        arguments: [
            ([:], "MISSING_REQUEST_URI"), (["requestUri": "localhost"], "INVALID_REQUEST_URI"),
            (
                ["requestUri": uri],
                "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost"
            ),
            (
                ["requestUri": uri, "postBody": "providerId=google.com"],
                "501 NOT_IMPLEMENTED : ((The request has no id_token; only those are supported.))"
            ),
            (
                ["requestUri": uri, "postBody": "providerId=facebook.com&access_token=opaque"],
                "501 NOT_IMPLEMENTED : ((The access token of facebook.com is opaque; send an id_token.))"
            ),
            (
                ["requestUri": uri, "postBody": "providerId=google.com&id_token=nonsense"],
                "INVALID_IDP_RESPONSE : Unable to parse id_token: it is no JWT."
            ),
            (
                ["requestUri": uri, "postBody": "providerId=google.com&id_token={"],
                "INVALID_IDP_RESPONSE : Unable to parse id_token: it is no JSON object."
            ),
            (
                ["requestUri": uri, "postBody": #"providerId=google.com&id_token={"sub":7}"#],
                "INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields: sub must be a string."
            ),
            (
                ["requestUri": uri, "postBody": #"providerId=google.com&id_token={"sub":"x","exp":1}"#],
                "INVALID_IDP_RESPONSE : The ID token is expired."
            ),
            (["requestUri": uri, "returnRefreshToken": true], "501 NOT_IMPLEMENTED : returnRefreshToken"),
            (["requestUri": uri, "pendingToken": "x"], "INVALID_PENDING_TOKEN"),
            (
                ["requestUri": uri, "autoCreate": false, "postBody": #"providerId=google.com&id_token={"sub":"x"}"#],
                "USER_NOT_FOUND"
            ),
            (["requestUri": uri, "postBody": #"providerId=Google.com&id_token={"sub":"x"}"#], ""),
            // The web flow carries the credential in the URL that the page came back to.
            (["requestUri": "http://localhost/?providerId=google.com&id_token=%7B%22sub%22%3A%22x%22%7D"], ""),
            (["requestUri": "http://localhost/#providerId=google.com&id_token=%7B%22sub%22%3A%22x%22%7D"], ""),
            (
                ["requestUri": uri, "postBody": #"providerId=saml.x&id_token={"sub":"x"}&SAMLResponse={}"#],
                "INVALID_IDP_RESPONSE : SAMLResponse must have assertion.subject.nameId."
            ),
        ] as [(JSONValue, String)])
    func areRefusedInOrder(body: JSONValue, message: String) async throws {
        #expect(try await WireFixture().refusal("accounts:signInWithIdp", body) == message)
    }

    /// iOS sends the form without encoding: what looks like a separator inside a value is none.
    @Test(
        arguments: [
            (
                "providerId=apple.com&id_token=a.b.c&nonce=x+y=z&more",
                ["providerId": "apple.com", "id_token": "a.b.c", "nonce": "x+y=z&more"]
            ),
            (#"id_token={"name":"A & B"}&providerId=g"#, ["id_token": #"{"name":"A & B"}"#, "providerId": "g"]),
            ("id_token=%7B%7D&providerId=g", ["id_token": "{}", "providerId": "g"]),  // JavaScript encodes
            ("", [:]), ("providerId=", ["providerId": ""]), ("xproviderId=g", [:]), ("&", [:]),
            ("nonce=%", ["nonce": "%"]),
        ] as [(String, [String: String])])
    func formsAreReadTolerantly(form: String, items: [String: String]) {
        let read = ProviderCredential.items(in: Array(form.utf8))
        #expect(Dictionary(read) { _, last in last } == items)
    }

    // MARK: - One account for each address

    enum Owner: String, CaseIterable { case verified, unverified }

    @Test(arguments: Owner.allCases)
    func aVerifiedAddressMerges(owner: Owner) async throws {
        let wire = try WireFixture()
        try wire.service.seed(
            SeedUser(
                localID: "taro", email: "taro@example.com", password: Secret("correct-horse"), displayName: "Taro",
                phoneNumber: "+819012345678", emailVerified: owner == .verified))
        let reply = try await wire.call(
            "accounts:signInWithIdp",
            google(["sub": "g1", "email": "taro@example.com", "email_verified": true, "picture": "p"]))
        #expect(reply["localId"] == "taro" && reply["isNewUser"] == nil)
        let account = try #require(try wire.service.account(localID: "taro"))
        #expect(account.emailVerified == true && account.displayName == nil && account.photoURL == "p")
        // What was put there before anybody proved to own the address goes.
        #expect((account.password != nil) == (owner == .verified))
        #expect((account.phoneNumber != nil) == (owner == .verified))
    }

    @Test func anUnverifiedAddressNeedsConfirmation() async throws {
        let wire = try WireFixture()
        _ = try await wire.signInTaro()
        let link = body(["localId": "taro", "linkProviderUserInfo": ["providerId": "apple.com", "rawId": "a"]])
        _ = try wire.service.update(UpdateRequest(link), as: .admin)
        for claims in [
            ["sub": "t1", "email": "taro@example.com"],
            ["sub": "t1", "email": "taro@example.com", "email_verified": "false"],  // Apple's texts
        ] as [JSONValue] {
            let reply = try await wire.call("accounts:signInWithIdp", google(claims, provider: "twitter.com"))
            #expect(reply["needConfirmation"] == true && reply["localId"] == "taro")
            #expect(reply["verifiedProvider"] == ["apple.com"])
            #expect(reply["idToken"] == nil && reply["mfaPendingCredential"] == nil)
        }
    }

    @Test func duplicateAddressesStayWithTheProvider() async throws {
        var configuration = AuthConfiguration()
        configuration.allowsDuplicateEmails = true
        let wire = try WireFixture(configuration: configuration)
        _ = try await wire.signInTaro()
        let reply = try await wire.call(
            "accounts:signInWithIdp", google(["sub": "g1", "email": "taro@example.com", "email_verified": true]))
        #expect(reply["isNewUser"] == true && reply["localId"] != "taro")
        #expect(try wire.service.account(localID: reply.text("localId"))?.email == nil)
    }

    // MARK: - Linking

    @Test func linkingKeepsTheUserAndTellsConflicts() async throws {
        let wire = try WireFixture()
        let anonymous = try await wire.call("accounts:signUp")
        let linked = try await wire.call(
            "accounts:signInWithIdp",
            google(
                ["sub": "g1", "email": "own@example.com", "email_verified": true], idToken: anonymous["idToken"]))
        #expect(linked["localId"] == anonymous["localId"] && linked["idToken"] != nil)
        #expect(try wire.service.account(localID: anonymous.text("localId"))?.email == "own@example.com")

        let taro = try await wire.signInTaro()["idToken"]
        let used = google(["sub": "g1"], idToken: taro)
        #expect(try await wire.refusal("accounts:signInWithIdp", used) == "FEDERATED_USER_ID_ALREADY_LINKED")
        let told = try await wire.call("accounts:signInWithIdp", adding("returnIdpCredential", true, to: used))
        #expect(told["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
        #expect(told["providerId"] == "google.com" && told["oauthIdToken"] != nil)
        #expect(told["localId"] == nil && told["idToken"] == nil)
        let taken = google(["sub": "g2", "email": "own@example.com"], idToken: taro)
        #expect(try await wire.refusal("accounts:signInWithIdp", taken) == "EMAIL_EXISTS")
    }

    /// Whoever links has signed in already: an answer without tokens would be taken for a broken one.
    @Test func linkingAsksForNoSecondFactor() async throws {
        let wire = try WireFixture()
        let idToken = try await wire.signInTaro()["idToken"]
        _ = try await wire.call(
            "accounts:update",
            [
                "localId": "taro",
                "mfa": ["enrollments": [["mfaEnrollmentId": "f", "phoneInfo": "+819000000001"]]],
            ], admin: true)
        let linked = try await wire.call("accounts:signInWithIdp", google(["sub": "g1"], idToken: idToken))
        #expect(linked["idToken"] != nil && linked["mfaPendingCredential"] == nil)
        let signedIn = try await wire.call("accounts:signInWithIdp", google(["sub": "g1"]))
        #expect(signedIn["idToken"] == nil && signedIn["mfaPendingCredential"] != nil)
    }

    // MARK: - Nonces

    private static func hash(_ text: String) -> String {
        SHA256.hash(data: Array(text.utf8)).map { byte in
            let digits = Array("0123456789abcdef")
            return "\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }.joined()
    }

    @Test(
        arguments: [
            ("apple.com", nil, nil, "", nil),  // nothing to prove
            ("apple.com", nil, "raw", "", nil),
            ("apple.com", hash("raw"), "raw", "", nil),
            ("apple.com", hash("raw"), nil, "The ID token has a nonce, and the request has none.", .missing),
            (
                "apple.com", hash("raw"), hash("raw"),
                "The SHA-256 hash of the nonce was sent in place of the raw nonce.", .hashSent
            ),
            (
                "apple.com", "raw", "raw", "The ID token carries the raw nonce in place of its SHA-256 hash.",
                .rawInToken
            ),
            (
                "apple.com", hash("raw"), "other",
                "The SHA-256 hash of the nonce that was sent is not the nonce of the ID token.", .different
            ),
            ("oidc.mine", "raw", "raw", "", nil),  // other providers may carry it as it is
        ] as [(String, String?, String?, String, NonceReason?)])
    func areComparedWhenStrict(
        provider: String, claim: String?, sent: String?, message: String, reason: NonceReason?
    ) async throws {
        let claims = adding("nonce", claim.map { .string($0) }, to: ["sub": "a1"])
        let request = google(claims, provider: provider, extra: sent.map { "&nonce=\($0)" } ?? "")
        let wire = try WireFixture()
        #expect(
            try await wire.refusal("accounts:signInWithIdp", request)
                == (reason == nil ? "" : "MISSING_OR_INVALID_NONCE : \(message)"))
        let refused = wire.fixture.trace.events.flatMap(\.reasons)
        #expect(refused == (reason.map { [AuthReason.missingOrInvalidNonce.code, $0.code] } ?? []))
        #expect(try await WireFixture(.lenient).refusal("accounts:signInWithIdp", request) == "")
    }

    @Test func appleTellsTheNameBeside() async throws {
        let wire = try WireFixture()
        let request = google(
            ["sub": "a1"], provider: "apple.com",
            extra: "&user=" + PercentEncoding.encode(#"{"name":{"firstName":"太郎","lastName":"山田"}}"#))
        #expect(try await wire.call("accounts:signInWithIdp", request)["displayName"] == "太郎 山田")
    }

    // MARK: - Those who answer

    /// One provider that knows one token, as the simulated ones do.
    private struct OneProvider: IdentityProviderDirectory {
        func verifyIDToken(
            _ token: String, providerID: String, nonce: String?, now: Instant
        ) async -> ProviderTokenVerdict {
            guard providerID == "apple.com" else { return .unknownProvider }
            guard token == #"{"sub":"real"}"# else {
                return .refused(reasons: [ReasonCode(unchecked: "apple/bad-signature")], message: "Bad signature.")
            }
            return .accepted(JSONObject([("sub", "real"), ("email", "r@example.com"), ("email_verified", "true")]))
        }

        func profile(
            oauthToken: String, secret: Secret<String>, providerID: String
        ) async -> ProviderProfileVerdict {
            guard oauthToken == "17-token", secret.matches("secret") else {
                return .refused(reasons: [ReasonCode(unchecked: "twitter/unknown-token")], message: "Unknown token.")
            }
            var profile = ProviderProfile(rawID: "17")
            profile.screenName = "taro"
            profile.displayName = "Taro"
            profile.raw = JSONObject([("id_str", "17")])
            return .found(profile)
        }
    }

    @Test func providersAreAskedWhenStrict() async throws {
        let wire = try WireFixture()
        wire.service.identityProviders = OneProvider()
        let good = try await wire.call("accounts:signInWithIdp", google(["sub": "real"], provider: "apple.com"))
        #expect(good["email"] == "r@example.com" && good["emailVerified"] == true)
        #expect(
            try await wire.refusal("accounts:signInWithIdp", google(["sub": "forged"], provider: "apple.com"))
                == "INVALID_IDP_RESPONSE : Bad signature.")
        #expect(wire.fixture.trace.events.contains { $0.reasons.map(\.rawValue).contains("apple/bad-signature") })
        #expect(try await wire.refusal("accounts:signInWithIdp", google(["sub": "g"])) == "")  // nobody answers
        // No way round: a token under another name, and an ID token of who gives out none.
        let renamed: JSONValue = [
            "requestUri": Self.uri, "postBody": #"providerId=apple.com&access_token={"sub":"forged"}"#,
        ]
        #expect(try await wire.refusal("accounts:signInWithIdp", renamed) == "INVALID_IDP_RESPONSE : Bad signature.")
        #expect(
            try await wire.refusal("accounts:signInWithIdp", google(["sub": "17"], provider: "twitter.com"))
                == "INVALID_IDP_RESPONSE : twitter.com needs access_token and oauth_token_secret.")
    }

    @Test func twitterSignsInByItsTokenAndSecret() async throws {
        let wire = try WireFixture()
        func request(_ token: String, _ secret: String) -> JSONValue {
            [
                "requestUri": Self.uri,
                "postBody": .string("access_token=\(token)&oauth_token_secret=\(secret)&providerId=twitter.com"),
            ]
        }
        // Without Twitter the number in the token is all there is.
        let alone = try await wire.call("accounts:signInWithIdp", request("9-x", "s"))
        #expect(alone["federatedId"] == "9" && alone["screenName"] == "user9")
        wire.service.identityProviders = OneProvider()
        let reply = try await wire.call("accounts:signInWithIdp", request("17-token", "secret"))
        #expect(reply["federatedId"] == "17" && reply["screenName"] == "taro" && reply["displayName"] == "Taro")
        #expect(reply["oauthAccessToken"] == "17-token" && reply["oauthTokenSecret"] == "secret")
        #expect(
            try await wire.refusal("accounts:signInWithIdp", request("17-token", "wrong"))
                == "INVALID_IDP_RESPONSE : Unknown token.")
    }
}
