import BridgePrimitives
import HTTPLoader
import Testing

@Suite("Redirects, Fetch §4.4", .timeLimit(.minutes(5)))
struct LoadMachineTests {
    private static let start = "https://app.example/a/b?c#f"

    private func request(
        _ method: String = "GET", _ url: String = start, headers: HTTPHeaders = [:], body: String? = nil
    ) throws -> HTTPRequest {
        HTTPRequest(method: method, url: try WebURL(url), headers: headers, body: body.map { Array($0.utf8) })
    }

    @Test(
        arguments: [
            (200, "/x"), (201, "/x"), (204, "/x"), (300, "/x"), (304, "/x"), (305, "/x"), (306, "/x"), (404, "/x"),
            (302, nil),  // a redirect without a Location is the answer
        ] as [(Int, String?)])
    func delivers(status: Int, location: String?) throws {
        var load = LoadMachine()
        let request = try request()
        #expect(load.start(request) == .send(request))
        #expect(load.received(status: status, location: location) == .deliver)
        #expect(load.received(status: 302, location: "/late") == .ignore)
    }

    @Test(arguments: [
        // 301 and 302 turn POST, and only POST, into GET
        (301, "GET", "GET", false), (301, "POST", "GET", true), (301, "PUT", "PUT", false),
        (301, "HEAD", "HEAD", false),
        (302, "GET", "GET", false), (302, "POST", "GET", true), (302, "DELETE", "DELETE", false),
        (302, "post", "post", false),  // methods are case-sensitive
        // 303 turns everything but GET and HEAD into GET
        (303, "GET", "GET", false), (303, "HEAD", "HEAD", false), (303, "POST", "GET", true), (303, "PUT", "GET", true),
        // 307 and 308 keep it
        (307, "POST", "POST", false), (308, "POST", "POST", false), (308, "GET", "GET", false),
    ])
    func changesTheMethod(status: Int, method: String, next: String, losesBody: Bool) throws {
        var load = LoadMachine()
        let headers: HTTPHeaders = [
            "Content-Type": "a/b", "Content-Language": "ja", "Content-Encoding": "br", "Content-Location": "/",
            "Content-Length": "4", "X": "stays",
        ]
        _ = load.start(try request(method, headers: headers, body: "body"))
        let expected = try request(
            next, "https://app.example/n#f", headers: losesBody ? ["X": "stays"] : headers,
            body: losesBody ? nil : "body")
        #expect(load.received(status: status, location: "/n") == .send(expected))
        #expect(load.notes.map(\.reason) == (losesBody ? [.methodChanged] : []))
    }

    @Test(arguments: [
        ("/n", "https://app.example/n#f"),  // the fragment is inherited
        ("/n#own", "https://app.example/n#own"),
        ("/n#", "https://app.example/n#"),  // an empty one is one
        ("n", "https://app.example/a/n#f"),
        ("?q", "https://app.example/a/b?q#f"),
        ("#g", "https://app.example/a/b?c#g"),
        ("", "https://app.example/a/b?c#f"),  // Fetch: the same URL again
        ("//other.example", "https://other.example/#f"),
        (" https://other.example/ü ", "https://other.example/%C3%BC#f"),
    ])
    func resolvesLocations(location: String, expected: String) throws {
        var load = LoadMachine()
        _ = load.start(try request())
        #expect(load.received(status: 302, location: location) == .send(try request("GET", expected)))
    }

    @Test(arguments: [
        ("http://", LoadReason.badLocation),
        ("https://h:99999/", .badLocation),
        ("/a\r\nSet-Cookie: a=b", .badLocation),
        ("/" + String(repeating: "a", count: 9000), .badLocation),
        ("myapp://callback", .unsupportedRedirect),
        ("javascript:alert(1)", .unsupportedRedirect),
        ("file:///etc/passwd", .unsupportedRedirect),
        ("data:,x", .unsupportedRedirect),
    ])
    func failsOnLocations(location: String, reason: LoadReason) throws {
        var load = LoadMachine()
        _ = load.start(try request())
        #expect(load.received(status: 302, location: location) == .fail(reason))
        #expect(load.received(status: 200, location: nil) == .ignore)
    }

    @Test(arguments: [0, 1, 20])
    func followsSoManyRedirectsAndNoMore(limit: Int) throws {
        var load = LoadMachine(redirectLimit: limit)
        _ = load.start(try request())
        for hop in 0..<limit {
            #expect(
                load.received(status: 302, location: "/\(hop)")
                    == .send(try request("GET", "https://app.example/\(hop)#f")))
        }
        #expect(load.received(status: 302, location: "/more") == .fail(.tooManyRedirects))
        #expect(load.redirectCount == limit)
    }

    @Test func twentyIsTheUsualLimit() throws {
        var load = LoadMachine()
        _ = load.start(try request())
        for hop in 0..<20 { _ = load.received(status: 307, location: "/\(hop)") }
        #expect(load.redirectCount == 20)
        #expect(load.received(status: 307, location: "/20") == .fail(.tooManyRedirects))
    }

    @Test(arguments: [
        ("/n", true),
        ("https://app.example:443/n", true),  // the same port, written out
        ("https://app.example:8443/n", false),
        ("http://app.example/n", false),
        ("https://www.app.example/n", false),
    ])
    func credentialsStayWithinTheOrigin(location: String, stays: Bool) throws {
        var load = LoadMachine()
        let bound: HTTPHeaders = [
            "authorization": "Bearer x", "Origin": "https://app.example", "Host": "h", "X-A": "1",
        ]
        _ = load.start(try request(headers: bound))
        guard case .send(let next) = load.received(status: 307, location: location) else {
            Issue.record("not followed")
            return
        }
        #expect(next.headers == (stays ? bound : ["X-A": "1"]))
        #expect(load.notes.map(\.reason).contains(.authorizationDropped) == !stays)
    }

    @Test(arguments: [
        // setting, cookie on the first request, on a hop of the same host, on another host; what is noted
        (LoadMachine.ManualCookieHeader.dropped, false, false, false, [LoadReason.manualCookieDropped]),
        (.firstHopOnly, true, false, false, [.manualCookieDropped]),
        (.wholeRedirectChain, true, true, true, [.manualCookieLeaked]),
    ])
    func cookiesSetByHand(
        setting: LoadMachine.ManualCookieHeader, first: Bool, sameHost: Bool, otherHost: Bool, noted: [LoadReason]
    ) throws {
        var load = LoadMachine(manualCookieHeader: setting)
        var carried: [Bool] = []
        let note: (LoadMachine.Action) -> Void = {
            if case .send(let request) = $0 { carried.append(request.headers.contains("cookie")) }
        }
        note(load.start(try request(headers: ["Cookie": "customtoken=x"])))
        note(load.received(status: 302, location: "/next"))
        note(load.received(status: 302, location: "https://evil.example/"))
        #expect(carried == [first, sameHost, otherHost])
        #expect(load.notes.map(\.reason) == noted)
    }

    /// Browsers follow it too, and keep name and password for a server that asks for them.
    @Test(arguments: [
        ("https://user@app.example/n", "https://app.example/n#f"),
        ("//user:pw@app.example/n", "https://app.example/n#f"),
        ("https://app.example@evil.example/n", "https://evil.example/n#f"),  // what stands behind it is the host
    ])
    func userInformationOfALocationIsNotSent(location: String, next: String) throws {
        var load = LoadMachine()
        _ = load.start(try request())
        #expect(load.received(status: 302, location: location) == .send(try request("GET", next)))
        #expect(load.notes == [.init(reason: .userInformationDropped, hop: 1)])
    }

    @Test func aStepDownToPlainHTTPIsNoted() throws {
        var load = LoadMachine()
        _ = load.start(try request())
        #expect(
            load.received(status: 302, location: "http://app.example/")
                == .send(try request("GET", "http://app.example/#f")))
        #expect(load.notes == [.init(reason: .insecureRedirect, hop: 1)])
    }

    /// Two pages that send the load to each other are a loop only while the cookies stay as they were.
    @Test(
        arguments: [
            ([[], []], true),
            ([["a=1"], ["a=1"]], true),
            ([[], ["a=1"]], false),  // the cookie of the login page has arrived
        ] as [([[String]], Bool)])
    func loopsAreNoted(cookiesOfHome: [[String]], isLoop: Bool) throws {
        var load = LoadMachine()
        let sent = cookiesOfHome.map { $0.map { Array($0.utf8) } }
        _ = load.start(try request("GET", "https://app.example/#one"))
        _ = load.received(status: 302, location: "/login", sentCookies: sent[0])
        _ = load.received(status: 302, location: "/#two", sentCookies: [])
        _ = load.received(status: 200, location: nil, sentCookies: sent[1])
        #expect(load.notes.contains(.init(reason: .redirectLoop, hop: 2)) == isLoop)
    }

    @Test func readsAnExchange() throws {
        let sent = try request(headers: ["Cookie": "a=1"])
        let answer: (HTTPHeaders) -> Exchange = {
            Exchange(request: sent, response: HTTPResponse(status: 302, headers: $0))
        }
        var load = LoadMachine(manualCookieHeader: .wholeRedirectChain)
        _ = load.start(sent)
        #expect(
            load.received(answer(["Location": "/x", "location": "/x"]))
                == .send(try request("GET", "https://app.example/x#f", headers: ["Cookie": "a=1"])))
        #expect(load.received(answer(["Location": "/x", "location": "/y"])) == .fail(.badLocation))  // which one?
    }

    @Test func eventsOutOfTurnAreIgnored() throws {
        var load = LoadMachine()
        #expect(load.received(status: 200, location: nil) == .ignore)
        _ = load.start(try request())
        load.stop()
        #expect(load.received(status: 302, location: "/x") == .ignore)
        #expect(load.start(try request()) == .send(try request()))  // and may begin again
        #expect(load.received(status: 200, location: nil) == .deliver)
    }
}
