import BridgePrimitives
import BridgeTrace
import HTTPLoader
import PageEngines
import Scenarios
import TestSupport
import Testing
import WorldTestSupport
import Worlds

/// Pages with mistakes of their own, as they are written: each ending has its name, and each its cause.
extension RealBrowsers {
    @Suite("How pages end in real engines", .serialized)
    struct EngineEndingTests {
        struct Row: Sendable {
            let name: String
            let page: String
            let injections: [Injection]
            let verdict: Verdict
            let cause: String?
            /// One of the verdict's.
            let reason: String?
            let status: String, fields: String

            init(
                _ name: String, _ page: String, by injections: [Injection] = [Injection(.userScript)],
                _ verdict: Verdict, _ cause: String? = nil, saying reason: String? = nil, status: String = "200 OK",
                fields: String = ""
            ) {
                (self.name, self.page, self.injections) = (name, page, injections)
                (self.verdict, self.cause, self.reason) = (verdict, cause, reason)
                (self.status, self.fields) = (status, fields)
            }
        }

        /// What a right page does: it reads the cookie, signs in, and stays.
        private static let signIn = """
            const token = document.cookie.match(/customtoken=([^;]*)/)?.[1];
            const verb = 'https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k';
            const body = JSON.stringify({ token, returnSecureToken: true });
            const headers = { 'Content-Type': 'application/json' };
            if (token) await fetch(verb, { method: 'POST', headers, body });
            else history.replaceState(null, '', '/signin');
            """

        /// Not in the module's own turn: of what a module throws after an `await` there WebKit tells nobody.
        private static func module(_ script: String) -> String {
            "<script type=module>(async () => { \(script) })()</script>"
        }

        private static let rows = [
            Row("as it should be", module(signIn), .signedIn),
            Row("after an alert", "<script>alert('hello'); confirm('sure?')</script>" + module(signIn), .signedIn),
            Row("with a window", module(signIn + "window.open('/other')"), .signedIn),
            Row("HttpOnly", module(signIn), by: [Injection(.cookieStore)], .signedOut, "script/http-only"),
            Row("nothing handed over", module(signIn), by: [], .signedOut, "handoff/never-handed-over"),
            Row("throws before it looks", module("null.token;" + signIn), .pageError, "page/threw"),
            Row("throws after it looked", module("document.cookie; null.token"), .pageError, "page/threw"),
            Row("looks and does nothing", module("document.cookie"), .signedOut, "guard/token-not-used"),
            Row("never looks", "<p>hello</p>", .signedOut, "guard/cookie-not-read"),
            Row(
                "a policy that keeps requests back",
                "<meta http-equiv=Content-Security-Policy content=\"connect-src 'self'\">" + module(signIn), .pageError,
                "page/blocked-by-policy"),
            Row(
                "round and round", "<script>location.href = location.pathname == '/a' ? '/b' : '/a'</script>", .looping,
                "page/looping"),
            Row(
                "waits for what never comes", module("document.cookie; await fetch('/never')"), .hanging, "page/waiting"
            ),
            Row("spins", "<script>document.cookie; for (;;) {}</script>", .hanging, "page/busy"),
            Row(
                "asks nobody who runs", module("document.cookie; await fetch('http://127.0.0.1:65001/v1?key=k')"),
                .pageError, "request/not-reached"),
            Row(
                "asks by confirm", "<script>confirm('sure?')</script>", .signedOut, "guard/cookie-not-read",
                saying: "page/panel"),
            Row(
                "goes on in a window", "<script>window.open('/other')</script>", .signedOut, "guard/cookie-not-read",
                saying: "page/new-window"),
            Row(
                "a download", "a,b", .failed, "page/download",
                fields: "Content-Disposition: attachment; filename=a.csv\r\n"),
            Row(
                "a password", "who?", .failed, "page/credentials-wanted", status: "401 Unauthorized",
                fields: "WWW-Authenticate: Basic realm=\"shop\"\r\n"),
            Row(
                "goes elsewhere",
                "<script>if (location.hostname != 'localhost') location.hostname = 'localhost'</script>", .signedOut,
                "handoff/left-the-app"),
        ]

        @Test(.timeLimit(.minutes(5)), arguments: TestedEngines.all)
        func aPageThatIsNotThereIsToldAtOnce(engine: PageEngineKind) async throws {
            let server = try ScriptedServer { _ in .silence }
            let port = server.port
            server.stop()
            var settings = WorldSettings()
            settings.engine = EngineName(engine)
            settings.webURL = try WebURL("http://127.0.0.1:\(port)")
            try await withWorld(settings, material: SharedMaterial.material.get()) { world in
                let player = WorldPlayer(world: world)
                try await player.perform(.view(.open(PageOpening())))
                let observation = await player.observe()
                #expect(observation.verdict == .failed)
                let cause = player.rootCause(of: .ending(.failed, expected: .signedIn))
                #expect(cause?.code.rawValue == "proxy/unreachable", "\(cause?.message ?? "no cause")")
            }
        }

        /// Side by side in one engine: most of the time a page is waited for.
        @Test(.timeLimit(.minutes(5)), arguments: TestedEngines.all)
        func eachHasItsNameAndItsCause(engine: PageEngineKind) async throws {
            var settings = WorldSettings()
            settings.engine = EngineName(engine)
            settings.webURL = try WebURL("http://127.0.0.1")
            settings.pageTimeouts.page = .seconds(10)
            try await withEngines([settings.engine], for: settings) { [settings] engines in
                try await Self.rows.sideBySide(width: 4) { row in
                    try await Self.end(row, settings, in: engines)
                } report: { _ in
                }
            }
        }

        private static func end(_ row: Row, _ settings: WorldSettings, in engines: RunningEngines) async throws {
            let server = try ScriptedServer { request in
                let path = request.line.split(separator: " ").dropFirst().first ?? "/"
                if path == "/never" { return .silence }
                if path == "/favicon.ico" { return .ok() }
                return .keep(
                    "HTTP/1.1 \(row.status)\r\nContent-Type: text/html\r\n\(row.fields)Content-Length: \(row.page.utf8.count)"
                        + "\r\n\r\n\(row.page)")
            }
            defer { server.stop() }
            var settings = settings
            settings.webURL = try WebURL("http://127.0.0.1:\(server.port)")
            try await withWorld(settings, material: SharedMaterial.material.get(), engines: engines) { world in
                let player = WorldPlayer(world: world)
                try await player.perform(.signIn(SignIn()))
                try await player.perform(.exchange(field: "idtoken"))
                try await player.perform(.view(.open(PageOpening(injections: row.injections))))
                let observation = await player.observe()
                #expect(observation.verdict == row.verdict, "\(row.name): \(observation.verdictReasons)")
                let cause = player.rootCause(of: .ending(observation.verdict, expected: .signedIn))
                #expect(cause?.code.rawValue == row.cause, "\(row.name): \(cause?.message ?? "no cause")")
                if let reason = row.reason {
                    #expect(observation.verdictReasons.map(\.rawValue).contains(reason), "\(row.name)")
                }
                if row.cause == "request/not-reached" {
                    #expect(cause?.message.contains("http://127.0.0.1:65001/v1") == true)
                    #expect(observation.findings.contains { $0.code.rawValue == "page/request-failed" })
                }
            }
        }

        @Test(.timeLimit(.minutes(5)), arguments: TestedEngines.all)
        func aPageThatSpinsHasNoMoreThanItsTime(engine: PageEngineKind) async throws {
            let server = try ScriptedServer { _ in
                .ok("<script>for (;;) {}</script>", headers: "Content-Type: text/html\r\n")
            }
            defer { server.stop() }
            var settings = WorldSettings()
            settings.engine = EngineName(engine)
            settings.webURL = try WebURL("http://127.0.0.1:\(server.port)")
            settings.pageTimeouts.page = .seconds(2)
            try await withWorld(settings, material: SharedMaterial.material.get()) { world in
                let start = ContinuousClock.now
                try await WorldPlayer(world: world).perform(.view(.open(PageOpening())))
                let elapsed = ContinuousClock.now - start
                #expect(elapsed < .seconds(5), "\(elapsed)")
                #expect(await world.observation().verdict == .hanging)
            }
        }
    }
}
