import BridgePrimitives
import BridgeTrace
import Cookies
import Testing
import WebViews

/// A user script hands a token over: when it runs, what it sees, and where its cookie goes.
@Suite("User scripts", .timeLimit(.minutes(5)))
struct UserScriptTests {
    @Test("A cookie written at document start misses the first request and goes with the next one")
    func cannotHelpTheFirstRequest() async throws {
        try await withWorld { world async throws in
            world.addScript("document.cookie = 'customtoken=abc; path=/'")
            let first = try await world.load("/")
            #expect(first.status == 200)
            #expect(await world.view.readCookies()?.value == "customtoken=abc")
            try await world.load("/next")
            await world.view.reload()
            #expect(world.server.cookies == [nil, "customtoken=abc", "customtoken=abc"])
            #expect(world.writes.map(\.outcome) == [.stored, .replaced, .replaced])
        }
    }

    @Test("At document start the response's own cookies are visible, unless HttpOnly")
    func seesTheResponsesCookies() async throws {
        try await withWorld(answering: { _ in .html(cookies: ["seen=1", "secret=2; HttpOnly"]) }) {
            world async throws in
            world.addScript("console.log(document.cookie)")
            let result = try await world.load()
            #expect(world.messages.map(\.body.text) == ["seen=1"])
            #expect(result.hops.first?.stored.map(\.outcome) == [.stored, .stored])
            #expect(await world.view.readCookies()?.hidden.map(\.reasons) == [[.httpOnly]])
        }
    }

    @Test("At document start there is no tree yet, at document end there is")
    func startAndEnd() async throws {
        try await withWorld(answering: { _ in .html("<title> My\n page </title>") }) { world async throws in
            let probe = "console.log(document.readyState + '|' + document.title)"
            world.addScript(probe, .atDocumentEnd)
            world.addScript(probe, .atDocumentStart)
            try await world.load()
            #expect(world.messages.map(\.body.text) == ["loading|", "interactive|My page"])
            #expect(try await world.view.evaluateJavaScript("document.readyState") == "complete")
            #expect(await world.view.title == "My page")
        }
    }

    @Test("A quote in the token breaks the script; the place is reported and the load goes on")
    func quoteInToken() async throws {
        try await withWorld { world async throws in
            world.addScript("document.cookie='customtoken=a'b;path=/'")
            world.addScript("document.cookie='other=1'")
            let result = try await world.load()
            #expect(result.status == 200)
            let failure = try #require(result.scriptFailures.first)
            #expect(failure.reason == .syntaxError)
            #expect(failure.message == "SyntaxError: Unexpected identifier 'b'")
            #expect(failure.line == 1)
            #expect(failure.column == 32)
            #expect(world.scripts.first?.exception?.text == failure.message)
            #expect(world.scripts.first?.reasons == [ScriptFailureReason.syntaxError.code])
            #expect(await world.stored() == ["other=1@app.localhost"])
        }
    }

    @Test(
        "What a script throws is told apart from what cannot be parsed",
        arguments: [
            ("nothing.here", ScriptFailureReason.threw, 1),  // ReferenceError
            ("\n\nthrow new Error('x')", .threw, 3),  // lines count from 1
            ("JSON.parse('{')", .threw, nil),  // a SyntaxError, but the script itself is fine
            ("new SyntaxError; throw new SyntaxError('mine')", .threw, 1),
            ("let a = ;", .syntaxError, 1),
            ("throw 42", .threw, nil),  // no error object, so no place
            ("throw null", .threw, nil),
            ("throw { get line() { throw 1 }, toString() { throw 2 } }", .threw, nil),  // hostile to whoever looks
        ] as [(String, ScriptFailureReason, Int?)])
    func failures(source: String, reason: ScriptFailureReason, line: Int?) async throws {
        try await withWorld { world async throws in
            world.addScript(source)
            let result = try await world.load()
            #expect(result.scriptFailures.map(\.reason) == [reason])
            if let line { #expect(result.scriptFailures.first?.line == line) }
        }
    }

    @Test(
        "A script without end is stopped, and the view goes on working",
        arguments: [
            "for (;;) {}",
            "try { for (;;) {} } finally { for (;;) {} }",
            "Promise.resolve().then(() => { for (;;) {} })",  // the reaction runs when the script is done
            "throw { toString() { for (;;) {} } }",  // runs when the exception is described
            "(async () => { while (true) await 0 })()",  // each reaction is short, the chain has no end
            "function f() { Promise.resolve().then(f) } f()",
            "async function* g() { while (1) yield 1 } (async () => { for await (const x of g()); })()",
            "(async () => { for (;;) { try { await 0 } catch {} finally {} } })()",
            // No function of the script runs at all.
            "const o = {}; o.then = Promise.resolve.bind(Promise, o); Promise.resolve(o)",
            "throw { toString() { (async () => { while (true) await 0 })(); return '' } }",
            "const r = /(a+)+b/; for (;;) r.test('a'.repeat(40))",
            "[3, 1, 2].sort(() => { for (;;); })",
            "new Array(3e6).fill(1).sort(() => Math.random() - 0.5)",
            "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",  // a loop inside the engine
            "for (;;) JSON.parse('[' + '1,'.repeat(1e5) + '1]')",
            "for (;;) try { (function r() { r() })() } catch {}",
        ])
    func endless(source: String) async throws {
        // Long enough for `1 + 1` on a machine that others slow down.
        try await withWorld(scriptTimeLimit: .milliseconds(500)) { world async throws in
            world.addScript(source)
            world.addScript("document.cookie = 'after=1'")
            let result = try await world.load()
            #expect(result.scriptFailures.map(\.reason) == [.terminated])
            #expect(await world.stored() == ["after=1@app.localhost"])
            await #expect(throws: ScriptFailure.self) { try await world.view.evaluateJavaScript("for (;;) {}") }
            #expect(try await world.view.evaluateJavaScript("1 + 1") == 2)
        }
    }

    @Test(
        "A script that fills the memory is stopped, and the view goes on working",
        arguments: [
            "const a = []; for (;;) a.push(new Array(1000).fill(1.5))",
            "const a = []; for (;;) a.push('x'.repeat(1 << 20))",
            "const a = []; for (;;) a.push(new Uint8Array(1 << 20).fill(1))",
            "(async () => { const a = []; for (;;) { a.push(new Uint8Array(1 << 20).fill(1)); await 0 } })()",
        ])
    func hungry(source: String) async throws {
        try await withWorld(scriptTimeLimit: .seconds(20), configure: { $0.scriptMemoryLimit = 64 << 20 }) {
            world async throws in
            world.addScript(source)
            world.addScript("document.cookie = 'after=1'")
            let result = try await world.load()
            #expect(result.scriptFailures.map(\.reason) == [.memoryLimit])
            #expect(await world.stored() == ["after=1@app.localhost"])
        }
    }

    @Test("A value is read after what promises have queued, and long chains that end are run to their end")
    func chains() async throws {
        try await withWorld { world async throws in
            try await world.load()
            let script = "const o = { n: 0 }; (async () => { while (o.n < 10000) { o.n++; await 0 } })(); o"
            #expect(try await world.view.evaluateJavaScript(script) == ["n": 10000])
        }
    }

    @Test("Without a filter the script writes on every site that the view shows")
    func leaksToForeignOrigins() async throws {
        try await withWorld { world async throws in
            world.addScript("document.cookie = 'leak=T'")
            world.addScript("if (location.hostname === 'app.localhost') document.cookie = 'guarded=T'")
            try await world.load("/", on: "app.localhost")
            try await world.load("/", on: "evil.localhost")
            #expect(
                await world.stored() == ["guarded=T@app.localhost", "leak=T@app.localhost", "leak=T@evil.localhost"])
        }
    }

    @Test("A fixed script puts the old value back when the server rotates the cookie")
    func clobbersRotation() async throws {
        try await withWorld(answering: { $0.target == "/rotate" ? .html(cookies: ["token=NEW"]) : .html() }) {
            world async throws in
            world.addScript("document.cookie = 'token=OLD'")
            try await world.load("/rotate")
            try await world.load("/next")
            #expect(world.server.cookies == [nil, "token=OLD"])
        }
    }

    @Test("Scripts compute expiries with the world's time")
    func worldTime() async throws {
        try await withWorld { world async throws in
            try await world.load()
            #expect(try await world.view.evaluateJavaScript("Date.now()") == .integer(1_795_251_600_000))
            #expect(try await world.view.evaluateJavaScript("new Date().toISOString()") == "2026-11-21T09:00:00.000Z")
            world.clock.advance(by: .seconds(3600))
            #expect(try await world.view.evaluateJavaScript("+new Date") == .integer(1_795_255_200_000))
            let rest = """
                [new Date(0).getTime(), Date.UTC(1970, 0, 2), new Date() instanceof Date, typeof Date(),
                 Date.parse('1970-01-01T00:00:01Z'), new Date().constructor === Date, Date.length]
                """
            #expect(
                try await world.view.evaluateJavaScript(rest) == [0, 86_400_000, true, "string", 1000, true, 7])
        }
    }
}
