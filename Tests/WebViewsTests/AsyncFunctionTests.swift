import BridgePrimitives
import Testing
import WebViews

@Suite("Asynchronous functions", .timeLimit(.minutes(5)))
struct AsyncFunctionTests {
    @Test(
        "What a promise is fulfilled with, or why there is nothing",
        arguments: [
            ("return 1 + 1", .success(2)),
            ("return await Promise.resolve('a')", .success("a")),
            ("", .success(nil)),
            ("return undefined", .success(nil)),
            ("return null", .success(nil)),
            ("return { a: [true] }", .success(["a": [true]])),
            ("throw new Error('no')", .failure(.threw)),
            ("return Promise.reject('no')", .failure(.threw)),
            ("return fetch('/')", .failure(.notSimulated)),
            ("return new Promise(() => {})", .failure(.notSimulated)),
            ("return () => 1", .failure(.unsupportedResult)),
            ("const a = {}; a.a = a; return a", .failure(.threw)),  // JSON has no cycles
            ("return (", .failure(.threw)),
            ("}); globalThis.out = 1; (() => {", .failure(.threw)),  // no way out of the function
            ("for (;;) {}", .failure(.terminated)),
        ] as [(String, Result<JSONValue, Reason>)])
    func bodies(body: String, expected: Result<JSONValue, Reason>) async throws {
        try await withWorld(scriptTimeLimit: .milliseconds(500)) { world async throws in
            do throws(ScriptFailure) {
                let value = try await world.view.callAsyncJavaScript(body)
                #expect(expected == .success(value))
            } catch {
                #expect(expected == .failure(Reason(reason: error.reason)), "\(error)")
            }
            if body.hasPrefix("}") { #expect(try await world.view.evaluateJavaScript("typeof out") == "undefined") }
        }
    }

    /// For the table: a failure's reason as an error.
    struct Reason: Error, Hashable {
        let reason: ScriptFailureReason
        static let threw = Reason(reason: .threw)
        static let notSimulated = Reason(reason: .notSimulated)
        static let unsupportedResult = Reason(reason: .unsupportedResult)
        static let terminated = Reason(reason: .terminated)
    }

    @Test("Arguments arrive as they are, quotes and all")
    func arguments() async throws {
        try await withWorld { world async throws in
            let token = "a'b\"c\\\u{2028}</script>\u{0}"
            let value = try await world.view.callAsyncJavaScript(
                "return [token, n]", arguments: [("token", .string(token)), ("n", 1)])
            #expect(value == [.string(token), 1])
            await #expect(throws: ScriptFailure.self) {
                try await world.view.callAsyncJavaScript("return 1", arguments: [("no name", 1)])
            }
        }
    }
}
