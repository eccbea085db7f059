import BridgePrimitives
import RouterGuard
import Testing

@Suite("Locations, redirect records and aliases", .timeLimit(.minutes(5)))
struct RouteTableMatchingTests {
    static let routes: JSONValue = [
        ["path": "/", "name": "home"],
        ["path": "/u/:id", "name": "user", "alias": "/member/:id"],
        ["path": "/files/:rest+", "name": "files"],
        ["path": "/old/:id", "redirect": ["name": "user", "query": ["moved": 1]]],
        ["path": "/older/:id", "redirect": "/old/:id"],
        ["path": "/loop-a", "redirect": "/loop-b"],
        ["path": "/loop-b", "redirect": "/loop-a"],
        ["path": "/lost", "redirect": ["name": "nobody"]],
        ["path": "/throws", "redirect": ["$fn": ["throw": "no"]]],
        ["path": "/nothing", "redirect": ["$fn": ["to": nil]]],
        ["path": "/made/:id", "redirect": ["$fn": ["to": "/u/{params.id}"]]],
    ]

    /// Input, current location, full path, redirectedFrom.
    static let rows: [(JSONValue, JSONValue?, String, String?)] = [
        ("/u/1?b=2&a=1#h", nil, "/u/1?b=2&a=1#h", nil),
        ("/u/1?9=a&b=1&1=c", nil, "/u/1?1=c&9=a&b=1", nil),  // index-like keys come first, ascending
        ("", "/u/1?x=1", "/u/1", nil),  // the empty path is the current one
        ("?y=2", "/u/1?x=1", "/u/1?y=2", nil),
        ("2", "/u/1", "/u/2", nil),
        ("../files/x", "/u/1", "/files/x", nil),
        ("../../../x", "/u/1", "/x", nil),  // never above the root
        (["path": "n", "append": true], "/u/1", "/u/1/n", nil),
        (["name": "user", "params": ["id": "a/b"]], nil, "/u/a%2Fb", nil),
        (["name": "user", "params": ["id": nil]], nil, "/", nil),  // unfillable: the path is lost
        (["name": "user"], "/u/9", "/u/9", nil),  // required params are inherited
        (["params": ["id": "2"]], "/u/1?q=1", "/u/2", nil),
        (["name": "files", "params": ["rest": ["a", "b c"]]], nil, "/files/a/b%20c", nil),
        (["name": "files", "params": ["rest": []]], nil, "/", nil),
        (["path": "/u/1", "query": ["a": [1, nil, true]]], nil, "/u/1?a=1&a&a=true", nil),
        (["path": "/u/1", "query": ["a": 1.5, "b": 1e21, "c": 1e-7]], nil, "/u/1?a=1.5&b=1e%2B21&c=1e-7", nil),
        ("/member/3?x=1", nil, "/member/3?x=1", nil),
        ("/old/4?x=1#h", nil, "/u/4?moved=1#h", "/old/4?x=1#h"),
        ("/older/4?x=1", nil, "/u/4?moved=1", "/older/4?x=1"),
        ("/made/a%2Fb", nil, "/u/a/b", nil),  // matches nothing, and a failed redirect forgets where it came from
        ("/nothing", nil, "/nothing", nil),
    ]

    @Test(arguments: rows)
    func resolves(input: JSONValue, current: JSONValue?, fullPath: String, redirectedFrom: String?) throws {
        let route = try resolve(input, in: Self.routes, from: current)
        #expect(route.fullPath == fullPath)
        #expect(route.redirectedFrom == redirectedFrom)
    }

    @Test(
        arguments: [
            ("/loop-a", "RangeError"),  // a cycle of redirect records
            ("/lost", "[vue-router] redirect failed: named route \"nobody\" not found."),
            ("/throws", "no"),
            (nil, "TypeError"),  // push(null)
            ("$undefined", "TypeError"),
            (7, "TypeError"),
        ] as [(JSONValue, String)])
    func throwsAsTheRouterDoes(input: JSONValue, text: String) {
        #expect { try resolve(input, in: Self.routes) } throws: { ($0 as? ThrownValue)?.logText == text }
    }

    @Test func anAliasKeepsTheOriginalsRecords() throws {
        let route = try resolve("/member/3", in: Self.routes)
        #expect(route.name == "user")
        #expect(route.matched.map(\.path) == ["/u/:id"])
        #expect(route.params == ["id": "3"])
    }

    @Test(
        arguments: [
            (["name": "nobody"], .unknownName("nobody")),
            ("/u/%E9", .malformedPercent("%E9")),
            ("/u/1?a=%E9", .malformedPercent("%E9")),
            ("/nothing", .unusableRedirect(path: "/nothing")),
        ] as [(JSONValue, RouterWarning)])
    func warns(input: JSONValue, warning: RouterWarning) throws {
        var warnings: [RouterWarning] = []
        _ = try table(Self.routes).resolve(LocationInput(json: input), from: nil, warnings: &warnings)
        #expect(warnings == [warning])
    }

    /// Query text and what is printed again.
    @Test(arguments: [
        ("?", ""),
        ("?&", ""),  // the ampersand is dropped, nothing is left
        ("?a", "?a"),
        ("?a=", "?a="),
        ("?=v", "?=v"),
        ("?a=1&a", "?a=1&a"),
        ("? a=1 ", "?a=1"),  // trimmed
        ("?a+b=c%20d", "?a%20b=c%20d"),
        ("?a=%00", "?a=%00"),
        ("?a=\u{1F600}", "?a=%F0%9F%98%80"),
        ("?a=b=c", "?a=b%3Dc"),
        ("?a=!'()*,", "?a=%21%27%28%29%2a,"),
        ("?%zz=1", "?%25zz=1"),
    ])
    func printsQueriesAnew(query: String, printed: String) throws {
        #expect(try resolve(.string("/" + query), in: Self.routes).fullPath == "/" + printed)
    }
}
