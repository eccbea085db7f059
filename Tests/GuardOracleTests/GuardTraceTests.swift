import BridgePrimitives
import GuardOracle
import RouterGuard
import Testing

@Suite("Trace of a guard case", .timeLimit(.minutes(5)))
struct GuardTraceTests {
    /// The classic guard in the guard language: nothing to do, somebody there, a cookie, and no branch beyond.
    private static let classic: JSONValue = [
        "id": "auth",
        "rules": [
            ["when": ["not": ["metaSome": "requiresAuth"]], "do": [["next": nil]]],
            ["when": ["var": ["user": true]], "do": [["next": nil]]],
            [
                "when": ["var": ["cookie": true]],
                "do": [
                    [
                        "promise": ["after": 5, "settle": "reject", "value": "denied"],
                        "chain": [["catch": [["next": "/signin"]]], ["then": [["next": nil]]]],
                    ]
                ],
            ],
            ["when": [:], "do": [["hang": true]]],
        ],
    ]

    private func run(
        cookie: Bool, router: Int = 3, signInIsProtected: Bool = false, guards: JSONValue? = nil,
        navigate: JSONValue = [["op": "push", "to": "/dash"]]
    ) throws -> GuardRun {
        let json: JSONValue = [
            "router": .integer(Int64(router)), "vars": ["user": false, "cookie": .bool(cookie)], "start": "/",
            "routes": [
                ["path": "/"], ["path": "/dash", "meta": ["requiresAuth": true]], ["path": "/public"],
                ["path": "/signin", "meta": ["requiresAuth": .bool(signInIsProtected)]],
            ],
            "guards": ["beforeEach": [guards ?? Self.classic], "onReady": true], "navigate": navigate,
        ]
        return try GuardCase(json: json).runTraced()
    }

    @Test func tellsARedirectStepByStepAndNamesTheDoubleCall() throws {
        let run = try run(cookie: true)
        #expect(
            run.trace.map(\.line) == [
                "0  step       push /dash",
                "0  called     beforeEach auth: / -> /dash",
                "0  read       user = false, cookie = true",
                "5  settled    what a guard waited for failed: denied",
                "5  next       auth calls next('/signin')",
                "5  redirected away from /dash  [guard/redirected]",
                "5  called     beforeEach auth: / -> /signin",
                "5  next       auth calls next()",
                "5  entered    /signin, by way of /dash",
                "5  next       auth calls next()  [guard/next-called-twice]",
                "5  ended      Navigation cancelled from \"/\" to \"/dash\" with a new navigation.  [guard/cancelled]",
            ])
        #expect(run.defects == [.nextCalledTwice])
        #expect(run.lines.contains("at /signin"))
        #expect(run.lines.last == "  hint: \(GuardReason.nextCalledTwice.fix)")
        #expect(run.result["path"] == "/signin")
    }

    @Test(arguments: [3, 4])
    func namesAHang(router: Int) throws {
        let run = try run(cookie: false, router: router)
        #expect(run.trace.last?.text == "never: beforeEach auth at /dash did not call next")
        #expect(run.defects == [.neverCalledNext])
    }

    @Test(arguments: [3, 4])
    func namesALoop(router: Int) throws {
        let run = try run(cookie: true, router: router, signInIsProtected: true)
        #expect(run.defects.contains(.redirectLoop))
        #expect(!run.defects.contains(.neverCalledNext))
        #expect(run.trace.count <= GuardRun.entryLimit)
        #expect(run.lines.count < 20)
    }

    /// Two routes that send to each other; whichever way the router puts an end to it, no guard has thrown.
    @Test(arguments: [(3, "next"), (4, "next"), (4, "return"), (5, "return")])
    func aLoopOfTwoIsToldInAFewLines(router: Int, action: String) throws {
        func rule(_ from: JSONValue, _ to: JSONValue) -> JSONValue {
            ["when": ["to.path": from], "do": [.object(JSONObject([(action, to)]))]]
        }
        let run = try run(
            cookie: false, router: router,
            guards: ["id": "g", "rules": [rule("/dash", "/public"), rule("/public", "/dash")]])
        #expect(run.defects == [.redirectLoop])
        #expect(run.trace.count > 20)
        #expect(run.lines.count < 15)
        #expect(run.lines.contains("…  \(run.trace.count - 9) more lines of this loop are left out"))
    }

    /// What a guard returns leads elsewhere, or is not looked at; it has thrown nothing.
    @Test(
        arguments: [
            (4, nil, []), (5, nil, []), (4, 3, [.invalidGuard]), (3, nil, [.neverCalledNext]),
        ] as [(Int, Int?, [GuardReason])])
    func aReturnedRedirectIsNoError(router: Int, parameters: Int?, defects: [GuardReason]) throws {
        var script = JSONObject([
            ("id", "g"), ("rules", [["when": ["to.path": "/dash"], "do": [["return": "/signin"]]]]),
        ])
        script["parameters"] = parameters.map { .integer(Int64($0)) }
        #expect(try run(cookie: true, router: router, guards: .object(script)).defects == defects)
    }

    @Test func anErrorOfAGuardIsOne() throws {
        for router in [3, 4] {
            let run = try run(cookie: true, router: router, guards: ["id": "g", "do": [["throw": "x"]]])
            #expect(run.defects == [.threw])
        }
    }

    @Test(arguments: [
        ("{}", "$", "needs routes and navigate"),
        (#"{"routes":[]}"#, "$", "needs routes and navigate"),
        (#"{"routes":[],"navigate":[],"guard":{}}"#, "$.guard", "known are id, note"),
        (#"{"routes":[{"path":"/","pth":1}],"navigate":[]}"#, "$.routes[0].pth", "known are path"),
        (
            #"{"routes":[{"path":"/","children":[{"path":"x","x":1}]}],"navigate":[]}"#, "$.routes[0].children[0].x",
            "path"
        ),
        (#"{"routes":[],"navigate":[{"op":"push","too":"/"}]}"#, "$.navigate[0].too", "known are op, after, to"),
        (#"{"routes":[],"navigate":[{"op":"psh","to":"/"}]}"#, "$.navigate[0].op", "known are push"),
        (#"{"routes":[],"navigate":[],"guards":{"beforeeach":[]}}"#, "$.guards.beforeeach", "known are beforeEach"),
        (#"{"routes":[],"navigate":[],"guards":{"beforeEach":{"doo":[]}}}"#, "$.guards.beforeEach[0].doo", "rules"),
        (
            #"{"routes":[],"navigate":[],"guards":{"beforeEach":{"rules":[{"if":{},"do":[]}]}}}"#,
            "$.guards.beforeEach[0].rules[0].if", "known are when, do"
        ),
        (
            #"{"routes":[],"navigate":[],"guards":{"beforeEach":{"do":[{"nxt":1}]}}}"#,
            "$.guards.beforeEach[0].do[0]", "known are next"
        ),
        (
            #"{"routes":[],"navigate":[],"guards":{"beforeEach":{"rules":[{"when":{"path":"/"},"do":[]}]}}}"#,
            "$.guards.beforeEach[0].rules[0].when.path", "known are to.path"
        ),
    ])
    func whatACaseCannotHaveIsRefusedWithWhatItCan(text: String, place: String, known: String) throws {
        let json = try JSONValue(parsing: text)
        let problem = #expect(throws: GuardCaseProblem.self) { try GuardCase(json: json) }
        #expect(problem?.jsonPath == place)
        #expect(problem?.cause.contains(known) == true, "\(problem?.cause ?? "")")
    }

    @Test(arguments: [3, 4])
    func namesAStaleRedirect(router: Int) throws {
        let navigate: JSONValue = [["op": "push", "to": "/dash"], ["op": "push", "to": "/public", "after": 2]]
        let run = try run(cookie: true, router: router, navigate: navigate)
        #expect(run.defects.contains(.staleRedirect))
        #expect(run.result["path"] == "/signin")
    }

    /// A push to where the page is already goes nowhere, in either generation.
    @Test(arguments: [3, 4])
    func namesADuplicate(router: Int) throws {
        let run = try run(cookie: true, router: router, navigate: [["op": "push", "to": "/"]])
        #expect(run.trace.last?.line.hasSuffix("[\(GuardReason.duplicated.code)]") == true, "\(run.trace.map(\.line))")
        #expect(run.result["path"] == "/")
    }

    @Test func namesAnInvalidGuard() throws {
        let run = try run(cookie: true, router: 4, guards: ["id": "g", "parameters": 3, "do": [["return": false]]])
        #expect(run.defects == [.invalidGuard])
    }

    /// A returned decision of generation 4 is told like a call of `next`.
    @Test func tellsWhatAGuardReturns() throws {
        let returning: JSONValue = [
            "id": "g", "rules": [["when": ["to.path": "/dash"], "do": [["return": "/signin"]]]],
        ]
        let run = try run(cookie: true, router: 4, guards: returning)
        #expect(
            run.trace.map(\.line) == [
                "0  step       push /dash",
                "0  called     beforeEach g: / -> /dash",
                "0  returned   g returns '/signin'",
                "0  redirected away from /dash  [guard/redirected]",
                "0  called     beforeEach g: / -> /signin",
                "0  returned   g returns undefined",
                "0  entered    /signin, by way of /dash",
            ])
        #expect(run.defects.isEmpty)
    }

    @Test func noTextThatAGuardReadsIsPrinted() throws {
        let json: JSONValue = [
            "vars": ["cookie": "very-secret"], "routes": [["path": "/a"]],
            "navigate": [["op": "push", "to": "/a"]],
            "guards": ["beforeEach": [["id": "g", "rules": [["when": ["var": ["cookie": ""]], "do": []]]]]],
        ]
        let lines = try GuardCase(json: json).runTraced().lines
        #expect(lines.contains("0  read       cookie = a text of 11 bytes"))
        #expect(!lines.joined().contains("very-secret"))
    }

    @Test func aQuietRunHasNoDefects() throws {
        let run = try run(cookie: false, navigate: [["op": "push", "to": "/public"]])
        #expect(run.defects.isEmpty)
        #expect(run.lines.last == "at /public")
    }

    /// Tracing decides nothing: every upstream case comes out the same, and no trace is empty.
    @Test(arguments: GuardCaseTests.rows)
    func everyUpstreamCaseHasATrace(_ row: GuardCaseTests.Row) throws {
        #expect(!(try GuardCase(json: row.json).runTraced().trace.isEmpty))
    }
}
