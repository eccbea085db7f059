import BridgePrimitives
import BridgeTrace
import HTTPLoader
import HTTPTypes
import HandoffBackend
import Hummingbird
import Listening
import Testing
import Tokens

@Suite("The handover that a web view makes itself", .timeLimit(.minutes(5)))
struct ViewHandoverTests {
    private struct Site: Sendable {
        let auth: RealAuthService
        let handover: ViewHandover

        /// - Parameters:
        ///   - project: of the mint; another one's tokens are none that it takes.
        ///   - checksRevocation: whether the auth service is asked about each session cookie.
        init(
            _ auth: RealAuthService, mintProject project: String = Story.project, checksRevocation: Bool = false
        ) throws {
            self.auth = auth
            let certificates = CertificateCache(
                url: try auth.origin.resolving(
                    "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"),
                transport: auth.transport, clock: auth.clock, trace: auth.trace)
            let requests = AdminRequests(
                auth: auth.origin, projectID: project, transport: auth.transport, trace: auth.trace)
            handover = ViewHandover(
                backend: Backend(
                    serviceAccount: try Story.keys.get().account, certificates: certificates, clock: auth.clock,
                    trace: auth.trace),
                mint: SessionCookieMint(requests), revocation: TokenRevocation(requests),
                admission: TokenAdmission(
                    projectID: Story.project, certificates: certificates, form: .sessionCookie,
                    accounts: checksRevocation ? AccountLookup(requests) : nil, clock: auth.clock),
                cookieName: "customtoken", signInPath: "/signin", trace: auth.trace)
        }

        func ask(
            _ target: String, method: String = "GET", authorization: String? = nil, cookie: String? = nil,
            origin: String? = nil, site: String? = nil, body: String = ""
        ) async -> Answer {
            let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
            var request = PlainRequest(
                method: method, host: "app.localhost:8443", path: parts[0], query: parts.count > 1 ? parts[1] : "",
                authorization: authorization, origin: origin, body: Array(body.utf8))
            request.headers[.cookie] = cookie
            request.headers[named: "sec-fetch-site"] = site
            let response = await handover.response(to: request)
            return Answer(
                status: response.status.code, location: response.headers[.location],
                setCookie: response.headers[.setCookie], allow: response.headers[.allow])
        }
    }

    private struct Answer {
        let status: Int, location: String?, setCookie: String?, allow: String?

        var value: String { String((setCookie ?? "").drop { $0 != "=" }.dropFirst().prefix { $0 != ";" }) }
    }

    @Test func theViewGetsTheCookieAndGoesOn() async throws {
        try await withRealAuthService { auth in
            let site = try Site(auth)
            let answer = await site.ask(
                "/__/handover?to=%2Forders%3Fa%3D1", authorization: "Bearer \(try await auth.idToken())")
            #expect(answer.status == 303 && answer.location == "/orders?a=1")
            #expect(answer.setCookie?.hasPrefix("customtoken=") == true)
            let token = try UnverifiedToken(parsing: answer.value)
            #expect(token.payload["uid"]?.stringValue == (try auth.uid()))
        }
    }

    @Test func aSessionIsStartedAndKnownAgain() async throws {
        try await withRealAuthService { auth in
            let site = try Site(auth)
            let started = await site.ask("/__/session/start", authorization: "Bearer \(try await auth.idToken())")
            #expect(started.status == 303 && started.location == "/")
            let cookie = "a=b; customtoken=\(started.value)"
            #expect(await site.ask("/__/session", cookie: cookie).status == 200)
            #expect(await site.ask("/__/account", cookie: cookie).status == 200)
            // An ID token has the same keys and another issuer; a custom token is signed by somebody else.
            let idToken = try await auth.idToken()
            #expect(await site.ask("/__/session", cookie: "customtoken=\(idToken)").status == 401)
            #expect(await site.ask("/__/account", cookie: "customtoken=\(idToken)").location == "/signin")
            auth.clock.advance(by: .seconds(5 * 86_400))
            #expect(await site.ask("/__/session", cookie: cookie).status == 401)
            #expect(tokenReasons(auth).suffix(1) == ["token/expired"])
        }
    }

    /// Columns: the request, what it answers, and a reason that the trace has then; each with why.
    @Test func refusals() async throws {
        let rows: [(target: String, method: String, authorization: String?, status: Int, code: String)] = [
            ("/__/other", "GET", nil, 404, "backend/no-such-path"),
            ("/__/handover", "PUT", nil, 405, "backend/view-method-not-allowed"),
            ("/__/code", "GET", nil, 405, "backend/view-method-not-allowed"),
            ("/__/code", "POST", nil, 401, "users/no-authorization"),
            ("/__/enter?to=//evil.example/", "GET", nil, 400, "backend/foreign-target"),
            // To the sign-in, as whoever has no session.
            ("/__/enter?code=never-given", "GET", nil, 303, "backend/unknown-code"),
            ("/__/enter", "POST", nil, 303, "backend/unknown-code"),
            ("/__/handover", "POST", nil, 401, "users/no-authorization"),
            ("/__/handover", "GET", nil, 401, "users/no-authorization"),
            ("/__/handover", "GET", "Basic abc", 401, "users/other-scheme"),
            ("/__/handover", "GET", "Bearer x", 401, "token/malformed"),
            ("/__/session/start", "GET", "Bearer x", 401, "token/malformed"),
            // Where a browser would go to another host.
            ("/__/handover?to=https://evil.example/", "GET", nil, 400, "backend/foreign-target"),
            ("/__/handover?to=//evil.example/", "GET", nil, 400, "backend/foreign-target"),
            ("/__/handover?to=/%5Cevil.example/", "GET", nil, 400, "backend/foreign-target"),
            ("/__/handover?to=/%09/evil.example/", "GET", nil, 400, "backend/foreign-target"),
            ("/__/handover?to=/a%0D%0ASet-Cookie:x=1", "GET", nil, 400, "backend/foreign-target"),
            ("/__/handover?to=", "GET", nil, 400, "backend/foreign-target"),
            ("/__/session", "GET", nil, 401, "backend/no-session"),
            ("/__/account", "GET", nil, 303, "backend/no-session"),
        ]
        try await withRealAuthService { auth in
            let site = try Site(auth)
            for row in rows {
                let mark = auth.trace.mark
                let answer = await site.ask(row.target, method: row.method, authorization: row.authorization)
                #expect(answer.status == row.status, "\(row)")
                #expect(answer.setCookie == nil, "\(row)")
                let codes = auth.trace.events(from: mark).flatMap(\.reasons).map(\.rawValue)
                #expect(codes.contains(row.code), "\(row) \(codes)")
            }
            #expect(await site.ask("/__/handover", method: "PUT").allow == "GET, POST")
        }
    }

    // MARK: - The end of a session

    /// Columns: what the browser says of the page that posts, and whether its log-out counts; each with why.
    @Test func aLogOutIsThePagesOwn() async throws {
        let rows: [(origin: String?, site: String?, isOwn: Bool)] = [
            (nil, nil, true),  // the app's own request
            ("https://app.localhost:8443", nil, true), ("https://app.localhost:8443", "same-origin", true),
            ("http://app.localhost:8443", nil, true),  // TLS may end in front of the server
            (nil, "none", true),  // the address bar
            ("https://evil.example", nil, false), ("https://app.localhost", nil, false),  // another port
            ("https://partner.app.localhost:8443", "same-site", false),  // to which SameSite would send the cookie
            ("https://app.localhost:8443", "cross-site", false), ("null", nil, false), ("", nil, false),
        ]
        try await withRealAuthService { auth in
            let site = try Site(auth)
            for row in rows {
                let answer = await site.ask("/__/session/end", method: "POST", origin: row.origin, site: row.site)
                #expect(answer.status == (row.isOwn ? 303 : 403), "\(row)")
                #expect((answer.setCookie != nil) == row.isOwn, "\(row)")
            }
            let answer = await site.ask("/__/session/end", method: "POST")
            #expect(answer.location == "/signin" && answer.value.isEmpty)
            #expect(answer.setCookie?.contains("Max-Age=0") == true && answer.setCookie?.contains("Path=/") == true)
            let got = await site.ask("/__/session/end")
            #expect(got.status == 405 && got.allow == "POST" && got.setCookie == nil)
            let codes = auth.trace.events.flatMap(\.reasons).map(\.rawValue)
            #expect(codes.contains("backend/foreign-end") && codes.contains("backend/end-method-not-allowed"))
        }
    }

    /// A cookie that was copied before is refused from then on where the server asks, and only there.
    @Test(arguments: [true, false])
    func aLogOutEverywhereRevokes(checksRevocation: Bool) async throws {
        try await withRealAuthService { auth in
            let site = try Site(auth, checksRevocation: checksRevocation)
            let started = await site.ask("/__/session/start", authorization: "Bearer \(try await auth.idToken())")
            let cookie = "customtoken=\(started.value)"
            auth.clock.advance(by: .seconds(2))
            #expect(await site.ask("/__/session/end", method: "POST", cookie: cookie).status == 303)
            #expect(await site.ask("/__/session", cookie: cookie).status == 200, "only the cookie was taken away")
            let ended = await site.ask("/__/session/end", method: "POST", cookie: cookie, body: "everywhere=1")
            #expect(ended.status == 303 && ended.setCookie != nil)
            #expect(await site.ask("/__/session", cookie: cookie).status == (checksRevocation ? 401 : 200))
            // Whose session is over already has nothing to end, and is led on.
            let again = await site.ask("/__/session/end", method: "POST", cookie: "customtoken=x", body: "everywhere=1")
            #expect(again.status == 303 && again.setCookie != nil)
        }
    }

    @Test func aRevocationThatFailsKeepsTheCookie() async throws {
        try await withRealAuthService { auth in
            let started = await (try Site(auth)).ask(
                "/__/session/start", authorization: "Bearer \(try await auth.idToken())")
            let answer = await (try Site(auth, mintProject: "other")).ask(
                "/__/session/end", method: "POST", cookie: "customtoken=\(started.value)", body: "everywhere=1")
            #expect(answer.status == 503 && answer.setCookie == nil)
            #expect(auth.trace.events.flatMap(\.reasons).map(\.rawValue).contains("backend/not-revoked"))
        }
    }

    @Test func anAuthServiceThatMakesNoneIsSaid() async throws {
        try await withRealAuthService { auth in
            let answer = try await Site(auth, mintProject: "other").ask(
                "/__/session/start", authorization: "Bearer \(try await auth.idToken())")
            #expect(answer.status == 503 && answer.setCookie == nil)
            #expect(tokenReasons(auth).suffix(1) == ["backend/no-session-cookie"])
        }
    }

    private func tokenReasons(_ auth: RealAuthService) -> [String] {
        auth.trace.events.flatMap { event -> [String] in
            guard event.actor == .backend, case .token(let token) = event.kind else { return [] }
            return token.reasons.map(\.rawValue)
        }
    }
}
