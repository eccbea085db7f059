import BridgePrimitives
import Foundation

/// One request of a session's, and what it leads to.
///
/// Unchecked: the mutex `now` is the guard of all that changes, and the one class below adds nothing.
public class URLSessionTask: @unchecked Sendable {
    typealias Handler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void

    public enum State: Int, Sendable {
        case running = 0
        case suspended = 1
        case canceling = 2
        case completed = 3
    }

    /// Tells tasks of a session apart.
    public let taskIdentifier: Int
    public let originalRequest: URLRequest?
    let session: URLSession
    private let handler: Handler?
    private let now: Mutex<Progress>

    private struct Progress: Sendable {
        var state = State.suspended
        var request: URLRequest?
        var response: URLResponse?
        var error: (any Error)?
        /// Ends the load.
        var end: (@Sendable () -> Void)?
    }

    init(of session: URLSession, number: Int, request: URLRequest, handler: Handler?) {
        (self.session, taskIdentifier, originalRequest, self.handler) = (session, number, request, handler)
        now = Mutex(Progress(request: request))
    }

    public var state: State { now.withLock { $0.state } }
    /// Of the hop that is made, or was made last.
    public var currentRequest: URLRequest? { now.withLock { $0.request } }
    public var response: URLResponse? { now.withLock { $0.response } }
    public var error: (any Error)? { now.withLock { $0.error } }

    /// Begins the load; does nothing the second time.
    public func resume() {
        guard begin() else { return }
        session.process.callDidBegin()
        // Ends with the handler's call; `cancel()` ends it before.
        let load = Task {
            await run()
            session.callLast { [session] in session.process.callDidEnd() }
        }
        canBeEnded { load.cancel() }
    }

    /// Goes the task's way for a caller who waits, and whose own end is its end.
    ///
    /// - Throws: ``URLError``.
    func load(asking delegate: (any URLSessionTaskDelegate)?) async throws -> SessionLoad.Answer {
        guard begin() else { throw URLError(.cancelled, loading: originalRequest?.url) }
        let load = Task { try await SessionLoad(task: self, delegate: delegate).run() }
        canBeEnded { load.cancel() }
        defer {
            now.withLock { $0.state = .completed }
            session.ended(self)
        }
        return try await withTaskCancellationHandler {
            try await load.value
        } onCancel: {
            load.cancel()
        }
    }

    private func begin() -> Bool {
        now.withLock { progress in
            guard progress.state == .suspended else { return false }
            progress.state = .running
            return true
        }
    }

    private func canBeEnded(_ end: @escaping @Sendable () -> Void) {
        let isCancelled = now.withLock { progress in
            progress.end = end
            return progress.state == .canceling
        }
        if isCancelled { end() }
    }

    /// Ends the load: whoever waits is told `NSURLErrorCancelled`. A task that was never begun tells nobody.
    public func cancel() {
        let (end, isOver) = now.withLock { progress -> ((@Sendable () -> Void)?, Bool) in
            guard progress.state == .running || progress.state == .suspended else { return (nil, false) }
            progress.state = progress.state == .running ? .canceling : .completed
            return (progress.end, progress.state == .completed)
        }
        end?()
        if isOver { session.ended(self) }
    }

    func began(_ request: URLRequest) { now.withLock { $0.request = request } }

    private func run() async {
        let delegate = session.delegate as? any URLSessionTaskDelegate
        let outcome: Result<SessionLoad.Answer, URLError>
        do throws(URLError) { outcome = .success(try await SessionLoad(task: self, delegate: delegate).run()) } catch {
            outcome = .failure(error)
        }
        now.withLock { progress in
            progress.state = .completed
            switch outcome {
            case .success(let answer): progress.response = answer.response
            case .failure(let error): progress.error = error
            }
        }
        if let handler {
            session.call {
                switch outcome {
                case .success(let answer): handler(answer.data, answer.response, nil)
                case .failure(let error): handler(nil, nil, error)
                }
            }
        } else {
            await tell(delegate, outcome)
        }
        session.ended(self)
    }

    /// What a delegate hears of a task without a handler.
    private func tell(
        _ delegate: (any URLSessionTaskDelegate)?, _ outcome: Result<SessionLoad.Answer, URLError>
    ) async {
        guard let task = self as? URLSessionDataTask else { return }
        var error: URLError?
        switch outcome {
        case .failure(let failure): error = failure
        case .success(let answer):
            guard let listener = delegate as? any URLSessionDataDelegate else { break }
            let disposition = await listener.urlSession(session, dataTask: task, didReceive: answer.response)
            guard disposition == .allow else {
                error = URLError(.cancelled, loading: currentRequest?.url)
                break
            }
            session.call { [session] in
                if !answer.data.isEmpty { listener.urlSession(session, dataTask: task, didReceive: answer.data) }
            }
        }
        session.call { [session, error] in delegate?.urlSession(session, task: task, didCompleteWithError: error) }
    }
}

/// A task whose answer is kept in memory.
public final class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
