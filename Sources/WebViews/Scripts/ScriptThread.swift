import BridgePrimitives

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// One thread, as the serial executor of the web views of one process pool.
///
/// JavaScriptCore scans the stacks of all threads that ever used a context group, and takes its recursion limit from
/// the thread that runs: with a thread of its own, a process pool neither waits for another's collector nor depends on
/// the small stacks of Swift's threads. When the last reference to the executor is gone, the thread waits for the next
/// one: JavaScriptCore's GTK port keeps a run loop, with a descriptor, of every thread that there ever was.
///
/// A task executor too: what a load awaits beside its view then runs here as well, without changes of thread.
final class ScriptThread: SerialExecutor, TaskExecutor {
    private let inbox: Inbox

    init() {
        if let idle = Self.idle.withLock({ $0.popLast() }) {
            inbox = idle
        } else {
            inbox = Inbox()
            Self.start(inbox)
        }
    }

    /// No job waits any more: each holds the executor.
    deinit {
        let isKept = Self.idle.withLock { [inbox] idle in
            guard idle.count < Self.mostIdle else { return false }
            idle.append(inbox)
            return true
        }
        if !isKept { inbox.close() }
    }

    private static let idle = Mutex<[Inbox]>([])
    /// As many as worlds run side by side, usually.
    private static let mostIdle = 16

    func enqueue(_ job: consuming ExecutorJob) {
        inbox.add(UnownedJob(job), on: self)
    }

    private static func start(_ inbox: Inbox) {
        let box = Unmanaged.passRetained(inbox).toOpaque()
        // The default, half a megabyte on a Mac and with `ulimit -s 512`, is little for JavaScript's recursion.
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, 8 << 20)
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = pthread_create(&thread, &attributes, runInbox, box)
            if let thread { pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let code = pthread_create(&thread, &attributes, runInbox, box)
            if code == 0 { pthread_detach(thread) }
        #endif
        // Without a thread no view can work, and nobody could be told: an actor has no way to refuse a job.
        precondition(code == 0, "the system gives no thread for a web view (error \(code))")
    }
}

#if canImport(Darwin)
    private let runInbox: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { box in
        Unmanaged<Inbox>.fromOpaque(box).takeRetainedValue().run()
        return nil
    }
#else
    private let runInbox: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
        if let box { Unmanaged<Inbox>.fromOpaque(box).takeRetainedValue().run() }
        return nil
    }
#endif

/// The jobs that wait for the thread.
///
/// Unchecked: the lock and the condition guard `waiting` and `isClosed`, and nothing else changes.
private final class Inbox: @unchecked Sendable {
    /// The executor stays alive until its job has run.
    private typealias Entry = (job: UnownedJob, executor: ScriptThread)

    private let lock: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
    private let condition: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
    private var waiting: [Entry] = []
    private var isClosed = false

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(lock)
        condition.deallocate()
        lock.deallocate()
    }

    func add(_ job: UnownedJob, on executor: ScriptThread) {
        pthread_mutex_lock(lock)
        waiting.append((job, executor))
        pthread_mutex_unlock(lock)
        pthread_cond_signal(condition)
    }

    func close() {
        pthread_mutex_lock(lock)
        isClosed = true
        pthread_mutex_unlock(lock)
        pthread_cond_signal(condition)
    }

    func run() {
        while let entries = next() {
            for (job, executor) in entries {
                job.runSynchronously(
                    isolatedTo: executor.asUnownedSerialExecutor(), taskExecutor: executor.asUnownedTaskExecutor())
            }
        }
    }

    /// Waits for jobs; nil when there are none and none will come.
    private func next() -> [Entry]? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while waiting.isEmpty && !isClosed { pthread_cond_wait(condition, lock) }
        guard !waiting.isEmpty else { return nil }
        defer { waiting.removeAll(keepingCapacity: true) }
        return waiting
    }
}
