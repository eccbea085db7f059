extension Array where Element: Sendable {
    /// Does `work` on every element, on some of them at the same time, and reports what came of each in the order of the
    /// elements, as early as that order allows.
    ///
    /// - Parameters:
    ///   - width: how many at the same time; at least one.
    ///   - report: is called by the caller's own task.
    /// - Throws: the first error of `work` or `report`, and `CancellationError`. What is under way then is cancelled and
    ///   waited for; what came of it is told to nobody.
    package func sideBySide<Outcome: Sendable>(
        width: Int, _ work: @escaping @Sendable (Element) async throws -> Outcome, report: (Outcome) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            var (started, reported) = (0, 0)
            var done: [Int: Outcome] = [:]
            func startNext() {
                guard started < count else { return }
                let (place, element) = (started, self[started])
                started += 1
                group.addTask { (place, try await work(element)) }
            }
            for _ in 0..<Swift.max(width, 1) { startNext() }
            for try await (place, outcome) in group {
                // Of one that was ended in the middle nothing is known.
                try Task.checkCancellation()
                done[place] = outcome
                startNext()
                while let outcome = done.removeValue(forKey: reported) {
                    reported += 1
                    try report(outcome)
                }
            }
        }
    }
}
