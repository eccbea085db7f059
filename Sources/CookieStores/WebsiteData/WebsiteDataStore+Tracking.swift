import BridgePrimitives
package import Cookies

// MARK: - Inactivity

extension WebsiteDataStore {
    /// The user did something on a site: tapped, typed, scrolled with a key.
    ///
    /// - Parameter site: a host; its registrable domain counts.
    public func noteUserInteraction(site: String) {
        let (site, day) = (jar.site(of: site.lowercased()), today)
        activity.withLock { $0.noteInteraction(site, day: day) }
    }

    /// The app runs today. Every load notes it by itself.
    ///
    /// On the first note of a day, the cookies are deleted that script wrote on sites where nobody did anything for the
    /// profile's window (``ScriptLifetimeRule/deletedAfterInactivity(window:decorated:)``), counted in days of use from
    /// the last interaction or, without one, from the day of the oldest of these cookies. Only in a persistent store,
    /// only under tracking prevention, and never on app-bound domains.
    public func noteDayOfUse() {
        noteDayOfUse(
            trackingPrevention: app.preventsTracking(engineDefault: jar.profile.trackingPreventionByDefault.value))
    }

    package func noteDayOfUse(trackingPrevention: Bool) {
        let today = today
        guard activity.withLock({ $0.noteDay(today) }), trackingPrevention, isPersistent,
            case .deletedAfterInactivity(let window, _) = jar.profile.scriptLifetime.value
        else { return }
        let windowDays = max(1, Int(window.components.seconds / 86_400))
        var firstDays: [String: Int64] = [:]
        for cookie in jar.all() where cookie.isScriptWritten {
            let (site, day) = (jar.site(of: cookie.domain), Self.day(of: cookie.creationTime))
            firstDays[site] = min(day, firstDays[site] ?? day)
        }
        let due = activity.withLock { activity in
            firstDays.filter { site, first in
                activity.daysOfUse(after: max(first, activity.lastInteraction(site) ?? first)) >= windowDays
            }
        }
        for site in due.keys.sorted() where appBoundDomains?.domains.contains(site) != true {
            jar.removeScriptWritten(site: site)
            for remove in removals.withLock({ $0 }) { remove(site) }
        }
    }

    /// - Parameter body: called when tracking prevention deletes the script-written cookies of the host's site:
    ///   everything else that script has stored there goes with them.
    package func onRemovalOfScriptData(of host: String, _ body: @escaping @Sendable () -> Void) {
        let ours = jar.site(of: host)
        removals.withLock { $0.append { site in if site == ours { body() } } }
    }

    private var today: Int64 { Self.day(of: jar.now) }

    private static func day(of instant: Instant) -> Int64 {
        let (day, rest) = instant.secondsSinceEpoch.quotientAndRemainder(dividingBy: 86_400)
        return rest < 0 ? day - 1 : day
    }
}

// MARK: - Third parties

extension WebsiteDataStore {
    /// Whether third-party blocking leaves `url` alone on pages of `first`, since both are app-bound domains.
    package func relaxesBlocking(of url: CookieURL, on first: CookieURL) -> Bool {
        guard let bound = appBoundDomains else { return false }
        return [first, url].allSatisfy { bound.domains.contains(jar.site(of: $0.host)) }
    }
}
