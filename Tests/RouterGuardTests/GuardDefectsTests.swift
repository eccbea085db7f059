import BridgePrimitives
import RouterGuard
import Testing

/// Each defect of the guard as articles print it, and the same story under the recommended one.
@Suite("Defects of the article's guard", .timeLimit(.minutes(5)))
struct GuardDefectsTests {
    private static let routes: JSONValue = [
        ["path": "/", "meta": ["requiresAuth": true]], ["path": "/about"], ["path": "/signin"],
    ]
    private static let refusal = ReasonCode(unchecked: "auth/invalid-custom-token")

    private func page(
        _ configuration: CustomTokenGuard.Configuration, generation: RouterGeneration = .three
    ) throws -> GuardedNavigation {
        let table = try RouteTable(json: Self.routes, generation: generation)
        return GuardedNavigation(table: table, guard: configuration, path: "/")
    }

    /// What the shell is told: questions and the outcome.
    private func text(_ actions: [GuardedAction]) -> [String] {
        actions.map { action in
            switch action {
            case .askCurrentUser: "ask"
            case .readCookie: "read"
            case .signIn(let token): "sign in \(token.reveal())"
            case .deleteCookie(let name): "delete \(name)"
            case .finished(.entered(let route, let redirected)): "at \(route.path)\(redirected ? " redirected" : "")"
            case .finished(.aborted): "aborted"
            case .finished(.failed(let message)): "failed \(message)"
            case .finished(.hanging(let reasons)): "hangs \(reasons.map(\.rawValue).joined(separator: " "))"
            }
        }
    }

    private func answer(_ page: inout GuardedNavigation, _ events: GuardedEvent...) -> [String] {
        events.map { text(page.resume(with: $0)) }.last ?? []
    }

    private func reasons(_ page: inout GuardedNavigation) -> [GuardReason] { page.drainSteps().flatMap(\.reasons) }

    @Test(arguments: [RouterGeneration.three, .four])
    func nextIsCalledTwice(generation: RouterGeneration) throws {
        var article = try page(.article, generation: generation)
        _ = article.start()
        let end = answer(
            &article, .userState(signedIn: false), .cookieText("customtoken=t"), .signInFailed(Self.refusal))
        #expect(end == ["at /signin redirected"])  // the router survives it
        #expect(reasons(&article).contains(.nextCalledTwice))
        var recommended = try page(.recommended, generation: generation)
        _ = recommended.start()
        let fixed = answer(
            &recommended, .userState(signedIn: false), .cookieText("customtoken=t"), .signInFailed(Self.refusal))
        #expect(fixed == ["at /signin redirected"])
        #expect(!reasons(&recommended).contains(.nextCalledTwice))
    }

    @Test func withoutACookieNextIsNeverCalled() throws {
        var article = try page(.article)
        _ = article.start()
        #expect(
            answer(&article, .userState(signedIn: false), .cookieText(""))
                == ["hangs guard/cookie-absent guard/never-called-next"])
        var recommended = try page(.recommended)
        _ = recommended.start()
        #expect(answer(&recommended, .userState(signedIn: false), .cookieText("")) == ["at /signin redirected"])
        #expect(!reasons(&recommended).contains(.neverCalledNext))
    }

    @Test(arguments: [RouterGeneration.three, .four])
    func aStaleGuardHijacksALaterNavigation(generation: RouterGeneration) throws {
        var article = try page(.article, generation: generation)
        _ = article.start()
        _ = answer(&article, .userState(signedIn: false), .cookieText("customtoken=t"))
        #expect(text(article.navigate(to: "/about")) == ["at /about"])
        #expect(answer(&article, .signInFailed(Self.refusal)) == ["at /signin redirected"])
        #expect(reasons(&article).contains(.staleRedirect))
        var recommended = try page(.recommended, generation: generation)
        _ = recommended.start()
        _ = answer(&recommended, .userState(signedIn: false), .cookieText("customtoken=t"))
        #expect(text(recommended.navigate(to: "/about")) == ["at /about"])
        #expect(answer(&recommended, .signInFailed(Self.refusal)) == ["at /about"])
        #expect(recommended.router.current.path == "/about")
        let said = reasons(&recommended)
        #expect(said.contains(.overtaken) && !said.contains(.staleRedirect))
    }

    /// The user is signed in, but auth is still reading its storage when the guard asks; the cookie is long used up.
    @Test func authIsNotAwaited() throws {
        var article = try page(.article)
        #expect(text(article.start()) == ["ask"])
        #expect(answer(&article, .authIsNotReady) == ["read"])
        #expect(answer(&article, .cookieText("")).first?.hasPrefix("hangs") == true)
        #expect(answer(&article, .userState(signedIn: true)).isEmpty)  // too late
        #expect(reasons(&article).contains(.authNotReady))
        var recommended = try page(.recommended)
        #expect(text(recommended.start()) == ["ask"])
        #expect(answer(&recommended, .authIsNotReady).isEmpty)
        #expect(answer(&recommended, .authIsNotReady).isEmpty)  // told twice
        #expect(answer(&recommended, .userState(signedIn: true)) == ["at /"])
        let said = reasons(&recommended)
        #expect(said.prefix(3) == [.waitsForAuth, .authReady, .userPresent] && !said.contains(.authNotReady))
    }

    /// A failed read throws in the article's guard; the recommended one treats it as no cookie.
    @Test func anUnreadableCookieThrows() throws {
        var article = try page(.article)
        _ = article.start()
        #expect(answer(&article, .userState(signedIn: false), .cookieText("customtoken=%E9")) == ["failed URIError"])
        var recommended = try page(.recommended)
        _ = recommended.start()
        #expect(
            answer(&recommended, .userState(signedIn: false), .cookieText("customtoken=%E9"))
                == ["at /signin redirected"])
    }
}

@Suite("Configuration of the custom-token guard", .timeLimit(.minutes(5)))
struct GuardConfigurationTests {
    private func steps(
        _ configuration: CustomTokenGuard.Configuration, _ events: [GuardedEvent]
    ) throws -> [String] {
        let routes: JSONValue = [["path": "/", "meta": ["member": true]], ["path": "/login"]]
        var page = GuardedNavigation(table: try RouteTable(json: routes), guard: configuration, path: "/")
        var said: [String] = []
        var actions = page.start()
        for event in events {
            said += actions.map(Self.text)
            actions = page.resume(with: event)
        }
        return said + actions.map(Self.text)
    }

    private static func text(_ action: GuardedAction) -> String {
        switch action {
        case .askCurrentUser: "ask"
        case .readCookie: "read"
        case .signIn(let token): "sign in \(token.reveal())"
        case .deleteCookie(let name): "delete \(name)"
        case .finished(.entered(let route, _)): "at \(route.path)"
        case .finished: "over"
        }
    }

    private var configuration: CustomTokenGuard.Configuration {
        var configuration = CustomTokenGuard.Configuration.recommended
        (configuration.cookieName, configuration.signInPath, configuration.metaKey) = ("tok", "/login", "member")
        return configuration
    }

    @Test func namesAndPathsAreTheSitesOwn() throws {
        let events: [GuardedEvent] = [.userState(signedIn: false), .cookieText("customtoken=x")]
        #expect(try steps(configuration, events) == ["ask", "read", "at /login"])
    }

    /// Reader, cookie text, and what is signed in with; nil for nothing.
    @Test(
        arguments: [
            (.vueCookies, "a=1; tok=1; tok=2", "2"),  // the last one, unless the first cookie has the name
            (.jsCookie, "a=1; tok=1; tok=2", "1"),
            (.universalCookie, "a=1; tok=1; tok=2", "1"),
            (.jsCookie, "a=1;tok=1", nil),  // parted by exactly a semicolon and a space
            (.vueCookies, "a=1;tok=1", "1"),
            (.universalCookie, "tok=null", nil),  // parsed as JSON
            (.vueCookies, "tok=null", "null"),
            (.universalCookie, "tok=\"q\"", "q"),
            (.jsCookie, "tok=%E9", nil),
            (.universalCookie, "tok=", nil),
        ] as [(CookieReader, String, String?)])
    func readsAsItsLibraryDoes(reader: CookieReader, cookies: String, token: String?) throws {
        var configuration = configuration
        configuration.reader = reader
        let said = try steps(configuration, [.userState(signedIn: false), .cookieText(cookies)])
        #expect(said.last == token.map { "sign in \($0)" } ?? "at /login")
    }

    @Test func deletesTheCookieOnceItHasServed() throws {
        var configuration = configuration
        configuration.deletesCookie = true
        let before: [GuardedEvent] = [.userState(signedIn: false), .cookieText("tok=t")]
        #expect(try steps(configuration, before + [.signInSucceeded]).suffix(2) == ["delete tok", "at /"])
        let refused = GuardedEvent.signInFailed(ReasonCode(unchecked: "auth/invalid-custom-token"))
        #expect(try steps(configuration, before + [refused]).last == "at /login")  // it has not served
        configuration.deletesCookie = false
        #expect(try steps(configuration, before + [.signInSucceeded]).suffix(2) == ["sign in t", "at /"])
    }

    /// Retries allowed, and how often the sign-in is tried when the network stays away.
    @Test(arguments: [(0, 1), (1, 2), (3, 4), (-1, 1), (Int.min, 1), (9, 10), (10, 10), (Int.max, 10)])
    func triesAgain(limit: Int, attempts: Int) throws {
        var configuration = configuration
        configuration.retryLimit = limit
        let offline = GuardedEvent.signInFailed(ReasonCode(unchecked: "auth/network-request-failed"))
        let events: [GuardedEvent] = [.userState(signedIn: false), .cookieText("tok=t")]
        let said = try steps(configuration, events + Array(repeating: offline, count: 20))
        #expect(said.count { $0 == "sign in t" } == attempts)
        #expect(said.last == "at /login")
    }

    @Test func aRefusedTokenIsNotTriedAgain() throws {
        var configuration = configuration
        configuration.retryLimit = 3
        let refused = GuardedEvent.signInFailed(ReasonCode(unchecked: "auth/invalid-custom-token"))
        let said = try steps(configuration, [.userState(signedIn: false), .cookieText("tok=t"), refused])
        #expect(said.count { $0 == "sign in t" } == 1)
    }
}
