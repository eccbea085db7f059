import FirebaseAuthClient
import Foundation
import HTTPLoader
import Reasons
import Testing

@Suite("Client: replies that are no good", .timeLimit(.minutes(5)))
struct AuthErrorTests {
    private static let ios = FirebaseConfiguration.Platform.ios(bundleID: "a.b")
    private static let web = FirebaseConfiguration.Platform.web(origin: "http://a.localhost")

    @Test(arguments: [
        (200, "", AuthErrorCode.networkError, AuthErrorCode.networkError),
        (200, "<html>", .internalError, .networkError),  // a proxy's page: JavaScript takes it for a network fault
        (502, "Bad Gateway", .internalError, .networkError),
        (200, "[]", .internalError, .networkError),
        (200, "{}", .invalidUserToken, .invalidUserToken),  // no tokens
        (200, #"{"idToken":"a"}"#, .invalidUserToken, .invalidUserToken),
        (200, #"{"idToken":"a","refreshToken":"b"}"#, .internalError, .internalError),  // then no user in the look-up
        (200, #"{"mfaPendingCredential":"x","mfaInfo":[]}"#, .secondFactorRequired, .secondFactorRequired),
        (500, "{}", .internalError, .networkError),
        (400, #"{"error":{"message":"SOMETHING_NEW : detail"}}"#, .internalError, .internalError),
        (400, #"{"error":{"message":"USER_DISABLED:detail"}}"#, .userDisabled, .userDisabled),  // no blanks
        (400, #"{"error":{"message":"x","errors":[{"reason":"keyInvalid"}]}}"#, .invalidAPIKey, .invalidAPIKey),
        (
            403, #"{"error":{"message":"x","errors":[{"reason":"ipRefererBlocked"}]}}"#, .appNotAuthorized,
            .appNotAuthorized
        ),
        (400, #"{"error":{"message":7}}"#, .internalError, .networkError),
        (400, #"{"error":"x"}"#, .internalError, .networkError),
    ])
    func becomeErrors(status: Int, body: String, onIOS: AuthErrorCode, onTheWeb: AuthErrorCode) async throws {
        try await Fixture.lend { fixture in
            for (platform, code) in [(Self.ios, onIOS), (Self.web, onTheWeb)] {
                let auth = try fixture.client(platform, transport: OneReply(status: status, body: body))
                let error = try await authError { try await auth.signIn(withCustomToken: "x") }
                #expect(error?.authCode == code)
                #expect(auth.currentUser == nil)
            }
        }
    }

    @Test func aCodeThatNobodyKnowsKeepsItsName() async throws {
        try await Fixture.lend { fixture in
            let reply = OneReply(status: 400, body: #"{"error":{"message":"SOMETHING__NEW : with detail: more"}}"#)
            let auth = try fixture.client(transport: reply)
            let error = try await authError { try await auth.signIn(withCustomToken: "x") }
            #expect(error?.serverCode == "SOMETHING__NEW" && error?.javaScriptName == "auth/something-new")
            #expect(error?.message == "with detail: more")
        }
    }

    @Test(arguments: [(503, "busy"), (200, ""), (504, "{}")])
    func anAnswerOfAnotherIsToldWithItsPlaceAndStatus(status: Int, body: String) async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client(Self.web, transport: OneReply(status: status, body: body))
            let error = try await authError { try await auth.signIn(withCustomToken: "x") }
            #expect(error?.clientReason == .answerOfAnother)
            #expect(
                error?.message.contains("/v1/accounts:signInWithCustomToken answered \(status) with ") == true)
            #expect(error?.message.contains("key=") == false)
        }
    }

    @Test func aServiceThatIsGoneIsANetworkError() async throws {
        try await Fixture.lend { fixture in
            let curl = try CurlTransport()
            curl.shutdown()
            let auth = try fixture.client(transport: curl)
            let error = try await authError { try await auth.signIn(withCustomToken: "x") }
            #expect(error?.number == 17020 && error?.javaScriptName == "auth/network-request-failed")
        }
    }

    @Test func everyCodeHasAReason() {
        #expect(Set(AuthErrorReason.allCases.map(\.rawValue)).count == AuthErrorCode.allCases.count)
        for reason in AuthErrorReason.allCases {
            #expect(reason.meaning.hasSuffix(".") && reason.fix.hasSuffix("."))
            #expect(AuthErrorReason(rawValue: reason.rawValue) == reason)
        }
        #expect(AuthErrorReason(rawValue: "client/nothing") == nil)
    }

    /// Codes are part of the contract; capitals in a row are one word.
    @Test(arguments: [
        (AuthErrorCode.invalidAPIKey, 17023, "client/invalid-api-key", "ERROR_INVALID_API_KEY"),
        (.tenantIDMismatch, 17072, "client/tenant-id-mismatch", "ERROR_TENANT_ID_MISMATCH"),
        (.emailAlreadyInUse, 17007, "client/email-already-in-use", "ERROR_EMAIL_ALREADY_IN_USE"),
        (.malformedJWT, 18000, "client/malformed-jwt", "ERROR_MALFORMED_JWT"),
        (.recaptchaSDKNotLinked, 17208, "client/recaptcha-sdk-not-linked", "ERROR_RECAPTCHA_SDK_NOT_LINKED"),
        (.networkError, 17020, "client/network-error", "ERROR_NETWORK_REQUEST_FAILED"),  // the SDK's one exception
        (.secondFactorRequired, 17078, "client/second-factor-required", "ERROR_SECOND_FACTOR_REQUIRED"),
        (.unverifiedEmail, 17086, "client/unverified-email", "ERROR_UNVERIFIED_EMAIL"),
        (.keychainError, 17995, "client/keychain-error", "ERROR_KEYCHAIN_ERROR"),
        (.internalError, 17999, "client/internal-error", "ERROR_INTERNAL_ERROR"),
    ])
    func codesKeepTheirNames(code: AuthErrorCode, number: Int, reason: String, name: String) async throws {
        #expect(code.rawValue == number && AuthErrorCode(rawValue: number) == code)
        #expect(code.reason.rawValue == reason)
        #expect(AuthErrorCode.Code.self == AuthErrorCode.self && code.code == code)
        try await Fixture.lend { fixture in
            guard code == .networkError else { return }
            let curl = try CurlTransport()
            curl.shutdown()
            let auth = try fixture.client(transport: curl)
            let error = try #require(try await authError { try await auth.signIn(withCustomToken: "x") })
            #expect((error as NSError).userInfo[AuthErrorUserInfoNameKey] as? String == name)
        }
    }

    /// All three spellings in which apps take an error apart.
    @Test func anErrorIsAnNSErrorOfTheSDKsDomain() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            do {
                try await auth.signIn(withEmail: "taro@example.com", password: "wrong")
                Issue.record("the password is wrong")
            } catch let error as NSError {
                #expect(error.domain == AuthErrorDomain && error.domain == "FIRAuthErrorDomain")
                #expect(error.code == AuthErrorCode.wrongPassword.rawValue)
                #expect(AuthErrorCode(rawValue: error.code) == .wrongPassword)
                #expect(error.localizedDescription == AuthErrorCode.wrongPassword.reason.meaning)
            }
        }
    }

    @Test func anAnswerThatTheSDKDiesOfIsAnError() async throws {
        try await Fixture.lend { fixture in
            let factor = #"{"mfaPendingCredential":"x","mfaInfo":[{"phoneInfo":"+1"}]}"#  // no mfaEnrollmentId
            let auth = try fixture.client(transport: OneReply(status: 200, body: factor))
            let error = try await authError { try await auth.signIn(withEmail: "a@example.com", password: "x") }
            #expect(error?.authCode == .internalError && error?.message.contains("mfaEnrollmentId") == true)
        }
    }

    @Test func withoutAServiceNothingIsSent() async throws {
        try await Fixture.lend { fixture in
            let auth = try Auth(
                transport: fixture.transport,
                configuration: FirebaseConfiguration(
                    apiKey: "k", projectID: Fixture.project, host: nil, platform: .ios(bundleID: "a.b")),
                clock: fixture.clock, trace: fixture.trace)
            let error = try await authError { try await auth.signInAnonymously() }
            #expect(error?.authCode == .networkError && error?.clientReason == .noService)
            #expect(fixture.transport.requests.isEmpty)
            auth.useEmulator(withHost: fixture.host.host, port: fixture.host.effectivePort)
            #expect(try await auth.signInAnonymously().user.isAnonymous)
        }
    }
}
