@testable import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Listening
import TestSupport
import Testing
import Tokens

@Suite("The token endpoint for service accounts, and Google's hosts", .timeLimit(.minutes(5)))
struct GrantTests {
    private let fixture: Fixture
    private let api: AuthAPI
    private static let jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    private static let administering = "https://www.googleapis.com/auth/identitytoolkit"

    init() throws {
        fixture = try Fixture()
        api = AuthAPI(
            service: fixture.service, isSecure: true, front: .google(GoogleHosts(projectID: Fixture.project)))
    }

    private func assertion(_ changes: [(String, JSONValue?)] = [], key: SigningKey? = nil) throws -> String {
        let second = fixture.clock.now.secondsSinceEpoch
        var claims = JSONObject([
            ("aud", "https://oauth2.googleapis.com/token"), ("iss", .string(fixture.service.serviceAccount.email)),
            ("iat", .integer(second)), ("exp", .integer(second + 3600)), ("scope", .string(Self.administering)),
        ])
        for (name, value) in changes { claims[name] = value }
        let key = key ?? fixture.service.serviceAccount.key
        let input = [JSONValue.object(JSONObject([("alg", "RS256"), ("typ", "JWT")])), .object(claims)]
            .map { Base64URL.encode($0.bytes()) }.joined(separator: ".")
        return input + "." + Base64URL.encode(try key.signature(for: Array(input.utf8)))
    }

    private func ask(_ fields: [(String, String)]) async -> WireAnswer {
        await send(
            "POST", "oauth2.googleapis.com", "/token", form: FormBody.text(fields.map { ($0.0, $0.1) }))
    }

    private func send(
        _ method: String, _ host: String, _ path: String, query: String = "", form: String? = nil,
        json: JSONValue? = nil, bearer: String? = nil
    ) async -> WireAnswer {
        var request = PlainRequest(
            method: method, scheme: "https", host: host, path: path, query: query,
            authorization: bearer.map { "Bearer \($0)" },
            contentType: form == nil ? "application/json" : "application/x-www-form-urlencoded")
        request.body = form.map { Array($0.utf8) } ?? json?.bytes() ?? []
        return await api.answer(request)
    }

    private func accessToken(scope: String = administering) async throws -> String {
        let answer = await ask([
            ("grant_type", Self.jwtBearer), ("assertion", try assertion([("scope", .string(scope))])),
        ])
        #expect(answer.status == 200, "\(answer.json)")
        #expect(answer.json["expires_in"] == 3599 && answer.json["token_type"] == "Bearer")
        return answer.json.text("access_token")
    }

    private func lookUp(bearer: String) async -> WireAnswer {
        await send(
            "POST", "identitytoolkit.googleapis.com", "/v1/projects/\(Fixture.project)/accounts:lookup",
            json: ["localId": ["taro"]], bearer: bearer)
    }

    @Test func anAccessTokenAdministers() async throws {
        try fixture.addTaro()
        let token = try await accessToken()
        #expect(token.hasPrefix("ya29."))
        let answer = await lookUp(bearer: token)
        #expect(answer.json["users"]?.arrayValue?.first?["email"] == "taro@example.com", "\(answer.json)")
        // Two of one moment differ, and both count.
        let second = try await accessToken()
        #expect(token != second)
        #expect(await lookUp(bearer: second).status == 200)
    }

    @Test func itLastsAnHour() async throws {
        let token = try await accessToken()
        fixture.clock.advance(by: .seconds(3599))
        #expect(await lookUp(bearer: token).status == 200)
        fixture.clock.advance(by: .seconds(1))
        #expect(await lookUp(bearer: token).status == 401)
        #expect(reasons == [["auth/unauthenticated", "access-token/expired"]])
    }

    /// Columns: the bearer, and why it opens nothing. A token that was changed in one place is none that was given out.
    @Test func whatWasNotGivenOutHereOpensNothing() async throws {
        let token = try await accessToken()
        let flipped = String(token.dropLast(3)) + (token.hasSuffix("AAA") ? "BBB" : "AAA")
        for (bearer, reason) in [
            ("owner", "access-token/emulator-owner"), ("OWNER", "access-token/emulator-owner"),
            ("ya29.anything", "access-token/not-issued"), (flipped, "access-token/not-issued"),
            ("ya29.c.", "access-token/not-issued"), ("", "access-token/not-issued"),
            (token + "A", "access-token/not-issued"), (String(token.dropLast()), "access-token/not-issued"),
            (String(repeating: "x", count: 10_000), "access-token/not-issued"),
        ] {
            let before = reasons.count
            let answer = await lookUp(bearer: bearer)
            #expect(answer.status == 401, "\(bearer.prefix(20))")
            #expect(answer.json["error"]?["status"] == "UNAUTHENTICATED")
            #expect(reasons.dropFirst(before) == [["auth/unauthenticated", reason]])
        }
        // Another service's token, of the same account.
        let other = try Fixture()
        let stranger = AccessToken.make(
            scopes: [Self.administering], issuedAt: Fixture.start, key: other.service.keys.sessionKey)
        #expect(await lookUp(bearer: stranger).status == 401)
    }

    @Test func aScopeThatDoesNotAdministerIsTooSmall() async throws {
        let answer = await lookUp(
            bearer: try await accessToken(scope: "https://www.googleapis.com/auth/userinfo.email"))
        #expect(answer.status == 403)
        #expect(answer.json["error"]?["message"] == "Request had insufficient authentication scopes.")
        #expect(reasons == [["auth/permission-denied", "access-token/insufficient-scope"]])
    }

    /// Columns: what is changed in the assertion, OAuth's error, the beginning of its description, the trace's reasons.
    @Test(
        arguments: [
            ([("exp", 1)], "invalid_grant", "Invalid JWT: Token must be a short-lived token", ["token/expired"]),
            (
                [("aud", "x")], "invalid_grant", "Invalid JWT: Failed audience check. The right audience is https://",
                ["token/wrong-audience"]
            ),
            (
                [("iss", "x@example.com")], "invalid_grant", "Invalid grant: account not found",
                ["token/unknown-service-account"]
            ),
        ] as [([(String, JSONValue?)], String, String, [String])])
    func aBadAssertionIsRefusedAsGoogleDoes(
        changes: [(String, JSONValue?)], error: String, description: String, causes: [String]
    ) async throws {
        let answer = await ask([("grant_type", Self.jwtBearer), ("assertion", try assertion(changes))])
        #expect(answer.status == 400)
        #expect(answer.json["error"]?.stringValue == error)
        #expect(answer.json.text("error_description").hasPrefix(description), "\(answer.json)")
        #expect(reasons == [["grant/assertion-refused"] + causes])
        #expect(fixture.service.audit.all.last?.code == error)
    }

    @Test func anotherKeyAndAnotherSubjectAreRefused() async throws {
        let forged = await ask([
            ("grant_type", Self.jwtBearer), ("assertion", try assertion(key: try Fixture.foreignKey.get())),
        ])
        #expect(forged.json["error_description"] == "Invalid JWT Signature.")
        let delegated = await ask([
            ("grant_type", Self.jwtBearer), ("assertion", try assertion([("sub", "boss@example.com")])),
        ])
        #expect(delegated.json["error"] == "unauthorized_client")
        #expect(
            reasons == [
                ["grant/assertion-refused", "token/bad-signature"],
                ["grant/delegation", "token/subject-is-not-issuer"],
            ])
    }

    @Test(
        arguments: [
            ([], "invalid_request", "grant/missing-grant-type"),
            (
                [("grant_type", "refresh_token"), ("refresh_token", "x")], "unsupported_grant_type",
                "grant/unsupported-grant-type"
            ),
            ([("grant_type", jwtBearer)], "invalid_request", "grant/missing-assertion"),
            ([("grant_type", jwtBearer), ("assertion", "")], "invalid_request", "grant/missing-assertion"),
            ([("grant_type", jwtBearer), ("assertion", "x.y")], "invalid_grant", "grant/assertion-refused"),
            ([("grant_type", jwtBearer), ("assertion", "\0")], "invalid_grant", "grant/assertion-refused"),
        ] as [([(String, String)], String, String)])
    func aRequestThatIsNoneIsRefused(fields: [(String, String)], error: String, reason: String) async {
        let answer = await ask(fields)
        #expect(answer.status == 400 && answer.json["error"]?.stringValue == error, "\(answer.json)")
        #expect(reasons.first?.first == reason)
    }

    @Test func anIDTokenOfTheAccountIsVerifiable() async throws {
        let answer = await ask([
            ("grant_type", Self.jwtBearer),
            ("assertion", try assertion([("scope", nil), ("target_audience", "https://run.example")])),
        ])
        let token = try UnverifiedToken(parsing: answer.json.text("id_token"))
        #expect((token.issuer, token.audience) == ("https://accounts.google.com", "https://run.example"))
        let certificates = await send("GET", "www.googleapis.com", "/oauth2/v1/certs")
        #expect(certificates.json[token.keyID ?? ""] != nil)
        #expect(certificates.cacheControl == "public, max-age=21600")
        let nothing = await ask([("grant_type", Self.jwtBearer), ("assertion", try assertion([("scope", nil)]))])
        #expect(nothing.json["error"] == "invalid_scope")
        #expect(reasons == [["grant/nothing-asked-for"]])
    }

    // MARK: - Hosts

    /// Columns: method, host, path, and whether something is there.
    @Test(
        arguments: [
            ("POST", "identitytoolkit.googleapis.com", "/v1/accounts:signUp", true),
            ("POST", "IdentityToolkit.googleapis.com:443", "/v1/accounts:signUp", true),
            ("POST", "securetoken.googleapis.com", "/v1/token", true),
            ("POST", "identitytoolkit.googleapis.com", "/v1/token", false),  // another host's
            ("POST", "www.googleapis.com", "/v1/token", false),
            ("GET", "www.googleapis.com", "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com", true),
            ("GET", "accounts.google.com", "/.well-known/openid-configuration", true),
            ("GET", "accounts.google.com", "/", false),
            ("POST", "firebaseinstallations.googleapis.com", "/v1/projects/demo-bridge/installations", true),
            ("GET", "demo-bridge.firebaseapp.com", "/__/auth/handler", true),
            ("GET", "demo-bridge.firebaseapp.com", "/__/auth/iframe", true),
            ("GET", "demo-bridge.firebaseapp.com", "/emulator/action", false),
            ("GET", "demo-bridge.firebaseapp.com", "/", false),
            ("GET", "other.firebaseapp.com", "/__/auth/handler", false),
            // Nothing of the emulator's own, however it is written.
            ("GET", "identitytoolkit.googleapis.com", "/", false),
            ("DELETE", "identitytoolkit.googleapis.com", "/emulator/v1/projects/demo-bridge/accounts", false),
            ("DELETE", "emulator", "/v1/projects/demo-bridge/accounts", false),
            ("POST", "127.0.0.1", "/identitytoolkit.googleapis.com/v1/accounts:signUp", false),
            ("POST", "www.googleapis.com", "/../identitytoolkit.googleapis.com/v1/accounts:signUp", false),
            ("POST", "", "/v1/accounts:signUp", false),
        ] as [(String, String, String, Bool)])
    func haveTheirOwnPathsAndNoOthers(method: String, host: String, path: String, isThere: Bool) async {
        let hosts = GoogleHosts(projectID: Fixture.project)
        #expect(hosts.have(method: method, host: host, path: path) == isThere)
        guard !isThere else { return }
        let answer = await send(method, host, path)
        #expect(answer.status == 404)
        guard case .html(let page) = answer.body else { return #expect(Bool(false), "no page") }
        #expect(page.contains("Error 404 (Not Found)!!1"))
    }

    @Test func installationsGetAnIDEach() async {
        let path = "/v1/projects/\(Fixture.project)/installations"
        let own = await send(
            "POST", "firebaseinstallations.googleapis.com", path, json: ["fid": "cABCDEFGHIJKLMNOPQRSTU"])
        #expect(own.json["fid"] == "cABCDEFGHIJKLMNOPQRSTU" && own.json["authToken"]?["expiresIn"] == "604800s")
        for wrong in ["", "x", "aABCDEFGHIJKLMNOPQRSTU", "cABCDEFGHIJKLMNOPQRS/U"] {
            let made = await send("POST", "firebaseinstallations.googleapis.com", path, json: ["fid": .string(wrong)])
            let fid = made.json.text("fid")
            #expect(fid.utf8.count == 22 && "cdef".contains(fid.first ?? "x") && fid != wrong)
        }
        let other = await send(
            "POST", "firebaseinstallations.googleapis.com", "/v1/projects/other/installations", json: [:])
        #expect(other.status == 200)  // an installation is of an app, and says nothing of the service's project
    }

    /// google-auth asks it of each account; a service account that is not ours is nobody.
    @Test func noRegionIsClosed() async throws {
        let account = fixture.service.serviceAccount.email
        let token = try await accessToken()
        let answer = await send(
            "GET", "iamcredentials.googleapis.com", "/v1/projects/-/serviceAccounts/\(account)/allowedLocations",
            bearer: token)
        #expect(answer.json["encodedLocations"] == "0x0", "\(answer.json)")
    }

    /// The emulator goes on believing what it believed.
    @Test(arguments: ["owner", "ya29.anything"])
    func theEmulatorTakesWhatItTook(bearer: String) async throws {
        let emulator = AuthAPI(service: fixture.service)
        var request = PlainRequest(
            method: "POST", host: "127.0.0.1:9099",
            path: "/identitytoolkit.googleapis.com/v1/projects/\(Fixture.project)/accounts:lookup",
            authorization: "Bearer \(bearer)")
        request.body = JSONValue.object(JSONObject([("localId", ["x"])])).bytes()
        #expect(await emulator.answer(request).status == 200)
    }

    private var reasons: [[String]] {
        fixture.trace.events.compactMap { event in
            guard case .account(let account) = event.kind, account.action == .refused else { return nil }
            return account.reasons.map(\.rawValue)
        }
    }
}
