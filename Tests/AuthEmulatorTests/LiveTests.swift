import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Faults
import HTTPLoader
import Listening
import Testing
import Tokens

@Suite("Over HTTP", .timeLimit(.minutes(5)))
struct LiveTests {
    private static let toolkit = "/identitytoolkit.googleapis.com/v1/accounts:"

    /// A strict service, listening, and requests to it.
    private struct Live {
        let fixture: Fixture
        let transport: CurlTransport
        let origin: String

        func send(
            _ method: String = "POST", _ target: String, _ body: String? = nil, headers: HTTPHeaders = [:]
        ) async throws -> (response: HTTPLoader.HTTPResponse, json: JSONValue) {
            let request = try HTTPLoader.HTTPRequest(
                method: method, url: WebURL(origin + target), headers: headers, body: body.map { Array($0.utf8) })
            let response = try await transport.perform(request).response
            let isJSON = response.headers.first("content-type")?.hasPrefix("application/json") == true
            return (response, isJSON ? try JSONValue(parsing: response.body) : .null)
        }

        func message(
            _ method: String = "POST", _ target: String, _ body: String? = nil, headers: HTTPHeaders = [:]
        ) async throws -> String {
            let (response, json) = try await send(method, target, body, headers: headers)
            #expect(json["error"]?["code"] == .integer(Int64(response.status)))
            return "\(response.status) \(json["error"]?["message"]?.stringValue ?? "")"
        }
    }

    private func live<Value>(_ strictness: Strictness = .strict, _ body: (Live) async throws -> Value) async throws
        -> Value
    {
        let fixture = try Fixture(strictness)
        try fixture.addTaro()
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        return try await withListener(AuthAPI(service: fixture.service), name: "auth") { bound in
            try await body(Live(fixture: fixture, transport: transport, origin: bound.origin))
        }
    }

    private let json: HTTPHeaders = ["Content-Type": "application/json"]

    @Test func itSaysThatItIsReady() async throws {
        try await live { live in
            let (response, json) = try await live.send("GET", "/")
            #expect(response.status == 200 && json["authEmulator"]?["ready"] == true)
            #expect(response.headers.first("content-type") == "application/json; charset=utf-8")
        }
    }

    @Test(arguments: [
        toolkit + "signInWithPassword?key=k",
        "/v1/accounts:signInWithPassword?alt=json&key=k",
        "/v1/accounts%3AsignInWithPassword?key=k",
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyPassword?key=k",
        "/identitytoolkit/v3/relyingparty/verifyPassword?key=k",
    ])
    func everyPathOfACallWorks(target: String) async throws {
        try await live { live in
            let (response, reply) = try await live.send(
                "POST", target, #"{"email":"taro@example.com","password":"correct-horse"}"#, headers: json)
            #expect(response.status == 200)
            #expect(reply["localId"] == "taro")
            #expect(!response.text.contains("null"))
        }
    }

    @Test(
        arguments: [
            // The key rule
            ("POST", toolkit + "signUp", "{}", [:], "403 The request is missing a valid API key."),
            ("POST", toolkit + "signUp?key=", "{}", [:], "403 The request is missing a valid API key."),
            ("POST", toolkit + "lookup", "{}", ["x-goog-api-key": "k"], "400 MISSING_ID_TOKEN"),
            ("POST", toolkit + "lookup?key=k", nil, [:], "400 MISSING_ID_TOKEN"),  // a body is optional
            (
                "POST", toolkit + "lookup?key=k", "{}", ["Authorization": "Bearer x"],
                "401 Request had invalid authentication credentials. Expected an OAuth 2 access token."
            ),
            (
                "POST", "/identitytoolkit.googleapis.com/v1/projects/demo-bridge/accounts?key=k", "{}", [:],
                "400 INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
            ),
            (
                "POST", toolkit + "signUp?key=k", #"{"targetProjectId":"demo-bridge"}"#, [:],
                "400 INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
            ),
            ("POST", toolkit + "signUp?key=k", #"{"tenantId":"t"}"#, [:], "400 TENANT_NOT_FOUND"),  // strict
            (
                "POST", "/v1/projects/demo-bridge/tenants/t/accounts", #"{"tenantId":"u"}"#,
                ["Authorization": "Bearer owner"], "400 TENANT_ID_MISMATCH"
            ),
            // Paths and methods
            (
                "GET", toolkit + "signUp?key=k", nil, [:],
                "405 Method GET not allowed for /identitytoolkit.googleapis.com/v1/accounts:signUp"
            ),
            ("DELETE", "/", nil, [:], "405 Method DELETE not allowed for /"),
            ("GET", "/favicon.ico", nil, [:], "404 Not Found"),
            ("GET", "/robot/v1/metadata/x509/nobody@example.com", nil, [:], "404 Not Found"),
            // Bodies
            (
                "POST", toolkit + "signUp?key=k", "{\"a\":", [:],
                "400 Invalid JSON payload received. Unexpected input at byte 5."
            ),
            ("POST", toolkit + "signUp?key=k", "[]", [:], "400 Invalid JSON payload received.  must be object"),
            (
                "POST", toolkit + "update?key=k", #"{"deleteProvider":7}"#, [:],
                "400 Invalid JSON payload received. /deleteProvider must be array"
            ),
            ("POST", "/securetoken.googleapis.com/v1/token?key=k", "", [:], "400 MISSING_GRANT_TYPE"),
            ("POST", "/v1/token", "grant_type=refresh_token", [:], "403 The request is missing a valid API key."),
        ] as [(String, String, String?, HTTPHeaders, String)])
    func refusalsHaveTheirStatus(
        method: String, target: String, body: String?, headers: HTTPHeaders, expected: String
    ) async throws {
        try await live { live in
            let message = try await live.message(method, target, body, headers: headers)
            #expect(message == expected)
        }
    }

    @Test func theTokenEndpointTakesFormsAndJSON() async throws {
        try await live { live in
            let token = try live.fixture.signIn().text("refreshToken")
            let target = "/securetoken.googleapis.com/v1/token?key=k"
            let requests: [(String, HTTPHeaders)] = [
                (  // JavaScript
                    "grant_type=refresh_token&refresh_token=\(token)",
                    ["Content-Type": "application/x-www-form-urlencoded"]
                ),
                (#"{"grantType":"refresh_token","refreshToken":"\#(token)"}"#, ["Content-Type": "application/json"]),
                (#"{"grant_type":"refresh_token","refresh_token":"\#(token)"}"#, [:]),  // pyrebase
                // No bearer is looked at here.
                ("grant_type=refresh_token&refresh_token=\(token)", ["Authorization": "Bearer nonsense"]),
            ]
            for (body, headers) in requests {
                let (response, reply) = try await live.send("POST", target, body, headers: headers)
                #expect(response.status == 200)
                #expect(reply["user_id"] == "taro")
            }
        }
    }

    /// What empties the project or gives codes away is for this machine; what users' SDKs ask is for every page.
    @Test(
        arguments: [
            ("DELETE", "/emulator/v1/projects/demo-bridge/accounts", ["Origin": "https://evil.test"], 403),
            ("DELETE", "/emulator/v1/projects/demo-bridge/accounts", ["Host": "evil.test"], 403),
            ("GET", "/emulator/v1/projects/demo-bridge/oobCodes", ["Origin": "null"], 403),
            // A path that is percent-encoded leads to the same endpoint.
            ("GET", "/%65mulator/v1/projects/demo-bridge/oobCodes", ["Origin": "https://evil.test"], 403),
            ("DELETE", "/emulator/%76%31/projects/demo-bridge/accounts", ["Origin": "https://evil.test"], 403),
            ("GET", "/%65mulator/v1/projects/demo-bridge/oobCodes", [:], 200),
            ("GET", "/emulator/v1/projects/demo-bridge/oobCodes", ["Host": "[::1].evil.test"], 403),
            ("OPTIONS", "/emulator/v1/projects/demo-bridge/accounts", ["Origin": "https://evil.test"], 403),
            ("GET", "/emulator/v1/projects/demo-bridge/oobCodes", ["Origin": "http://localhost:3000"], 200),
            ("GET", "/emulator/v1/projects/demo-bridge/oobCodes", ["Host": "LOCALHOST"], 200),
            // Everybody knows the administrators' credential.
            (
                "POST", "/identitytoolkit.googleapis.com/v1/projects/demo-bridge/accounts:query",
                ["Origin": "https://evil.test", "Authorization": "Bearer owner"], 403
            ),
            (
                "OPTIONS", "/identitytoolkit.googleapis.com/v1/projects/demo-bridge/accounts:query",
                ["Origin": "https://evil.test", "Access-Control-Request-Headers": "content-type, Authorization"], 403
            ),
            // A name that was pointed at this machine: its page asks its own origin, and no Origin is sent.
            (
                "GET", "/identitytoolkit.googleapis.com/v1/projects/demo-bridge/accounts:batchGet",
                ["Host": "evil.test:9099", "Authorization": "Bearer owner"], 403
            ),
            (
                "GET", "/identitytoolkit.googleapis.com/v2/projects/demo-bridge/config",
                ["Host": "evil.test", "Authorization": "bearer owner"], 403
            ),
            (
                "GET", "/identitytoolkit.googleapis.com/v1/projects/demo-bridge/accounts:batchGet",
                ["Host": "auth.localhost:9099", "Authorization": "Bearer owner"], 200
            ),
            ("POST", toolkit + "signUp?key=k", ["Host": "staging.example.com"], 200),
            ("POST", toolkit + "signUp?key=k", ["Origin": "https://staging.example.com"], 200),
        ] as [(String, String, HTTPHeaders, Int)])
    func otherSitesGetNoFurtherThanUsersDo(method: String, target: String, headers: HTTPHeaders, status: Int)
        async throws
    {
        try await live { live in
            let (response, _) = try await live.send(method, target, "{}", headers: headers)
            #expect(response.status == status)
            guard status == 403 else { return }
            #expect(response.headers.first("access-control-allow-origin") == nil)
            #expect(live.fixture.trace.events.last?.reasons.first?.rawValue == "auth/foreign-request")
        }
    }

    @Test func administratorsWorkOverTheWire() async throws {
        try await live { live in
            let owner: HTTPHeaders = ["Authorization": "Bearer owner", "Content-Type": "application/json"]
            let accounts = "/identitytoolkit.googleapis.com/v1/projects/demo-bridge/accounts"
            let (_, created) = try await live.send(
                "POST", accounts, #"{"localId":"hanako","email":"hanako@example.com","password":"secret"}"#,
                headers: owner)
            #expect(created["localId"] == "hanako")
            #expect(created["idToken"] == nil)
            let (_, disabled) = try await live.send(
                "POST", accounts + ":update", #"{"localId":"hanako","disableUser":true}"#, headers: owner)
            #expect(disabled["localId"] == "hanako")
            #expect(
                try await live.message(
                    "POST", Self.toolkit + "signInWithPassword?key=k",
                    #"{"email":"hanako@example.com","password":"secret"}"#
                ) == "400 USER_DISABLED")
            let (_, revoked) = try await live.send(
                "POST", accounts + ":update", #"{"localId":"taro","validSince":1800000000}"#, headers: owner)
            #expect(revoked["localId"] == "taro")
            let (_, found) = try await live.send(
                "POST", accounts + ":lookup", #"{"localId":["taro","hanako"]}"#, headers: owner)
            #expect(found["users"]?.arrayValue?.map { $0["validSince"] } == ["1800000000", "1795251600"])
            #expect(found["users"]?.arrayValue?.last?["disabled"] == true)
            let (_, deleted) = try await live.send("POST", accounts + ":delete", #"{"localId":"taro"}"#, headers: owner)
            #expect(deleted == ["kind": "identitytoolkit#DeleteAccountResponse"])
        }
    }

    @Test func aBackendCanVerifyWhatTheServiceSigns() async throws {
        try await live { live in
            let idToken = try live.fixture.signIn().text("idToken")
            let path = "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
            for prefix in ["", "/www.googleapis.com"] {
                let (response, certificates) = try await live.send("GET", prefix + path)
                #expect(response.headers.first("cache-control") == "public, max-age=21600")
                var keys: [String: VerificationKey] = [:]
                for (keyID, pem) in certificates.objectValue ?? JSONObject() {
                    keys[keyID] = try VerificationKey(certificatePEM: pem.stringValue ?? "")
                }
                let verdict = IDTokenVerifier(projectID: Fixture.project)
                    .verify(idToken, keys: keys, now: live.fixture.clock.now)
                #expect(verdict.verified?.uid == "taro")
            }
            let (_, set) = try await live.send(
                "GET", "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com")
            let key = try VerificationKey(jwk: set["keys"]?.arrayValue?.first ?? .null)
            #expect(key.pem == live.fixture.service.keys.current.verificationKey.pem)
            let account = live.fixture.service.serviceAccount
            let (_, own) = try await live.send("GET", "/robot/v1/metadata/x509/\(account.email)")
            #expect(own.objectValue?.names == [account.key.keyID])
        }
    }

    /// Beyond the listener's limit no handler sees the request, and a page must be able to read that answer too.
    @Test func oversizedBodiesAreAnsweredInJSON() async throws {
        try await live { live in
            let body = #"{"email":""# + String(repeating: "x", count: 1 << 20) + #""}"#
            let (response, json) = try await live.send(
                "POST", Self.toolkit + "signUp?key=k", body, headers: ["Origin": "http://app.localhost:8080"])
            #expect(response.status == 413)
            #expect(json["error"]?["code"] == 413)
            #expect(json["error"]?["message"] == "PAYLOAD_TOO_LARGE : at most 16777216 bytes")
            #expect(response.headers.first("access-control-allow-origin") == "http://app.localhost:8080")
        }
    }

    @Test func aDroppedConnectionGivesNoAnswer() async throws {
        try await live { live in
            live.fixture.service.faults.set([Fault(endpoint: "*", effect: .drop, times: .once)])
            await #expect(throws: (any Error).self) { try await live.send("POST", Self.toolkit + "signUp?key=k", "{}") }
            let (response, _) = try await live.send("POST", Self.toolkit + "signUp?key=k", "{}")
            #expect(response.status == 200)
        }
    }

    /// Links point to where the service was asked.
    @Test func linksNameTheHostThatWasAsked() async throws {
        try await live { live in
            let (_, reply) = try await live.send(
                "POST", "/identitytoolkit.googleapis.com/v1/projects/demo-bridge/accounts:sendOobCode",
                #"{"requestType":"PASSWORD_RESET","email":"taro@example.com","returnOobLink":true}"#,
                headers: ["Authorization": "Bearer owner"])
            let link = reply["oobLink"]?.stringValue ?? ""
            #expect(link.hasPrefix(live.origin + "/emulator/action?mode=resetPassword"))
            let target = String(link.dropFirst(live.origin.utf8.count)) + "&newPassword=battery-staple"
            let (done, json) = try await live.send("GET", target)
            #expect(done.status == 200 && json["authEmulator"]?["email"] == "taro@example.com")
            let (page, _) = try await live.send("GET", "/emulator/auth/iframe")
            #expect(page.headers.first("content-type") == "text/html; charset=utf-8")
            #expect(page.headers.first("content-security-policy")?.hasPrefix("default-src 'none'") == true)
        }
    }

    @Test func manyAtOnceKeepTheirUsersApart() async throws {
        try await live { live in
            let uids = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let (_, reply) = try await live.send("POST", Self.toolkit + "signUp?key=k", "{}")
                        return reply["localId"]?.stringValue ?? ""
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(uids.count == 20 && !uids.contains(""))
        }
    }
}
