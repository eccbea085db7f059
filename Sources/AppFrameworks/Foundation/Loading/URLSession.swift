import BridgePrimitives
public import Foundation
import SimulatedDevice

/// The requests of the app's own process, over the device's ``DeviceNetwork``, in the trace; redirects are followed.
///
/// A session belongs to the process whose code made it. There are data tasks, and the `async` forms; no downloads, no
/// streams, no background sessions, no caches, no authentication challenges.
public final class URLSession: Sendable {
    /// What a delegate wants done with a response.
    public enum ResponseDisposition: Int, Sendable {
        case cancel = 0
        case allow = 1
    }

    let process: AppProcess
    let rules: SessionRules
    private let isShared: Bool
    private let state: Mutex<State>
    /// Where handlers and delegates are called; nil for wherever the load has ended.
    let delegateQueue: OperationQueue?

    private struct State: Sendable {
        /// Kept until the session is invalidated.
        var delegate: (any URLSessionDelegate)?
        var isInvalid = false
        var lastTask = 0
        /// Those that have not ended.
        var tasks: [Int: RunningTask] = [:]

        /// Forgets tasks that nobody can begin any more.
        mutating func forgetDropped() { tasks = tasks.filter { $0.value.task != nil } }
    }

    private struct RunningTask: Sendable {
        weak let task: URLSessionTask?
    }

    /// The app's, with its cookie storage.
    public static var shared: URLSession {
        let process = AppProcess.required(by: "URLSession.shared")
        return process.services.service { URLSession(.default, of: process, isShared: true) }
    }

    /// - Parameters:
    ///   - configuration: copied.
    ///   - delegate: kept until the session is invalidated.
    ///   - queue: where handlers and the delegate are called.
    public convenience init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)? = nil,
        delegateQueue queue: OperationQueue? = nil
    ) {
        let process = AppProcess.required(by: "URLSession(configuration:)")
        self.init(configuration, of: process, delegate: delegate, delegateQueue: queue)
    }

    private init(
        _ configuration: URLSessionConfiguration, of process: AppProcess, delegate: (any URLSessionDelegate)? = nil,
        delegateQueue: OperationQueue? = nil, isShared: Bool = false
    ) {
        (self.process, rules) = (process, SessionRules(configuration))
        (self.delegateQueue, self.isShared) = (delegateQueue, isShared)
        state = Mutex(State(delegate: delegate))
    }

    public var delegate: (any URLSessionDelegate)? { state.withLock { $0.delegate } }

    // MARK: Its end

    /// Takes no new tasks; when the last of those that there are has ended, the delegate is told so and let go of.
    ///
    /// The shared session takes no notice, here and in ``invalidateAndCancel()``.
    public func finishTasksAndInvalidate() {
        guard !isShared else { return }
        state.withLock { $0.isInvalid = true }
        endIfDone()
    }

    /// As ``finishTasksAndInvalidate()``, and ends the tasks: whoever waits is told `NSURLErrorCancelled`.
    public func invalidateAndCancel() {
        guard !isShared else { return }
        let running = state.withLock { state in
            state.isInvalid = true
            return state.tasks.sorted { $0.key < $1.key }.map(\.value)
        }
        for running in running { running.task?.cancel() }
        endIfDone()
    }

    /// A task has told all that it had to tell.
    func ended(_ task: URLSessionTask) {
        state.withLock { $0.tasks[task.taskIdentifier] = nil }
        endIfDone()
    }

    private func endIfDone() {
        let delegate = state.withLock { state -> (any URLSessionDelegate)? in
            state.forgetDropped()
            guard state.isInvalid, state.tasks.isEmpty else { return nil }
            defer { state.delegate = nil }
            return state.delegate
        }
        if let delegate { call { delegate.urlSession(self, didBecomeInvalidWithError: nil) } }
    }

    // MARK: Tasks

    /// A task that is not begun; its delegate is the session's.
    public func dataTask(with request: URLRequest) -> URLSessionDataTask { task(request, nil) }

    public func dataTask(with url: URL) -> URLSessionDataTask { task(URLRequest(url: url), nil) }

    /// A task that is not begun. The session's delegate is asked about redirects only.
    public func dataTask(
        with request: URLRequest,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        task(request, completionHandler)
    }

    public func dataTask(
        with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        task(URLRequest(url: url), completionHandler)
    }

    private func task(_ request: URLRequest, _ handler: URLSessionTask.Handler?) -> URLSessionDataTask {
        let number = state.withLock { state -> Int? in
            guard !state.isInvalid else { return nil }
            state.lastTask += 1
            return state.lastTask
        }
        guard let number else { crashApp("a task was created in a session that has been invalidated") }
        let task = URLSessionDataTask(of: self, number: number, request: request, handler: handler)
        state.withLock { state in
            state.forgetDropped()
            state.tasks[number] = RunningTask(task: task)
        }
        return task
    }

    // MARK: Awaited

    /// The body and the response; a status of 400 or more is a response. Cancelling the caller cancels the load.
    ///
    /// - Throws: ``URLError``.
    public func data(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        let answer = try await task(request, nil).load(
            asking: delegate ?? self.delegate as? any URLSessionTaskDelegate)
        return (answer.data, answer.response)
    }

    public func data(from url: URL, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (Data, URLResponse) {
        try await data(for: URLRequest(url: url), delegate: delegate)
    }

    public func upload(
        for request: URLRequest, from bodyData: Data, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        var request = request
        request.httpBody = bodyData
        return try await data(for: request, delegate: delegate)
    }

    /// Calls `body` behind what the app was told before, also where it is told nothing more.
    func callLast(_ body: @escaping @Sendable () -> Void) {
        if let delegateQueue { delegateQueue.addOperation(body) } else { body() }
    }

    /// Calls code of the app's where it wants to be called, as code of its process.
    func call(_ body: @escaping @Sendable () -> Void) {
        let process = process
        guard !process.isEnded else { return }
        let call: @Sendable () -> Void = { AppProcess.$current.withValue(process) { body() } }
        if let delegateQueue { delegateQueue.addOperation(call) } else { call() }
    }
}
