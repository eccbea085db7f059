import BridgePrimitives
import BridgeTrace
import Testing
import WebViews

@Suite("alert, confirm and prompt", .timeLimit(.minutes(5)))
struct PanelTests {
    /// Columns: what the script says, what it gets without a delegate, with one that says OK, with one that types, and
    /// what that is asked.
    @Test(arguments: [
        ("alert('hello')", JSONValue.null, JSONValue.null, JSONValue.null, "alert hello"),
        ("alert()", .null, .null, .null, "alert "),
        ("confirm('sure?')", false, true, true, "confirm sure?"),
        ("confirm()", false, true, true, "confirm "),
        ("prompt('name?')", .null, "", "Ada", "prompt[] name?"),
        ("prompt('name?', 'you')", .null, "", "Ada", "prompt[you] name?"),
        ("prompt(undefined, 7)", .null, "", "Ada", "prompt[7] "),
        ("window.confirm({ toString: () => 'a\\u0000b' })", false, true, true, "confirm a\u{0}b"),
        ("self.alert.call(null, '\\ud800')", .null, .null, .null, "alert \u{FFFD}"),  // half a character
    ])
    func answers(
        source: String, alone: JSONValue, accepted: JSONValue, typed: JSONValue, asked: String
    ) async throws {
        try await withWorld { world async throws in
            #expect(try await world.view.evaluateJavaScript(source) == alone)
            #expect(world.messages.map(\.reasons) == [[PageWishReason.panel.code]])
            for (answer, expected) in [(PanelAnswer.accepted, accepted), (.text("Ada"), typed), (.cancelled, alone)] {
                let app = PageHostApp(answer)
                await world.view.setUIDelegate(app)
                #expect(try await world.view.evaluateJavaScript(source) == expected)
                #expect(app.lines == [asked])
                #expect(world.messages.last?.reasons == [])
            }
        }
    }

    @Test("The trace tells what was asked in the words of the real engines' events, without secrets")
    func traced() async throws {
        try await withWorld { world async throws in
            try await world.view.evaluateJavaScript("alert('hello'); confirm('sure?'); prompt('name?', 'you'); 0")
            #expect(
                world.messages.map { "\($0.handler) \($0.body)" } == [
                    #"runJavaScriptAlertPanel {"message":"hello"}"#,
                    #"runJavaScriptConfirmPanel {"message":"sure?","result":false}"#,
                    #"runJavaScriptTextInputPanel {"message":"name?","defaultText":"you","result":null}"#,
                ])
        }
    }

    @Test("A script that cannot be asked about throws, and nobody is asked")
    func noText() async throws {
        try await withWorld { world async throws in
            let app = PageHostApp(.accepted)
            await world.view.setUIDelegate(app)
            for source in ["alert(Symbol())", "confirm({ toString() { throw new Error('no') } })"] {
                await #expect(throws: ScriptFailure.self) { try await world.view.evaluateJavaScript(source) }
            }
            #expect(app.lines.isEmpty)
        }
    }

    @Test("A frame of the page's origin may ask, one of another origin may not")
    func frames() async throws {
        try await withWorld(answering: { request in
            request.target == "/"
                ? .html(
                    "<iframe src=/own></iframe><iframe src='http://other.localhost:\(request.port)/foreign'></iframe>")
                : .html()
        }) { world async throws in
            let app = PageHostApp(.accepted)
            await world.view.setUIDelegate(app)
            try await world.load()
            #expect(try await world.evaluate("confirm('own')", inFrame: "app.localhost/own") == true)
            #expect(try await world.evaluate("confirm('foreign')", inFrame: "other.localhost/foreign") == false)
            #expect(app.lines == ["confirm own in a frame"])
            #expect(world.messages.map(\.reasons) == [[], [PageWishReason.panelInForeignFrame.code]])
        }
    }

    @Test("A delegate that never answers holds the script up as long as scripts may wait, and no longer")
    func unanswered() async throws {
        struct Silent: UIDelegate {
            func answer(_ panel: ScriptPanel) async -> PanelAnswer {
                for await _ in AsyncStream<Never>.makeStream().stream {}  // ends when the question is given up
                return .accepted
            }
        }
        try await withWorld(scriptTimeLimit: .milliseconds(200)) { world async throws in
            await world.view.setUIDelegate(Silent())
            _ = try? await world.view.evaluateJavaScript("confirm('anybody?')")
            #expect(world.messages.map(\.reasons) == [[PageWishReason.unanswered.code]])
            #expect(try await world.view.evaluateJavaScript("1 + 1") == 2)
        }
    }
}
