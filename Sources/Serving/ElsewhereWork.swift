import Dispatch

/// Work that takes long without waiting for anything, such as reading a large file or hashing many passwords.
enum ElsewhereWork {
    /// Runs the work on a thread that no listener needs. There are as few threads for tasks as the machine has cores:
    /// two such requests would stop every other.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// One after the other: what is worked on is the one world.
    private static let queue = DispatchQueue(label: "session-bridge.elsewhere")
}
