import BridgePrimitives
import Testing
import Tokens

@testable import IdentityProviders

@Suite("Sign in with Apple on a device", .timeLimit(.minutes(5)))
struct AppleNativeTests {
    private let fixture: AppleFixture
    init() throws { fixture = try AppleFixture() }

    private func signIn(
        _ outcome: AppleProvider.NativeOutcome? = nil, nonce: String? = "n", scopes: Set<AppleScope> = [.name, .email],
        clientID: String = AppleFixture.app
    ) throws -> AppleIDCredential {
        try fixture.provider.signIn(
            AppleIDRequest(clientID: clientID, requestedScopes: scopes, nonce: nonce, state: "s"),
            as: outcome ?? .account(id: fixture.taro.id), now: fixture.clock.now)
    }

    @Test func theFirstTimeTellsWhoItIs() throws {
        let credential = try signIn()
        let claims = try UnverifiedToken(parsing: credential.identityToken.reveal()).payload
        #expect(credential.user == claims["sub"]?.stringValue)
        #expect(credential.state == "s")
        #expect(credential.email == "taro@icloud.com")
        #expect(credential.firstName == "Taro" && credential.lastName == "Yamada")
        #expect(credential.realUserStatus == .likelyReal)
        #expect(claims["real_user_status"] == 2)
        #expect(claims["nonce"] == "n" && claims["nonce_supported"] == true)
        #expect(claims["aud"] == "com.example.app")
    }

    @Test func laterTimesDoNot() throws {
        let first = try signIn()
        let second = try signIn()
        #expect(second.user == first.user)
        #expect(second.email == nil && second.firstName == nil && second.lastName == nil)
        let claims = try UnverifiedToken(parsing: second.identityToken.reveal()).payload
        #expect(claims["email"] == "taro@icloud.com")  // the token still has it
        #expect(claims["real_user_status"] == nil)
    }

    @Test func theNonceIsNotTouched() throws {
        let odd = "Ünïcode \" nonce\n"
        let credential = try signIn(nonce: odd)
        #expect(try UnverifiedToken(parsing: credential.identityToken.reveal()).payload["nonce"]?.stringValue == odd)
        let none = try signIn(nonce: nil)
        #expect(try UnverifiedToken(parsing: none.identityToken.reveal()).payload["nonce"] == nil)
    }

    @Test func theCodeIsGoodAtTheTokenEndpoint() throws {
        let code = try signIn().authorizationCode.reveal()
        let secret = try fixture.secret(claims: [("sub", "com.example.app")])
        let answer = fixture.post(
            "/auth/token",
            [
                ("client_id", AppleFixture.app), ("client_secret", secret), ("grant_type", "authorization_code"),
                ("code", code),
            ])
        #expect(answer.status == 200)
    }

    @Test(arguments: [
        (AppleAuthorizationError.unknown, 1000), (.canceled, 1001), (.invalidResponse, 1002), (.notHandled, 1003),
        (.failed, 1004), (.notInteractive, 1005),
    ])
    func failuresAreTheSystems(error: AppleAuthorizationError, code: Int) {
        #expect(error.rawValue == code)
        #expect(throws: error) { try signIn(.failure(error)) }
    }

    @Test func whoIsUnknownGetsNothing() {
        #expect(throws: AppleAuthorizationError.failed) { try signIn(clientID: "com.example.other") }
        #expect(throws: AppleAuthorizationError.notHandled) { try signIn(.account(id: "nobody")) }
    }

    @Test func theStateOfACredential() throws {
        let user = try signIn().user
        func state(_ user: String) -> AppleCredentialState {
            fixture.provider.credentialState(ofUser: user, clientID: AppleFixture.app)
        }
        #expect(state(user) == .authorized)
        #expect(state("000000.0.0000") == .notFound)
        fixture.provider.withdrawConsent(of: fixture.taro.id, from: AppleFixture.app)
        #expect(state(user) == .revoked)
        #expect(try signIn().email != nil)  // a first time again
    }

    @Test func aResetForgetsEverybody() throws {
        _ = try signIn()
        fixture.provider.reset()
        #expect(try signIn().firstName == "Taro")
    }
}
