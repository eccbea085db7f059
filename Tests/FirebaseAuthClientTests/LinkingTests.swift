import AuthEmulator
import BridgePrimitives
import FirebaseAuthClient
import Foundation
import Testing

@Suite("Client: several ways into one account", .timeLimit(.minutes(5)))
struct LinkingTests {
    private func google(_ subject: String, email: String? = nil) -> AuthCredential {
        var claims = JSONObject([("sub", .string(subject))])
        claims["email"] = email.map { .string($0) }
        if email != nil { claims["email_verified"] = true }
        return OAuthProvider.credential(
            withProviderID: "google.com", idToken: JSONValue.object(claims).text(), rawNonce: nil)
    }

    private func phone(_ number: String, _ auth: Auth, _ fixture: Fixture) async throws -> PhoneAuthCredential {
        let provider = PhoneAuthProvider.provider(auth: auth)
        let id = try await provider.verifyPhoneNumber(number)
        return provider.credential(withVerificationID: id, verificationCode: try fixture.sms(to: number))
    }

    @Test func anAnonymousUserBecomesSomebody() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let user = try await auth.signInAnonymously().user
            let result = try await user.link(
                with: EmailAuthProvider.credential(withEmail: "new@example.com", password: "secret"))
            #expect(result.user === user && auth.currentUser === user)
            #expect(!user.isAnonymous && user.email == "new@example.com")
            #expect(user.providerData.map(\.providerID) == ["password"])
            try auth.signOut()
            let again = try await auth.signIn(withEmail: "new@example.com", password: "secret")
            #expect(again.user.uid == user.uid)
        }
    }

    @Test func aProviderIsLinkedOnce() async throws {
        try await Fixture.lend(.lenient) { fixture in
            let auth = try fixture.client()
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            try await user.link(with: google("g1", email: "taro@example.com"))
            #expect(Set(user.providerData.map(\.providerID)) == ["password", "google.com"])
            let twice = try await authError { try await user.link(with: google("g2")) }
            #expect(twice?.authCode == .providerAlreadyLinked)
        }
    }

    /// What is another user's cannot be linked; the error brings what signs in as them.
    @Test func anothersIdentityIsRefused() async throws {
        try await Fixture.lend(.lenient) { fixture in
            let auth = try fixture.client()
            let owner = try await auth.signIn(with: google("g1", email: "owner@example.com")).user.uid
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            let error = try #require(
                try await authError { try await user.link(with: google("g1", email: "owner@example.com")) })
            #expect(error.authCode == .credentialAlreadyInUse)
            let credential = try #require(
                error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)
            #expect(try await auth.signIn(with: credential).user.uid == owner)
        }
    }

    @Test func anothersNumberIsRefused() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let owner = try await auth.signIn(with: phone("+819012345678", auth, fixture)).user.uid
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            let credential = try await phone("+819012345678", auth, fixture)
            let error = try #require(try await authError { try await user.link(with: credential) })
            #expect(error.authCode == .credentialAlreadyInUse)
            let next = try #require(error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? PhoneAuthCredential)
            #expect(try await auth.signIn(with: next).user.uid == owner)
        }
    }

    /// The same person with another credential: whose address is it?
    @Test func anUnverifiedAddressOfAnotherProviderNeedsConfirmation() async throws {
        try await Fixture.lend(.lenient) { fixture in
            let auth = try fixture.client()
            let unverified = OAuthProvider.credential(
                withProviderID: "facebook.com", idToken: #"{"sub":"f","email":"taro@example.com"}"#, rawNonce: nil)
            let error = try #require(try await authError { try await auth.signIn(with: unverified) })
            #expect(error.authCode == .accountExistsWithDifferentCredential)
            #expect(error.userInfo[AuthErrorUserInfoEmailKey] as? String == "taro@example.com")
            #expect(error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] is OAuthCredential)
        }
    }

    @Test func aWayInIsTakenAway() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            try await user.link(with: phone("+819012345678", auth, fixture))
            #expect(user.phoneNumber == "+819012345678")
            let missing = try await authError { try await user.unlink(fromProvider: "google.com") }
            #expect(missing?.authCode == .noSuchProvider)
            #expect(try await user.unlink(fromProvider: "phone") === user)
            #expect(user.phoneNumber == nil && user.providerData.map(\.providerID) == ["password"])
            try await user.reload()
            #expect(user.providerData.map(\.providerID) == ["password"])
        }
    }

    enum Person: CaseIterable { case same, wrongPassword, other, nobody }

    @Test(
        arguments: [
            (.same, nil), (.wrongPassword, .wrongPassword), (.other, .userMismatch),
            (.nobody, .userMismatch),  // no such account: not the user either
        ] as [(Person, AuthErrorCode?)])
    func reauthenticationIsForTheSameUser(person: Person, code: AuthErrorCode?) async throws {
        try await Fixture.lend { fixture in
            try fixture.service.seed(
                SeedUser(localID: "hanako", email: "hanako@example.com", password: Secret("correct-horse")))
            let auth = try fixture.client()
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            fixture.clock.advance(by: .seconds(400))
            let email =
                switch person {
                case .same, .wrongPassword: "taro@example.com"
                case .other: "hanako@example.com"
                case .nobody: "nobody@example.com"
                }
            let credential = EmailAuthProvider.credential(
                withEmail: email, password: person == .wrongPassword ? "wrong" : "correct-horse")
            let error = try await authError { try await user.reauthenticate(with: credential) }
            #expect(error?.authCode == code)
            #expect(auth.currentUser === user)
            // Only who was there just now may delete the account.
            let deletion = try await authError { try await user.delete() }
            #expect(deletion?.authCode == (code == nil ? nil : .requiresRecentLogin))
        }
    }

    /// The service takes the number as it is written; a zero after the country code makes another number of it.
    @Test(arguments: ["+819012345678", "+8109012345678"])
    func aNumberSignsIn(number: String) async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let result = try await auth.signIn(with: phone(number, auth, fixture))
            #expect(result.additionalUserInfo?.isNewUser == true && result.user.phoneNumber == number)
            #expect(result.user.providerData.first?.providerID == "phone")
            #expect(result.user.providerData.first?.uid == "")
            let changed = try await phone("+15555550100", auth, fixture)
            try await result.user.updatePhoneNumber(changed)
            #expect(result.user.phoneNumber == "+15555550100")
        }
    }

    @Test(arguments: [
        ("", AuthErrorCode.missingPhoneNumber), ("09012345678", .invalidPhoneNumber), ("+", .invalidPhoneNumber),
        ("+81 90", .invalidPhoneNumber), ("+81901234567890123", .invalidPhoneNumber), ("+\u{0}", .invalidPhoneNumber),
    ])
    func aNumberThatIsNoneIsRefused(number: String, code: AuthErrorCode) async throws {
        try await Fixture.lend { fixture in
            let provider = PhoneAuthProvider.provider(auth: try fixture.client())
            #expect(try await authError { try await provider.verifyPhoneNumber(number) }?.authCode == code)
        }
    }

    /// What the SDK ends the app with is an error here: no process dies of a server.
    @Test(arguments: [
        (#"{"providerId":"google.com"}"#, "no tokens"),
        (#"{"idToken":"a","refreshToken":"b"}"#, "names no provider"),
        (#"{"providerId":""}"#, "names no provider"),
    ])
    func aBadAnswerToALinkIsAnError(body: String, words: String) async throws {
        try await Fixture.lend { fixture in
            let transport = TurningTransport(fixture.transport)
            let auth = try fixture.client(transport: transport)
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            transport.turn(to: OneReply(status: 200, body: body))
            let error = try await authError { try await user.link(with: google("g")) }
            #expect(error?.authCode == .internalError && error?.message.contains(words) == true)
            #expect(auth.currentUser === user && user.providerData.map(\.providerID) == ["password"])
        }
    }

    /// A user's call that finds the session over signs out, whatever the call.
    @Test(arguments: [
        ("USER_NOT_FOUND", true), ("USER_DISABLED", true), ("INVALID_ID_TOKEN", true), ("TOKEN_EXPIRED", true),
        ("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", false), ("INVALID_REFRESH_TOKEN", false), ("SOMETHING", false),
    ])
    func theEndOfASessionSignsOut(code: String, signsOut: Bool) async throws {
        try await Fixture.lend { fixture in
            let calls: [(User) async throws -> Void] = [
                { try await $0.reload() }, { try await $0.updateEmail(to: "x@example.com") },
                { try await $0.sendEmailVerification() }, { try await $0.unlink(fromProvider: "password") },
                { try await $0.multiFactor.unenroll(withFactorUID: "f") }, { try await $0.delete() },
            ]
            for call in calls {
                let transport = TurningTransport(fixture.transport)
                let auth = try fixture.client(keychain: true, transport: transport)
                let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
                transport.turn(to: OneReply(status: 400, body: #"{"error":{"message":"\#(code)"}}"#))
                #expect(try await authError { try await call(user) } != nil)
                #expect((auth.currentUser == nil) == signsOut)
                #expect(fixture.storedUsers.isEmpty == signsOut)
            }
        }
    }
}
