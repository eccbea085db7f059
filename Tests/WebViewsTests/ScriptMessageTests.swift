import BridgePrimitives
import BridgeTrace
import Testing
import WebViews

@Suite("Messages from the page", .timeLimit(.minutes(5)))
struct ScriptMessageTests {
    final class Inbox: ScriptMessageHandler {
        let messages = Mutex<[ScriptMessage]>([])
        func receive(_ message: ScriptMessage) async { messages.withLock { $0.append(message) } }
        var bodies: [JSONValue] { messages.withLock { $0.map(\.body) } }
    }

    @Test(
        "The body arrives as JSON",
        arguments: [
            ("null", nil), ("undefined", nil), ("true", true), ("1.5", 1.5), ("'text'", "text"),
            ("[1, [2]]", [1, [2]]),
            ("{ b: 1, a: { c: [] } }", ["b": 1, "a": ["c": []]]),  // members keep their order
            ("9007199254740993", 9_007_199_254_740_992),  // a double, as in JavaScript
            ("NaN", .number(.nan)), ("[NaN]", [nil]),
            ("'a\\u0000b'", "a\0b"),
            ("'\\ud800'", "\u{FFFD}"), ("['\\udfff']", ["\u{FFFD}"]), ("'\\ud83d\\ude00'", "\u{1F600}"),
            ("new Date(0)", "1970-01-01T00:00:00.000Z"),
            ("{ f() {}, u: undefined }", [:]),  // what JSON cannot hold is left out
            ("Object.create({ inherited: 1 })", [:]),
        ] as [(String, JSONValue)])
    func bodies(script: String, body: JSONValue) async throws {
        try await withWorld { world async throws in
            let inbox = Inbox()
            try world.content.add(inbox, name: "bridge")
            try await world.load()
            try await world.view.evaluateJavaScript("webkit.messageHandlers.bridge.postMessage(\(script))")
            #expect(inbox.bodies.map(\.description) == [body.description])
            #expect(inbox.messages.withLock { $0.first?.frameURL } == world.server.url("/"))
            #expect(world.messages.map(\.handler) == ["bridge"])
        }
    }

    @Test(
        "What cannot be carried over is the script's error, and nothing arrives",
        arguments: [
            "() => 1", "Symbol('s')", "(() => { const a = {}; a.a = a; return a })()",  // a cycle
            "{ get g() { throw 1 } }", "{ toJSON() { throw 1 } }", "10n",
            "(() => { let a = []; for (let i = 0; i < 200; i++) a = [a]; return a })()",  // over the depth limit
            "(() => { let a = []; for (let i = 0; i < 1e6; i++) a = [a]; return a })()",  // over the stack
            "'x'.repeat(9 << 20)", "['x'.repeat(9 << 20)]",  // over the size limit
        ])
    func refused(script: String) async throws {
        // A million arrays in each other take their time.
        try await withWorld(scriptTimeLimit: .seconds(60)) { world async throws in
            let inbox = Inbox()
            try world.content.add(inbox, name: "bridge")
            let attempt = "try { webkit.messageHandlers.bridge.postMessage(\(script)); 'sent' } catch (e) { e.name }"
            #expect(try await world.view.evaluateJavaScript(attempt) == "DataCloneError")
            #expect(inbox.bodies.isEmpty)
        }
    }

    @Test("A megabyte goes through")
    func large() async throws {
        try await withWorld { world async throws in
            let inbox = Inbox()
            try world.content.add(inbox, name: "bridge")
            try await world.view.evaluateJavaScript(
                "webkit.messageHandlers.bridge.postMessage({ t: '\u{3042}'.repeat(1 << 20) })")
            #expect(inbox.bodies.first?["t"]?.stringValue?.unicodeScalars.count == 1 << 20)
        }
    }

    @Test("Misused, postMessage throws a TypeError")
    func misuse() async throws {
        try await withWorld { world async throws in
            try world.content.add(Inbox(), name: "bridge")
            for call in [
                "webkit.messageHandlers.bridge.postMessage()",  // WebIDL: one argument is required
                "const post = webkit.messageHandlers.bridge.postMessage; post(1)",  // no handler as `this`
                "webkit.messageHandlers.bridge.postMessage.call(document, 1)",
                "webkit.messageHandlers.bridge.postMessage.call(window, 1)",
                "webkit.messageHandlers.nobody.postMessage(1)",
            ] {
                let attempt = "try { \(call); 'sent' } catch (e) { e instanceof TypeError || e.name }"
                let answer = try await world.view.evaluateJavaScript(attempt)
                #expect(answer == true || answer == "TypeError", "\(call)")
            }
        }
    }

    @Test("Messages arrive in their order, after the script; handlers come and go while a document is open")
    func order() async throws {
        try await withWorld { world async throws in
            let inbox = Inbox()
            world.addScript("for (let i = 0; i < 3; i++) webkit.messageHandlers.bridge.postMessage(i)")
            world.addScript(
                "Promise.resolve(9).then(x => webkit.messageHandlers.bridge.postMessage(x))", .atDocumentEnd)
            try world.content.add(inbox, name: "bridge")
            #expect(throws: BridgeFailure(UserContentReason.handlerExists, cause: "")) {
                try world.content.add(inbox, name: "bridge")
            }
            try await world.load()
            #expect(inbox.bodies == [0, 1, 2, 9])
        }
    }

    @Test("A handler may run scripts in the view that called it")
    func reentrance() async throws {
        final class Answering: ScriptMessageHandler {
            let view: HeadlessWebView
            init(view: HeadlessWebView) { self.view = view }
            func receive(_ message: ScriptMessage) async {
                _ = try? await view.evaluateJavaScript("globalThis.answer = \(message.body) + 1")
            }
        }
        try await withWorld { world async throws in
            try world.content.add(Answering(view: world.view), name: "ask")
            try await world.load()
            try await world.view.evaluateJavaScript("webkit.messageHandlers.ask.postMessage(41)")
            #expect(try await world.view.evaluateJavaScript("answer") == 42)
        }
    }

    @Test("A script that posts without end is told when nobody can take more")
    func flood() async throws {
        try await withWorld { world async throws in
            let inbox = Inbox()
            try world.content.add(inbox, name: "bridge")
            let flood =
                """
                let n = 0
                try { for (;;) { webkit.messageHandlers.bridge.postMessage(1); n++ } } catch (e) { e.name + n }
                """
            #expect(try await world.view.evaluateJavaScript(flood) == "QuotaExceededError10000")
            #expect(inbox.bodies.count == 10_000)
        }
    }

    @Test(
        "The console prints to the trace and never throws",
        arguments: [
            ("console.log('a', 1, null, undefined, { b: [2] })", "a 1 null undefined {\"b\":[2]}"),
            ("console.error(new Error('x'))", "Error: x"),
            ("console.warn(Symbol('s'))", "[object]"),
            ("console.log({ get g() { throw 1 } })", "[object Object]"),
            ("console.log({ toJSON() { throw 1 }, toString() { throw 2 } })", "[object]"),
            ("const { log } = console; log('detached')", "detached"),
            ("console.log()", ""),
        ])
    func console(script: String, text: String) async throws {
        try await withWorld { world async throws in
            try await world.view.evaluateJavaScript(script)
            #expect(world.messages.map(\.body.text) == [text])
        }
    }
}

@Suite("Results of scripts", .timeLimit(.minutes(5)))
struct ScriptResultTests {
    @Test(
        "Values come out as JSON, hostile ones too",
        arguments: [
            ("", nil), ("undefined", nil), ("1 + 1", 2), ("-0", 0), ("1e300", 1e300), ("'\\u0000'", "\0"),
            ("({ a: [1, 'x', null, true] })", ["a": [1, "x", nil, true]]),
            ("'x'.repeat(1 << 20).length", 1_048_576),
            ("(function f(n) { try { return f(n + 1) } catch (e) { return e.name } })(0)", "RangeError"),  // too deep
            ("try { 'x'.repeat(2 ** 31) } catch (e) { e.name }", "RangeError"),  // out of memory, in JavaScript's way
            ("globalThis.JSON = null; Object.prototype.toJSON = () => 'mine'; [1]", "mine"),  // its own doing
            ("Array.prototype[Symbol.iterator] = null; Date = null; [1]", [1]),
            ("delete globalThis.document; typeof document", "object"),  // cannot be taken away
            ("document.cookie.constructor === String", true),
        ] as [(String, JSONValue)])
    func values(script: String, value: JSONValue) async throws {
        try await withWorld { world async throws in
            try await world.load()
            #expect(try await world.view.evaluateJavaScript(script) == value)
        }
    }

    @Test(
        "What native code cannot take is a failure with its own reason",
        arguments: [
            "(() => 1)", "Symbol.iterator", "10n", "let a = []; for (let i = 0; i < 200; i++) a = [a]; a",
            "'x'.repeat(9 << 20)",
        ])
    func unsupported(script: String) async throws {
        try await withWorld { world async throws in
            let failure = await #expect(throws: ScriptFailure.self) { try await world.view.evaluateJavaScript(script) }
            #expect(failure?.reason == .unsupportedResult)
        }
    }

    @Test("A cycle or a getter that throws is JavaScript's own exception")
    func cycles() async throws {
        try await withWorld { world async throws in
            for script in ["const a = {}; a.a = a; a", "({ get g() { throw new Error('mine') } })"] {
                let failure = await #expect(throws: ScriptFailure.self) {
                    try await world.view.evaluateJavaScript(script)
                }
                #expect(failure?.reason == .threw)
            }
            // A getter without end runs into the same limit as the script.
        }
        try await withWorld(scriptTimeLimit: .milliseconds(100)) { world async throws in
            let failure = await #expect(throws: ScriptFailure.self) {
                try await world.view.evaluateJavaScript("({ get g() { for (;;) {} } })")
            }
            #expect(failure?.reason == .terminated)
        }
    }
}
