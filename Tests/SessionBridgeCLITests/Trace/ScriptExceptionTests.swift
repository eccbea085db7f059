import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Testing
import TestSupport
import WebViews

@testable import SessionBridgeCLI

@Suite("Exceptions of user scripts, as they are told", .timeLimit(.minutes(5)))
struct ScriptExceptionTests {
    private func trace(_ script: String, masking: Masking.Policy = .fingerprints) async throws -> TracedPage {
        let server = try ScriptedServer { _ in .ok("<title>x</title>", headers: "Content-Type: text/html\r\n") }
        defer { server.stop() }
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        var tracing = PageTracing(url: try WebURL("http://127.0.0.1:\(server.port)/"))
        (tracing.masking, tracing.userScripts) = (
            masking, [UserScript(source: script, injectionTime: .atDocumentStart)]
        )
        return await tracing.run(over: transport)
    }

    private func exception(in page: TracedPage) throws -> ScriptEvent {
        try #require(
            page.events.lazy.compactMap { if case .script(let script) = $0.kind { script } else { nil } }.first)
    }

    /// Apps write tokens into their scripts, and the engine quotes scripts.
    @Test(arguments: [
        // The token's own quote ends the literal: what follows is an identifier.
        ("document.cookie='customtoken=abc'SEKRETTOKEN1234;path=/'", "SyntaxError: Unexpected identifier '…'"),
        ("document.cookie='customtoken=abc' 'SEKRET 12'", "SyntaxError: Unexpected string literal '…'"),
        ("document.cookie='a' 123456", "SyntaxError: Unexpected number '…'"),
        (
            "window.setSession('SEKRETopaque7Qx')",
            "TypeError: window.… is not a function. (In 'window.…('…')', 'window.…' is undefined)"
        ),
        ("null['SEKRETPROP']", "TypeError: null is not an object (evaluating 'null['…']')"),
        ("null['SEK-RET.P/R+O=P 9 SEK']", "TypeError: null is not an object (evaluating 'null['…']')"),
        ("throw 'SEKRETTHROWN'", "…"),
        ("throw new Error('the token SEKRET\u{E9}7 is bad')", "Error: the token … is …"),
        ("JSON.parse('SEKRET12')", "SyntaxError: JSON Parse error: Unexpected identifier \"…\""),
        ("document.cookie = SEKRET12", "ReferenceError: Can't find variable: …"),  // its quotes were forgotten
        ("const f = 'SEKRET12'; f()", "TypeError: … is not a function. (In '…()', '…' is \"…\")"),
        ("undefined.cookie", "TypeError: undefined is not an object (evaluating 'undefined.cookie')"),
        ("let a = ;", "SyntaxError: Unexpected token ';'"),
    ])
    func nothingOfTheScriptIsQuoted(source: String, shown: String) async throws {
        let page = try await trace(source)
        #expect(try exception(in: page).exception?.text == shown)
        let told = page.json.text() + TracedPageText.lines(for: page, isBrief: false).joined()
        #expect(!told.contains("SEK") && !told.contains("123456"), "\(told)")
    }

    @Test func whoAsksForSecretsReadsTheScript() async throws {
        let page = try await trace("null['SEKRETPROP']", masking: .revealed)
        #expect(
            try exception(in: page).exception?.text
                == "TypeError: null is not an object (evaluating 'null['SEKRETPROP']')")
    }
}
