import AppFrameworks
import BridgePrimitives
import Foundation
import Testing

@Suite("The end of a URLSession", .timeLimit(.minutes(5))) @MainActor
struct SessionEndTests {
    /// Writes down what a session tells, and lets a test wait for its last word.
    private final class Listener: URLSessionDataDelegate {
        private let heard = Mutex<[String]>([])
        private let (ends, end) = AsyncStream.makeStream(of: Void.self)

        var lines: [String] { heard.withLock { $0 } }
        func waitForTheEnd() async { for await _ in ends { return } }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let end = (error as? URLError).map { "error \($0.code.rawValue)" } ?? "done"
            heard.withLock { $0.append("\(task.originalRequest?.url?.path() ?? "") \(end)") }
        }

        func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
            heard.withLock {
                $0.append("invalid \(error == nil), delegate \(session.delegate == nil ? "gone" : "there")")
            }
            end.yield()
        }
    }

    @Test("A session that finishes lets its tasks end, and keeps its delegate until then")
    func finishing() async throws {
        let gate = Gate()
        try await withApp(answering: { _ in
            gate.wait()
            return .json("{}")
        }) { app in
            let listener = Listener()
            let session = URLSession(configuration: .default, delegate: listener)
            let task = session.dataTask(with: try app.url("/slow"))
            task.resume()
            session.finishTasksAndInvalidate()
            #expect(session.delegate === listener)
            gate.open()
            await listener.waitForTheEnd()
            #expect(listener.lines == ["/slow done", "invalid true, delegate gone"])
            #expect(task.state == .completed)
        }
    }

    @Test("A session that cancels ends its tasks, begun or not")
    func cancelling() async throws {
        try await withApp(answering: { _ in nil }) { app in
            let listener = Listener()
            let session = URLSession(configuration: .default, delegate: listener)
            let (running, waiting) = (
                session.dataTask(with: try app.url("/a")), session.dataTask(with: try app.url("/b"))
            )
            running.resume()
            session.invalidateAndCancel()
            await listener.waitForTheEnd()
            #expect(listener.lines == ["/a error -999", "invalid true, delegate gone"])
            #expect([running, waiting].map(\.state) == [.completed, .completed])
            #expect(session.delegate == nil)
        }
    }

    @Test("One without tasks ends at once; the shared one never does")
    func withoutTasks() async throws {
        try await withApp(answering: { _ in .json("{}") }) { app in
            let listener = Listener()
            URLSession(configuration: .default, delegate: listener).finishTasksAndInvalidate()
            #expect(listener.lines == ["invalid true, delegate gone"])
            URLSession.shared.invalidateAndCancel()
            URLSession.shared.finishTasksAndInvalidate()
            let response = try await URLSession.shared.data(from: try app.url()).1 as? HTTPURLResponse
            #expect(response?.statusCode == 200)
        }
    }
}
