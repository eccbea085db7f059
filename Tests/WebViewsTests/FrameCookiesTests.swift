import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

/// What `document.cookie` is in each kind of frame, and what a user script for all frames can do there.
@Suite("Cookies in frames", .timeLimit(.minutes(5)))
struct FrameCookiesTests {
    /// A kind of frame in a page of app.localhost.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        /// The element; PORT stands for the server's port.
        let html: String
        /// The frame document's URL, as ``PageFrame/place``.
        let url: String
        /// What reading gives when the jar holds `page=1` for app.localhost and `third=1` for tp.localhost.
        let reads: String
        /// Where a written cookie ends up; nil for nowhere.
        let writes: String?
        var testDescription: String { name }
    }

    static let securityError = "SecurityError 18"

    static let kinds = [
        Kind(
            name: "same origin", html: "<iframe src='/leaf'></iframe>", url: "app.localhost/leaf", reads: "page=1",
            writes: "app.localhost"),
        // A host-only cookie of another host of the same site is not there; its own can be written.
        Kind(
            name: "same site", html: "<iframe src='http://www.app.localhost:PORT/leaf'></iframe>",
            url: "www.app.localhost/leaf", reads: "", writes: "www.app.localhost"),
        // Tracking prevention: a third party reads nothing, not even its own.
        Kind(
            name: "cross site", html: "<iframe src='http://tp.localhost:PORT/leaf'></iframe>", url: "tp.localhost/leaf",
            reads: "", writes: nil),
        // Blank and inline documents have the cookies of the page that made them.
        Kind(name: "no src", html: "<iframe></iframe>", url: "about:blank", reads: "page=1", writes: "app.localhost"),
        Kind(
            name: "about:blank", html: "<iframe src='about:blank#x'></iframe>", url: "about:blank", reads: "page=1",
            writes: "app.localhost"),
        Kind(
            name: "srcdoc", html: "<iframe srcdoc='<p>x' src='/ignored'></iframe>", url: "about:srcdoc",
            reads: "page=1", writes: "app.localhost"),
        // Opaque by its scheme, and without cookies before that: nothing throws.
        Kind(
            name: "data:", html: "<iframe src='data:text/html,<p>x'></iframe>", url: "data:text/html,<p>x", reads: "",
            writes: nil),
        Kind(
            name: "sandbox", html: "<iframe sandbox='allow-scripts' src='/leaf'></iframe>", url: "app.localhost/leaf",
            reads: securityError, writes: nil),
        Kind(
            name: "sandbox allow-same-origin", html: "<iframe sandbox='ALLOW-SAME-ORIGIN' src='/leaf'></iframe>",
            url: "app.localhost/leaf", reads: "page=1", writes: "app.localhost"),
        Kind(
            name: "CSP sandbox", html: "<iframe src='/sandboxed'></iframe>", url: "app.localhost/sandboxed",
            reads: securityError, writes: nil),
        // Sandboxed documents inherit no cookies, so these are documents without, and nothing throws.
        Kind(
            name: "sandbox srcdoc", html: "<iframe sandbox srcdoc='x'></iframe>", url: "about:srcdoc", reads: "",
            writes: nil),
        Kind(name: "sandbox blank", html: "<iframe sandbox></iframe>", url: "about:blank", reads: "", writes: nil),
    ]

    static func page(_ html: String, _ request: ReceivedRequest) -> Reply {
        switch request.target {
        case "/": .html(html.replacing("PORT", with: "\(request.port)"))
        case "/sandboxed": .typed("text/html", [], [("Content-Security-Policy", "sandbox")])
        default: .html("")
        }
    }

    @Test("What scripts of a frame read and write", arguments: kinds)
    func gates(kind: Kind) async throws {
        try await withWorld(answering: { Self.page(kind.html, $0) }) { world async throws in
            for (name, domain) in [("page", "app.localhost"), ("third", "tp.localhost")] {
                await world.store.httpCookieStore.setCookie(NativeCookie(name: name, value: "1", domain: domain))
            }
            try await world.load()
            let read = "try { document.cookie } catch (e) { e.name + ' ' + e.code }"
            #expect(try await world.evaluate(read, inFrame: kind.url) == .string(kind.reads))
            let write = "try { document.cookie = 'w=1'; 'done' } catch (e) { e.name + ' ' + e.code }"
            let outcome = kind.reads == Self.securityError ? kind.reads : "done"
            #expect(try await world.evaluate(write, inFrame: kind.url) == .string(outcome))
            let written = await world.stored().filter { $0.hasPrefix("w=") }
            #expect(written == (kind.writes.map { ["w=1@\($0)"] } ?? []))
            // WebKit says so only where third-party cookies are blocked.
            let isEnabled = try await world.evaluate("navigator.cookieEnabled", inFrame: kind.url)
            #expect(isEnabled == .bool(kind.name != "cross site"))
        }
    }

    @Test("A user script for all frames writes where it may, and stops with an exception in opaque frames")
    func allFrames() async throws {
        let html = Self.kinds.map(\.html).joined()
        try await withWorld(answering: { Self.page(html, $0) }) { world async throws in
            world.addScript("document.cookie = 'token=T'; console.log('went on')", forMainFrameOnly: false)
            let result = try await world.load()
            #expect(result.scriptFailures.isEmpty)
            let frames = await world.frames()
            #expect(frames.map(\.place) == Self.kinds.map(\.url))
            #expect(
                frames.map { $0.scriptFailures.map(\.message) }
                    == Self.kinds.map {
                        $0.reads == Self.securityError ? ["SecurityError: The operation is insecure."] : []
                    })
            #expect(world.messages.count == 1 + Self.kinds.count { $0.reads != Self.securityError })
            #expect(await world.stored() == ["token=T@app.localhost", "token=T@www.app.localhost"])
            #expect(
                frames.map(\.hasOpaqueOrigin)
                    == Self.kinds.map {
                        $0.name == "data:" || $0.name.contains("sandbox") && !$0.name.contains("allow")
                    })
        }
    }

    @Test("Without tracking prevention an advertisement's next request carries the app's token")
    func leaksToAdvertisements() async throws {
        for isPrevented in [true, false] {
            try await withWorld(
                profile: .ios17, configure: { $0.trackingPrevention = isPrevented },
                answering: { Self.page("<iframe src='http://ad.localhost:PORT/ad'></iframe>", $0) }
            ) { world async throws in
                world.addScript("document.cookie = 'token=T'", forMainFrameOnly: false)
                try await world.load()
                try await world.load()
                let asked = world.server.requests.filter { $0.target == "/ad" }.map { $0.header("cookie") }
                #expect(asked == [nil, isPrevented ? nil : "token=T"])
            }
        }
    }

    @Test("A login widget of another site stores nothing, whoever set its cookie before")
    func thirdPartyWidget() async throws {
        try await withWorld(answering: { request in
            request.target == "/"
                ? .html("<iframe src='http://tp.localhost:\(request.port)/login'></iframe>") : .html(cookies: ["sid=1"])
        }) { world async throws in
            world.put("sid", "native", on: "tp.localhost", sameSite: .none)
            try await world.load()
            #expect(world.server.cookies == [nil, nil])
            let frame = try #require(await world.view.frames.first)
            #expect(frame.hops.first?.cookies.withheld.map(\.reasons) == [[.thirdPartyBlocked]])
            #expect(frame.hops.first?.stored.map(\.reasons) == [[.thirdPartyBlocked]])
            #expect(await world.view.readCookies(in: frame.id)?.hidden.map(\.reasons) == [[.thirdPartyBlocked]])
            #expect(await world.stored() == ["sid=native@tp.localhost"])
            // The page itself has other rights over the same host.
            try await world.load("/login", on: "tp.localhost")
            #expect(world.server.cookies.last == "sid=native")
            #expect(await world.stored() == ["sid=1@tp.localhost"])
        }
    }

    @Test("An opaque frame's request still sends and stores the cookies of its host")
    func sandboxedRequest() async throws {
        try await withWorld(answering: { request in
            request.target == "/" ? .html("<iframe sandbox src=/leaf></iframe>") : .html(cookies: ["set=1"])
        }) { world async throws in
            await world.store.httpCookieStore.setCookie(NativeCookie(name: "a", value: "1", domain: "app.localhost"))
            try await world.load()
            #expect(world.server.cookies == ["a=1", "a=1"])
            #expect(await world.stored() == ["a=1@app.localhost", "set=1@app.localhost"])
        }
    }

    @Test("What is inside a sandboxed frame is sandboxed with it")
    func nestedSandbox() async throws {
        try await withWorld(answering: { request in
            switch request.target {
            case "/": .html("<iframe sandbox src=/outer></iframe>")
            case "/outer": .html("<iframe sandbox=allow-same-origin src=/inner></iframe>")
            default: .html()
            }
        }) { world async throws in
            try await world.load()
            #expect(await world.frames().map(\.hasOpaqueOrigin) == [true, true])
            let read = "try { document.cookie } catch (e) { e.name }"
            #expect(try await world.evaluate(read, inFrame: "app.localhost/inner") == "SecurityError")
        }
    }

    @Test(
        "A page without a site blocks no frame; one of a custom scheme blocks all",
        arguments: [(nil, "sid=1"), ("file:///index.html", "sid=1"), ("app://shell/", nil)] as [(String?, String?)])
    func pagesThatAreNotOfTheWeb(base: String?, sent: String?) async throws {
        try await withWorld { world async throws in
            world.put("sid", "1", on: "tp.localhost", sameSite: .none)
            let html =
                "<iframe src='\(world.server.url("/", on: "tp.localhost"))'></iframe><iframe src=/relative></iframe>"
            await world.view.loadHTMLString(html, baseURL: base)
            #expect(world.server.cookies == [sent])
            #expect(await world.view.frames.map(\.outcome).first == .loaded(status: 200))
            let enabled = try await world.evaluate("navigator.cookieEnabled", inFrame: "tp.localhost/")
            #expect(enabled == .bool(sent != nil))
        }
    }

    @Test("Chromium throws in blank and data: frames where WebKit gives nothing")
    func chromium() async throws {
        let html = "<iframe src='data:text/html,x'></iframe><iframe sandbox srcdoc=x></iframe>"
        try await withWorld(profile: .chromium, answering: { Self.page(html, $0) }) { world async throws in
            try await world.load()
            let read = "try { document.cookie } catch (e) { e.name }"
            for url in ["data:text/html,x", "about:srcdoc"] {
                #expect(try await world.evaluate(read, inFrame: url) == "SecurityError")
            }
        }
    }
}
