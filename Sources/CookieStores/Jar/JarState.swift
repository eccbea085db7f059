import BridgePrimitives
import Cookies

/// What one lock guards: the jar, what of it is on disk, and the copies that web processes keep.
struct JarState: Sendable {
    var jar: CookieJar
    var policy = CookiePolicy.allow
    /// Nil for a jar that lives in memory.
    var disk: DurableCookies?
    private var processes: [ProcessCopies] = []

    /// The copies of one web process, as long as it lives.
    private struct ProcessCopies: Sendable {
        weak let process: WebContentProcess?
        var cookies: WebProcessCookies
    }

    init(jar: CookieJar, disk: DurableCookies?) { (self.jar, self.disk) = (jar, disk) }

    /// Lets the disk and all web processes know, in the order of the changes.
    mutating func spread(_ changes: [CookieChange], now: Instant) {
        for change in changes {
            disk?.take(change, now: now)
            for position in processes.indices { processes[position].cookies.take(change, now: now) }
        }
    }

    mutating func forgetCopies() { processes = [] }

    mutating func withCopies(of process: WebContentProcess, _ body: (inout WebProcessCookies) -> Void) {
        guard let position = processes.firstIndex(where: { $0.process === process }) else { return }
        body(&processes[position].cookies)
    }

    /// The cookies that a page of that process sees.
    mutating func read(
        _ url: CookieURL, context: ScriptContext, in process: WebContentProcess, now: Instant
    ) -> ScriptCookies {
        guard let position = processes.firstIndex(where: { $0.process === process }) else {
            processes.removeAll { $0.process == nil }
            var cookies = WebProcessCookies(seed: process.seed)
            let answer = cookies.read(url, context: context, from: &jar, now: now)
            processes.append(ProcessCopies(process: process, cookies: cookies))
            return answer
        }
        return processes[position].cookies.read(url, context: context, from: &jar, now: now)
    }
}

/// Whether a store takes cookies, as `WKHTTPCookieStore.CookiePolicy`.
public enum CookiePolicy: String, CaseIterable, Sendable {
    case allow
    /// Nothing is stored, from whatever source (`store/cookies-disabled`). What is there stays and is sent.
    case disallow
}
