import BridgePrimitives
import RouterGuard
import Testing

@Suite("Trace of a guard case")
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
    }

    @Test(arguments: [3, 4])
    func namesAStaleRedirect(router: Int) throws {
        let navigate: JSONValue = [["op": "push", "to": "/dash"], ["op": "push", "to": "/public", "after": 2]]
        let run = try run(cookie: true, router: router, navigate: navigate)
        #expect(run.defects.contains(.staleRedirect))
        #expect(run.result["path"] == "/signin")
    }

    @Test func namesAnInvalidGuard() throws {
        let run = try run(cookie: true, router: 4, guards: ["id": "g", "parameters": 3, "do": [["return": false]]])
        #expect(run.defects == [.invalidGuard, .threw])
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
