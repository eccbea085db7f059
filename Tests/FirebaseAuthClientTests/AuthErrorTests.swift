import FirebaseAuthClient
import HTTPLoader
import Testing

@Suite("Client: replies that are no good")
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
        (500, "{}", .internalError, .internalError),
        (400, #"{"error":{"message":"SOMETHING_NEW : detail"}}"#, .internalError, .internalError),
        (400, #"{"error":{"message":"USER_DISABLED:detail"}}"#, .userDisabled, .userDisabled),  // no blanks
        (400, #"{"error":{"message":"x","errors":[{"reason":"keyInvalid"}]}}"#, .invalidAPIKey, .invalidAPIKey),
        (
            403, #"{"error":{"message":"x","errors":[{"reason":"ipRefererBlocked"}]}}"#, .appNotAuthorized,
            .appNotAuthorized
        ),
        (400, #"{"error":{"message":7}}"#, .internalError, .internalError),
        (400, #"{"error":"x"}"#, .internalError, .internalError),
    ])
    func becomeErrors(status: Int, body: String, onIOS: AuthErrorCode, onTheWeb: AuthErrorCode) async throws {
        try await Fixture.lend { fixture in
            for (platform, code) in [(Self.ios, onIOS), (Self.web, onTheWeb)] {
                let auth = try fixture.client(platform, transport: OneReply(status: status, body: body))
                let error = try await authError { try await auth.signIn(withCustomToken: "x") }
                #expect(error?.code == code)
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

    @Test func aServiceThatIsGoneIsANetworkError() async throws {
        try await Fixture.lend { fixture in
            let curl = try CurlTransport()
            curl.shutdown()
            let auth = try fixture.client(transport: curl)
            let error = try await authError { try await auth.signIn(withCustomToken: "x") }
            #expect(error?.number == 17020 && error?.javaScriptName == "auth/network-request-failed")
        }
    }

    @Test func numbersAreDistinct() {
        #expect(Set(AuthErrorCode.allCases.map(\.number)).count == AuthErrorCode.allCases.count)
        for code in AuthErrorCode.allCases {
            #expect(code.meaning.hasSuffix(".") && code.mend.hasSuffix("."))
            #expect(code.rawValue.hasPrefix("client/"))
        }
    }
}
