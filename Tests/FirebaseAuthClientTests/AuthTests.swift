import AuthEmulator
import BridgePrimitives
import BridgeTrace
import FirebaseAuthClient
import Foundation
import HTTPLoader
import SimulatedDevice
import Testing

@Suite("Client: signing in and out", .timeLimit(.minutes(5)))
struct AuthTests {
    @Test(arguments: [
        (
            FirebaseConfiguration.Platform.ios(bundleID: "com.example.shop"),
            [
                "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyPassword",
                "/www.googleapis.com/identitytoolkit/v3/relyingparty/getAccountInfo",
            ]
        ),
        (
            .web(origin: "http://app.localhost:8080"),
            [
                "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
                "/identitytoolkit.googleapis.com/v1/accounts:lookup",
            ]
        ),
    ])
    func withAPassword(platform: FirebaseConfiguration.Platform, paths: [String]) async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client(platform)
            #expect(auth.currentUser == nil)
            let result = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse")
            #expect(result.additionalUserInfo?.isNewUser == false && auth.currentUser == result.user)
            #expect(result.user.uid == "taro" && result.user.displayName == "Taro")
            #expect(result.user.providerData.map(\.providerID) == ["password"] && !result.user.isAnonymous)
            #expect(result.user.metadata.creationDate == Date(timeIntervalSince1970: 1_795_251_600))
            #expect(fixture.transport.requests.map(\.url.path) == paths)
            #expect(fixture.transport.requests.map(\.url.query) == ["key=a+key+%26+more", "key=a+key+%26+more"])
        }
    }

    @Test func byCreatingAnAccount() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let result = try await auth.createUser(withEmail: "Hanako@example.com", password: "secret")
            #expect(result.additionalUserInfo?.isNewUser == true && result.user.email == "hanako@example.com")
            #expect(try fixture.service.account(localID: result.user.uid)?.email == "hanako@example.com")
        }
    }

    @Test func withACustomToken() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client(.web(origin: "http://app.localhost:8080"))
            let first = try await auth.signIn(withCustomToken: fixture.customToken("hanako"))
            #expect(first.additionalUserInfo?.isNewUser == true && first.user.uid == "hanako")
            let second = try await auth.signIn(withCustomToken: fixture.customToken("hanako"))
            #expect(second.additionalUserInfo?.isNewUser == false && auth.currentUser == second.user)
            #expect(first.user != second.user)
        }
    }

    @Test func anonymouslyOnlyOnce() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let first = try await auth.signInAnonymously()
            #expect(first.additionalUserInfo?.isNewUser == true && first.user.isAnonymous)
            #expect(try await auth.signInAnonymously().user == first.user)
        }
    }

    @Test(arguments: [
        ("taro@example.com", "wrong", AuthErrorCode.wrongPassword, 17009, "wrongPassword", "auth/wrong-password"),
        ("nobody@example.com", "x", .userNotFound, 17011, "userNotFound", "auth/user-not-found"),
        ("nobody", "x", .invalidEmail, 17008, "invalidEmail", "auth/invalid-email"),
        // Refused before anything is sent.
        ("taro@example.com", "", .wrongPassword, 17009, "wrongPassword", "auth/wrong-password"),
    ])
    func errorsHaveTheSDKsNames(
        email: String, password: String, code: AuthErrorCode, number: Int, name: String, javaScript: String
    ) async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let error = try await authError { try await auth.signIn(withEmail: email, password: password) }
            #expect(error?.authCode == code)
            #expect(error?.number == number && error?.authCode.name == name && error?.javaScriptName == javaScript)
            #expect(auth.currentUser == nil)
            #expect(fixture.trace.events.last?.actor == .app)
            #expect(fixture.trace.events.last?.reasons == [code.reason.code])
        }
    }

    @Test func aDisabledUserAndATakenAddressAreTold() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let taken = try await authError {
                try await auth.createUser(withEmail: "taro@example.com", password: "secret")
            }
            #expect(taken?.authCode == .emailAlreadyInUse && taken?.serverCode == "EMAIL_EXISTS")
            let weak = try await authError {
                try await auth.createUser(withEmail: "new@example.com", password: "x")
            }
            #expect(weak?.number == 17026)
            #expect(weak?.message == "Password should be at least 6 characters")
            try fixture.service.setDisabled(true, of: "taro")
            let disabled = try await authError { try await auth.signIn(withCustomToken: fixture.customToken("taro")) }
            #expect(disabled?.number == 17005)
        }
    }

    @Test func aFailedSignInKeepsTheUserWhoWasThere() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let user = try await auth.signIn(withCustomToken: fixture.customToken("taro")).user
            fixture.clock.advance(by: .seconds(1))
            let error = try await authError { try await auth.signIn(withCustomToken: "customtoken") }
            #expect(error?.authCode == .invalidCustomToken)
            #expect(auth.currentUser == user)
        }
    }

    @Test func signingOutTellsNobody() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client(keychain: true)
            let user = try await auth.signIn(withCustomToken: fixture.customToken("taro")).user
            let requests = fixture.transport.requests.count
            #expect(fixture.storedUsers.count == 1)
            try auth.signOut()
            #expect(auth.currentUser == nil && fixture.storedUsers.isEmpty)
            #expect(fixture.transport.requests.count == requests)
            // Whoever still holds the user can go on: its tokens stay good.
            #expect(try await !user.getIDToken(forcingRefresh: true).isEmpty)
            #expect(auth.currentUser == nil && fixture.storedUsers.isEmpty)
            try auth.signOut()  // without anybody: nothing happens
            let signOuts = fixture.trace.events.filter {
                if case .account(let event) = $0.kind { event.action == .signedOut } else { false }
            }
            #expect(signOuts.count == 1)
        }
    }

    // MARK: - Between launches

    @Test func theKeychainRestoresTheUser() async throws {
        try await Fixture.lend { fixture in
            let first = try fixture.client(keychain: true)
            let result = try await first.signIn(withEmail: "taro@example.com", password: "correct-horse")
            #expect(
                fixture.storedUsers == [
                    Keychain.ItemKey(
                        service: "firebase_auth_1:12345:ios:0123456789abcdef",
                        account: "firebase_auth_1___FIRAPP_DEFAULT_firebase_user", accessGroup: Fixture.accessGroup)
                ])
            let requests = fixture.transport.requests.count
            let second = try fixture.client(keychain: true)
            let restored = try #require(second.currentUser)
            #expect(restored.email == result.user.email && restored.metadata == result.user.metadata)
            #expect(try await restored.getIDToken() == result.user.getIDToken())
            #expect(fixture.transport.requests.count == requests)  // no network for any of it

            #expect(try fixture.client().currentUser == nil)  // memory only
        }
    }

    @Test(arguments: [
        "", "{", "{}", #"{"userID":"taro"}"#, #"{"userID":"","tokenService":{"accessToken":"a","refreshToken":"b"}}"#,
        "\u{0}",
    ])
    func aDamagedItemIsNobody(text: String) async throws {
        try await Fixture.lend { fixture in
            _ = try await fixture.client(keychain: true).signIn(
                withCustomToken: fixture.customToken("taro"))
            let key = try #require(fixture.storedUsers.first)
            fixture.device.keychain.set(Secret(Array(text.utf8)), for: key)
            #expect(try fixture.client(keychain: true).currentUser == nil)
        }
    }
}
