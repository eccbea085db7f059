/// What holds of all cookies of one domain at once, so that the usual look-up, in which all of them go out,
/// need not visit each. Made when a look-up has found it to be so, dropped when a cookie comes or goes.
struct WholeBucket: Sendable {
    /// The header's text with all of them.
    let header: String
    private var flags: JarEntry.Flags = []
    private var sameSites: Set<SameSite> = []
    private var earliestExpiry = Int64.max
    /// Whether every path is `/` and no cookie is in a partition: anything else needs a look at each.
    private var isPlain = true

    init(header: String, entries: [JarEntry]) {
        self.header = header
        for entry in entries {
            flags.formUnion(entry.flags)
            sameSites.insert(entry.sameSite)
            earliestExpiry = min(earliestExpiry, entry.expiry)
            if entry.pathLength != 1 || entry.partitionKey != nil { isPlain = false }
        }
    }

    /// Whether ``AccessFilter/admits(_:isParent:)`` would say yes to each of them. May say no too often.
    func isAdmitted(by filter: AccessFilter, isParent: Bool) -> Bool {
        guard isPlain, filter.isSupported, !filter.isThirdPartyBlocked, filter.now < earliestExpiry,
            filter.path.utf8.first == Byte.slash
        else { return false }
        if isParent, flags.contains(.hostOnly) { return false }
        if flags.contains(.secure), !filter.isSecure { return false }
        if filter.isScript, flags.contains(.httpOnly) { return false }
        if filter.refusesNameless, flags.contains(.nameless) { return false }
        return filter.passesAllSameSites || sameSites == [.none]
    }
}
