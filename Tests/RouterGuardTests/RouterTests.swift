import BridgePrimitives
import RouterGuard
import Testing

/// Performs actions depth first with no guard of its own: `answer` says what a guard does at once.
private struct Shell {
    var router: Router
    var calls: [GuardCall] = []
    var log: [String] = []
    let answer: @Sendable (GuardCall) -> [NextArgument]

    mutating func perform(_ actions: [RouterAction]) {
        for action in actions {
            switch action {
            case .callGuard(let call):
                calls.append(call)
                log.append("\(call.kind.rawValue) \(call.from.logName) -> \(call.to.logName)")
                for argument in answer(call) { perform(router.guardCalledNext(call.token, argument)) }
            case .settled(_, .completed(let route)): log.append("completed \(route.logName)")
            case .settled(_, .failed(let failure)): log.append("\(failure.kind.rawValue) \(failure.to.logName)")
            case .settled(_, .threw(let thrown)): log.append("threw \(thrown.logText)")
            case .addressChanged(let address, let added): log.append("\(added ? "added" : "replaced") \(address)")
            case .loadComponent(let load): log.append("load \(load.component.label)")
            case .throwIntoCaller(let thrown): log.append("thrown into caller: \(thrown.logText)")
            default: break
            }
        }
    }

    mutating func push(_ path: String) { perform(router.push(.path(path)).actions) }
}

@Suite("Router, Vue Router 3.6.5's navigation", .timeLimit(.minutes(5)))
struct RouterTests {
    private static let routes: JSONValue = [
        ["path": "/"], ["path": "/a"], ["path": "/b"], ["path": "/signin"],
        ["path": "/lazy", "component": ["async": 1, "id": "lazy"]], ["path": "/list", "beforeEnter": []],
    ]

    private func shell(
        _ mode: RouterMode = .abstract, at address: String = "/", base: String? = nil,
        answer: @escaping @Sendable (GuardCall) -> [NextArgument]
    ) throws -> Shell {
        var router = Router(table: try table(Self.routes), mode: mode, base: base, address: address)
        router.addBeforeEach(id: "g")
        return Shell(router: router, answer: answer)
    }

    @Test func aSynchronousGuardCompletesInsideThePush() throws {
        var shell = try shell { _ in [.none] }
        shell.push("/a")
        #expect(shell.router.current.path == "/a")
        #expect(shell.log == ["beforeEach START -> /a", "completed /a"])
    }

    @Test func aDroppedNextLeavesTheNavigationUnsettled() throws {
        var shell = try shell { _ in [] }
        shell.push("/a")
        #expect(shell.router.current.isStart)
        #expect(shell.log == ["beforeEach START -> /a"])
    }

    @Test func aLateNextOfAnOvertakenNavigationIsCancelled() throws {
        var shell = try shell { $0.to.path == "/a" ? [] : [.none] }
        shell.push("/a")
        shell.push("/b")
        shell.perform(shell.router.guardCalledNext(shell.calls[0].token, .none))
        #expect(shell.log.suffix(2) == ["completed /b", "cancelled /a"])
        // A stale redirect, however, is still obeyed.
        shell.perform(shell.router.guardCalledNext(shell.calls[0].token, .value("/signin")))
        #expect(shell.router.current.path == "/signin")
    }

    @Test func everyNextActsAnew() throws {
        var shell = try shell { $0.to.path == "/a" ? [.value("/signin"), .none] : [.none] }
        shell.push("/a")
        #expect(
            shell.log == [
                "beforeEach START -> /a", "redirected /a", "beforeEach START -> /signin", "completed /signin",
                "cancelled /a",
            ])
    }

    @Test func nextNullThrowsIntoItsCaller() throws {
        var shell = try shell { _ in [.value(.null)] }
        shell.push("/a")
        #expect(shell.log.last == "thrown into caller: TypeError")
        shell.perform(shell.router.guardThrew(shell.calls[0].token, .error(message: "boom")))
        #expect(shell.log.last == "threw boom")
    }

    @Test func aListAsBeforeEnterIsATypeError() throws {
        var shell = try shell { _ in [.none] }
        shell.push("/list")
        #expect(shell.log.last == "threw TypeError")
    }

    @Test func aComponentIsLoadedOnce() throws {
        var router = Router(table: try table(Self.routes), mode: .abstract)
        let begun = router.push(.path("/lazy"))
        guard case .loadComponent(let load)? = begun.actions.first else {
            Issue.record("no component is loaded: \(begun.actions)")
            return
        }
        #expect(router.current.isStart)
        _ = router.componentLoaded(load)
        #expect(router.current.path == "/lazy")
        #expect(router.componentLoaded(load).isEmpty)  // told twice
        _ = router.push(.path("/"))
        _ = router.push(.path("/lazy"))
        #expect(router.current.path == "/lazy")
    }

    @Test func theFirstLoadKeepsItsAddressAndARedirectAddsOne() throws {
        var entering = try shell(.history, at: "http://app.test/a?x=1") { _ in [.none] }
        entering.perform(entering.router.mount())
        #expect(entering.router.address == "/a?x=1")
        #expect(entering.router.entryCount == 1)
        var redirecting = try shell(.history, at: "/a") { $0.to.path == "/a" ? [.value("/signin")] : [.none] }
        redirecting.perform(redirecting.router.mount())
        #expect(redirecting.router.address == "/signin")
        #expect(redirecting.router.entryCount == 2)
    }

    /// Base, address, and the location inside the base.
    @Test(
        arguments: [
            ("/app", "/app/a", "/a"), ("/app/", "/app", "/"), ("app", "/APP/a", "/a"),
            ("/app", "/application", "/application"),  // only whole segments are stripped
            (nil, "/a", "/a"), ("", "/a", "/a"), ("/", "/a", "/a"),
        ] as [(String?, String, String)])
    func stripsTheBase(base: String?, address: String, path: String) throws {
        var shell = try shell(.history, at: address, base: base) { _ in [.none] }
        shell.perform(shell.router.mount())
        #expect(shell.router.current.path == path)
    }

    @Test func backBeforeTheFirstNavigationEndsIsNotHeard() throws {
        var shell = try shell(.hash, at: "/index.html#/a") { _ in [] }
        shell.perform(shell.router.mount())
        shell.perform(shell.router.hashEdited(to: "#/b"))
        #expect(shell.log == ["beforeEach START -> /a", "added /index.html#/b"])
    }

    @Test func aHashWithoutSlashIsRepairedAndLeadsNowhere() throws {
        var shell = try shell(.hash, at: "/#/a") { _ in [.none] }
        shell.perform(shell.router.mount())
        shell.perform(shell.router.hashEdited(to: "b"))
        #expect(shell.router.address == "/#/b")
        #expect(shell.router.current.path == "/a")
    }

    @Test(arguments: [Int.min, -2, 1, Int.max])
    func movingOutOfRangeDoesNothing(count: Int) throws {
        var shell = try shell { _ in [.none] }
        shell.push("/a")
        shell.push("/b")
        #expect(shell.router.go(count).isEmpty)
        #expect(shell.router.traversed(by: count).isEmpty)
    }

    @Test func aForgottenNavigationsNextDoesNothing() throws {
        var shell = try shell { $0.to.path == "/a" ? [] : [.none] }
        shell.push("/a")
        for number in 0..<1100 { shell.push("/b?n=\(number)") }
        #expect(shell.router.guardCalledNext(shell.calls[0].token, .value("/signin")).isEmpty)
    }

    /// What a guard hands to `next`, and whether the navigation then is somewhere else.
    @Test(
        arguments: [
            (.none, "/a"), (.value(true), "/a"), (.value([:]), "/a"), (.value(["query": ["a": 1]]), "/a"),
            (.value("$undefined"), "/a"), (.callback(label: "x"), "/a"), (.value(["path": 1]), "/a"),
            (.value(false), "/"), (.error(message: "x"), "/"),
            (.value("/b"), "/b"), (.value(["path": "/b"]), "/b"), (.value(""), "/"),
        ] as [(NextArgument, String)])
    func readsTheArgumentOfNext(argument: NextArgument, path: String) throws {
        var shell = try shell { $0.to.path == "/a" ? [argument] : [.none] }
        shell.push("/")
        shell.push("/a")
        #expect(shell.router.current.path == path)
    }
}
