/// When the app was used, and when its user last did something on a site.
///
/// Days are whole days since the epoch, UTC. Only days on which the app ran count, so a device in a drawer deletes
/// nothing.
struct SiteActivity: Sendable {
    /// Days and sites that are remembered at most; the oldest make room.
    static let dayLimit = 400, siteLimit = 10_000

    /// Ascending, each once.
    private(set) var days: [Int64] = []
    private var interactions: [String: Int64] = [:]

    /// - Returns: whether the app had not run on that day before.
    mutating func noteDay(_ day: Int64) -> Bool {
        let position = days.lastIndex { $0 <= day }
        if let position, days[position] == day { return false }
        days.insert(day, at: position.map { $0 + 1 } ?? 0)
        if days.count > Self.dayLimit { days.removeFirst() }
        return true
    }

    mutating func noteInteraction(_ site: String, day: Int64) {
        if interactions[site] == nil, interactions.count >= Self.siteLimit,
            let oldest = interactions.min(by: { ($0.value, $0.key) < ($1.value, $1.key) })
        {
            interactions[oldest.key] = nil
        }
        interactions[site] = max(day, interactions[site] ?? day)
    }

    func lastInteraction(_ site: String) -> Int64? { interactions[site] }

    /// On how many days after `day` the app ran.
    func daysOfUse(after day: Int64) -> Int { days.count - (days.firstIndex { $0 > day } ?? days.count) }
}
