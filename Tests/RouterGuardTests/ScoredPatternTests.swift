import BridgePrimitives
import RouterGuard
import Testing

@Suite("Path patterns, in the dialect of Vue Router 4", .timeLimit(.minutes(5)))
struct ScoredPatternTests {
    private func route(_ path: String, in routes: JSONValue) throws -> Route {
        let table = try RouteTable(json: routes, generation: .four)
        var warnings: [RouterWarning] = []
        return try table.resolve(.path(path), from: nil, warnings: &warnings)
    }

    /// Pattern, path, and the params of a hit; nil for a miss.
    @Test(
        arguments: [
            ("/u/:id", "/u/7", ["id": "7"]),
            ("/u/:id", "/u/7/", ["id": "7"]),  // one trailing slash is allowed
            ("/u/:id", "/u/7//", nil),
            ("/u/:id", "/U/7", ["id": "7"]),
            ("/u/:id", "/u/a%2Fb", ["id": "a/b"]),  // decoded after matching
            ("/u/:id", "/u/%", ["id": "%"]),  // malformed: left alone
            ("/u/:id?", "/u", ["id": ""]),
            ("/u/:id?", "/u/", ["id": ""]),
            ("/u/x:id?", "/u/x", ["id": ""]),  // in company it leaves its slash
            ("/u/x:id?", "/u", nil),
            ("/f/:p*", "/f", ["p": ""]),
            ("/f/:p*", "/f/a/b", ["p": ["a", "b"]]),
            ("/f/:p(\\d+)+", "/f/1/22", ["p": ["1", "22"]]),
            ("/f/:p(\\d+)+", "/f/1/x", nil),
            ("/:a-:b", "/1-2-3", ["a": "1", "b": "2-3"]),
            ("/:x(a|b)", "/b", ["x": "b"]),
            ("/:x((a|b\\))", "/b", ["x": "b"]),  // a backslash keeps a group's end from ending the pattern
            ("/\\:x", "/:x", [:]),  // an escaped colon
            ("/a*", "/a*", [:]),  // an asterisk is a letter
            ("/a*", "/ab", nil),
            ("/(x)", "/(x)", [:]),  // and so is an unnamed group
            ("/", "/", [:]),
            ("/", "//", [:]),
            ("/caf\u{E9}", "/caf\u{E9}", [:]),
            ("/a\u{0}b", "/a\u{0}b", [:]),
        ] as [(String, String, JSONValue?)])
    func matches(pattern: String, path: String, params: JSONValue?) throws {
        let route = try route(path, in: [["path": .string(pattern)]])
        #expect(route.matched.isEmpty == (params == nil))
        if let params { #expect(route.params.json == params) }
    }

    /// Two patterns and the one that answers a path that both match, whichever is declared first.
    @Test(
        arguments: [
            ("/a/b", "/a/:x", "/a/b"), ("/:x", "/:x(\\d+)", "/1"), ("/a-:x", "/:x", "/a-1"), ("/:x", "/:x?", "/q"),
            ("/:x", "/:x+", "/q"), ("/:x+", "/:x*", "/q"), ("/:x*", "/:x(.*)*", "/q"), ("/a/:x", "/:x(.*)*", "/a/q"),
            ("/a/:x?", "/a", "/a"),  // equal as far as both go: the longer one first
        ])
    func ranks(better: String, worse: String, path: String) throws {
        // A custom pattern wins over a plain parameter, so that row is written the other way round.
        let winner = worse.contains("(\\d+)") ? worse : better
        for order in [[better, worse], [worse, better]] {
            let route = try route(path, in: .array(order.map { ["path": .string($0)] }))
            #expect(route.matched.map(\.path) == [winner])
        }
    }

    @Test(arguments: ["*", "a", "/:x(", "/:x((a|b))", "/a:x*"])
    func refusesPaths(path: String) {
        #expect(throws: RouteTableProblem.self) { try RouteTable(json: [["path": .string(path)]], generation: .four) }
    }

    @Test func anEmptyPathIsOne() throws {
        #expect(try RouteTable(json: [["path": ""]], generation: .four).records.count == 1)
    }

    /// Limits hold: what is too long matches nothing, what is too dear ends.
    @Test func hostileInputEnds() throws {
        let dear = try route("/" + String(repeating: "a", count: 3000) + "!", in: [["path": "/:x(a*a*a*a*b)"]])
        #expect(dear.matched.isEmpty)
        let long = String(repeating: "/a", count: 1025)
        #expect(throws: RouteTableProblem.self) { try RouteTable(json: [["path": .string(long)]], generation: .four) }
        let many: JSONValue = .array(Array(repeating: ["path": "/x", "name": "n"], count: 2000))
        #expect(try RouteTable(json: many, generation: .four).record(named: "n")?.id == 1999)
    }

    /// Random patterns either make a table or a problem, and random paths a route.
    @Test func noPatternCrashes() throws {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let pieces = ["/", ":", "a", "(", ")", "*", "?", "+", "\\", "\\d", "|", ".", "-", "[", "]", "%", "\u{E9}", "#"]
        var tables = 0
        for _ in 0..<3000 {
            let pattern = "/" + (0..<next(9)).map { _ in pieces[next(pieces.count)] }.joined()
            let path = "/" + (0..<next(9)).map { _ in pieces[next(pieces.count)] }.joined()
            guard let table = try? RouteTable(json: [["path": .string(pattern), "name": "n"]], generation: .five) else {
                continue
            }
            tables += 1
            var warnings: [RouterWarning] = []
            _ = try table.resolve(.path(path), from: nil, warnings: &warnings)
            let params: RouteValues = ["a": "x", "": ["y", "z"]]
            _ = try? table.resolve(
                .location(RouteLocation(name: "n", params: params)), from: nil, warnings: &warnings)
        }
        #expect(tables > 500)
    }

    @Test(arguments: [Int.min, Int.min + 1, -1, 0, 1, Int.max])
    func movingTooFarIsMovingAsFarAsPossible(count: Int) throws {
        let table = try RouteTable(json: [["path": "/a"], ["path": "/b"]], generation: .four)
        var router = Router(table: table, mode: .abstract)
        router.addBeforeEach(id: "g")
        /// Passes every guard, or aborts.
        func perform(_ actions: [RouterAction], with argument: NextArgument) {
            var rest = actions
            while !rest.isEmpty {
                switch rest.removeFirst() {
                case .takeTurn(let turn): rest += router.turnCame(turn)
                case .callGuard(let call): rest += router.guardReturned(call.token, GuardReturn(argument))
                default: break
                }
            }
        }
        perform(router.push(.path("/a")).actions, with: .none)
        perform(router.push(.path("/b")).actions, with: .none)
        perform(router.go(count), with: .value(false))
        #expect(router.current.path == "/b")
        // Moved back by what was asked, not by what was moved.
        #expect(router.stackIndex == (count < 0 ? 1 : 0))
        perform(router.go(count), with: .none)
        #expect(router.stackIndex == (count > 0 ? 1 : 0))
    }
}
