import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Listening
import PageEngines

/// Loads one page in a real engine, tells where each cookie went, and compares what was sent with what the model of a
/// profile would have sent.
struct EngineTracing: Sendable {
    var visit: EngineVisit
    /// The model that the engine is compared with; at first the one that is to be like it.
    var profile: CookieProfile
    var masking = Masking.Policy.fingerprints
    /// `Set-Cookie` lines that the URL's own host is taken to have sent before.
    var cookies: [String] = []

    init(visit: EngineVisit) { (self.visit, profile) = (visit, visit.engine.cookieProfile) }

    /// - Throws: as ``EngineVisit/run(at:)``. That the page does not open is told in the result.
    func run() async throws -> EngineTrace {
        var visit = visit
        visit.cookies += heldCookies()
        return EngineTrace(try await visit.replay(), profile: profile, masking: masking)
    }

    /// What the lines leave in a jar: how the engine would have read them is not found out.
    private func heldCookies() -> [NativeCookie] {
        guard let url = try? CookieURL(visit.url.string) else { return [] }
        var jar = CookieJar(profile: profile, publicSuffixes: PublicSuffixList.standard)
        for line in cookies { _ = jar.store(setCookie: line, from: url, now: SystemTime.now) }
        return jar.all(now: SystemTime.now).map { NativeCookie($0) }
    }
}
