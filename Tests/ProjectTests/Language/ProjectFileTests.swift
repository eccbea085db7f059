import BridgePrimitives
import Project
import RouterGuard
import Scenarios
import Testing

@Suite("Project files", .timeLimit(.minutes(5)))
struct ProjectFileTests {
    @Test func allThatThereIs() throws {
        let project = try ProjectFileFixture.read(
            """
            version: 1
            auth:
              { project: my-app, api-key: "${env.KEY}", strictness: lenient, tokens: signed, single-project: warn,
                email-enumeration-protection: true, port: 9100, users: users.yaml,
                user: { email: hanako@example.com } }
            backend:
              url: http://localhost:${port}
              start:
                command: npm start
                ready: http://localhost:${port}/health
                within: 10s
                environment: { AUTH: "${auth-host}", FIREBASE_AUTH_EMULATOR_HOST: "" }
              exchange:
                request: { method: PUT, path: /x, headers: { X-App: ios }, json: { a: { b: ["${id-token}", 1, true] } } }
                token: { json: data.customToken }
            web:
              folder: dist
              engine: webkitgtk
              signed-in: { selector: "#account" }
              within: 20s
              patience: 2s
              profile: chromium
              sign-in-path: /login
              cookie-name: fb_token
              routes: routes.json
              guard: { preset: article, waits-for-auth: true }
            handover:
              - user-script: { file: Bridge.js, at: document-end, main-frame-only: false }
              - cookie-store: { name: other, attributes: Path=/; Secure, awaited: false }
              - native-storage
              - header: { name: X-Token, value: "Bearer ${token}" }
              - message: { handler: bridge, answer: "receive('${id-token}')" }
            """)
        var expected = AppProject()
        expected.folder = "app"
        (expected.auth.projectID, expected.auth.apiKey) = ("my-app", "AIza")
        (expected.auth.strictness, expected.auth.tokens) = (.lenient, .signed)
        (expected.auth.singleProject, expected.auth.emailEnumerationProtection) = (.warn, true)
        (expected.auth.port, expected.auth.users) = (9100, "users.yaml")
        expected.auth.user = Scenario.User()
        expected.auth.user?.email = "hanako@example.com"
        var start = ServiceStart()
        start.command = "npm start"
        start.ready = TextTemplate("http://localhost:${port}/health")
        start.within = .seconds(10)
        start.environment = [NamedText("AUTH", "${auth-host}"), NamedText("FIREBASE_AUTH_EMULATOR_HOST", "")]
        var backend = OwnBackend(url: TextTemplate("http://localhost:${port}"))
        backend.start = start
        backend.exchange.request.form = nil
        backend.exchange.request.method = "PUT"
        backend.exchange.request.path = TextTemplate("/x")
        backend.exchange.request.headers = [NamedText("X-App", "ios")]
        backend.exchange.request.json = ["a": ["b": ["${id-token}", 1, true]]]
        backend.exchange.token = .json("data.customToken")
        expected.backend = backend
        (expected.web.folder, expected.web.profile) = ("dist", "chromium")
        (expected.web.signInPath, expected.web.cookieName) = ("/login", "fb_token")
        (expected.web.engine, expected.web.signedIn, expected.web.within) = (
            .webkitgtk, .selector("#account"), .seconds(20)
        )
        expected.web.patience = .seconds(2)
        expected.environment = ["KEY"]
        expected.web.routes = [["path": "/", "name": "main"]]
        expected.web.pageGuard = PageGuard(.article)
        expected.web.pageGuard?.waitsForAuth = true
        var script = OwnScript()
        script.source = TextTemplate("document.cookie = `fb=${token}; ${more}`")
        (script.time, script.isForMainFrameOnly) = (.documentEnd, false)
        var copy = CookieCopy()
        (copy.name, copy.attributes, copy.isAwaited) = ("other", "Path=/; Secure", false)
        var header = OwnHeader()
        (header.name, header.value) = ("X-Token", TextTemplate("Bearer ${token}"))
        var message = OwnMessage()
        (message.handler, message.answer) = ("bridge", TextTemplate("receive('${id-token}')"))
        expected.handover = [
            .userScript(script), .cookieStore(copy), .nativeStorage(CookieCopy()), .header(header), .message(message),
        ]
        #expect(project == expected)
        #expect(project.cookieName == "fb_token" && project.place(of: "dist") == "app/dist")
        #expect(project.place(of: "/srv/dist") == "/srv/dist")
    }

    @Test func aPageIsStartedAsABackendIs() throws {
        let project = try ProjectFileFixture.read(
            """
            version: 1
            web:
              url: http://localhost:${port}
              start: { command: npm run dev, ready: "http://localhost:${port}/x", within: 5s, environment: { API: "${backend}" } }
            """)
        var start = ServiceStart()
        (start.command, start.within) = ("npm run dev", .seconds(5))
        start.ready = TextTemplate("http://localhost:${port}/x")
        start.environment = [NamedText("API", "${backend}")]
        #expect(project.web.service == StartableService(.web, at: TextTemplate("http://localhost:${port}"), start))
        #expect(project.web.service?.choosesPort == true && project.web.isOwn)
        #expect(try ProjectFileFixture.read("version: 1\nweb: { url: http://b.test }").web.service == nil)
    }

    /// The built-in backend and page are what stands when the file says nothing.
    @Test func whatIsNotSaidIsAsInTheSampleApp() throws {
        var expected = AppProject()
        expected.folder = "."
        #expect(try ProjectFileFixture.read("version: 1", file: "session-bridge.yaml") == expected)
        let backend = try #require(try ProjectFileFixture.read("version: 1\nbackend: { url: http://b.test }").backend)
        #expect(backend.exchange == OwnExchange() && backend.start == nil && !backend.choosesPort)
        #expect(backend.exchange.request.form == [NamedText("idtoken", "${id-token}")])
        #expect(backend.exchange.token == .cookie("customtoken"))
    }

    @Test(arguments: [("", 0), ("trust: ca.pem", 1), ("trust: [ca.pem, ca.pem]", 2)])
    func certificatesThatAreTrusted(line: String, count: Int) throws {
        let trusted = try ProjectFileFixture.read("version: 1\n" + line).trusted
        #expect(trusted.count == count && trusted.allSatisfy { $0.hasPrefix("-----BEGIN CERTIFICATE-----") })
    }

    @Test(arguments: [
        ("web: { cookie-name: a }\nhandover: { cookie-store: { name: b } }", "a" as String?),
        ("handover: [{ user-script: { file: Bridge.js } }, { native-storage: { name: b } }]", "b"),
        ("backend: { url: http://b.test, exchange: { token: { cookie: c } } }\nhandover: cookie-store", "c"),
        ("backend: { url: http://b.test, exchange: { token: { json: c } } }", nil),
        ("web: { folder: dist }", nil),
    ])
    func theCookieHasOneName(rest: String, name: String?) throws {
        #expect(try ProjectFileFixture.read("version: 1\n" + rest).cookieName == name)
    }

    @Test(arguments: [
        ("{ cookie: fb }", TokenPlace.cookie("fb")), ("{ json: a.0 }", .json("a.0")),
        ("{ header: X-T }", .header("X-T")),
        ("{ query: t }", .query("t")), ("{ fragment: t }", .fragment("t")),
    ])
    func eachPlaceOfAToken(text: String, place: TokenPlace) throws {
        let project = try ProjectFileFixture.read(
            "version: 1\nbackend: { url: http://b.test, exchange: { token: \(text) } }")
        #expect(project.backend?.exchange.token == place)
    }

    @Test func aGuardOfOnesOwn() throws {
        let text = "version: 1\nweb: { guard: { module: src/guard.js, export: guard, generation: 3, mode: hash } }"
        let pageGuard = try #require(try ProjectFileFixture.read(text).web.pageGuard)
        #expect(pageGuard.module?.name == "src/guard.js" && pageGuard.module?.exportName == "guard")
        #expect(pageGuard.generation == 3 && pageGuard.mode == .hash && pageGuard.file == "src/guard.js")
    }
}
