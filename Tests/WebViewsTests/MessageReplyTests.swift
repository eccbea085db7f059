import BridgePrimitives
import BridgeTrace
import Testing
import WebViews

@Suite("Handlers that answer, and handlers that go", .timeLimit(.minutes(5)))
struct MessageReplyTests {
    private struct Answering: ScriptMessageHandlerWithReply {
        func reply(to message: ScriptMessage) async -> MessageReply {
            message.body == "fail" ? .failure("no token") : .value(["token": message.body])
        }
    }

    @Test(
        "A handler that answers gives the page a promise",
        arguments: [
            ("'a'", "{\"token\":\"a\"}"), ("null", "{\"token\":null}"), ("'fail'", "Error: no token"),
        ])
    func answers(body: String, expected: String) async throws {
        try await withWorld { world async throws in
            let told = AsyncStream.makeStream(of: JSONValue.self)
            struct Told: ScriptMessageHandler {
                let continuation: AsyncStream<JSONValue>.Continuation
                func receive(_ message: ScriptMessage) async { continuation.yield(message.body) }
            }
            try world.content.add(Answering(), name: "ask")
            try world.content.add(Told(continuation: told.continuation), name: "tell")
            try await world.view.evaluateJavaScript(
                "const tell = x => webkit.messageHandlers.tell.postMessage(x);"
                    + "webkit.messageHandlers.ask.postMessage(\(body))"
                    + ".then(x => tell(JSON.stringify(x)), e => tell(String(e))); 0")
            var answers = told.stream.makeAsyncIterator()
            #expect(await answers.next() == .string(expected))
            #expect(throws: BridgeFailure(UserContentReason.handlerExists, cause: "")) {
                try world.content.add(Answering(), name: "tell")
            }
        }
    }

    @Test("A page that is gone is told nothing; a script that waits in an answer is stopped as any other")
    func lateAnswers() async throws {
        final class Late: ScriptMessageHandlerWithReply {
            let asked = AsyncStream.makeStream(of: Void.self)
            let gate = AsyncStream.makeStream(of: Void.self)
            func reply(to message: ScriptMessage) async -> MessageReply {
                asked.continuation.yield()
                for await _ in gate.stream { break }
                return .value(1)
            }
        }
        try await withWorld(scriptTimeLimit: .milliseconds(100)) { world async throws in
            let late = Late()
            try world.content.add(late, name: "ask")
            try await world.load("/a")
            try await world.view.evaluateJavaScript(
                "webkit.messageHandlers.ask.postMessage(1).then(() => { document.cookie = 'told=1' }); 0")
            for await _ in late.asked.stream { break }
            try await world.load("/b")
            late.gate.continuation.yield()
            try await world.view.evaluateJavaScript(
                "webkit.messageHandlers.ask.postMessage(1).then(() => { for (;;) {} }); 0")
            for await _ in late.asked.stream { break }
            late.gate.continuation.yield()
            while !world.scripts.contains(where: { $0.reasons == [ScriptFailureReason.terminated.code] }) {
                await Task.yield()
            }
            #expect(await world.stored().isEmpty)
        }
    }

    @Test("Handlers and scripts can be taken out again")
    func removal() async throws {
        try await withWorld { world async throws in
            let inbox = ScriptMessageTests.Inbox()
            try world.content.add(inbox, name: "bridge")
            world.addScript("webkit.messageHandlers.bridge.postMessage(1)")
            world.content.removeAllUserScripts()
            try await world.load()
            #expect(inbox.bodies.isEmpty)
            world.content.removeHandler(named: "nobody")
            world.content.removeHandler(named: "bridge")
            let find = "typeof webkit.messageHandlers.bridge"
            #expect(try await world.view.evaluateJavaScript(find) == "undefined")
            try world.content.add(inbox, name: "bridge")
            #expect(try await world.view.evaluateJavaScript(find) == "object")
            world.content.removeAllHandlers()
            #expect(try await world.view.evaluateJavaScript(find) == "undefined")
        }
    }
}
