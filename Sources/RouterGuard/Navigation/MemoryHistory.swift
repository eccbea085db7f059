/// The history that Vue Router 4 keeps in memory: locations and a position, which begins at an empty one.
struct MemoryHistory: Sendable {
    private(set) var entries = [""]
    private(set) var index = 0

    var current: String { entries[index] }

    mutating func write(_ location: String, adding: Bool) {
        if adding {
            entries.removeSubrange((index + 1)...)
            entries.append(location)
            if entries.count > BrowserHistory.entryLimit { entries.removeFirst() }
            index = entries.count - 1
        } else {
            entries[index] = location
        }
    }

    /// Moves as far as there are entries; too far is as far as possible.
    mutating func move(by count: Int) {
        let (target, overflow) = index.addingReportingOverflow(count)
        index = overflow ? (count < 0 ? 0 : entries.count - 1) : min(max(0, target), entries.count - 1)
    }
}
