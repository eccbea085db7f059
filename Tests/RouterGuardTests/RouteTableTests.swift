import BridgePrimitives
import RouterGuard
import Testing

/// A table, or a failed test that says why.
func table(_ json: JSONValue) throws -> RouteTable { try RouteTable(json: json) }

/// Where `input` leads from the start, without warnings being looked at.
func resolve(_ input: JSONValue, in routes: JSONValue, from: JSONValue? = nil) throws -> Route {
    let table = try table(routes)
    var warnings: [RouterWarning] = []
    let current = try from.map { try table.resolve(LocationInput(json: $0), from: nil, warnings: &warnings) }
    return try table.resolve(LocationInput(json: input), from: current, warnings: &warnings)
}

@Suite("Path patterns, in the dialect of path-to-regexp 1.x", .timeLimit(.minutes(5)))
struct PathPatternTests {
    /// Pattern, path, and the params of a hit; nil for a miss.
    static let rows: [(String, String, JSONValue?)] = [
        ("/u/:id", "/u/7", ["id": "7"]),
        ("/u/:id", "/u/", nil),  // a value has at least one character
        ("/u/:id", "/u/a/b", nil),  // and no slash
        ("/u/:id", "/U/7", ["id": "7"]),  // letter case does not count
        ("/caf\u{E9}/:id", "/CAF\u{C9}/7", ["id": "7"]),  // beyond ASCII neither
        ("/u/:id", "/u/a%2Fb", ["id": "a/b"]),  // decoded after matching
        ("/u/:id", "/u/a+b", ["id": "a+b"]),  // plus is no space in paths
        ("/u/:id", "/u/%", ["id": "%"]),  // malformed: left alone
        ("/u/:id?", "/u", ["id": "$undefined"]),
        ("/f/:p+", "/f/a/b", ["p": "a/b"]),
        ("/f/:p+", "/f", nil),
        ("/f/:p*", "/f", ["p": "$undefined"]),
        ("/f/:p(\\d+)+", "/f/1/22/3", ["p": "1/22/3"]),
        ("/f/:p(\\d+)+", "/f/1/x", nil),
        ("/:a?/:b?", "/x", ["a": "x", "b": "$undefined"]),
        ("/:a-:b", "/1-2-3", ["a": "1", "b": "2-3"]),
        ("/file.:ext?", "/file.tar", ["ext": "tar"]),
        ("/file.:ext", "/file.a/b", ["ext": "a/b"]),  // after a dot only dots end a value
        ("/file.:ext", "/file.a.b", nil),
        ("/v:n(\\d{2,3})", "/v12", ["n": "12"]),
        ("/v:n(\\d{2,3})", "/v1", nil),
        ("/v:n(\\d{2,3})", "/v1234", nil),
        ("/:v(a|ab)", "/ab", ["v": "ab"]),  // alternatives are tried until the whole path fits
        ("/:v([a-c]+)", "/ABC", ["v": "ABC"]),  // classes ignore letter case too
        ("/:v([^/]*)", "/", ["v": ""]),
        ("/:v(\\d+$)", "/1$", ["v": "1$"]),  // a dollar is literal inside a group
        ("/:v(\\d+$)", "/1", nil),
        ("/:v([\\w.-]+)", "/a-b.c", ["v": "a-b.c"]),
        ("/:v(\\u0041)", "/a", ["v": "a"]),
        ("/(a|b)/(\\d+)", "/b/9", ["1": "9", "pathMatch": "b"]),
        ("/x*", "/xyz", ["pathMatch": "yz"]),
        ("/a\\:b", "/a:b", [:]),  // an escaped colon is a colon
        ("/a+b", "/a+b", [:]),  // a plus after text is a plus
        ("*", "", nil),  // the empty path becomes the current one, which is '/'
    ]

    @Test(arguments: rows)
    func matches(pattern: String, path: String, params: JSONValue?) throws {
        let route = try resolve(.string(path), in: [["path": .string(pattern)]])
        guard path != "" else {
            #expect(route.params.json == ["pathMatch": "/"])
            return
        }
        #expect(route.matched.isEmpty == (params == Optional.none))
        if let params { #expect(route.params.json == params) }
    }

    @Test(arguments: [
        ("/:id((?!x).*)", "nothing to repeat"),  // nested parentheses are not recognised, so '?' stands alone
        ("/:id([z-a])", "out of order"),
        ("/:id([a)", "unterminated class"),
        ("/:id(a{3,2})", "out of order"),
        ("/:id(a{1001})", "above 1000"),
        ("/:id(\\1)", "back-reference"),
        ("/:id(a**)", "nothing to repeat"),
    ])
    func refusesWhatDoesNotCompile(pattern: String, cause: String) {
        #expect {
            try table([["path": "/"], ["path": "/p", "children": [["path": .string(pattern)]]]])
        } throws: { error in
            guard let problem = error as? RouteTableProblem else { return false }
            return problem.jsonPath == "$[1].children[0].path" && problem.cause.contains(cause)
        }
    }

    @Test(arguments: [
        "/:a(.*.*.*.*.*.*.*.*x)", "/:a([a-z]*[a-z]*[a-z]*[a-z]*[a-z]*\\d)", "/:a+x:b+x:c+x:d+x:e+y",
    ])
    func aHostilePatternEnds(pattern: String) throws {
        let table = try table([["path": .string(pattern)], ["path": "*", "name": "rest"]])
        var warnings: [RouterWarning] = []
        let path = "/" + String(repeating: "ax", count: 400) + "!"
        let route = try table.resolve(.path(path), from: nil, warnings: &warnings)
        #expect(route.name == "rest")
        #expect(warnings == [.matchTooExpensive(path: pattern)])
    }

    @Test func aPathBeyondTheLimitMatchesNothing() throws {
        let table = try table([["path": "*", "name": "rest"]])
        for (count, name) in [(65_535, "rest"), (65_536, nil)] as [(Int, String?)] {
            var warnings: [RouterWarning] = []
            let path = "/" + String(repeating: "a", count: count)
            #expect(try table.resolve(.path(path), from: nil, warnings: &warnings).name == name)
        }
    }
}

@Suite("Route tables", .timeLimit(.minutes(5)))
struct RouteTableTests {
    /// Each row is refused at its place.
    static let problems: [(JSONValue, String)] = [
        ([:], "$"),
        ([1], "$[0]"),
        ([[:]], "$[0].path"),
        ([["path": 1]], "$[0].path"),
        ([["path": "/", "name": [:]]], "$[0].name"),
        ([["path": "/", "alias": 1]], "$[0].alias"),
        ([["path": "/", "meta": []]], "$[0].meta"),
        ([["path": "/", "redirect": 1]], "$[0].redirect"),
        ([["path": "/", "component": "x"]], "$[0].component"),
        ([["path": "/", "component": ["async": -1]]], "$[0].component.async"),
        ([["path": "/", "component": ["enter": [1]]]], "$[0].component.enter[0]"),
        ([["path": "/"], ["path": "/p", "children": [["path": "a"], ["name": "b"]]]], "$[1].children[1].path"),
        ([["path": .string("/" + String(repeating: "a", count: 2048))]], "$[0].path"),
    ]

    @Test(arguments: problems)
    func namesThePlaceOfAProblem(json: JSONValue, jsonPath: String) {
        #expect { try table(json) } throws: { ($0 as? RouteTableProblem)?.jsonPath == jsonPath }
    }

    @Test func childrenHaveALimit() {
        var json: JSONValue = [["path": "leaf"]]
        for _ in 0..<31 { json = [["path": "c", "children": json]] }
        #expect(throws: Never.self) { try table(json) }
        #expect(throws: RouteTableProblem.self) { try table([["path": "c", "children": json]]) }
    }

    @Test func aliasesCannotMultiplyWithoutLimit() {
        let aliases = JSONValue.array((0..<20).map { .string("a\($0)") })
        var json: JSONValue = [["path": "leaf", "alias": aliases]]
        for _ in 0..<4 { json = [["path": "c", "alias": aliases, "children": json]] }
        #expect(throws: RouteTableProblem.self) { try table(json) }
    }

    @Test func theSampleAppsTableIsRead() throws {
        let routes: JSONValue = [
            ["path": "/", "name": "main", "meta": ["requiresAuth": true]],
            ["path": "/orders", "name": "orders", "children": [["path": ":id", "name": "order"]]],
            ["path": "*", "name": "not-found"],
        ]
        #expect(try resolve("/orders/5", in: routes).matched.map(\.path) == ["/orders", "/orders/:id"])
        #expect(try resolve("/", in: routes).meta["requiresAuth"] == true)
        #expect(try resolve("/nowhere", in: routes).name == "not-found")
        #expect(try table(routes).record(named: "order")?.path == "/orders/:id")
        #expect(try table(routes).record(named: "Order") == nil)
    }
}
