import BridgePrimitives
import RouterGuard
import Testing

@Suite("Guarded page load", .timeLimit(.minutes(5)))
struct GuardedNavigationTests {
    private static let routes: JSONValue = [
        ["path": "/", "name": "main", "meta": ["requiresAuth": true]],
        ["path": "/about", "name": "about"],
        ["path": "/old", "redirect": "/about"],
        ["path": "/signin", "name": "signin"],
        ["path": "/lost", "meta": ["requiresAuth": true]],
    ]

    /// A shell with fixed answers.
    private struct World {
        var signedIn = false
        var cookies = ""
        var accepts = false
    }

    private func load(
        _ path: String, preset: CustomTokenGuard.Preset, world: World, routes: JSONValue = routes
    ) throws -> (outcome: GuardedOutcome?, steps: [GuardStep], navigation: GuardedNavigation) {
        var navigation = GuardedNavigation(
            table: try table(routes), guard: .init(preset: preset), path: path)
        var actions = navigation.start()
        while let action = actions.first {
            #expect(actions.count == 1)
            switch action {
            case .finished(let outcome): return (outcome, navigation.drainSteps(), navigation)
            case .askCurrentUser: actions = navigation.resume(with: .userState(signedIn: world.signedIn))
            case .readCookie: actions = navigation.resume(with: .cookieText(world.cookies))
            case .deleteCookie: actions = Array(actions.dropFirst())
            case .signIn:
                let refused = GuardedEvent.signInFailed(ReasonCode(unchecked: "token/expired"))
                actions = navigation.resume(with: world.accepts ? .signInSucceeded : refused)
            }
        }
        return (nil, navigation.drainSteps(), navigation)
    }

    private func text(_ outcome: GuardedOutcome?) -> String {
        switch outcome {
        case .entered(let route, let redirected)?: "entered \(route.fullPath)\(redirected ? " redirected" : "")"
        case .aborted?: "aborted"
        case .failed(let message)?: "failed \(message)"
        case .hanging(let reasons)?: "hanging \(reasons.map(\.rawValue).joined(separator: " "))"
        case nil: "nothing"
        }
    }

    /// Path, preset, signed in, cookies, token accepted; the outcome and how many history entries there are then.
    static let rows: [(String, CustomTokenGuard.Preset, Bool, String, Bool, String, Int)] = [
        ("/about?x=1#h", .article, false, "", false, "entered /about?x=1#h", 1),
        ("/", .article, true, "", false, "entered /", 1),
        ("/", .article, false, "customtoken=t", true, "entered /", 1),
        ("/", .article, false, "customtoken=t", false, "entered /signin redirected", 2),
        ("/", .article, false, "", true, "hanging guard/cookie-absent guard/never-called-next", 1),
        ("/", .article, false, "customtoken=%E9", true, "failed URIError", 1),
        ("/", .recommended, false, "customtoken=t", true, "entered /", 1),
        ("/", .recommended, false, "customtoken=t", false, "entered /signin redirected", 2),
        ("/", .recommended, false, "", false, "entered /signin redirected", 2),
        ("/old", .recommended, false, "", false, "entered /about redirected", 1),  // by a redirect record
        ("/nowhere", .article, false, "", false, "entered /nowhere", 1),
        ("http://app.test/about", .article, false, "", false, "entered /about", 1),
    ]

    @Test(arguments: rows)
    func ends(
        path: String, preset: CustomTokenGuard.Preset, signedIn: Bool, cookies: String, accepts: Bool,
        outcome: String, entries: Int
    ) throws {
        let world = World(signedIn: signedIn, cookies: cookies, accepts: accepts)
        let result = try load(path, preset: preset, world: world)
        #expect(text(result.outcome) == outcome)
        #expect(result.navigation.router.entryCount == entries)
    }

    @Test func theTraceTellsTheArticlesFailureStepByStep() throws {
        let result = try load("/", preset: .article, world: World(cookies: "customtoken=very-secret"))
        let lines = result.steps.map {
            "\($0.kind.rawValue) \($0.path) \($0.reasons.map(\.rawValue).joined(separator: " "))"
        }
        #expect(
            lines == [
                "asked / ", "read / ", "sign-in / ",
                "next / guard/token-refused", "ended / guard/redirected",
                "next /signin guard/no-auth-needed", "entered /signin ",
                "next / guard/next-called-twice", "ended / guard/cancelled",
            ])
        #expect(result.steps.first?.routeName == "main")
        #expect(!"\(result.steps)".contains("very-secret"))
    }

    /// Whether scripts at document end are still to run is told only where the cookie is missed.
    @Test(arguments: [("", true, true), ("", false, false), ("customtoken=t", true, false)])
    func aReadBeforeDocumentEndIsTold(cookies: String, isEarly: Bool, isTold: Bool) throws {
        var navigation = GuardedNavigation(table: try table(Self.routes), guard: .recommended, path: "/")
        _ = navigation.start()
        _ = navigation.resume(with: .userState(signedIn: false))
        _ = navigation.resume(with: .cookieText(cookies, isEarly: isEarly))
        let reasons = navigation.drainSteps().flatMap(\.reasons)
        #expect(reasons.contains(.readBeforeDocumentEnd) == isTold)
    }

    @Test(arguments: [
        ("/orders", RouterMode.hash, true), ("/", .hash, false), ("/#/about", .hash, false),
        ("/?x=1#/about", .hash, false),
        ("https://app.test/orders#/about", .hash, true), ("/about", .history, false),
    ])
    func inHashModeAPathIsNotLookedAt(path: String, mode: RouterMode, isTold: Bool) throws {
        var navigation = GuardedNavigation(
            table: try table(Self.routes), guard: .recommended, mode: mode, path: path)
        _ = navigation.start()
        _ = navigation.resume(with: .userState(signedIn: true))
        let entered = navigation.drainSteps().filter { $0.kind == .entered }
        #expect(entered.count == 1)
        #expect(entered.first?.reasons.contains(.pathOutsideHash) == isTold)
    }

    @Test func anUnmatchedRouteIsEnteredWithAReason() throws {
        let result = try load("/nowhere", preset: .article, world: World())
        #expect(result.steps.last?.reasons == [.unmatchedRoute])
    }

    @Test func aRedirectLoopIsEnded() throws {
        let routes: JSONValue = [
            ["path": "/", "meta": ["requiresAuth": true]], ["path": "/signin", "meta": ["requiresAuth": true]],
        ]
        let world = World(cookies: "customtoken=t")
        let result = try load("/", preset: .article, world: world, routes: routes)
        #expect(text(result.outcome) == "hanging guard/redirect-loop")
        #expect(result.steps.count { $0.kind == .asked } == GuardedNavigation.guardCallLimit)
        // The recommended guard never asks for a user on the sign-in page itself.
        let fixed = try load("/", preset: .recommended, world: world, routes: routes)
        #expect(text(fixed.outcome) == "entered /signin redirected")
    }

    @Test func answersThatNobodyAskedForAreIgnored() throws {
        var navigation = GuardedNavigation(table: try table(Self.routes), guard: .init(), path: "/")
        #expect(navigation.resume(with: .signInSucceeded).isEmpty)  // not started
        #expect(navigation.start().count == 1)
        #expect(navigation.start().isEmpty)  // started twice
        #expect(navigation.resume(with: .cookieText("customtoken=t")).isEmpty)  // asked about the user
        #expect(navigation.resume(with: .userState(signedIn: true)).count == 1)
        #expect(navigation.resume(with: .userState(signedIn: false)).isEmpty)  // finished
        #expect(navigation.router.current.path == "/")
        #expect(!navigation.drainSteps().isEmpty)
        #expect(navigation.drainSteps().isEmpty)
    }
}
