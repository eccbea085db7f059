extension FirebaseEnvironment {
    /// The one bridge from `async` to completion handlers: does `work`, then calls `completion` on the main actor,
    /// where the SDK calls it, in this environment.
    func complete<Value: Sendable>(
        _ completion: (@MainActor (Value?, (any Error)?) -> Void)?,
        with work: @escaping @Sendable () async throws -> Value
    ) {
        tasks.start {
            await self.run {
                let outcome: Result<Value, any Error>
                do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
                switch outcome {
                case .success(let value): await completion?(value, nil)
                case .failure(let error): await completion?(nil, error)
                }
            }
        }
    }

    /// The same for calls that give nothing back.
    func complete(
        _ completion: (@MainActor ((any Error)?) -> Void)?, with work: @escaping @Sendable () async throws -> Void
    ) {
        complete({ (_: Bool?, error) in completion?(error) }) {
            try await work()
            return true
        }
    }
}
