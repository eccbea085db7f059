import BridgePrimitives
import RouterGuard
import Testing
import WebViews
import Worlds

/// `web/app/guard.js`, which both pages use, against `CustomTokenGuard.recommended`.
@Suite("The page's guard in JavaScriptCore", .timeLimit(.minutes(5)))
struct PageGuardTests {
    @Test(arguments: GuardStory.all)
    func doesWhatTheGuardInSwiftDoes(story: GuardStory) async throws {
        let routes = try PageGuardRun.sampleRoutes()
        let inSwift = try SwiftGuardRun.outcome(of: story, routes: routes)
        let inThePage = try await PageGuardRun().outcome(of: story, routes: routes)
        #expect(inSwift == story.expected)
        #expect(inThePage == story.expected)
    }

    @Test func noTwoStoriesHaveOneName() {
        #expect(Set(GuardStory.all.map(\.name)).count == GuardStory.all.count)
        #expect(GuardStory.all.count >= 30)
    }

    /// The comparison can tell guards apart: where the article's has a defect, its outcome is another.
    @Test(arguments: [
        "no cookie at all", "an escape that is no UTF-8", "on a public page when the token is refused: stays there",
        "the sign-in page opens even if its record asks for a user: no endless redirect",
    ])
    func theArticlesGuardDoesOtherwise(name: String) throws {
        let story = try #require(GuardStory.all.first { $0.name == name })
        let article = try SwiftGuardRun.outcome(of: story, routes: PageGuardRun.sampleRoutes(), preset: .article)
        #expect(article != story.expected)
    }

    /// The guard with the document's own cookies: it finds the token, and takes the cookie away.
    @Test func readsAndRemovesTheDocumentsCookie() async throws {
        let run = try PageGuardRun()
        await run.view.loadHTMLString("<p>page</p>", baseURL: "https://app.localhost/")
        let files = try WebAppFiles().files
        func module(_ path: String) throws -> String {
            try PlainModule(String(decoding: #require(files[path]).content, as: UTF8.self)).expression
        }
        try await run.evaluate("document.cookie = 'customtoken=a%2Eb; path=/; secure'; null")
        #expect(try await run.evaluate("document.cookie") == "customtoken=a%2Eb")
        try await run.evaluate(
            """
            const { customTokenGuard } = \(module("/guard.js"));
            const { readCookie, expiredCookie } = \(module("/cookies.js"));
            let decision, token;
            customTokenGuard({
              auth: {
                authStateReady: async () => {}, currentUser: null,
                signInWithCustomToken: async (given) => { token = given; },
              },
              cookie: {
                read: () => readCookie(document.cookie, "customtoken"),
                remove: () => (document.cookie = expiredCookie("customtoken")),
              },
              deletesCookie: true,
            })({ path: "/", matched: [{ meta: { requiresAuth: true } }] }, {}).then((value) => { decision = value; });
            null
            """)
        #expect(try await run.evaluate("({ decision, token })") == ["decision": true, "token": "a.b"])
        #expect(try await run.evaluate("document.cookie") == "")
    }

    /// Vue Router 4 takes a guard's return value when the guard declares fewer than three parameters.
    @Test func declaresTwoParameters() async throws {
        let files = try WebAppFiles().files
        let source = String(decoding: try #require(files["/guard.js"]).content, as: UTF8.self)
        let length = try await PageGuardRun().evaluate(
            "\(PlainModule(source).expression).customTokenGuard({ auth: {}, cookie: {} }).length")
        #expect(length == 2)
    }
}

@Suite("A module without imports as a script", .timeLimit(.minutes(5)))
struct PlainModuleTests {
    @Test func givesWhatTheModuleExports() async throws {
        let module = try PlainModule("const one = 1;\nfunction two() { return this; }\nexport { one, two };\n\n")
        let run = try PageGuardRun()
        #expect(try await run.evaluate("(\(module.expression)).one") == 1)
        // Strict, as modules are: no object is `this` there.
        #expect(try await run.evaluate("(0, \(module.expression).two)() === undefined") == true)
        #expect(try await run.evaluate("typeof one") == "undefined")
    }

    /// No export at the end, or none at all.
    @Test(arguments: ["", "\n", "const one = 1;", "export { one };\nconst one = 1;", "export default 1;", "export {"])
    func refusesOthers(source: String) {
        #expect(throws: PlainModule.NoExportAtTheEnd.self) { try PlainModule(source) }
    }

    /// Declarations that only a module may have: the engine refuses them, they are not passed over.
    @Test(arguments: [
        "import { a } from './a.js';", "export const b = 1;", "import './a.js';", "export * from './a.js';",
    ])
    func theEngineRefusesTheRest(line: String) async throws {
        let module = try PlainModule("\(line)\nconst one = 1;\nexport { one };")
        let run = try PageGuardRun()
        await #expect {
            try await run.evaluate(module.expression)
        } throws: { ($0 as? ScriptFailure)?.reason == .syntaxError }
    }
}
