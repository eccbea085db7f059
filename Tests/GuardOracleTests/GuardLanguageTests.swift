import BridgePrimitives
import GuardOracle
import Testing

@Suite("Guard language", .timeLimit(.minutes(5)))
struct GuardLanguageTests {
    private func run(
        guards: JSONValue, navigate: JSONValue = [["op": "push", "to": "/a"]], routes: JSONValue? = nil
    ) throws -> JSONValue {
        let routes = routes ?? [["path": "/a"], ["path": "/b"], ["path": "/c"]]
        let json: JSONValue = ["routes": routes, "navigate": navigate, "guards": guards]
        return try GuardCase(json: json).run()
    }

    private func log(of actions: JSONValue, async: Bool = false) throws -> [String] {
        let script: JSONValue = ["id": "g", "async": .bool(async), "do": actions]
        let result = try run(guards: ["beforeEach": [script]])
        return (result["guardCalls"]?.arrayValue ?? []).compactMap(\.stringValue).filter { !$0.contains("->") }
    }

    /// An async guard's actions, and what they log.
    @Test(
        arguments: [
            // A rejection is thrown where it is awaited; finally runs either way.
            (
                [
                    [
                        "try": [
                            ["awaitPromise": ["after": 1, "settle": "reject", "value": "x"]], ["log": "not here"],
                        ],
                        "catch": [["log": "caught"]], "finally": [["log": "finally"]],
                    ], ["log": "after"],
                ],
                ["caught", "finally", "after"]
            ),
            // Without a catch it goes on after finally.
            (
                [["try": [["throw": "x"]], "finally": [["await": 2], ["log": "finally"]]], ["log": "not here"]],
                ["finally", "unhandled:x"]
            ),
            // What catch throws is not caught by the same try.
            ([["try": [["throw": "x"]], "catch": [["throw": "y"]], "finally": [["log": "f"]]]], ["f", "unhandled:y"]),
            // A return leaves through finally.
            ([["try": [["return": 1]], "finally": [["log": "f"]]], ["log": "not here"]], ["f"]),
            ([["nextRaw": nil]], ["unhandled:TypeError"]),
            ([["if": ["nth": 1], "then": [["log": "first"]], "else": [["log": "later"]]]], ["first"]),
            (
                [["set": ["n": 1]], ["if": ["var": ["n": 1]], "then": [["log": "{to.path} {from.path} {x}"]]]],
                ["/a / {x}"]
            ),
            ([["logCurrent": 1], ["logMatched": 1]], ["current:START", "matched:/a"]),
        ] as [(JSONValue, [String])])
    func asyncGuards(actions: JSONValue, expected: [String]) throws {
        #expect(try log(of: actions, async: true) == expected)
    }

    /// A guard's promise chain, and what it logs.
    @Test(
        arguments: [
            ([["then": [["log": "then"]]], ["catch": [["log": "not here"]]]], "resolve", ["then"]),
            (
                [["then": [["log": "not here"]]], ["catch": [["log": "catch"]]], ["then": [["log": "then"]]]], "reject",
                ["catch", "then"]
            ),
            ([["then": [["throw": "x"]]], ["catch": [["log": "catch"]]]], "resolve", ["catch"]),
            ([["then": []]], "reject", ["unhandled:v"]),
            ([["finally": [["log": "finally"]]]], "reject", ["finally", "unhandled:v"]),
            ([["then": [["returnReject": "late"]]], ["catch": [["log": "catch"]]]], "resolve", ["catch"]),
            ([["catch": [["returnReject": "late"]]]], "reject", ["unhandled:late"]),
            ([], "reject", ["unhandled:v"]),
        ] as [(JSONValue, String, [String])])
    func promiseChains(chain: JSONValue, settle: String, expected: [String]) throws {
        let promise: JSONValue = ["after": 3, "settle": .string(settle), "value": "v"]
        #expect(try log(of: [["promise": promise, "chain": chain], ["log": "at once"]]) == ["at once"] + expected)
    }

    @Test func timersOfOneTimeFireInTheOrderTheyWereSet() throws {
        let promises: [JSONValue] = [3, 1, 3, 2].enumerated().map { number, ticks in
            [
                "promise": ["after": .integer(ticks)],
                "chain": [["then": [["log": .string("\(number)")]]]],
            ]
        }
        #expect(try log(of: .array(promises)) == ["1", "3", "0", "2"])
    }

    @Test func guardsThatSendEachOtherOnSynchronouslyOverflowTheStack() throws {
        let rules: JSONValue = [
            ["when": ["to.path": "/a"], "do": [["next": "/b"]]], ["when": ["to.path": "/b"], "do": [["next": "/a"]]],
        ]
        let result = try run(guards: ["beforeEach": [["id": "g", "rules": rules]], "onError": true])
        #expect(result["failureType"] == "redirected")
        #expect(result["guardCalls"]?.arrayValue?.last == "onError RangeError")
        #expect(result["isStart"] == true)
    }

    @Test(
        arguments: [
            [["await": 1], ["next": "/a?x={to.fullPath}"]],  // grows with every hop
            [["await": 0], ["next": ["path": "/b", "query": ["n": "1"]]], ["next": "/a"]],  // doubles with every hop
        ] as [JSONValue])
    func anEndlessLoopIsCutOff(actions: JSONValue) throws {
        let result = try run(guards: ["beforeEach": [["id": "g", "do": actions]]])
        #expect(result["isStart"] == true)
    }

    /// Each case is refused at its place.
    @Test(
        arguments: [
            (1, "$"),
            (["mode": "memory"], "$.mode"),
            (["routes": [["path": "/:a([)"]]], "$.routes[0].path"),
            (
                ["routes": [["path": "/", "beforeEnter": ["id": "x", "do": [["jump": 1]]]]]],
                "$.routes(guard 'x').do[0]"
            ),
            (["navigate": 1], "$.navigate"),
            (["navigate": [["to": "/"]]], "$.navigate[0].op"),
            (["navigate": [["op": "fly"]]], "$.navigate[0].op"),
            (["navigate": [["op": "push", "to": "/", "after": -1]]], "$.navigate[0].after"),
            (["navigate": [["op": "go", "n": 1e300]]], "$.navigate[0].n"),
            (["navigate": [["op": "addRoute", "route": ["name": "x"]]]], "$.navigate[0].route.path"),
            (["guards": ["beforeEach": [1]]], "$.guards.beforeEach[0]"),
            (["guards": ["beforeEach": [["do": [["next": 1, "log": 2]]]]]], "$.guards.beforeEach[0].do[0]"),
            (
                ["guards": ["beforeEach": [["rules": [["when": ["moon": "full"]]]]]]],
                "$.guards.beforeEach[0].rules[0].when.moon"
            ),
            (["guards": ["beforeEach": [["do": [["await": 1e12]]]]]], "$.guards.beforeEach[0].do[0].await"),
            (["router": 2], "$.router"), (["router": "4.6"], "$.router"), (["router": []], "$.router"),
            (["flavour": "test"], "$.router"),
            (["guards": ["beforeEach": [["parameters": 4, "do": []]]]], "$.guards.beforeEach[0].parameters"),
            (["guards": ["beforeEach": [["parameters": "3", "do": []]]]], "$.guards.beforeEach[0].parameters"),
            (["router": 4, "routes": [["path": "*"]]], "$.routes[0].path"),
            (["router": 4, "routes": [["path": "/a", "alias": "b"]]], "$.routes[0].alias"),
        ] as [(JSONValue, String)])
    func namesThePlaceOfAProblem(json: JSONValue, jsonPath: String) {
        #expect { try GuardCase(json: json) } throws: { ($0 as? GuardCaseProblem)?.jsonPath == jsonPath }
    }

    @Test func nestingHasALimit() {
        var actions: JSONValue = [["log": "x"]]
        for _ in 0..<40 { actions = [["try": actions]] }
        let json: JSONValue = ["guards": ["beforeEach": [["do": actions]]]]
        #expect(throws: GuardCaseProblem.self) { try GuardCase(json: json) }
    }

    @Test func aCaseThatGoesNowhereStaysAtTheStart() throws {
        let result = try GuardCase(json: ["routes": [], "navigate": []]).run()
        #expect(result["isStart"] == true)
        #expect(result["stackIndex"] == -1)
    }
}
