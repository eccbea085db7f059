import HTTPLoader
import BridgePrimitives
import Cookies
import FirebaseAuthClient
import Foundation
import PageEngines
import TestSupport
import Testing
import Worlds

extension RealBrowsers {
    /// `web/app/session-worker.js` in real engines, told by what the servers received: what the model says of workers,
    /// engines do.
    @Suite("Service workers in real engines", .serialized, .timeLimit(.minutes(5)))
    struct ServiceWorkerInEnginesTests {
        /// Over HTTP too: engines have workers on this machine's own hosts there.
        @Test(arguments: TestedEngines.all, [true, false])
        func requestsCarryTheTokenFromTheFirstPageToTheLogOut(engine: PageEngineKind, isSecure: Bool) async throws {
            try await WorkerPage.lend(to: engine, isSecure: isSecure) { page in
                let uid = try #require(page.world.app.auth.currentUser?.uid)
                let host = "app.localhost"
                try await page.store.setCookie(
                    NativeCookie(
                        name: "customtoken", value: try await page.world.app.exchange().value, domain: host,
                        isSecure: isSecure))
                try await page.open()
                #expect(try await page.data("uid") == uid)
                // It had left before there was a worker.
                #expect(page.log.authorizations(at: "/worker.html") == [nil])

                // By any script: one that was smuggled in has its requests signed as well.
                let routes = "await fetch('/routes.json', { cache: 'no-store' })"
                let sent = try await page.authorization(at: "/routes.json", by: routes)
                let token = try #require(sent?.split(separator: "Bearer ").last.map(String.init))
                #expect(sent == "Bearer \(token)")
                #expect(try Self.subject(of: token) == uid)
                #expect(try await page.text(of: "request") == "/routes.json went with a token.")
                // It lasts, so there is no other yet; what is asked for without CORS has it too.
                #expect(try await page.authorization(at: "/routes.json", by: routes) == sent)
                #expect(try await page.authorization(at: "/a.png", by: "new Image().src = '/a.png'") == sent)
                try await page.reload()
                #expect(page.log.authorizations(at: "/worker.html") == [nil, sent])

                // Neither by itself nor through a redirect does it get to another site.
                let elsewhere = "await fetch('\(page.partner)/asked')"
                #expect(try await page.authorization(at: "/asked", by: elsewhere) == nil)
                #expect(try await page.authorization(at: "/arrived", by: "await fetch('/away')") == nil)
                #expect(page.log.authorizations(at: "/away") == [sent])

                try await page.logOut()
                #expect(try await page.authorization(at: "/routes.json", by: routes) == nil)
                #expect(try await page.text(of: "request") == "/routes.json went without a token.")
                try await page.reload()
                #expect(page.log.authorizations(at: "/worker.html") == [nil, sent, nil])
                #expect(try await page.data("uid") == "")
                // Whoever has seen the token has it until it ends.
                #expect(try await Self.isAccepted(token, by: page))
                #expect(page.log.authorizations(toHost: host).count > 10)
                #expect(page.log.authorizations(toHost: "partner.localhost").allSatisfy { $0 == nil })
            }
        }

        /// The worker's tokens with a clock that the test moves.
        @Test(arguments: TestedEngines.all)
        func aTokenThatIsAboutToEndIsRefreshed(engine: PageEngineKind) async throws {
            try await WorkerPage.lend(to: engine, isSecure: true) { page in
                try await page.view.open("\(page.origin)/about")
                let given = try await page.view.callAsync(
                    """
                    const { IDTokens } = await import("\(page.origin)/id-tokens.js");
                    let now = 0, count = 0;
                    const tokens = new IDTokens(async (owner) => ({ idToken: owner + ++count, lifetime: 3600 }), () => now);
                    const given = await Promise.all([tokens.of("a"), tokens.of("a")]);
                    for (const minutes of [54, 55, 56, 109, 110]) {
                      now = minutes * 60_000;
                      given.push(await tokens.of("a"));
                    }
                    given.push(await tokens.of("b"));
                    tokens.forget();
                    given.push(await tokens.of("b"));
                    return given;
                    """)
                #expect(given == ["a1", "a1", "a1", "a2", "a2", "a2", "a3", "b4", "b5"])
            }
        }

        private static func subject(of token: String) throws -> String? {
            let parts = token.split(separator: ".")
            var payload = parts[1].replacing("-", with: "+").replacing("_", with: "/")
            payload += String(repeating: "=", count: (4 - payload.count % 4) % 4)
            let claims = try JSONSerialization.jsonObject(with: #require(Data(base64Encoded: String(payload))))
            return (claims as? [String: Any])?["sub"] as? String
        }

        private static func isAccepted(_ token: String, by page: WorkerPage) async throws -> Bool {
            let status = try await page.view.callAsync(
                """
                const address = "\(page.world.addresses.pageAuth.origin)/identitytoolkit.googleapis.com/v1/accounts:lookup";
                const answer = await fetch(address + "?key=fake", {
                  method: "POST", headers: { "content-type": "application/json" },
                  body: JSON.stringify({ idToken: "\(token)" }),
                });
                return answer.status;
                """)
            return status == 200
        }
    }
}
