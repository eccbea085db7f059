extension WorldClock {
    /// Lets the world's time pass while the caller's task lives: again and again it goes on to the next moment for which
    /// somebody waits, and gives whoever was woken a while of real time to act on it.
    ///
    /// The time is for those who wait when it first goes on. Once none of them is left the caller's task is about to end, and
    /// who came later is given far longer: on a busy machine the deadline of the next request would pass with the last one's.
    ///
    /// - Parameter limit: how far it goes at most.
    public func passTime(atMost limit: Duration) async {
        let end = now + limit
        var newest: Int?
        while !Task.isCancelled, now < end {
            // Whoever waits may only be about to.
            guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { return }
            let last = newest ?? newestSleeper
            guard advanceToNextDeadline(atMost: end) else { continue }
            newest = last
            let pause: Duration = hasSleeper(upTo: last) ? .seconds(1) : .seconds(10)
            guard (try? await Task.sleep(for: pause)) != nil else { return }
        }
    }
}
