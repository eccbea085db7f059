import BridgePrimitives
import Cookies
import FuzzSupport

/// A jar's life: each record is one event, its first byte says which.
enum StoryChecks {
    static func run(_ input: FuzzInput, _ checker: inout Checker) {
        var jar = CookieJar(profile: input.profile, publicSuffixes: DefaultRuleSuffixes())
        var now = FuzzInput.now
        for record in input.records.prefix(64) where checker.finding == nil {
            guard record.count >= 2 else { continue }
            let url = FuzzInput.pages[Int(record[1]) % FuzzInput.pages.count]
            let rest = Array(record.dropFirst(2))
            switch record[0] % 10 {
            case 0, 1, 2: JarChecks.store(rest, in: &jar, at: url, now: now, &checker)
            case 3, 4: JarChecks.write(rest.text, in: &jar, at: url, now: now, &checker)
            case 5: native(rest, in: &jar, at: url, now: now, &checker)
            case 6:
                // Whole seconds meet an expiry exactly.
                now = now + .milliseconds(Int64(rest.first ?? 0) * (rest.count.isMultiple(of: 2) ? 1000 : 99_997))
            case 7: relaunch(&jar, now: now, &checker)
            case 8:
                let all = jar.all(now: now)
                guard let victim = all.first(where: { $0.name.utf8.elementsEqual(rest) }) ?? all.last else { continue }
                checker.equal("what is listed can be deleted", jar.delete(victim.identity, now: now).outcome, .deleted)
                checker.equal(
                    "what was deleted is gone", jar.all(now: now), all.filter { $0.identity != victim.identity })
            default:
                parties(&jar, at: url, top: FuzzInput.pages[rest.count % FuzzInput.pages.count], now: now, &checker)
            }
            JarChecks.views(of: &jar, at: url, now: now, &checker)
        }
        if checker.finding == nil { JarChecks.restoring(jar, at: input.page, now: now, &checker) }
        jar.removeAll()
        checker.equal("an emptied jar is empty", jar.count, 0)
    }

    private static func native(
        _ text: [UInt8], in jar: inout CookieJar, at url: CookieURL, now: Instant, _ checker: inout Checker
    ) {
        let parts = text.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map { Array($0).text }
        let cookie = NativeCookie(
            name: parts.first ?? "", value: parts.count > 1 ? parts[1] : "",
            domain: parts.count > 2 ? parts[2] : url.host,
            isHTTPOnly: text.count.isMultiple(of: 2),
            expiry: parts.count > 3 ? now + .seconds(parts[3].utf8.count) : nil)
        let decision = jar.store(native: cookie, now: now)
        checker.check(
            "a refusal has a reason", decision.outcome != .rejected || !decision.reasons.isEmpty, "\(decision)")
        if decision.isInJar {
            checker.equal("a second identical cookie replaces", jar.store(native: cookie, now: now).outcome, .replaced)
        }
    }

    private static func relaunch(_ jar: inout CookieJar, now: Instant, _ checker: inout Checker) {
        let persistent = jar.all(now: now).filter(\.isPersistent)
        jar.removeNonPersistent()
        checker.equal("a relaunch leaves the persistent", jar.all(now: now), persistent)
    }

    /// Under another top-level page: what is blocked is neither sent nor shown.
    private static func parties(
        _ jar: inout CookieJar, at url: CookieURL, top: CookieURL, now: Instant, _ checker: inout Checker
    ) {
        for trackingPrevention in [false, true] {
            let party = PartyContext(siteForCookies: top, trackingPrevention: trackingPrevention)
            let sameSite = SameSiteContext.computed(
                for: url, siteForCookies: top, initiator: top, isTopLevelNavigation: false, profile: jar.profile,
                suffixes: jar.publicSuffixes)
            let request = RequestContext(url: url, sameSite: sameSite, party: party)
            let header = jar.requestHeader(for: request, now: now)
            let sent = jar.requestCookies(for: request, now: now)
            checker.equal("the fast header is the explained one", header, sent.header)
            checker.check(
                "no Strict cookie crosses sites",
                sameSite.isSameSite || sent.sent.allSatisfy { $0.sameSite != .strict },
                "\(sent.sent)")
            let read = jar.scriptCookies(for: url, context: ScriptContext(sameSite: sameSite, party: party), now: now)
            checker.check("script sees no HttpOnly cookie", read.visible.allSatisfy { !$0.isHTTPOnly }, read.value)
        }
    }
}
