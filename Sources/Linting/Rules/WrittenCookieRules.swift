import BridgePrimitives
import Cookies

// What the jars make of `Set-Cookie` fields and of what scripts write.
extension LintRun {
    mutating func judgeWrittenCookies(_ code: Code) {
        var judged: [Int] = []
        for cookie in code.writtenCookies().prefix(Code.matchLimit) {
            guard let line = cookie.judged else { continue }
            cookieCount += 1
            judged.append(cookie.offset)
            judge(line, cookie, code)
            judgeSeveral(cookie, code)
        }
        notJudged += code.cookiesNotJudged(judged).map { "\(code.file.path):\(code.lines.line(of: $0))" }
    }

    private mutating func judge(_ line: String, _ cookie: WrittenCookie, _ code: Code) {
        let domain = cookie.attributes.last { $0.name == "domain" }?.value
        let known = domain.flatMap { $0.contains(WrittenCookie.marker) ? nil : $0 }
        guard let page = known.map({ CookieURL.page(of: $0, linter.suffixes) }) ?? CookieURL.anyPage else {
            return
        }
        var refusing: [CookieProfile] = [], reasons: [StoreReason] = []
        var altering: [CookieProfile] = [], notes: [StoreReason] = []
        var name: String?
        for profile in linter.profiles {
            var jar = CookieJar(profile: profile, publicSuffixes: linter.suffixes)
            let prevention = profile.trackingPreventionByDefault.value
            let context = StoreContext(party: PartyContext(siteForCookies: page, trackingPrevention: prevention))
            let decision =
                switch cookie.writer {
                case .response: jar.store(setCookie: line, from: page, context: context, now: linter.now)
                case .pageScript, .userScript:
                    jar.store(scriptCookie: line, from: page, context: context, now: linter.now)
                }
            if decision.outcome == .rejected {
                refusing.append(profile)
                reasons += decision.reasons.filter { !$0.isNote }
            } else if decision.reasons.contains(where: Self.alters) {
                altering.append(profile)
                notes += decision.reasons.filter(Self.alters)
            }
            if let stored = decision.cookie, name == nil {
                name = stored.name
                remember(stored, cookie, code)
            }
        }
        let title = "the cookie \"\(name ?? "")\""
        if !refusing.isEmpty {
            // WebKit's jars are those of the app; what only others refuse fails in a browser.
            let isInWebKit = refusing.contains { $0.nativeWrites.value == .asGiven }
            report(
                .cookieRefused, code, at: cookie.offset, "\(title) is refused: \(reasons.uniqued().meanings)",
                severity: isInWebKit ? .error : .warning, profiles: refusing.map(\.name),
                because: reasons.uniqued().map(\.code), isUnsure: isUnsure(reasons, refusing),
                fix: reasons.uniqued().fixes)
        }
        if !altering.isEmpty {
            let isMinor = notes.allSatisfy(Self.isMinor)
            report(
                .cookieAltered, code, at: cookie.offset, "\(title) is changed: \(notes.uniqued().meanings)",
                severity: isMinor ? .note : .warning, profiles: altering.map(\.name),
                because: notes.uniqued().map(\.code), isUnsure: isUnsure(notes, altering), fix: notes.uniqued().fixes)
        }
    }

    private mutating func remember(_ stored: Cookie, _ cookie: WrittenCookie, _ code: Code) {
        cookies.append(
            CookieUse(
                name: stored.name, isHTTPOnly: stored.isHTTPOnly, code: codes.count - 1, offset: cookie.offset))
        tellLifetime(of: stored.name, expiry: stored.expiry, code, at: cookie.offset)
    }

    /// A custom token is good for one hour, and an ID token too.
    mutating func tellLifetime(of name: String, expiry: Instant?, _ code: Code, at offset: Int) {
        guard let expiry, TokenWords.isFirebaseToken(name) else { return }
        let life = expiry - linter.now
        guard life > .seconds(3660) else { return }
        report(
            .lifetimeBeyondToken, code, at: offset,
            "the cookie \"\(name)\" lives for \(life.worldText), and the token in it for an hour")
    }

    private func isUnsure(_ reasons: [StoreReason], _ profiles: [CookieProfile]) -> Bool {
        reasons.contains { reason in
            guard let knob = ProfileKnob.behind(reason.code) else { return false }
            return profiles.contains { !knob.row($0).confidence.isSettled }
        }
    }

    private static func alters(_ reason: StoreReason) -> Bool {
        switch reason {
        case .attributeIgnored, .textAltered, .equalsAppended, .lifetimeCapped400d, .lifetimeCapped7d,
            .deletedAfterInactivity, .sameSiteNoneLost:
            true
        default: false
        }
    }

    /// What shortens a life that is long all the same.
    private static func isMinor(_ reason: StoreReason) -> Bool {
        [.lifetimeCapped400d, .lifetimeCapped7d, .deletedAfterInactivity].contains(reason)
    }

    private mutating func judgeSeveral(_ cookie: WrittenCookie, _ code: Code) {
        guard cookie.writer != .response else { return }
        let known: Set = [
            "expires", "max-age", "domain", "path", "secure", "httponly", "samesite", "partitioned", "priority", "",
        ]
        // Unknown without a value is a slip of another kind.
        let others = cookie.attributes.filter {
            !known.contains($0.name) && $0.value != nil && !$0.name.contains(WrittenCookie.marker)
        }
        guard let other = others.first else { return }
        report(
            .severalInOneWrite, code, at: cookie.offset,
            "\"\(other.name)=…\" in this assignment is no second cookie, and is not stored",
            profiles: linter.profiles.map(\.name))
    }
}

/// Which names mean a token.
enum TokenWords {
    /// `token`, `idToken`, `customtoken`, `fb_token`, `jwt`.
    static func isToken(_ name: String) -> Bool {
        let name = name.asciiLower
        guard !isHarmless(name) else { return false }
        return name.hasSuffix("token") || name.hasSuffix("jwt") || name.hasSuffix("tokenstring")
            || name.hasSuffix("tokenvalue")
    }

    /// Whether a cookie of the name is for a custom token or an ID token, and not for a session of another kind.
    static func isFirebaseToken(_ name: String) -> Bool {
        let name = String(name.asciiLower.filter { $0 != "_" && $0 != "-" })
        return name == "token" || ["customtoken", "idtoken", "firebasetoken", "fbtoken"].contains(where: name.contains)
    }

    static func areIn(_ words: [String]) -> String? {
        // `token.count` is about a token and is none.
        guard !words.contains(where: abouts.contains) else { return nil }
        return words.first(where: isToken)
    }

    /// Whether a URL's parameter is given a token: a value that is called one, or, where the parameter's name says that
    /// it signs somebody in, any value that is not plainly another thing.
    static func areGiven(_ words: [String], as parameter: String) -> Bool {
        if areIn(words) != nil { return true }
        let name = String(parameter.asciiLower.filter { $0 != "_" && $0 != "-" })
        guard signingIn.contains(name), !words.contains(where: abouts.contains),
            !words.contains(where: { isHarmless($0.asciiLower) })
        else { return false }
        return words.contains { word in
            word.utf8.first.map { !ASCIIText.isDigit($0) } ?? false && !literals.contains(word)
        }
    }

    /// Of a name in lower case.
    private static func isHarmless(_ name: String) -> Bool { harmless.contains(where: name.contains) }

    /// Names of parameters; a `pageToken` is the place in a list.
    private static let signingIn: Set<String> = [
        "token", "customtoken", "idtoken", "accesstoken", "authtoken", "sessiontoken", "refreshtoken", "firebasetoken",
        "fbtoken", "jwt",
    ]

    /// What is asked of a token to write something else than it.
    private static let abouts: Set<String> = [
        "count", "isEmpty", "length", "prefix", "suffix", "redacted", "masked",
    ]

    private static let literals: Set<String> = ["true", "false", "nil", "null", "undefined"]

    private static let harmless = [
        "csrf", "oauth_token", "xsrf", "fcm", "pushtoken", "devicetoken", "cancel", "apns", "tokentype",
    ]
}
