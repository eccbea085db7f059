import BridgePrimitives
import BridgeTrace
import Project
import Scenarios
import TestSupport
import Testing
import WorldTestSupport
import Worlds

/// Pages of somebody's own in the model: what a document shows without its scripts, and what it cannot.
@Suite("Somebody's own page in the model", .timeLimit(.minutes(5)))
struct OwnPageInModelTests {
    private static func answer(_ request: ScriptedServer.Request) -> ScriptedServer.Answer {
        func page(_ html: String, status: String = "200 OK", fields: String = "") -> ScriptedServer.Answer {
            .keep(
                "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\n\(fields)Content-Length: \(html.utf8.count)\r\n\r\n"
                    + html)
        }
        func redirect(_ path: String, setting cookie: String = "") -> ScriptedServer.Answer {
            page("", status: "303 See Other", fields: "Location: \(path)\r\n\(cookie)")
        }
        let isKnown = request.values("cookie").contains { $0.contains("session=") }
        return switch request.line.split(separator: " ").dropFirst().first ?? "" {
        case "/enter": redirect("/account", setting: "Set-Cookie: session=abc; Path=/; HttpOnly\r\n")
        case "/enter-below": redirect("/account", setting: "Set-Cookie: session=abc; Path=/enter\r\n")
        case "/account": isKnown ? page("<main id=account>Taro</main>") : redirect("/login")
        case "/enhanced": page("<script src=/menu.js></script><main id=account>Taro</main>")
        case "/login": page("<p>Please sign in.</p>")
        case "/app": page("<div id=app></div><script type=module src=/main.js></script>")
        case "/static": page("<h1>Shop</h1>")
        case "/app-gone": page("<script src=/main.js></script>", status: "404 Not Found")
        case "/broken": page("<p>Sorry</p>", status: "500 Internal Server Error")
        default: page("<p>No such page</p>", status: "404 Not Found")
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var path: String
        var proof = SignedInProof.selector("#account")
        var verdict: Verdict
        var cause: String?
        var reasons: [String]
        var isHinted = false
        var isHandedOver = false
        var testDescription: String { "\(path) \(proof)" }
    }

    @Test(arguments: [
        Row(path: "/enter", verdict: .signedIn, reasons: ["page/proven"]),
        Row(path: "/enter", proof: .request("/account"), verdict: .signedIn, reasons: ["page/proven"]),
        // It passes, and what its scripts would do nobody has seen.
        Row(path: "/enhanced", verdict: .signedIn, reasons: ["page/proven"], isHinted: true),
        Row(
            path: "/account", verdict: .signedOut, cause: "session/never-asked",
            reasons: ["page/no-proof", "page/on-sign-in-page"]),
        // The cookie's path, which is what a server's session breaks by most.
        Row(
            path: "/enter-below", verdict: .signedOut, cause: "send/path",
            reasons: ["page/no-proof", "page/on-sign-in-page"]),
        Row(
            path: "/enter", proof: .selector("main:has(p)"), verdict: .signedOut, cause: "page/bad-proof",
            reasons: ["page/bad-proof", "page/no-proof"]),
        Row(
            path: "/nowhere", verdict: .failed, cause: "page/error-status",
            reasons: ["page/error-status", "page/no-proof"]),
        Row(
            path: "/broken", proof: .signIn, verdict: .failed, cause: "page/error-status",
            reasons: ["page/error-status", "page/no-sign-in"]),
        Row(
            path: "/app-gone", proof: .signIn, verdict: .signedOut, cause: "page/error-status",
            reasons: ["page/error-status", "page/no-sign-in", "page/on-sign-in-page"], isHinted: true),
        // A guard stands for scripts: what they would do to the document nobody knows.
        Row(
            path: "/app", verdict: .signedOut, cause: "handoff/no-exchange", reasons: ["guard/cookie-absent"],
            isHinted: true),
        // No browser would sign in there, which who sees it pass must know.
        Row(
            path: "/static", proof: .signIn, verdict: .signedIn, reasons: ["guard/token-accepted"], isHinted: true,
            isHandedOver: true),
        Row(
            path: "/static", proof: .signIn, verdict: .signedOut, cause: "handoff/no-exchange",
            reasons: ["guard/cookie-absent"], isHinted: true),
    ])
    func ends(_ row: Row) async throws {
        let server = try ScriptedServer { Self.answer($0) }
        defer { server.stop() }
        var project = AppProject()
        (project.web.url, project.web.signInPath) = (TextTemplate("http://127.0.0.1:\(server.port)"), "/login")
        (project.web.cookieName, project.web.signedIn) = ("session", row.proof)
        let path = "path: \(row.path)"
        let open = row.isHandedOver ? "exchange, open: { \(path), inject: user-script }" : "open: { \(path) }"
        let scenario = try #require(
            ScenarioFile.scenarios(
                in: "name: own\nsteps: [sign-in, \(open)]\nexpect: { verdict: signed-in }",
                file: "own.yaml", vocabulary: Vocabulary()
            ).first)
        let (material, settings) = (try SharedMaterial.material.get(), try WorldSettings().adopting(project))
        try await withWorld(settings, material: material) { world in
            let player = WorldPlayer(world: world)
            let result = await ScenarioRunner(width: 1) { _, body in await body(player) }.run(scenario)
            let observation = await world.observation()
            #expect(observation.verdict == row.verdict)
            #expect(
                observation.verdictReasons.map(\.rawValue).starts(with: row.reasons), "\(observation.verdictReasons)")
            #expect(result.rootCause?.code.rawValue == row.cause)
            #expect((result.hint != nil) == row.isHinted)
            if row.isHinted {
                let isBare = row.path == "/static"
                #expect(
                    result.hint?.code.rawValue
                        == (isBare ? "navigation/page-without-scripts" : "navigation/page-scripts-skipped"))
            }
            #expect(Report.hint(of: [result]).isEmpty == !(row.isHinted && result.hasPassed))
            let lines = Report.lines(for: result) + Report.hint(of: [result, result])
            let text = lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
            #expect(text.contains("--engine webkitgtk") == (row.isHinted || row.cause == "page/bad-proof"))
        }
    }
}
