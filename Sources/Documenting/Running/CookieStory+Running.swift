import BridgePrimitives
import Cookies

extension CookieStory {
    /// Plays the story in an empty jar of that profile.
    ///
    /// - Parameter start: when it begins; time passes only where the story says so.
    /// - Complexity: a jar's operation for each event.
    func run(as profile: CookieProfile, suffixes: any PublicSuffixes, start: Instant) throws -> ExampleRun {
        var player = CookiePlayer(
            jar: CookieJar(profile: profile, publicSuffixes: suffixes), suffixes: suffixes, now: start)
        return ExampleRun(try events.map { try player.play($0) })
    }
}

/// A jar, and what time it is in the story.
private struct CookiePlayer {
    var jar: CookieJar
    let suffixes: any PublicSuffixes
    var now: Instant

    mutating func play(_ event: CookieStory.Event) throws -> ExampleStep {
        switch event {
        case .response(let line, let url, let around):
            let url = try CookieURL(url)
            let decision = jar.store(setCookie: line, from: url, context: try storing(at: url, around), now: now)
            return step("\(url.string) answers  Set-Cookie: \(Self.short(line))" + words(around), decision)
        case .script(let text, let url, let around):
            let url = try CookieURL(url)
            let decision = jar.store(scriptCookie: text, from: url, context: try storing(at: url, around), now: now)
            return step(
                "a script of \(url.string) runs  document.cookie = \"\(Self.short(text))\"" + words(around), decision)
        case .native(let cookie):
            return step("the app sets  \(Self.words(cookie))", jar.store(native: cookie, now: now))
        case .nativeDeletion(let cookie):
            return step("the app deletes  \(Self.words(cookie))", jar.delete(native: cookie, now: now))
        case .wait(let duration):
            now = now + duration
            return ExampleStep("\(duration.worldText) pass")
        case .relaunch:
            jar.removeNonPersistent()
            return ExampleStep("the app is ended and launched again")
        case .inactivity(let site):
            jar.removeScriptWritten(site: site)
            return ExampleStep("\(site) is used on seven days and never tapped: what its scripts wrote is deleted")
        case .clear(let site):
            _ = jar.clear(site: site)
            return ExampleStep("\(site) answers  Clear-Site-Data: \"cookies\"")
        case .many(let count, let url):
            let url = try CookieURL(url)
            var reasons: [ReasonCode] = []
            for number in 1...max(count, 1) {
                // The jar's limits go by when a cookie was used last.
                now = now + .milliseconds(1)
                reasons += jar.store(setCookie: "c\(number)=1", from: url, now: now).reasons.map(\.code)
            }
            return ExampleStep("\(url.string) sets \(count) cookies", "stored", reasons: reasons.uniqued())
        case .request(let url, let around): return try request(try CookieURL(url), around)
        case .read(let url, let around): return try read(try CookieURL(url), around)
        }
    }

    private mutating func request(_ url: CookieURL, _ around: CookieStory.Surroundings) throws -> ExampleStep {
        let cookies = jar.requestCookies(
            for: RequestContext(url: url, sameSite: try relation(of: url, around), party: try party(of: url, around)),
            now: now)
        let answer = cookies.sent.isEmpty ? "no Cookie header" : "Cookie: \(cookies.header ?? "")"
        return ExampleStep(
            "\(around.method) \(url.string)" + words(around), answer,
            reasons: cookies.withheld.flatMap { $0.reasons.map(\.code) }.uniqued())
    }

    private mutating func read(_ url: CookieURL, _ around: CookieStory.Surroundings) throws -> ExampleStep {
        let context = ScriptContext(sameSite: try relation(of: url, around), party: try party(of: url, around))
        let cookies = jar.scriptCookies(for: url, context: context, now: now)
        return ExampleStep(
            "a script of \(url.string) reads document.cookie" + words(around), "it sees \"\(cookies.value)\"",
            reasons: cookies.hidden.flatMap { $0.reasons.map(\.code) }.uniqued())
    }

    private func step(_ done: String, _ decision: StoreDecision) -> ExampleStep {
        let all = [decision] + decision.further
        return ExampleStep(done, decision.outcome.rawValue, reasons: all.flatMap { $0.reasons.map(\.code) })
    }

    // MARK: Who is around

    private func storing(at url: CookieURL, _ around: CookieStory.Surroundings) throws -> StoreContext {
        StoreContext(
            sameSite: try relation(of: url, around), party: try party(of: url, around),
            isDecoratedLanding: around.isDecorated, isCloakedResponse: around.isCloaked)
    }

    private func party(of url: CookieURL, _ around: CookieStory.Surroundings) throws -> PartyContext {
        PartyContext(
            siteForCookies: try around.top.map { try CookieURL($0) } ?? url,
            trackingPrevention: around.trackingPrevention ?? jar.profile.trackingPreventionByDefault.value)
    }

    private func relation(of url: CookieURL, _ around: CookieStory.Surroundings) throws -> SameSiteContext {
        let top = try around.top.map { try CookieURL($0) }
        let initiator = try around.startedBy.map { try CookieURL($0) }
        return .computed(
            for: url, siteForCookies: top, initiator: initiator ?? top, isTopLevelNavigation: top == nil,
            method: around.method, redirectedFrom: try around.redirectedFrom.map { try CookieURL($0) },
            profile: jar.profile, suffixes: suffixes)
    }

    // MARK: Words

    private func words(_ around: CookieStory.Surroundings) -> String {
        var parts: [String] = []
        if let top = around.top { parts.append("below a page of \(top)") }
        if let starter = around.startedBy { parts.append("started by \(starter)") }
        if !around.redirectedFrom.isEmpty {
            parts.append("redirected from \(around.redirectedFrom.joined(separator: ", "))")
        }
        if let prevents = around.trackingPrevention { parts.append("tracking prevention \(prevents ? "on" : "off")") }
        if around.isDecorated { parts.append("reached by a tracker's decorated link") }
        if around.isCloaked { parts.append("whose host hides another site") }
        return parts.isEmpty ? "" : "  (\(parts.joined(separator: ", ")))"
    }

    private static func words(_ cookie: NativeCookie) -> String {
        var parts = ["\(cookie.name)=\(short(cookie.value)) for \(cookie.domain)\(cookie.path)"]
        if cookie.isSecure { parts.append("Secure") }
        if cookie.isHTTPOnly { parts.append("HttpOnly") }
        switch cookie.sameSite {
        case .none: parts.append("SameSite=None")
        case .lax: parts.append("SameSite=Lax")
        case .strict: parts.append("SameSite=Strict")
        case .unspecified: break
        }
        return parts.joined(separator: "; ")
    }

    /// A line that is long because that is the point is cut; control characters are shown.
    private static func short(_ text: String) -> String {
        let text = VisibleText.escaped(text)
        guard text.utf8.count > 120 else { return text }
        return "\(text.prefix(60))… (\(text.utf8.count) bytes)"
    }
}
