import AuthEmulator
import BridgePrimitives
import BridgeTrace
import FirebaseAuthClient
import HTTPLoader
import SimulatedDevice
import Testing

@Suite("Client: signing in and out")
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
            let result = try await auth.signIn(withEmail: "taro@example.com", password: Secret("correct-horse"))
            #expect(!result.isNewUser && auth.currentUser == result.user)
            #expect(result.user.uid == "taro" && result.user.displayName == "Taro")
            #expect(result.user.profile.providerIDs == ["password"] && !result.user.profile.isAnonymous)
            #expect(result.user.profile.creationDate == Fixture.start)
            #expect(fixture.transport.requests.map(\.url.path) == paths)
            #expect(fixture.transport.requests.map(\.url.query) == ["key=a+key+%26+more", "key=a+key+%26+more"])
        }
    }

    @Test func byCreatingAnAccount() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let result = try await auth.createUser(withEmail: "Hanako@example.com", password: Secret("secret"))
            #expect(result.isNewUser && result.user.email == "hanako@example.com")
            #expect(try fixture.service.account(localID: result.user.uid)?.email == "hanako@example.com")
        }
    }

    @Test func withACustomToken() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client(.web(origin: "http://app.localhost:8080"))
            let first = try await auth.signIn(withCustomToken: fixture.customToken("hanako"))
            #expect(first.isNewUser && first.user.uid == "hanako")
            let second = try await auth.signIn(withCustomToken: fixture.customToken("hanako"))
            #expect(!second.isNewUser && auth.currentUser == second.user)
            #expect(first.user != second.user)
        }
    }

    @Test func anonymouslyOnlyOnce() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let first = try await auth.signInAnonymously()
            #expect(first.isNewUser && first.user.profile.isAnonymous)
            #expect(try await auth.signInAnonymously().user == first.user)
        }
    }

    @Test(arguments: [
        ("taro@example.com", "wrong", AuthErrorCode.wrongPassword, 17009, "wrongPassword", "auth/wrong-password"),
        ("nobody@example.com", "x", .userNotFound, 17011, "userNotFound", "auth/user-not-found"),
        ("nobody", "x", .invalidEmail, 17008, "invalidEmail", "auth/invalid-email"),
        // Only JavaScript knows this code of the server.
        ("taro@example.com", "", .internalError, 17999, "internalError", "auth/missing-password"),
    ])
    func errorsHaveTheSDKsNames(
        email: String, password: String, code: AuthErrorCode, number: Int, name: String, javaScript: String
    ) async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let error = try await authError { try await auth.signIn(withEmail: email, password: Secret(password)) }
            #expect(error?.code == code)
            #expect(error?.number == number && error?.code.name == name && error?.javaScriptName == javaScript)
            #expect(auth.currentUser == nil)
            #expect(fixture.trace.events.last?.actor == .app)
            #expect(fixture.trace.events.last?.reasons == [code.code])
        }
    }

    @Test func aDisabledUserAndATakenAddressAreTold() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let taken = try await authError {
                try await auth.createUser(withEmail: "taro@example.com", password: Secret("secret"))
            }
            #expect(taken?.code == .emailAlreadyInUse && taken?.serverCode == "EMAIL_EXISTS")
            let weak = try await authError {
                try await auth.createUser(withEmail: "new@example.com", password: Secret("x"))
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
            #expect(error?.code == .invalidCustomToken)
            #expect(auth.currentUser == user)
        }
    }

    @Test func signingOutTellsNobody() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client(keychain: fixture.keychain)
            let user = try await auth.signIn(withCustomToken: fixture.customToken("taro")).user
            let requests = fixture.transport.requests.count
            #expect(fixture.keychain.keys.count == 1)
            auth.signOut()
            #expect(auth.currentUser == nil && fixture.keychain.keys.isEmpty)
            #expect(fixture.transport.requests.count == requests)
            // Whoever still holds the user can go on: its tokens stay good.
            #expect(try await !user.idToken(forcingRefresh: true).isEmpty)
            #expect(auth.currentUser == nil && fixture.keychain.keys.isEmpty)
            auth.signOut()  // without anybody: nothing happens
            let signOuts = fixture.trace.events.filter {
                if case .account(let event) = $0.kind { event.action == .signedOut } else { false }
            }
            #expect(signOuts.count == 1)
        }
    }

    // MARK: - Between launches

    @Test func theKeychainRestoresTheUser() async throws {
        try await Fixture.lend { fixture in
            let first = try fixture.client(keychain: fixture.keychain)
            let result = try await first.signIn(withEmail: "taro@example.com", password: Secret("correct-horse"))
            #expect(
                fixture.keychain.keys == [
                    Keychain.ItemKey(
                        service: "firebase_auth_1:12345:ios:0123456789abcdef",
                        account: "firebase_auth_1___FIRAPP_DEFAULT_firebase_user", accessGroup: Fixture.accessGroup)
                ])
            let requests = fixture.transport.requests.count
            let second = try fixture.client(keychain: fixture.keychain)
            let restored = try #require(second.currentUser)
            #expect(restored.profile == result.user.profile)
            #expect(try await restored.idToken() == result.user.idToken())
            #expect(fixture.transport.requests.count == requests)  // no network for any of it

            #expect(try fixture.client().currentUser == nil)  // memory only
            #expect(try fixture.client(keychain: fixture.keychain, accessGroup: "OTHER.app").currentUser == nil)
        }
    }

    @Test(arguments: [
        "", "{", "{}", #"{"userID":"taro"}"#, #"{"userID":"","tokenService":{"accessToken":"a","refreshToken":"b"}}"#,
        "\u{0}",
    ])
    func aDamagedItemIsNobody(text: String) async throws {
        try await Fixture.lend { fixture in
            _ = try await fixture.client(keychain: fixture.keychain).signIn(
                withCustomToken: fixture.customToken("taro"))
            let key = try #require(fixture.keychain.keys.first)
            fixture.keychain.set(Secret(Array(text.utf8)), for: key)
            #expect(try fixture.client(keychain: fixture.keychain).currentUser == nil)
        }
    }
}
