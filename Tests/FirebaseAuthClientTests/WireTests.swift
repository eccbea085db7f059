import AuthEmulator
import BridgePrimitives
import FirebaseAuthClient
import Foundation
import HTTPLoader
import Testing

/// What goes over the wire, call by call, as the iOS SDK sends it.
@Suite("Client: the SDK's requests", .timeLimit(.minutes(5)))
struct WireTests {
    enum Operation: CaseIterable {
        case customToken, anonymous, create, password, apple, twitter, phone, linkPassword, linkPhone, unlink, reload
        case forcedToken, profile, email, newPassword, verificationMail, changeMail, resetMail, methods, delete, enroll
        case withdraw, appleRevocation
    }

    /// The version 3 names; second factors alone are version 2.
    @Test(
        arguments: [
            (.customToken, ["verifyCustomToken", "getAccountInfo"]),
            (.anonymous, ["signupNewUser", "getAccountInfo"]),
            (.create, ["signupNewUser", "getAccountInfo"]),
            (.password, ["verifyPassword", "getAccountInfo"]),
            (.apple, ["verifyAssertion", "getAccountInfo"]),
            (.twitter, ["verifyAssertion", "getAccountInfo"]),
            (.phone, ["sendVerificationCode", "verifyPhoneNumber", "getAccountInfo"]),
            (.linkPassword, ["signupNewUser", "getAccountInfo"]),
            (.linkPhone, ["sendVerificationCode", "verifyPhoneNumber", "getAccountInfo"]),
            (.unlink, ["setAccountInfo"]),
            (.reload, ["getAccountInfo"]),
            (.forcedToken, ["token"]),
            // Edits look first; the look after them is for accounts that had no password.
            (.profile, ["getAccountInfo", "setAccountInfo"]),
            (.email, ["getAccountInfo", "setAccountInfo"]),
            (.newPassword, ["getAccountInfo", "setAccountInfo"]),
            (.verificationMail, ["getOobConfirmationCode"]),
            (.changeMail, ["getOobConfirmationCode"]),
            (.resetMail, ["getOobConfirmationCode"]),
            (.methods, ["createAuthUri"]),
            (.delete, ["deleteAccount"]),
            // The replies about factors do not say how long their token lives, so a new one is fetched at once.
            (.enroll, ["mfaEnrollment:start", "mfaEnrollment:finalize", "token", "getAccountInfo"]),
            (.withdraw, ["mfaEnrollment:withdraw", "token", "getAccountInfo"]),
            (.appleRevocation, ["accounts:revokeToken"]),
        ] as [(Operation, [String])])
    func callsComeInTheSDKsOrder(operation: Operation, names: [String]) async throws {
        try await Fixture.lend(.lenient) { fixture in
            try fixture.verifyEmail(of: "taro")
            let auth = try fixture.client()
            let user: User
            if [.linkPassword].contains(operation) {
                user = try await auth.signInAnonymously().user
            } else {
                user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            }
            if operation == .unlink { try await user.link(with: phone("+15555550100", auth, fixture)) }
            if operation == .withdraw { try await enroll(user, auth, fixture) }
            if [.anonymous].contains(operation) { try auth.signOut() }
            let before = fixture.transport.requests.count
            try await perform(operation, user, auth, fixture)
            let sent = fixture.transport.requests.dropFirst(before)
            var expected = names
            // A withdrawal does say how long its token lives; only production's does not.
            if operation == .withdraw { expected.removeAll { $0 == "token" } }
            #expect(sent.map { String($0.url.path.split(separator: "/").last ?? "") } == expected)
            for request in sent {
                #expect(request.headers.first("X-Ios-Bundle-Identifier") == "com.example.shop")
                #expect(request.headers.first("Content-Type") == "application/json")
            }
        }
    }

    private func perform(_ operation: Operation, _ user: User, _ auth: Auth, _ fixture: Fixture) async throws {
        switch operation {
        case .customToken: try await auth.signIn(withCustomToken: fixture.customToken("taro"))
        case .anonymous: try await auth.signInAnonymously()
        case .create: try await auth.createUser(withEmail: "new@example.com", password: "secret")
        case .password: try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse")
        case .apple:
            try await auth.signIn(
                with: OAuthProvider.appleCredential(withIDToken: #"{"sub":"1"}"#, rawNonce: "n", fullName: nil))
        case .twitter: try await auth.signIn(with: TwitterAuthProvider.credential(withToken: "12-a", secret: "s"))
        case .phone: try await auth.signIn(with: phone("+15555550100", auth, fixture))
        case .linkPassword:
            try await user.link(with: EmailAuthProvider.credential(withEmail: "b@example.com", password: "secret"))
        case .linkPhone: try await user.link(with: phone("+15555550100", auth, fixture))
        case .unlink: try await user.unlink(fromProvider: "phone")
        case .reload: try await user.reload()
        case .forcedToken: _ = try await user.getIDToken(forcingRefresh: true)
        case .profile:
            let request = user.createProfileChangeRequest()
            request.displayName = "T"
            try await request.commitChanges()
        case .email: try await user.updateEmail(to: "b@example.com")
        case .newPassword: try await user.updatePassword(to: "another-horse")
        case .verificationMail: try await user.sendEmailVerification()
        case .changeMail: try await user.sendEmailVerification(beforeUpdatingEmail: "b@example.com")
        case .resetMail: try await auth.sendPasswordReset(withEmail: "taro@example.com")
        case .methods: _ = try await auth.fetchSignInMethods(forEmail: "taro@example.com")
        case .delete: try await user.delete()
        case .enroll: try await enroll(user, auth, fixture)
        case .withdraw:
            try await user.multiFactor.unenroll(with: try #require(user.multiFactor.enrolledFactors.first))
        case .appleRevocation: try await auth.revokeToken(withAuthorizationCode: "c")
        }
    }

    private func phone(_ number: String, _ auth: Auth, _ fixture: Fixture) async throws -> PhoneAuthCredential {
        let provider = PhoneAuthProvider.provider(auth: auth)
        let id = try await provider.verifyPhoneNumber(number)
        return provider.credential(withVerificationID: id, verificationCode: try fixture.sms(to: number))
    }

    private func enroll(_ user: User, _ auth: Auth, _ fixture: Fixture) async throws {
        let provider = PhoneAuthProvider.provider(auth: auth)
        let number = "+819012345678"
        let id = try await provider.verifyPhoneNumber(number, multiFactorSession: try await user.multiFactor.session())
        try await user.multiFactor.enroll(
            with: PhoneMultiFactorGenerator.assertion(
                with: provider.credential(withVerificationID: id, verificationCode: try fixture.sms(to: number))),
            displayName: nil)
    }

    /// Values travel as they are: the SDK takes the form percent-decoded.
    @Test func credentialsAreWrittenInTheSDKsOrder() async throws {
        try await Fixture.lend(.lenient) { fixture in
            let auth = try fixture.client()
            var name = PersonNameComponents()
            (name.givenName, name.familyName) = ("太郎", "山田")
            let apple = try await auth.signIn(
                with: OAuthProvider.appleCredential(
                    withIDToken: #"{"sub":"a+b&c=d"}"#, rawNonce: "raw nonce", fullName: name))
            #expect(
                try postBody(fixture)
                    == #"providerId=apple.com&id_token={"sub":"a+b&c=d"}&nonce=raw nonce"#
                    + #"&user={"name":{"firstName":"太郎","lastName":"山田"}}"#)
            #expect(apple.user.providerData.first?.uid == "a+b&c=d" && apple.user.displayName == "太郎 山田")

            let twitter = try await auth.signIn(
                with: TwitterAuthProvider.credential(withToken: "12-token", secret: "a secret"))
            #expect(
                try postBody(fixture) == "providerId=twitter.com&access_token=12-token&oauth_token_secret=a secret")
            #expect(twitter.additionalUserInfo?.username == "user12")
            #expect(twitter.additionalUserInfo?.profile?["id_str"] as? String == "12")
            let credential = try #require(twitter.credential as? OAuthCredential)
            #expect(credential.accessToken == "12-token" && credential.secret == "a secret")
        }
    }

    private func postBody(_ fixture: Fixture) throws -> String? {
        let request = try #require(fixture.transport.requests.last { $0.url.path.hasSuffix("verifyAssertion") })
        let body = try JSONValue(parsing: try #require(request.body))
        #expect(body["requestUri"] == "http://localhost" && body["returnIdpCredential"] == true)
        return body["postBody"]?.stringValue
    }

    @Test func languageAndTenantGoAlong() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            (auth.languageCode, auth.tenantID) = ("ja", "tenant")
            _ = try await authError { try await auth.sendPasswordReset(withEmail: "taro@example.com") }
            let request = try #require(fixture.transport.requests.last)
            #expect(request.headers.first("X-Firebase-Locale") == "ja")
            #expect(try JSONValue(parsing: try #require(request.body))["tenantId"] == "tenant")
        }
    }
}
