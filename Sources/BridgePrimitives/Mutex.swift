// The lock of this project is `Synchronization.Mutex`, except where Thread Sanitizer looks on: on Linux it does not see that
// one wait for the kernel, and takes what the lock guards for a race. Every file has its `Mutex` from here.
#if SANITIZE_THREAD
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #endif

    /// A lock and the value that it guards, in the shape of `Synchronization.Mutex`, over a lock that Thread Sanitizer knows.
    ///
    /// Unchecked: the value is reached under the lock alone, and both stay where they are as long as this lives.
    @safe public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        private let lock: UnsafeMutablePointer<pthread_mutex_t>
        private let value: UnsafeMutablePointer<Value>

        public init(_ initialValue: consuming sending Value) {
            unsafe lock = .allocate(capacity: 1)
            unsafe value = .allocate(capacity: 1)
            let code = unsafe pthread_mutex_init(lock, nil)
            precondition(code == 0, "the system gives no lock (error \(code))")
            unsafe value.initialize(to: initialValue)
        }

        deinit {
            unsafe pthread_mutex_destroy(lock)
            unsafe value.deinitialize(count: 1)
            unsafe value.deallocate()
            unsafe lock.deallocate()
        }

        public borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            unsafe pthread_mutex_lock(lock)
            defer { unsafe pthread_mutex_unlock(lock) }
            return try unsafe body(&value.pointee)
        }
    }
#else
    @_exported public import struct Synchronization.Mutex
#endif
