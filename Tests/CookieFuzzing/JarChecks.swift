import BridgePrimitives
import Cookies
import FuzzSupport

/// What holds of a jar after every single write.
enum JarChecks {
    static func setCookies(_ input: FuzzInput, _ checker: inout Checker) {
        var jar = CookieJar(profile: input.profile, publicSuffixes: DefaultRuleSuffixes())
        for line in input.records.prefix(16) {
            store(line, in: &jar, at: input.page, now: FuzzInput.now, &checker)
            views(of: &jar, at: input.page, now: FuzzInput.now, &checker)
        }
    }

    static func scripts(_ input: FuzzInput, _ checker: inout Checker) {
        var jar = CookieJar(profile: input.profile, publicSuffixes: DefaultRuleSuffixes())
        for text in input.records.prefix(16) {
            write(text.text, in: &jar, at: input.page, now: FuzzInput.now, &checker)
            views(of: &jar, at: input.page, now: FuzzInput.now, &checker)
        }
    }

    /// Stores a line twice: what was stored is there to be replaced.
    static func store(
        _ line: [UInt8], in jar: inout CookieJar, at url: CookieURL, now: Instant, _ checker: inout Checker
    ) {
        let before = jar.all(now: now)
        let decision = jar.store(setCookie: line, from: url, now: now)
        judge(decision, isAlone: true, in: jar, before: before, now: now, &checker)
        guard decision.isInJar else { return }
        // Expired cookies leave when somebody looks, so the count itself may fall.
        let count = jar.all(now: now).count
        let second = jar.store(setCookie: line, from: url, now: now)
        checker.equal("a second identical set replaces", second.outcome, .replaced)
        checker.equal("a second identical set changes no count", jar.all(now: now).count, count)
        checker.equal("a second identical set gives the same cookie", second.cookie, decision.cookie)
    }

    static func write(
        _ text: String, in jar: inout CookieJar, at url: CookieURL, now: Instant, _ checker: inout Checker
    ) {
        let before = jar.all(now: now)
        let decision = jar.store(scriptCookie: text, from: url, now: now)
        let isAlone = decision.further.isEmpty
        for decision in [decision] + decision.further {
            judge(decision, isAlone: isAlone, in: jar, before: before, now: now, &checker)
        }
        checker.check(
            "script leaves HttpOnly cookies alone",
            before.filter(\.isHTTPOnly) == jar.all(now: now).filter(\.isHTTPOnly),
            "\(text.debugDescription) changed one")
        guard decision.isInJar, isAlone else { return }
        let second = jar.store(scriptCookie: text, from: url, now: now)
        checker.equal("a second identical write replaces", second.outcome, .replaced)
    }

    /// What one decision says must be so of the jar.
    ///
    /// - Parameter isAlone: whether nothing else happened between `before` and now.
    private static func judge(
        _ decision: StoreDecision, isAlone: Bool, in jar: CookieJar, before: [Cookie], now: Instant,
        _ checker: inout Checker
    ) {
        let after = jar.all(now: now)
        let refusals = decision.reasons.filter { !$0.isNote }
        checker.check("a refusal has a reason", decision.outcome != .rejected || !refusals.isEmpty, "\(decision)")
        checker.check("what is in the jar has no refusal", !decision.isInJar || refusals.isEmpty, "\(decision)")
        checker.check("a reason comes once", Set(decision.reasons).count == decision.reasons.count, "\(decision)")
        if isAlone, decision.outcome == .rejected || decision.outcome == .ignored {
            checker.check("a refusal changes nothing", before == after, "\(decision)")
        }
        guard decision.isInJar, let cookie = decision.cookie else {
            checker.check("a stored cookie is given", !decision.isInJar, "\(decision)")
            return
        }
        if isAlone, decision.evicted.isEmpty {
            let isReplacement = before.contains { $0.identity == cookie.identity }
            checker.equal("what replaces was there", decision.outcome == .replaced, isReplacement)
            checker.check("a stored cookie is listed", after.contains(cookie), "\(cookie)")
            checker.equal(
                "other cookies stay as they are", after.filter { $0.identity != cookie.identity },
                before.filter { $0.identity != cookie.identity })
        }
        checker.check("a stored cookie has not expired", !cookie.isExpired(at: now), "\(cookie)")
        checker.check(
            "a path starts with a slash", cookie.path.utf8.first == UInt8(ascii: "/"), cookie.path.debugDescription)
        checker.check(
            "a domain is lower-case ASCII",
            cookie.domain.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !(0x41...0x5A).contains($0) }, cookie.domain)
        checker.check("a cookie is not empty", !cookie.name.isEmpty || !cookie.value.isEmpty, "\(cookie)")
        checkCap(of: cookie, profile: jar.profile, now: now, &checker)
        checkHeader(of: cookie, profile: jar.profile, &checker)
    }

    private static func checkCap(of cookie: Cookie, profile: CookieProfile, now: Instant, _ checker: inout Checker) {
        guard let expiry = cookie.expiry, let cap = profile.lifetimeCap.value else { return }
        checker.check("no expiry is beyond the cap", expiry <= now + cap, "\(expiry)")
    }

    /// What goes on the wire is one line and one pair.
    private static func checkHeader(of cookie: Cookie, profile: CookieProfile, _ checker: inout Checker) {
        let pair = cookie.headerPair
        checker.check(
            "no control character gets into a header", pair.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 },
            pair.debugDescription)
        // Some engines keep a semicolon between quotes.
        var isQuoted = false
        for byte in pair.utf8 {
            if byte == UInt8(ascii: "\""), profile.quotedSemicolonProtected.value { isQuoted.toggle() }
            checker.check("a pair is one pair", byte != UInt8(ascii: ";") || isQuoted, pair.debugDescription)
        }
        if let limit = profile.pairLimit.value {
            // Decoding may make a text longer than the bytes that the limit counts.
            let isPlain = pair.utf8.allSatisfy { $0 < 0x80 }
            let size = cookie.name.utf8.count + cookie.value.utf8.count
            checker.check("no pair is beyond the limit", size <= limit || !isPlain, "\(size)")
        }
    }

    /// What all views of a jar have in common.
    static func views(of jar: inout CookieJar, at url: CookieURL, now: Instant, _ checker: inout Checker) {
        let all = jar.all(now: now)
        checker.check("the count covers the list", all.count <= jar.count, "\(all.count) of \(jar.count)")
        checker.equal(
            "what has not expired in eternity is all", jar.all(now: Instant(millisecondsSinceEpoch: .min)).count,
            jar.count)
        checker.check("nothing that has expired is listed", all.allSatisfy { !$0.isExpired(at: now) }, "\(all)")
        checker.equal("identities are unique", Set(all.map(\.identity)).count, all.count)

        let request = RequestContext(url: url)
        let header = jar.requestHeader(for: request, now: now)
        let sent = jar.requestCookies(for: request, now: now)
        checker.equal("the fast header is the explained one", header, sent.header)
        checker.equal("and stays so", jar.requestHeader(for: request, now: now), sent.header)
        let pairs = sent.sent.map(\.headerPair).joined(separator: "; ")
        checker.check(
            "the header is its cookies", (sent.header ?? "").utf8.elementsEqual(pairs.utf8), pairs.debugDescription)
        checker.check("nothing is sent as nil", (sent.header == nil) == sent.sent.isEmpty, "\(sent.sent.count) cookies")
        let stored = Set(all.map(\.identity))
        checker.check("only stored cookies are sent", sent.sent.allSatisfy { stored.contains($0.identity) }, pairs)
        checker.check("what is withheld has a reason", sent.withheld.allSatisfy { !$0.reasons.isEmpty }, pairs)
        checker.check(
            "what is sent is not withheld",
            Set(sent.sent.map(\.identity)).isDisjoint(with: sent.withheld.map(\.cookie.identity)), pairs)

        let expected = ReferenceHeader(profile: jar.profile, url: url).cookies(of: all)
        checker.equal("what is sent is what the slow way finds", sent.sent.map(\.identity), expected.map(\.identity))

        let read = jar.scriptCookies(for: url, now: now)
        checker.check("script sees no HttpOnly cookie", read.visible.allSatisfy { !$0.isHTTPOnly }, read.value)
        checker.check(
            "script sees stored cookies only", read.visible.allSatisfy { stored.contains($0.identity) }, read.value)
        checker.check(
            "the text is its cookies",
            read.value.utf8.elementsEqual(read.visible.map(\.headerPair).joined(separator: "; ").utf8), read.value)
        checker.check("what is hidden has a reason", read.hidden.allSatisfy { !$0.reasons.isEmpty }, read.value)
        if url.schemeHoldsCookies {
            checker.equal(
                "script sees what is sent and not HttpOnly", read.visible.map(\.identity),
                expected.filter { !$0.isHTTPOnly }.map(\.identity))
        }
    }

    /// A jar that was put back is the jar that it was.
    static func restoring(_ jar: CookieJar, at url: CookieURL, now: Instant, _ checker: inout Checker) {
        var (jar, copy) = (jar, CookieJar(profile: jar.profile, publicSuffixes: jar.publicSuffixes))
        let all = jar.all(now: now)
        let decisions = copy.restore(all, now: now)
        checker.check("a listing is restored whole", decisions.allSatisfy { $0.outcome == .stored }, "\(decisions)")
        checker.equal("restoring keeps all", copy.all(now: now), all)
        let request = RequestContext(url: url)
        checker.equal(
            "restoring keeps the header", copy.requestHeader(for: request, now: now),
            jar.requestHeader(for: request, now: now))
        for format in CookieFileFormat.allCases {
            let bytes = Array(format.text(of: CookieFile(cookies: all)).utf8)
            checker.check(
                "a written file is recognised", (try? CookieFileFormat(recognizing: bytes)) == format, bytes.text)
            let file = format.read(bytes, now: .epoch)
            checker.check("a jar's file has no problems", file.problems.isEmpty, "\(file.problems)")
            checker.equal("a jar's file gives the jar's cookies", file.cookies, all)
        }
    }
}
