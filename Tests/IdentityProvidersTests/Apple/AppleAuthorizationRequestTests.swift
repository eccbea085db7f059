import BridgePrimitives
import Testing

@testable import IdentityProviders

@Suite("What an app may ask of Apple", .timeLimit(.minutes(5)))
struct AppleAuthorizationRequestTests {
    private let fixture: AppleFixture
    init() throws { fixture = try AppleFixture() }

    private func parse(_ changes: [(String, String?)]) throws -> AppleAuthorizationRequest {
        let text = FormBody.text(fixture.authorization(changes))
        return try AppleAuthorizationRequest(ProviderForm<AppleReason>(text.utf8), clients: fixture.provider.clients)
    }

    @Test(
        arguments: [
            ([("scope", nil), ("response_mode", nil)], .fragment),  // with an ID token, the query is too open
            ([("scope", nil), ("response_mode", nil), ("response_type", "code")], .query),
            ([("response_type", "id_token code")], .formPost),
            ([("scope", "openid email")], .formPost),
            ([("scope", nil), ("response_mode", "fragment")], .fragment),
        ] as [([(String, String?)], AppleAuthorizationRequest.ResponseMode)])
    func itTakes(changes: [(String, String?)], mode: AppleAuthorizationRequest.ResponseMode) throws {
        #expect(try parse(changes).responseMode == mode)
    }

    @Test(
        arguments: [
            ([("client_id", nil)], .parameterMissing),
            ([("client_id", "com.example.other")], .clientUnknown),
            ([("client_id", "com.example.web ")], .clientUnknown),  // no trimming
            ([("redirect_uri", nil)], .parameterMissing),
            ([("redirect_uri", "javascript:alert(1)")], .redirectURIUnusable),
            ([("redirect_uri", "https://app.example.com/callback/")], .redirectURINotRegistered),  // letter by letter
            ([("response_type", "id_token")], .responseTypeUnknown),
            ([("response_type", "token")], .responseTypeUnknown),
            ([("response_mode", "web_message")], .responseModeUnknown),
            ([("response_mode", "query"), ("scope", nil)], .responseModeTooOpen),  // the ID token in a query
            ([("response_mode", "fragment")], .responseModeTooOpen),  // a scope needs form_post
            ([("scope", "name phone")], .scopeUnknown),
            ([("nonce", String(repeating: "n", count: 4097))], .parameterTooLong),
        ] as [([(String, String?)], AppleReason)])
    func itRefuses(changes: [(String, String?)], reason: AppleReason) {
        let refusal = #expect(throws: AppleRefusal.self) { try parse(changes) }
        #expect(refusal?.reason == reason)
    }

    @Test func aParameterCountsOnce() {
        let refusal = #expect(throws: AppleRefusal.self) {
            try AppleAuthorizationRequest(
                ProviderForm<AppleReason>("client_id=com.example.web&client_id=com.example.app".utf8),
                clients: fixture.provider.clients)
        }
        #expect(refusal?.reason == .parameterRepeated)
    }

    @Test func whereAnyoneMayAskAnyoneIsAClient() throws {
        let items = try ProviderForm<AppleReason>(
            "client_id=x&redirect_uri=http://127.0.0.1:1/cb&response_type=code&nonce=%20a%2B".utf8)
        let request = try AppleAuthorizationRequest(items, clients: .anyone(teamID: "T"))
        #expect(request.client.teamID == "T")
        #expect(request.nonce == " a+")  // as it came
    }
}
