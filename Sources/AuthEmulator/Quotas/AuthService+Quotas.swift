import BridgePrimitives

/// Quotas are counted by the world's clock, whatever a fault makes of the time of one request. What is required first
/// and counted once it is done stands in one transaction, so that two requests are not one too many; wrong passwords,
/// which nothing stores, may be.
extension AuthService {
    /// - Parameter subject: whose quota it is, for those that are not everybody's.
    /// - Throws: the quota's reason where a strict service has used it up.
    func requireQuota(_ quotas: Quota..., of subject: String = "") throws(AuthRefusal) {
        let limits = quotaLimits
        guard !limits.isEmpty else { return }
        let now = clock.now
        if let spent = quotaBook.withLock({ $0.spent(quotas, of: subject, limits: limits, at: now) }) {
            throw AuthRefusal(spent)
        }
    }

    func countAgainst(_ quotas: Quota..., of subject: String = "") {
        let limits = quotaLimits
        guard !limits.isEmpty else { return }
        let now = clock.now
        quotaBook.withLock { $0.note(quotas, of: subject, limits: limits, at: now) }
    }

    /// Requires and counts at once, for what is counted whether it is done or not.
    func takeFromQuota(_ quota: Quota) throws(AuthRefusal) {
        let limits = quotaLimits
        guard !limits.isEmpty else { return }
        let now = clock.now
        let spent = quotaBook.withLock { book in
            let spent = book.spent([quota], of: "", limits: limits, at: now)
            if spent == nil { book.note([quota], of: "", limits: limits, at: now) }
            return spent
        }
        if let spent { throw AuthRefusal(spent) }
    }

    private var quotaLimits: [Quota: Int] { enforces(.quotasKept) ? configuration.limits.quotas : [:] }

    /// An address, had by an account or not: what is counted must not tell which.
    static func quotaSubject(_ address: EmailAddress, in scope: AuthScope) -> String {
        "\(scope.column)\u{0}\(address.text)"
    }
}
