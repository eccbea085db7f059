import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Serving
import Testing

@Suite("The control endpoints", .timeLimit(.minutes(5)))
struct ControlEndpointTests {
    /// Columns: method, path, body, status, code.
    @Test func eachErrorOfTheControlEndpointsHasItsCodeAndItsFix() async throws {
        let rows: [(String, String, String, Int, String)] = [
            ("GET", "/nowhere", "", 404, "control/no-such-endpoint"),
            ("POST", "/clock", "[]", 400, "control/not-an-object"),
            ("POST", "/clock", #"{"advance":"soon"}"#, 400, "control/bad-duration"),
            ("POST", "/clock", #"{"skew":{"web":"soon"}}"#, 400, "control/bad-duration"),
            ("POST", "/clock", #"{"now":"tomorrow"}"#, 400, "control/bad-time"),
            ("POST", "/clock", #"{"pace":2}"#, 400, "control/unknown-member"),
            ("POST", "/clock", #"{"skew":{"moon":"1s"}}"#, 400, "control/unknown-member"),
            ("POST", "/clock", String(repeating: " ", count: 1 << 20 + 1), 413, "control/body-too-large"),
            ("POST", "/seeds", String(repeating: " ", count: 4 << 20 + 1), 413, "control/body-too-large"),
            ("POST", "/clock", #"{"now":"9899-01-01T00:00:00Z","advance":"4000d"}"#, 400, "control/clock-out-of-range"),
            ("PUT", "/faults", "{}", 400, "control/not-faults"),
            ("PUT", "/faults", #"{"faults":[{"effect":"fire"}]}"#, 400, "fault/unreadable"),
            ("PUT", "/state", "7", 400, "control/not-an-object"),
            ("PUT", "/state", #"{"users":7}"#, 400, "state/unreadable-export"),
            ("POST", "/seeds", "users: [", 400, "seeds/unreadable"),
        ]
        try await Served.world { addresses, transport in
            for (method, path, body, status, code) in rows {
                let request = HTTPRequest(
                    method: method, url: try WebURL(addresses.control + "/__bridge" + path), body: Array(body.utf8))
                let answer = try await transport.perform(request).response
                let json = try JSONValue(parsing: answer.body)
                #expect(answer.status == status, "\(path) \(answer.text)")
                #expect(json.objectValue?.names == ["status", "code", "message", "fix"], "\(answer.text)")
                #expect(json["status"] == "error" && json["code"]?.stringValue == code, "\(answer.text)")
                #expect(json["message"]?.stringValue?.contains("error[") == false, "\(answer.text)")
                #expect(json["fix"]?.stringValue?.isEmpty == false, "\(answer.text)")
            }
            let foreign = try await Served.call(
                "POST", addresses.control + "/__bridge/reset", headers: ["Origin": "https://evil.test"], over: transport
            )
            #expect(try JSONValue(parsing: foreign.body)["code"] == "server/foreign-origin")
        }
    }

    /// What is done to the world is told at once to whoever looks on, and the page knows its people.
    @Test func theInspectorIsServedWithTheWorld() async throws {
        try await Served.world { addresses, transport in
            let inspector = addresses.control + "/inspector/"
            #expect(try await Served.call("GET", inspector, over: transport).text.contains("main.js"))
            _ = try await Served.call(
                "POST", addresses.auth + "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
                ["email": "taro@example.com", "password": "correct horse"], over: transport)
            _ = try await Served.call("POST", addresses.control + "/__bridge/clock", ["advance": "1m"], over: transport)
            let people = try JSONValue(
                parsing: try await Served.call("GET", inspector + "api/people", over: transport).body)
            #expect(people["users"]?.arrayValue?.map { $0["email"] } == ["taro@example.com"])
            #expect(!people.text().contains("correct horse") && !people.text().contains("Hash"))
            let trace = TraceFile(try await Served.call("GET", inspector + "api/traces/1", over: transport).body)
            #expect(trace.problems == [])
            let kinds = trace.traces.first?.events.map { $0.json["event"]?.stringValue ?? "" } ?? []
            #expect(kinds.contains("account") && kinds.last == "clock", "\(kinds)")
            let foreign = try await Served.call(
                "GET", inspector + "api/people", headers: ["Origin": "https://evil.test"], over: transport)
            #expect(foreign.status == 403)
        }
    }

    @Test func theClockMovesForAllOfTheWorld() async throws {
        try await Served.world { addresses, transport in
            let url = addresses.control + "/__bridge/clock"
            let frozen = try await Served.call(
                "POST", url, ["now": "2026-11-21T09:00:00Z", "frozen": true], over: transport)
            #expect(frozen.status == 200)
            let moved = try await Served.call(
                "POST", url, ["advance": "61m", "skew": ["backend": "-3s"]], over: transport)
            #expect(
                try JSONValue(parsing: moved.body) == [
                    "now": "2026-11-21T10:01:00.000Z", "frozen": true,
                    "skew": ["device": "0s", "backend": "-3s", "web": "0s"],
                ])
            // The auth service tells the world's time.
            let status = try await Served.call("GET", addresses.auth + "/", over: transport)
            #expect(status.headers.first("date") == "Sat, 21 Nov 2026 10:01:00 GMT")
        }
    }

    @Test func aClockThatIsAskedForNonsenseStaysAsItIs() async throws {
        let bodies = [
            #"{"advance":"soon"}"#, #"{"advance":61}"#, #"{"now":"tomorrow"}"#, #"{"skew":{"moon":"1s"}}"#,
            #"{"frozen":true,"pace":2}"#, "[]", "{", "\u{FF}", #"{"advance":"999999999999d"}"#,
            #"{"now":"9999-12-31T23:59:59Z"}"#, #"{"now":"0001-01-01T00:00:00Z"}"#,
            #"{"now":"9899-12-31T00:00:00Z","advance":"1d"}"#, #"{"now":"9899-12-31T00:00:00Z","skew":{"web":"1d"}}"#,
        ]
        try await Served.world { addresses, transport in
            let url = try WebURL(addresses.control + "/__bridge/clock")
            for body in bodies {
                let answer = try await transport.perform(HTTPRequest(method: "POST", url: url, body: Array(body.utf8)))
                #expect(answer.response.status == 400, "\(body)")
                let state = try await JSONValue(parsing: transport.perform(HTTPRequest(url: url)).response.body)
                #expect(state["frozen"] == false, "\(body)")
            }
        }
    }

    /// The far ends of time are places to be: everything is answered there.
    @Test func allOfTheWorldWorksAtTheEndsOfTime() async throws {
        try await Served.world { addresses, transport in
            for now in ["9899-12-31T23:59:59Z", "0101-01-01T00:00:00Z"] {
                let clock = addresses.control + "/__bridge/clock"
                #expect(try await Served.call("POST", clock, ["now": .string(now)], over: transport).status == 200)
                #expect(try await Served.call("POST", clock, ["advance": "400000d"], over: transport).status != 500)
                let api = addresses.auth + "/identitytoolkit.googleapis.com/v1/accounts:"
                let account: JSONValue = [
                    "email": .string("t\(now.prefix(4))@example.com"), "password": "correct-horse",
                ]
                let made = try await Served.call("POST", api + "signUp?key=k", account, over: transport)
                #expect(made.status == 200)
                let token = try JSONValue(parsing: made.body)["idToken"] ?? .null
                #expect(
                    try await Served.call("POST", api + "lookup?key=k", ["idToken": token], over: transport).status
                        == 200
                )
                let rotated = try await Served.call(
                    "POST", addresses.control + "/__bridge/keys:rotate", [:], over: transport)
                #expect(rotated.status == 200)
                #expect(try await Served.call("GET", addresses.web, over: transport).status == 200)
            }
        }
    }

    @Test func seedsThatStandForMoreThanTheySayAreRefusedAtOnce() async throws {
        let laughs =
            "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
            + zip("abcdefgh", "bcdefghi").map {
                "\($1): &\($1) [\(Array(repeating: "*\($0)", count: 10).joined(separator: ","))]\n"
            }.joined()
        try await Served.world { addresses, transport in
            let url = try WebURL(addresses.control + "/__bridge/seeds")
            for _ in 0..<2 {
                let request = HTTPRequest(method: "POST", url: url, body: Array(laughs.utf8))
                let answer = try await transport.perform(request).response
                #expect(answer.status == 400)
                let text = try JSONValue(parsing: answer.body)["message"]?.stringValue ?? ""
                #expect(text.hasPrefix("the body:6:11: "))
                #expect(text.contains("there are more than 200000 values, aliases counted as what they stand for"))
            }
        }
    }

    /// What people change in a state by hand, at random: never our fault, and refused whole.
    @Test func statesThatWereChangedAtRandomAreNeverOurFault() async throws {
        try await Served.world { addresses, transport in
            let url = addresses.control + "/__bridge/state"
            let account: JSONValue = ["email": "taro@example.com", "password": "correct-horse"]
            let api = addresses.auth + "/identitytoolkit.googleapis.com/v1/accounts:"
            _ = try await Served.call("POST", api + "signUp?key=k", account, over: transport)
            _ = try await Served.call(
                "POST", api + "sendOobCode?key=k", ["requestType": "PASSWORD_RESET", "email": "taro@example.com"],
                over: transport)
            let valid = try await Served.call("GET", url, over: transport).body
            var state = valid
            var generator = SeededGenerator(seed: 438)
            var refused = 0
            for _ in 0..<400 {
                // Of the text, so that it breaks in other places than a tree does.
                var text = valid
                let at = Int.random(in: text.indices, using: &generator)
                let bytes = Array(#"0123456789"{}[],:x-e\"#.utf8)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: text[at] = bytes.randomElement(using: &generator) ?? 0
                case 1: text.remove(at: at)
                default: text.insert(bytes.randomElement(using: &generator) ?? 0, at: at)
                }
                let request = HTTPRequest(method: "PUT", url: try WebURL(url), body: text)
                let answer = try await transport.perform(request).response
                #expect(answer.status == 200 || answer.status == 400)
                guard answer.status != 200 else {
                    state = try await Served.call("GET", url, over: transport).body
                    continue
                }
                refused += 1
                #expect(!String(decoding: answer.body, as: UTF8.self).contains("SQL"))
                if refused % 10 == 0 { #expect(try await Served.call("GET", url, over: transport).body == state) }
            }
            #expect(refused > 100)
        }
    }

    @Test func onlyThisMachineControlsIt() async throws {
        let rows: [(fields: HTTPHeaders, status: Int)] = [
            (["Host": "evil.test"], 403),  // a name that was pointed at this machine
            (["Origin": "https://evil.test"], 403),  // another site's page
            (["Origin": "null"], 403),
            (["Origin": "http://app.localhost:8080"], 403),  // the world's own page, which is tested
            ([:], 200),
        ]
        try await Served.world { addresses, transport in
            for row in rows {
                let url = addresses.control + "/__bridge/reset"
                let answer = try await Served.call("POST", url, headers: row.fields, over: transport)
                #expect(answer.status == row.status, "\(row.fields)")
            }
            // The inspector's page.
            let own = try await Served.call(
                "POST", addresses.control + "/__bridge/reset", headers: ["Origin": addresses.control], over: transport)
            #expect(own.status == 200)
        }
    }

    @Test func resetForgetsAccountsAndTraces() async throws {
        try await Served.world { addresses, transport in
            let signUp = addresses.auth + "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
            let account: JSONValue = ["email": "taro@example.com", "password": "correct-horse"]
            #expect(try await Served.call("POST", signUp, account, over: transport).status == 200)
            #expect(try await Served.call("POST", signUp, account, over: transport).status == 400)
            #expect(try await Served.call("POST", addresses.control + "/__bridge/reset", over: transport).status == 200)
            let traces = try await Served.call("GET", addresses.control + "/__bridge/traces/current", over: transport)
            #expect(try JSONValue(parsing: traces.body)["events"] == [])
            #expect(try await Served.call("POST", signUp, account, over: transport).status == 200)
        }
    }

    @Test func faultsArePutInForceAndTakenOut() async throws {
        try await Served.world { addresses, transport in
            let url = addresses.control + "/__bridge/faults"
            let fault: JSONValue = ["endpoint": "accounts:signUp", "effect": "status", "status": 503, "times": "once"]
            let put = try await Served.call("PUT", url, ["faults": [fault]], over: transport)
            #expect(try JSONValue(parsing: put.body)["faults"]?.arrayValue?.first?["effect"] == "status")
            let signUp = addresses.auth + "/v1/accounts:signUp?key=k"
            #expect(try await Served.call("POST", signUp, [:], over: transport).status == 503)
            #expect(try await Served.call("POST", signUp, [:], over: transport).status == 200)
            // One that is wrong changes nothing, and is named.
            let wrong = try await Served.call("PUT", url, ["faults": [fault, ["effect": "fire"]]], over: transport)
            #expect(wrong.status == 400 && wrong.text.contains("effect"))
            #expect(try JSONValue(parsing: await Served.call("GET", url, over: transport).body) == ["faults": []])
            #expect(try await Served.call("DELETE", url, over: transport).status == 200)
            let foreign = try await Served.call(
                "PUT", url, ["faults": []], headers: ["Origin": "https://evil.example"], over: transport)
            #expect(foreign.status == 403)
        }
    }

    @Test func theStateGoesOutAndInAndSeedsArePlanted() async throws {
        try await Served.world { addresses, transport in
            let yaml = """
                users:
                  - uid: taro
                    email: taro@example.com
                    password: "12345678"
                    phoneNumber: +819012345678
                    claims: { role: admin, level: 3 }
                """
            let seeds = try await transport.perform(
                HTTPRequest(
                    method: "POST", url: WebURL(addresses.control + "/__bridge/seeds"), body: Array(yaml.utf8))
            ).response
            #expect(try JSONValue(parsing: seeds.body) == ["status": "success", "users": 1])
            let state = addresses.control + "/__bridge/state"
            let exported = try JSONValue(parsing: await Served.call("GET", state, over: transport).body)
            let row = exported["users"]?.arrayValue?.first
            #expect(row?["localId"] == "taro" && row?["phoneNumber"] == "+819012345678")
            #expect(row?["customAttributes"] == #"{"role":"admin","level":3}"#)
            _ = try await Served.call("POST", addresses.control + "/__bridge/reset", over: transport)
            #expect(try await Served.call("PUT", state, exported, over: transport).status == 200)
            let signIn = try await Served.call(
                "POST", addresses.auth + "/v1/accounts:signInWithPassword?key=k",
                ["email": "taro@example.com", "password": "12345678"], over: transport)
            #expect(signIn.status == 200)
            let audit = try JSONValue(
                parsing: await Served.call("GET", addresses.control + "/__bridge/audit", over: transport).body)
            #expect(audit["entries"]?.arrayValue?.last?["endpoint"] == "accounts:signInWithPassword")
            let broken = try await transport.perform(
                HTTPRequest(
                    method: "POST", url: WebURL(addresses.control + "/__bridge/seeds"), body: Array("users: [".utf8))
            ).response
            #expect(broken.status == 400 && broken.text.contains("seeds/unreadable"))
        }
    }
}
