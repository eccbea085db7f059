package import BridgePrimitives
package import BridgeTrace
package import Cookies
import CookieStores

/// The cookie stores of a trace at one moment, rebuilt from the writes that it tells of.
///
/// Under the profile of the recording, what was stored is put back as it was. Under another one each write is judged anew
/// by that profile's rules; what was refused when it was recorded is known by name alone, and stays out.
package struct RecordedStores: Sendable {
    /// In the order in which they were first written to.
    package private(set) var jars: [(name: String, jar: CookieJar)] = []
    /// Of the event that was taken last.
    package private(set) var now = Instant.epoch
    private let profile: CookieProfile
    private let isJudging: Bool
    /// The URL of each request, for the cookies of its answer.
    private var urls: [Int: CookieURL] = [:]
    private var document: CookieURL?

    /// - Parameter isJudging: whether writes are judged anew by `profile`, and not put back as they were recorded.
    package init(profile: CookieProfile, isJudging: Bool) {
        (self.profile, self.isJudging) = (profile, isJudging)
    }

    /// The stores after the last of `events`.
    package init(_ events: some Sequence<TraceEvent>, profile: CookieProfile, isJudging: Bool) {
        self.init(profile: profile, isJudging: isJudging)
        for event in events { take(event) }
    }

    package mutating func take(_ event: TraceEvent) {
        now = event.at
        switch event.kind {
        case .request(let request): urls[request.hop] = try? CookieURL(request.url.text)
        case .navigation(let navigation) where navigation.phase == .didCommit:
            document = try? CookieURL(navigation.url.text)
        case .cookieWrite(let write): take(write)
        default: return
        }
    }

    private mutating func take(_ write: CookieWriteEvent) {
        let place = place(of: write.store)
        let cookie = Cookie(write, at: now)
        switch write.outcome {
        case .deleted: _ = jars[place].jar.delete(cookie.identity, now: now)
        case .stored, .replaced:
            guard isJudging else {
                jars[place].jar.restore([cookie], now: now)
                return
            }
            let url = write.hop.flatMap { urls[$0] } ?? document
            let line = write.line(at: now)
            switch (write.source, url ?? Self.url(of: write)) {
            case (.response, let url?): _ = jars[place].jar.store(setCookie: line, from: url, now: now)
            case (.script, let url?): _ = jars[place].jar.store(scriptCookie: line, from: url, now: now)
            default: _ = jars[place].jar.store(native: NativeCookie(cookie), now: now)
            }
        case .rejected, .ignored: return
        }
    }

    private static func url(of write: CookieWriteEvent) -> CookieURL? {
        try? CookieURL("https://\(write.host.hasPrefix(".") ? String(write.host.dropFirst()) : write.host)/")
    }

    private mutating func place(of store: String) -> Int {
        if let place = jars.firstIndex(where: { $0.name == store }) { return place }
        jars.append((store, CookieJar(profile: profile, publicSuffixes: PublicSuffixList.standard)))
        return jars.count - 1
    }

    /// What a store gives a request, as a trace event may tell it; nil for one that nobody has written to.
    package func requestCookies(of store: String, for request: RequestContext) -> RequestCookies? {
        guard var jar = jars.first(where: { $0.name == store })?.jar else { return nil }
        return jar.requestCookies(for: request, now: now)
    }
}
