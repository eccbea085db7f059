import BridgePrimitives
import Cookies

/// What of a jar is on disk: a write gets there some seconds after it was made.
///
/// Only cookies with an expiry are ever written.
struct DurableCookies: Sendable {
    /// Writes that may wait at most: with more, the oldest is written at once.
    static let waitingLimit = 4096

    /// How long a write stays in memory only.
    let delay: Duration
    private var written: [CookieIdentity: Cookie] = [:]
    private var waiting: [Write] = []
    /// Writes before this place in ``waiting`` are done.
    private var done = 0

    private struct Write: Sendable {
        let at: Instant
        let identity: CookieIdentity
        /// Nil when the cookie was taken out, or has no expiry now.
        let cookie: Cookie?
    }

    init(delay: Duration) { self.delay = delay }

    mutating func take(_ change: CookieChange, now: Instant) {
        settle(now)
        let write: Write
        switch change {
        case .put(let cookie):
            write = Write(at: now, identity: cookie.identity, cookie: cookie.isPersistent ? cookie : nil)
        case .removed(let cookie): write = Write(at: now, identity: cookie.identity, cookie: nil)
        }
        waiting.append(write)
        if delay <= .zero || waiting.count - done > Self.waitingLimit { writeNext() }
    }

    /// An orderly end: everything is written.
    mutating func flush() {
        while done < waiting.count { writeNext() }
        waiting = []
        done = 0
    }

    mutating func removeAll() {
        written = [:]
        waiting = []
        done = 0
    }

    /// The process ends at once: what waits is lost.
    ///
    /// - Returns: the identities whose newest state was not on disk, and the cookies that are.
    mutating func crash(now: Instant) -> (unwritten: Set<CookieIdentity>, written: [Cookie]) {
        settle(now)
        let unwritten = Set(waiting.map(\.identity))
        waiting = []
        return (unwritten, written.values.sorted { $0.creationTime < $1.creationTime })
    }

    private mutating func settle(_ now: Instant) {
        while done < waiting.count, waiting[done].at + delay <= now { writeNext() }
        waiting.removeFirst(done)
        done = 0
    }

    private mutating func writeNext() {
        let write = waiting[done]
        written[write.identity] = write.cookie
        done += 1
    }
}
