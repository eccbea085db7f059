import BridgePrimitives
import BridgeTrace
import Diagnosis
import Foundation
import HTTPLoader
import Project
import Scenarios
import TestSupport
import Testing
import Tokens
import WorldTestSupport
import Worlds

/// Handoffs with a backend and names of the user's own, over real sockets.
@Suite("A user's own backend", .timeLimit(.minutes(5)))
struct OwnBackendTests {
    private typealias Answer = @Sendable (ScriptedServer.Request) -> ScriptedServer.Answer

    /// A project whose backend is a server that runs, and whose page has its own words.
    static func project(_ port: Int, token: TokenPlace = .json("data.customToken")) -> AppProject {
        var project = AppProject()
        (project.auth.projectID, project.auth.strictness) = ("demo-bridge", .lenient)
        var backend = OwnBackend(url: TextTemplate("http://127.0.0.1:\(port)"))
        backend.exchange.request.form = nil
        backend.exchange.request.path = TextTemplate("/auth/exchange")
        backend.exchange.request.json = ["id_token": "${id-token}"]
        backend.exchange.token = token
        project.backend = backend
        (project.web.cookieName, project.web.signInPath) = ("fb_token", "/login")
        var script = OwnScript()
        script.source = TextTemplate("document.cookie = 'fb_token=${token}; path=/; secure'")
        project.handover = [.userScript(script)]
        return project
    }

    /// Runs a scenario beside a project file.
    static func run(
        _ project: AppProject, steps: String = "[sign-in, exchange, open: { path: /orders }]",
        expect: String = "{ verdict: signed-in }", web scheme: String = "https"
    ) async throws -> ScenarioResult {
        let scenario = try #require(
            ScenarioFile.scenarios(
                in: "name: own\nweb: { scheme: \(scheme) }\nsteps: \(steps)\nexpect: \(expect)", file: "own.yaml",
                vocabulary: Vocabulary(reasons: ["backend/runs-elsewhere"])
            ).first)
        var settings = try WorldSettings().adopting(project)
        settings.authPort = 0
        let (material, asked) = (try SharedMaterial.material.get(), settings)
        return await ScenarioRunner(width: 1) { scenario, body in
            try await withWorld(asked.adopting(scenario.setting), material: material) { world in
                await body(WorldPlayer(world: world))
            }
        }.run(scenario)
    }

    /// Mints as the Admin SDK does under the emulator's variable: unsigned, for whom the ID token names.
    ///
    /// - Parameter uid: in place of the ID token's.
    static func mint(
        for request: ScriptedServer.Request, issuer: String = "firebase-auth-emulator@example.com",
        uid other: String? = nil
    ) -> String {
        let body = try? JSONValue(parsing: request.body)
        let uid = (body?["id_token"]?.stringValue).flatMap { try? UnverifiedToken(parsing: $0) }?.subject ?? "nobody"
        let now = Int64(Date.seconds)
        let claims: JSONValue = [
            "aud": "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
            "iss": .string(issuer), "sub": .string(issuer), "uid": .string(other ?? uid), "iat": .integer(now),
            "exp": .integer(now + 3600),
        ]
        let header = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
        return "\(header).\(Base64URL.encode(claims.bytes()))."
    }

    // MARK: - Handoffs that work

    @Test(arguments: [
        (TokenPlace.json("data.customToken"), "", #"{"data":{"customToken":"TOKEN"}}"#),
        (.cookie("fb_token"), "Set-Cookie: fb_token=TOKEN; Path=/\r\n", ""),
        (.header("X-Token"), "X-Token: TOKEN\r\n", ""),
    ])
    func theSessionArrivesFromEachPlace(place: TokenPlace, headers: String, body: String) async throws {
        let server = try ScriptedServer { request in
            guard request.line == "POST /auth/exchange HTTP/1.1" else { return .ok("{}") }
            let token = Self.mint(for: request)
            return .ok(body.replacing("TOKEN", with: token), headers: headers.replacing("TOKEN", with: token))
        }
        defer { server.stop() }
        let result = try await Self.run(
            Self.project(server.port, token: place),
            expect: "{ verdict: signed-in, cookie: { name: fb_token, visible-to-script: true } }")
        #expect(result.hasPassed, "\(result.outcome) \(result.rootCause?.message ?? "")")
        #expect(server.received.map(\.line) == ["POST /auth/exchange HTTP/1.1"])
    }

    /// As `URLSession` does: a framework that adds a slash is asked again, with the same body. Columns: the redirect's
    /// status, what the slash answers, and the cause.
    @Test(arguments: [
        (307, 200, nil), (308, 200, nil), (307, 403, "exchange/not-accepted"), (302, 200, "exchange/other-slash"),
        (303, 200, "exchange/other-slash"),
    ])
    func redirectsThatKeepTheRequestAreFollowed(status: Int, then: Int, cause: String?) async throws {
        let server = try ScriptedServer { request in
            guard request.line.hasPrefix("POST /auth/exchange/ ") else {
                return .keep("HTTP/1.1 \(status) Elsewhere\r\nLocation: /auth/exchange/\r\nContent-Length: 0\r\n\r\n")
            }
            let answer = #"{"data":{"customToken":"\#(Self.mint(for: request))"}}"#
            return then == 200 ? .ok(answer) : .keep("HTTP/1.1 \(then) No\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let result = try await Self.run(Self.project(server.port))
        #expect(result.rootCause?.code.rawValue == cause, "\(result.rootCause?.message ?? "")")
        #expect(server.received.count == (status < 304 ? 1 : 2))
    }

    @Test func aTokenForSomebodyElse() async throws {
        let server = try ScriptedServer { request in
            .ok(#"{"data":{"customToken":"\#(Self.mint(for: request, uid: "user-42"))"}}"#)
        }
        defer { server.stop() }
        let cause = try await Self.run(Self.project(server.port)).rootCause
        #expect(cause?.code.rawValue == "handoff/other-user")
        #expect(cause?.message.hasPrefix("The backend answered an ID token of the app's user, ") == true)
        #expect(cause?.message.hasSuffix(", with a custom token for user-42.") == true, "\(cause?.message ?? "")")
        #expect(cause?.fix == "Mint the custom token for the uid of the ID token that was verified.")
    }

    @Test func aRedirectToWhereNobodyListens() async throws {
        let gone = try ScriptedServer { _ in .ok() }
        let port = gone.port
        gone.stop()
        let server = try ScriptedServer { _ in
            .keep("HTTP/1.1 307 There\r\nLocation: http://127.0.0.1:\(port)/x?t=1\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let result = try await Self.run(Self.project(server.port))
        #expect(result.rootCause?.code.rawValue == "exchange/backend-not-there")
        #expect(
            result.rootCause?.message
                == "exchange failed: nothing listens at http://127.0.0.1:\(port), where"
                + " http://127.0.0.1:\(server.port)/auth/exchange redirects to.")
    }

    @Test func redirectsInACircleEnd() async throws {
        let server = try ScriptedServer { _ in
            .keep("HTTP/1.1 307 Again\r\nLocation: /auth/exchange\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let result = try await Self.run(Self.project(server.port))
        #expect(result.rootCause?.code.rawValue == "load/too-many-redirects", "\(result.rootCause?.message ?? "")")
        #expect(server.received.count == 21)
    }

    /// The app's own copy, with the attributes that the app gives it.
    @Test(arguments: [
        ("Path=/; Secure", "signed-in", nil as String?), ("Path=/other; Secure", "signed-out", "script/path"),
        ("Path=/; Secure; HttpOnly", "signed-out", "script/http-only"),
        ("Path=/; Domain=other.test", "signed-out", "handoff/copy-for-other-host"),
    ])
    func aCookieWithTheAppsAttributes(attributes: String, verdict: String, cause: String?) async throws {
        let server = try ScriptedServer { .ok(#"{"data":{"customToken":"\#(Self.mint(for: $0))"}}"#) }
        defer { server.stop() }
        var project = Self.project(server.port)
        var copy = CookieCopy()
        copy.attributes = attributes
        project.handover = [.cookieStore(copy)]
        let result = try await Self.run(project)
        #expect(result.rootCause?.code.rawValue == cause, "\(result.rootCause?.message ?? "")")
        #expect(result.hasPassed == (verdict == "signed-in"))
    }

    /// Which store has it, which does not, and why: both ends of the way are named.
    @Test func aSecureCookieOverHTTPNamesBothStores() async throws {
        let server = try ScriptedServer { request in
            .ok("", headers: "Set-Cookie: fb_token=\(Self.mint(for: request)); Path=/; Secure\r\n")
        }
        defer { server.stop() }
        let result = try await Self.run(Self.project(server.port, token: .cookie("fb_token")))
        #expect(result.rootCause?.code.rawValue == "store/secure-from-insecure")
        #expect(
            result.rootCause?.message
                == "exchange failed: the app's own HTTPCookieStorage did not keep the backend's fb_token, so there is none to"
                + " copy into the web view's store: A Secure cookie came from an insecure URL,"
                + " http://127.0.0.1:\(server.port), which is plain http.", "\(result.rootCause?.message ?? "")")
    }

    /// A cookie that only the app's own storage has. Columns: the attributes of the app's copy there and of the backend's
    /// cookie, how the page is served, and which of the two is told to stand against a copy.
    @Test(arguments: [
        ("Path=/", "Path=/", "https", []), ("Path=/; HttpOnly", "Path=/", "https", ["HttpOnly"]),
        ("Path=/", "Path=/; httponly", "https", ["HttpOnly"]),  // the one that a copy is made of
        ("Path=/; Secure", "Path=/", "https", []), ("Path=/; Secure", "Path=/", "http", ["Secure"]),
        ("Path=/; Secure; HttpOnly", "Path=/; HttpOnly", "http", ["HttpOnly", "Secure"]),
    ])
    func theFixSaysWhatElseKeepsACopyFromThePage(
        copied: String, answered: String, scheme: String, told: [String]
    ) async throws {
        let server = try ScriptedServer { request in
            .ok("", headers: "Set-Cookie: fb_token=\(Self.mint(for: request)); \(answered)\r\n")
        }
        defer { server.stop() }
        var project = Self.project(server.port, token: .cookie("fb_token"))
        var copy = CookieCopy()
        copy.attributes = copied
        project.handover = [.nativeStorage(copy)]
        let result = try await Self.run(project, web: scheme)
        let cause = try #require(result.rootCause)
        #expect(cause.code.rawValue == "send/other-store", "\(cause.message)")
        #expect(cause.fix.contains("cookie store"))
        let known = ["HttpOnly": "It has HttpOnly", "Secure": "It is Secure"]
        #expect(known.filter { cause.fix.contains($0.value) }.keys.sorted() == told, "\(cause.fix)")
        for finding in result.findings where finding.code == cause.code { #expect(finding.fix == cause.fix) }
    }

    /// A copy has the name of the cookie that it is a copy of: a page that looks for another one does not find it.
    @Test func aCopyHasTheNameOfTheBackendsCookie() async throws {
        let server = try ScriptedServer { request in
            .ok("", headers: "Set-Cookie: fb_token=\(Self.mint(for: request)); Path=/\r\n")
        }
        defer { server.stop() }
        var project = Self.project(server.port, token: .cookie("fb_token"))
        (project.web.cookieName, project.handover) = ("session", [.cookieStore(CookieCopy())])
        let result = try await Self.run(project)
        #expect(result.rootCause?.code.rawValue == "handoff/other-name")
        #expect(result.rootCause?.message == "The app handed over fb_token; the page looks for session.")
    }

    /// What is handed over under one name, and looked for under another.
    @Test(arguments: [
        (
            Handover.cookieStore(named("fb_token")), "fbtoken",
            "The app handed over fb_token; the page looks for fbtoken."
        ),
        // Nothing alike but the value.
        (.cookieStore(named("shop")), "fb_token", "The app handed over shop; the page looks for fb_token."),
        (
            .userScript(writing("fbToken")), "fb_token",
            "A script handed over fbToken; the page looks for fb_token."
        ),
    ])
    func anotherName(handover: Handover, cookieName: String, message: String) async throws {
        let server = try ScriptedServer { .ok(#"{"data":{"customToken":"\#(Self.mint(for: $0))"}}"#) }
        defer { server.stop() }
        var project = Self.project(server.port)
        (project.web.cookieName, project.handover) = (cookieName, [handover])
        let result = try await Self.run(project)
        #expect(result.rootCause?.code.rawValue == "handoff/other-name")
        #expect(result.rootCause?.message == message)
    }

    private static func named(_ name: String) -> CookieCopy {
        var copy = CookieCopy()
        copy.name = name
        return copy
    }

    private static func writing(_ name: String) -> OwnScript {
        var script = OwnScript()
        script.source = TextTemplate("document.cookie = '\(name)=${token}; path=/; secure'")
        return script
    }

    @Test func aScenarioWinsOverTheHandover() async throws {
        let server = try ScriptedServer { .ok(#"{"data":{"customToken":"\#(Self.mint(for: $0))"}}"#) }
        defer { server.stop() }
        let result = try await Self.run(
            Self.project(server.port), steps: "[sign-in, exchange, open: { path: /, inject: [] }]",
            expect: "{ verdict: signed-out, route: signin }")
        // The sample page's routes name its sign-in page /signin; /login is none of them.
        #expect(!result.hasPassed)
        // The page was to stay signed out, so a missing handover is not a cause.
        #expect(result.rootCause?.code.rawValue == "run/expectation-not-met")
    }

    @Test func withoutATokenThePageOpensWithoutASession() async throws {
        var project = Self.project(1)
        project.web.routes = [["path": "/login", "name": "login"], ["path": "*", "meta": ["requiresAuth": true]]]
        let result = try await Self.run(
            project, steps: "[open: { path: / }]", expect: "{ verdict: signed-out, route: login }")
        #expect(result.hasPassed, "\(result.outcome)")
    }
}

extension Date {
    static var seconds: Double { Date().timeIntervalSince1970 }
}
