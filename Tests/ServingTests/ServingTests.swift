import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Serving
import Testing

@Suite("A served world", .timeLimit(.minutes(5)))
struct ServingTests {
    @Test func refusalsAndRequestsAreToldAsTheyHappen() async throws {
        let said = Mutex<[String]>([])
        let text = ServedEventText(isVerbose: true)
        try await Served.world(observer: { event in
            if let line = text.line(for: event) { said.withLock { $0.append(line) } }
        }) { addresses, transport in
            let url = addresses.auth + "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=secret"
            _ = try await Served.call("POST", url, ["idToken": "nonsense"], over: transport)
            let lines = said.withLock { $0 }
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("auth  refused auth/invalid-id-token, token/malformed → Send the") == true)
            #expect(lines.last?.hasPrefix("auth  POST \(addresses.auth)/identitytoolkit") == true)
            #expect(lines.last?.contains("accounts:lookup  →  400  ") == true)  // and no query
        }
    }

    /// Each request stands under the name of the service that answered it, whether by a port or a host of its own.
    @Test func eachServiceIsCalledByItsName() async throws {
        let said = Mutex<[String]>([])
        let text = ServedEventText(isVerbose: true)
        try await Served.world(observer: { event in
            if case .served = event.kind, let line = text.line(for: event) { said.withLock { $0.append(line) } }
        }) { addresses, transport in
            let rows: [(actor: String, url: String, headers: HTTPHeaders)] = [
                ("auth", addresses.auth, [:]), ("apple", addresses.apple, [:]), ("twitter", addresses.twitter, [:]),
                ("control", addresses.control + "/__bridge/clock", [:]),
                ("control", addresses.control + "/inbox", ["Host": "auth.localhost"]),
                ("apple", addresses.web, ["Host": "appleid.apple.localhost"]),
                ("twitter", addresses.web, ["Host": "api.twitter.localhost"]),
                ("backend", addresses.web, ["Host": "api.localhost"]),
                ("auth", addresses.web, ["Host": "auth.localhost"]),
                ("page", addresses.web, [:]),
            ]
            for row in rows {
                _ = try await Served.call("GET", row.url, headers: row.headers, over: transport)
                let lines = said.withLock { lines in
                    defer { lines = [] }
                    return lines
                }
                #expect(lines.count == 1 && lines.first?.hasPrefix("\(row.actor)  GET ") == true, "\(row): \(lines)")
            }
            // Who reads the trace again and again does not fill it.
            let traces = try await Served.call("GET", addresses.control + "/__bridge/traces/current", over: transport)
            #expect(!traces.text.contains("/__bridge/"))
        }
    }

    /// A server's side of the story: what came, masked, and what the answer set; nobody here knows what stayed behind.
    @Test func theCookiesThatArriveAreInTheTrace() async throws {
        let events = Mutex<[ServedEvent]>([])
        try await Served.world(observer: { event in
            if case .served(let served) = event.kind { events.withLock { $0.append(served) } }
        }) { addresses, transport in
            let rows: [(headers: HTTPHeaders, names: [String], why: String)] = [
                ([:], [], "none came"),
                (["Cookie": "customtoken=opensesame; sid=1"], ["customtoken", "sid"], "in the order of the field"),
                (["Cookie": "=; ;; lonely ; a=b=opensesame"], ["", "", "a"], "as servers read odd ones"),
            ]
            for row in rows {
                _ = try await Served.call("GET", addresses.web, headers: row.headers, over: transport)
                let served = try #require(events.withLock { $0.popLast() })
                #expect(served.cookies.map(\.name) == row.names, "\(row.why)")
                #expect(!served.cookies.contains { $0.value.text.contains("opensesame") }, "\(row.why)")
            }
            let signUp = addresses.auth + "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
            let account = try await Served.call("POST", signUp, ["returnSecureToken": true], over: transport)
            let idToken = try #require(JSONValue(parsing: account.text)["idToken"]?.stringValue)
            _ = try await Served.call("POST", addresses.backend, ["idtoken": .string(idToken)], over: transport)
            #expect(events.withLock { $0.last }?.setCookieNames == ["customtoken"])
        }
    }

    @Test func itsTraceSaysThatOnlyTheServicesSaw() {
        #expect(Serving().traceHead.seenFrom == .services)
    }

    /// Columns: service, method, path, body, and how the line begins.
    @Test func whatNoHandlerGetsToSeeIsToldToo() async throws {
        let rows: [(isAuth: Bool, method: String, path: String, body: String, line: String)] = [
            (false, "GET", "/", "", "backend  refused backend/method-not-allowed → Send the ID token with POST."),
            (false, "POST", "/login", "", "backend  refused backend/no-such-path → Post to the path / of the backend."),
            (false, "GET", "/evil", "", "backend  refused backend/foreign-host → Ask at 127.0.0.1"),
            (false, "POST", "/", "{", "backend  refused ID token  backend/broken-json → Send a JSON object"),
            (
                true, "POST", "/v1/accounts:lookup?key=k", "{",
                "auth  refused auth/malformed-payload  Unexpected input at byte 1. → Send valid JSON."
            ),
            (
                true, "POST", "/v1/accounts:lookup?key=k", "{\"idToken\":true}",
                "auth  refused auth/invalid-argument  /idToken must be string → Correct the member"
            ),
            (true, "POST", "/v1/accounts:lookup?key=k", "{\"idToken\":1}", "auth  refused auth/invalid-id-token"),
            (true, "POST", "/v1/accounts:lookup", "{}", "auth  refused auth/permission-denied"),
            (true, "GET", "/favicon.ico", "", "auth  refused auth/not-found → Compare the path and the method"),
        ]
        let said = Mutex<[String]>([])
        let text = ServedEventText(isVerbose: false)
        try await Served.world(observer: { event in
            if let line = text.line(for: event) { said.withLock { $0.append(line) } }
        }) { addresses, transport in
            for row in rows {
                let url = try WebURL((row.isAuth ? addresses.auth : addresses.backend) + row.path)
                let request = HTTPRequest(
                    method: row.method, url: url,
                    headers: [
                        "Content-Type": "application/json", "Host": row.path == "/evil" ? "api.evil.example" : url.host,
                    ],
                    body: Array(row.body.utf8))
                let status = try await transport.perform(request).response.status
                #expect(status >= 400, "\(row.path)")
                let lines = said.withLock { lines in
                    defer { lines = [] }
                    return lines
                }
                #expect(lines.count == 1 && lines.first?.hasPrefix(row.line) == true, "\(row.path): \(lines)")
            }
        }
    }

    @Test(arguments: [(Masking.Policy.fingerprints, false), (.revealed, true)])
    func theSecretOfTwittersConsumerIsShownOnRequest(policy: Masking.Policy, isShown: Bool) async throws {
        try await Served.world { addresses, _ in
            let consumer = addresses.json(masking: Masking(policy))["twitter_consumer"]
            #expect(consumer?["key"]?.stringValue?.isEmpty == false)
            #expect((consumer?["secret"]?.stringValue?.hasPrefix("<") == false) == isShown)
        }
    }

    @Test func saysWhereEverythingIs() async throws {
        try await Served.world { addresses, _ in
            let json = addresses.json(masking: Masking(.fingerprints))
            for name in ["auth", "backend", "backend_tls", "web", "web_tls", "control"] {
                #expect(json[name]?.stringValue?.contains("://") == true, "\(name)")
            }
            #expect(json["project"] == "demo-bridge")
            #expect(json["strictness"] == "strict")
            #expect(json["ca"]?.stringValue?.hasSuffix("/ca.pem") == true)
        }
    }

    @Test func theBackendKnowsItsUsersUntilTheReset() async throws {
        try await Served.world { addresses, transport in
            let signUp = try await Served.call(
                "POST", addresses.auth + "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
                ["email": "taro@example.com", "password": "correct-horse", "returnSecureToken": true], over: transport)
            let token = try #require(try JSONValue(parsing: signUp.body)["idToken"]?.stringValue)
            let bearer: HTTPHeaders = ["Authorization": "Bearer \(token)"]
            let users = addresses.backend + "/v1/users"
            #expect(try await Served.call("POST", users, headers: bearer, over: transport).status == 201)
            #expect(try await Served.call("POST", users, headers: bearer, over: transport).status == 200)
            let me = try await Served.call("GET", users + "/me", headers: bearer, over: transport)
            #expect(me.status == 200)
            #expect(
                try JSONValue(parsing: me.body)["data"]?["attributes"]?["email"] == "taro@example.com")
            let traces = try await Served.call("GET", addresses.control + "/__bridge/traces/current", over: transport)
            #expect(traces.text.contains(#""certificates":"certificates/cached""#))
            #expect(!traces.text.contains(token))
            #expect(try await Served.call("GET", users, over: transport).headers.first("allow") == "POST")
            let large = HTTPRequest(
                method: "POST", url: try WebURL(users), body: Array(repeating: 0x20, count: 1 << 20 + 1))
            #expect(
                try await transport.perform(large).response.headers.first("content-type") == "application/vnd.api+json")

            let state = addresses.control + "/__bridge/state"
            let exported = try JSONValue(parsing: await Served.call("GET", state, over: transport).body)
            #expect(exported["backendUsers"]?.arrayValue?.count == 1)
            _ = try await Served.call("POST", addresses.control + "/__bridge/reset", over: transport)
            let gone = try await Served.call("GET", users + "/me", headers: bearer, over: transport)
            #expect(gone.status == 404)
            #expect(gone.text.contains("users/not-registered"))

            // A state goes in whole or not at all.
            let row = exported["backendUsers"]?.arrayValue?.first ?? .null
            for users: JSONValue in [[row, row], [["id": 0, "uid": "a", "createdAt": 0]], ["u1"], 1, [[:]]] {
                var broken = exported.objectValue ?? JSONObject()
                broken["backendUsers"] = users
                let refused = try await Served.call("PUT", state, .object(broken), over: transport)
                #expect(refused.status == 400)
                #expect(refused.text.contains("state/unreadable-export"))
            }
            let empty = try JSONValue(parsing: await Served.call("GET", state, over: transport).body)
            #expect(empty["users"] == [])
            #expect(try await Served.call("PUT", state, exported, over: transport).status == 200)
            let back = try await Served.call("GET", addresses.backend + "/v1/users/1", headers: bearer, over: transport)
            #expect(try JSONValue(parsing: back.body)["data"] == JSONValue(parsing: me.body)["data"])
        }
    }

    @Test func aRotatedKeyIsPublishedBesideTheOldOne() async throws {
        try await Served.world { addresses, transport in
            let rotate = addresses.control + "/__bridge/keys:rotate"
            let kept = try await Served.call("POST", rotate, [:], over: transport)
            #expect(try JSONValue(parsing: kept.body)["published"]?.arrayValue?.count == 2)
            let dropped = try await Served.call("POST", rotate, ["drop_old": true], over: transport)
            #expect(try JSONValue(parsing: dropped.body)["published"]?.arrayValue?.count == 1)
        }
    }

    /// The page finds the auth service at its own scheme: from HTTPS anything else is mixed content.
    @Test func thePageIsToldAnAuthServiceThatItMayCall() async throws {
        try await Served.world { addresses, transport in
            let config = try await Served.call("GET", addresses.web + "/config.json", over: transport)
            let auth = try #require(try JSONValue(parsing: config.body)["auth"]?.stringValue)
            #expect(auth.hasPrefix("http://auth.localhost:"))
            #expect(try await Served.call("GET", auth + "/", over: transport).status == 200)
        }
    }

    @Test func theWebAppsFiles() async throws {
        let (html, json) = ("text/html; charset=utf-8", "application/json; charset=utf-8")
        let rows = [
            ("/", 200, html), ("/orders/7", 200, html), ("/app.js", 200, "text/javascript; charset=utf-8"),
            ("/routes.json", 200, "application/json"), ("/nothing.js", 404, json),
            ("/../../etc/passwd.txt", 404, json), ("/..%2f..%2fetc%2fpasswd.txt", 404, json),
        ]
        try await Served.world { addresses, transport in
            for (path, status, type) in rows {
                let answer = try await Served.call("GET", addresses.web + path, over: transport)
                #expect(answer.status == status, "\(path)")
                #expect(answer.headers.first("content-type") == type, "\(path)")
            }
        }
    }
}
