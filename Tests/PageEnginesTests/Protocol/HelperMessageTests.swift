import BridgePrimitives
import TestSupport
import Testing

@testable import PageEngines

@Suite("Lines of the WebKit helper's", .timeLimit(.minutes(5)))
struct HelperMessageTests {
    @Test(
        arguments: [
            (
                #"{"event":"hello","protocol":1,"engine":"webkitgtk","version":"2.50.6"}"#,
                .hello(.init(protocolVersion: 1, engine: "webkitgtk", version: "2.50.6"))
            ),
            // The version alone decides; the rest is for people.
            (#"{"event":"hello","protocol":2}"#, .hello(.init(protocolVersion: 2, engine: "", version: ""))),
            (#"{"id":1,"result":{}}"#, .answer(id: 1, .success(.object(JSONObject())))),
            (#"{"id":2,"result":{"value":null}}"#, .answer(id: 2, .success(["value": .null]))),
            (
                #"{"event":"didCommit","view":"v","url":"http://a.test/"}"#,
                .event(.navigation(.didCommit, url: "http://a.test/"), view: "v")
            ),
            // A view that has shown nothing has no URL.
            (#"{"event":"didFinish","view":"v"}"#, .event(.navigation(.didFinish, url: ""), view: "v")),
            (
                #"{"event":"didFailProvisionalNavigation","view":"v","url":"u","error":{"domain":"d","code":7,"message":"m"}}"#,
                .event(.failed(.init(url: "u", isProvisional: true, domain: "d", code: 7, message: "m")), view: "v")
            ),
            (
                #"{"event":"didFail","view":"v","url":"u","error":{}}"#,
                .event(.failed(.init(url: "u", isProvisional: false, domain: "", code: 0, message: "")), view: "v")
            ),
            (
                #"{"event":"decidePolicyForNavigationAction","view":"v","url":"u","isRedirect":true,"policy":"allow"}"#,
                .event(.action(url: "u", isRedirect: true, wantsNewWindow: false), view: "v")
            ),
            (
                #"{"event":"decidePolicyForNavigationResponse","view":"v","url":"u","statusCode":200,"isForMainFrame":true,"policy":"cancel"}"#,
                .event(.response(url: "u", status: 200, isForMainFrame: true, isAllowed: false), view: "v")
            ),
            (
                #"{"event":"resourceLoadDidSendRequest","view":"v","resource":3,"url":"u"}"#,
                .event(.resource(3, url: "u", hasEnded: false), view: "v")
            ),
            (
                #"{"event":"resourceLoadDidComplete","view":"v","resource":3,"error":"e"}"#,
                .event(.resource(3, url: "", hasEnded: true, failure: "e"), view: "v")
            ),
            (#"{"event":"urlDidChange","view":"v","url":"u"}"#, .event(.urlChanged("u"), view: "v")),
            (#"{"event":"titleDidChange","view":"v","title":""}"#, .event(.titleChanged(""), view: "v")),
            (
                #"{"event":"didReceiveScriptMessage","view":"v","name":"n","body":[1,"a"]}"#,
                .event(.scriptMessage(handler: "n", body: [1, "a"]), view: "v")
            ),
            (
                #"{"event":"consoleMessage","view":"v","body":{"level":"exception","message":"m","url":"u","line":3}}"#,
                .event(.console(.init(body: ["level": "exception", "message": "m", "url": "u", "line": 3])), view: "v")
            ),
            (
                #"{"event":"webViewWebContentProcessDidTerminate","view":"v","reason":"crashed"}"#,
                .event(.processTerminated(reason: "crashed"), view: "v")
            ),
            (
                #"{"event":"runJavaScriptConfirmPanel","view":"v","message":"sure?","result":false}"#,
                .event(
                    .asked(
                        "runJavaScriptConfirmPanel",
                        details: JSONObject([("message", "sure?"), ("result", false)])), view: "v")
            ),
            (
                #"{"event":"createWebView","view":"v","url":"u","result":"v/1"}"#,
                .event(.openedWindow("v/1"), view: "v")
            ),
            (
                #"{"event":"createWebView","view":"v","url":"u","result":null}"#,
                .event(
                    .asked("createWebView", details: JSONObject([("url", "u"), ("result", .null)])), view: "v")
            ),
            // It belongs to a store and not to a view.
            (
                #"{"event":"didBecomeDownload","store":"s","url":"u","decision":"cancel"}"#,
                .event(
                    .asked(
                        "didBecomeDownload",
                        details: JSONObject([("store", "s"), ("url", "u"), ("decision", "cancel")])), view: nil)
            ),
            // A later helper may tell more.
            (#"{"event":"didSomethingNew","view":"v"}"#, .unknown("didSomethingNew")),
        ] as [(String, HelperMessage)])
    func areRead(line: String, message: HelperMessage) throws {
        #expect(try HelperMessage(parsing: line.utf8) == message)
    }

    @Test(
        arguments: [
            ("", "a line of the helper's is not JSON at byte 0: the text ends too early"),
            ("[]", "a line of the helper's is no object"),
            ("{}", "the helper did not understand a line: neither event nor answer"),
            (
                #"{"id":null,"error":{"code":"protocol/not-json","message":"no"}}"#,
                "the helper did not understand a line: no"
            ),
            (#"{"id":1}"#, "an answer of the helper's has neither result nor error"),
            (#"{"id":1,"error":{"message":"no"}}"#, "an answer of the helper's has neither result nor error"),
            (#"{"event":"hello"}"#, "the event hello has no protocol"),
            (#"{"event":"resourceLoadDidComplete","view":"v"}"#, "the event resourceLoadDidComplete has no resource"),
            (#"{"event":"didFail","view":"v"}"#, "the event didFail has no error"),
            (#"{"event":"titleDidChange","view":"v","title":7}"#, "the event titleDidChange has no title"),
            (
                #"{"event":"decidePolicyForNavigationResponse","view":"v"}"#,
                "the event decidePolicyForNavigationResponse has no policy"
            ),
        ])
    func areRefused(line: String, cause: String) {
        let failure = #expect(throws: BridgeFailure.self) { try HelperMessage(parsing: line.utf8) }
        #expect(failure?.code == PageEngineReason.badAnswer.code)
        #expect(failure?.cause == cause)
    }

    @Test(
        arguments: [
            ("page/exception", .scriptFailed), ("page/no-json", .noJSON), ("page/result-too-large", .noJSON),
            ("page/closed", .cancelled), ("page/process-terminated", .processTerminated),
            ("protocol/no-such-view", .refused), ("cookie/refused", .refused), ("something/new", .refused),
        ] as [(String, PageEngineReason)])
    func errorsHaveReasons(code: String, reason: PageEngineReason) throws {
        let line = #"{"id":3,"error":{"code":"\#(code)","message":"words"}}"#
        guard case .answer(id: 3, .failure(let failure)) = try HelperMessage(parsing: line.utf8) else {
            Issue.record("no answer")
            return
        }
        #expect(failure.code == reason.code)
        #expect(failure.cause == "words")
    }

    /// A page may post anything to the handler that carries its console.
    @Test(
        arguments: [
            (#"{"level":"warn","message":"m","url":"u","line":0}"#, "warn", "m", nil),
            (#"{"level":7,"message":["m"]}"#, "log", #"{"level":7,"message":["m"]}"#, nil),
            ("null", "log", "null", nil), (#""text""#, "log", #""text""#, nil),
            (#"{"message":"m","line":12}"#, "log", "m", 12),
        ] as [(String, String, String, Int64?)])
    func consolesMaySayAnything(body: String, level: String, message: String, line: Int64?) throws {
        let read = EngineEvent.ConsoleMessage(body: try JSONValue(parsing: body))
        #expect(read.level == level)
        #expect(read.message == message)
        #expect(read.line == line)
    }

    @Test(
        arguments: [
            (
                #"{"level":"exception","message":"m","name":"TypeError","source":"https://a/b.js","line":3,"column":9}"#,
                "TypeError https://a/b.js 3 9 false"
            ),
            (#"{"level":"exception","message":"m","source":"","line":3,"rejection":true}"#, "- - 3 - true"),
            (#"{"level":"exception","message":"m","name":"","source":"s","line":0,"column":-1}"#, "- s - - false"),
            (#"{"level":"error","message":"m","name":7,"source":[],"column":"9","rejection":1}"#, "- - - - false"),
        ])
    func anErrorSaysWhereItWasThrown(body: String, facts: String) throws {
        let read = EngineEvent.ConsoleMessage(body: try JSONValue(parsing: body))
        let texts = [
            read.name, read.script, read.line.map { String($0) }, read.column.map { String($0) }, "\(read.isRejection)",
        ]
        #expect(texts.map { $0 ?? "-" }.joined(separator: " ") == facts)
    }
}
