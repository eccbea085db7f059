public import BridgePrimitives

extension WorldClock {
    /// Waits until `duration` of the world's time is over, or the task is cancelled. Where the book says so, time passes
    /// meanwhile.
    public func wait(_ duration: Duration, in book: FaultBook) async {
        let deadline = now + duration
        await waiting(in: book, atMost: duration) { try? await self.sleep(until: deadline) }
    }

    /// Waits until the faults of the book are others, or the task is cancelled.
    public func hang(in book: FaultBook) async {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let watch = book.onChange { change.finish() }
        await waiting(in: book, atMost: Self.longestHang) { for await _ in changes {} }
        watch.end()
    }

    /// For so long time passes while somebody hangs: longer than any client of ours has patience, shorter than what other
    /// things wait for.
    private static var longestHang: Duration { .seconds(300) }

    private func waiting(
        in book: FaultBook, atMost limit: Duration, _ body: @escaping @Sendable () async -> Void
    ) async {
        guard book.isPassingTime else { return await body() }
        await withTaskGroup { group in
            group.addTask { await body() }
            group.addTask {
                await self.passTime(atMost: limit)
                // Nobody is patient for so long; who waits is ended by others.
                try? await Task.sleep(for: .seconds(86_400))
            }
            _ = await group.next()
            group.cancelAll()
        }
    }
}
