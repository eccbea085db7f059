import BridgePrimitives

/// What was counted against quotas, in memory: a service that is started anew begins with all of them unused.
struct QuotaBook: Sendable {
    /// A quota that lets nothing more through.
    struct Spent: Hashable, Sendable {
        let quota: Quota
        let limit: Int
        /// Until it lets something through again; nil for a limit of 0.
        let wait: Duration?
    }

    private struct Key: Hashable {
        let quota: Quota
        /// Whose it is: an address, say; empty where all callers share it.
        let subject: String
    }

    /// Subjects are callers' texts. Beyond this many, whoever was counted longest ago is forgotten.
    static let mostCounts = 1000

    private var counts: [Key: SlidingCount] = [:]

    /// The first of the quotas that is used up; nil where none is. Those without a limit never are.
    func spent(_ quotas: [Quota], of subject: String, limits: [Quota: Int], at now: Instant) -> Spent? {
        for quota in quotas {
            guard let limit = limits[quota] else { continue }
            let counted = counts[Key(quota: quota, subject: subject)] ?? SlidingCount(length: quota.window)
            guard counted.count(at: now) >= limit else { continue }
            return Spent(quota: quota, limit: limit, wait: counted.wait(forFewerThan: limit, at: now))
        }
        return nil
    }

    /// Counts one against each quota that has a limit.
    mutating func note(_ quotas: [Quota], of subject: String, limits: [Quota: Int], at now: Instant) {
        for quota in quotas where limits[quota] != nil {
            let key = Key(quota: quota, subject: subject)
            if counts[key] == nil, counts.count >= Self.mostCounts { forgetOne(at: now) }
            counts[key, default: SlidingCount(length: quota.window)].note(at: now)
        }
    }

    /// Makes room: all whose windows are empty, else the one that was noted longest ago.
    private mutating func forgetOne(at now: Instant) {
        counts = counts.filter { $0.value.count(at: now) > 0 }
        guard counts.count >= Self.mostCounts else { return }
        let oldest = counts.min { ($0.value.times.last ?? .epoch) < ($1.value.times.last ?? .epoch) }
        if let oldest { counts[oldest.key] = nil }
    }
}

extension AuthRefusal {
    /// Names the setting, so that nobody takes it for production's own doing.
    init(_ spent: QuotaBook.Spent) {
        let wait = spent.wait.map { "; try again in \(($0.wholeMilliseconds + 999) / 1000) s" } ?? ""
        self.init(spent.quota.reason, "((sessionBridge.quotas.\(spent.quota.rawValue) is \(spent.limit)\(wait).))")
    }
}
