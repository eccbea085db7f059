extension WorldClock {
    /// Lets the world's time pass while the caller's task lives: again and again it goes on to the next moment for which
    /// somebody waits, and gives whoever was woken a while of real time to act on it.
    ///
    /// - Parameter limit: how far it goes at most.
    public func passTime(atMost limit: Duration) async {
        let end = now + limit
        while !Task.isCancelled, now < end {
            // Whoever waits may only be about to.
            guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { return }
            if advanceToNextDeadline(atMost: end) {
                guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
            }
        }
    }
}
