import NIOCore

/// Where a listener's answers are made.
public enum ListenerThreads: Sendable {
    /// On Swift's own threads: an answer that takes long holds up no other connection.
    case shared
    /// On the thread that reads the connection: a request costs no change of thread, which for small answers is most
    /// of its time. For a service with few clients, who wait for their answers anyway.
    case ofConnection

    func executor(of group: any EventLoopGroup) -> (any TaskExecutor)? {
        switch self {
        case .shared: nil
        case .ofConnection: EventLoopExecutor(group)
        }
    }
}

/// Runs jobs on the event loop that they come from, and those from elsewhere on any loop of the group.
private final class EventLoopExecutor: TaskExecutor {
    private let group: any EventLoopGroup

    init(_ group: any EventLoopGroup) { self.group = group }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        group.any().execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
