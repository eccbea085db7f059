import BridgePrimitives
import Cookies

// What `HTTPCookie(properties:)` and the web view's store make of the properties in a source.
extension LintRun {
    /// By which it is decided whether there is a cookie at all, whatever text they are; any text is a value.
    private static let deciding = ["name", "domain", "path", "originURL"]

    mutating func judgePropertySets(_ code: Code) {
        for set in code.propertySets() {
            cookieCount += 1
            judgeValues(of: set, code)
            let properties = NativeCookieProperties(reading: set, now: linter.now)
            do throws(NativeCookieRefusal) {
                let cookie = try NativeCookie(properties, now: linter.now)
                if set.isForced, !set.isComplete || Self.deciding.contains(where: { set[$0]?.value.isUnknown == true })
                {
                    report(
                        .nativeCookieForced, code, token: set.place,
                        "this cookie's properties are known only when the app runs, and nil would end it here")
                }
                judge(cookie, of: set, code)
            } catch {
                tell(error, of: set, code)
            }
        }
    }

    private mutating func tell(_ refusal: NativeCookieRefusal, of set: PropertySet, _ code: Code) {
        let missing: Set<NativeCookieReason> = [.missingName, .missingValue, .missingPath, .missingDomain]
        // What the source does not show may have what is missing.
        let reasons = refusal.reasons.filter { set.isComplete || !missing.contains($0) || isGivenBadly($0, in: set) }
        guard !reasons.isEmpty else { return }
        if reasons == [.sameSiteNone] {
            report(
                .nativeSameSiteNone, code, token: set["sameSitePolicy"]?.place ?? set.place,
                "HTTPCookie keeps no SameSite=None", because: reasons.map(\.code), isUnsure: true)
            return
        }
        let what = reasons.filter { $0 != .sameSiteNone }.map(Self.words).joined(separator: ", ")
        report(
            .nativeCookieNil, code, token: set.place,
            "HTTPCookie(properties:) gives nil: \(what)\(set.isForced ? "; the ! ends the app here" : "")",
            because: reasons.map(\.code))
    }

    private func isGivenBadly(_ reason: NativeCookieReason, in set: PropertySet) -> Bool {
        switch reason {
        case .missingName: set["name"] != nil
        case .missingValue: set["value"] != nil
        case .missingPath: set["path"] != nil
        case .missingDomain: set["domain"] != nil || set["originURL"] != nil
        case .invalidDomain, .sameSiteNone: true
        }
    }

    private static func words(_ reason: NativeCookieReason) -> String {
        switch reason {
        case .missingName: "no .name"
        case .missingValue: "no .value"
        case .missingPath: "no .path that begins with a slash"
        case .missingDomain: "neither .domain nor .originURL"
        case .invalidDomain: "a .domain that is none"
        case .sameSiteNone: "SameSite=None"
        }
    }

    // MARK: - Values

    private mutating func judgeValues(of set: PropertySet, _ code: Code) {
        if let secure = set["secure"], secure.value.isFalse {
            report(.secureFalse, code, token: secure.place, "this cookie is Secure, since .secure has a value")
        }
        if let expires = set["expires"], !isDate(expires.value) {
            report(.expiresUnreadable, code, token: expires.place, "this value of .expires is no date")
        }
        if let age = set["maximumAge"], !age.value.isUnknown, set.isComplete, set["expires"] == nil,
            NativeCookieProperties(reading: set, now: linter.now).version < 1, set["version"]?.value.isUnknown != true
        {
            report(.maximumAgeWithoutVersion, code, token: age.place, ".maximumAge is not read without .version 1")
        }
        if let discard = set["discard"], discard.value.isTrue, set["expires"] != nil || set["maximumAge"] != nil {
            report(.discardWithExpiry, code, token: discard.place, ".discard overrides the date beside it")
        }
        if let httpOnly = set.entries.first(where: { ASCIIText.isSame($0.key, "HttpOnly") }) {
            report(
                .httpOnlyUndocumented, code, token: httpOnly.place,
                "HttpOnly is no documented property, though the initializer reads it", isUnsure: true)
        }
    }

    /// Whether a value of `.expires` is a moment, or a text that the jar reads as one.
    private func isDate(_ value: Value) -> Bool {
        switch value {
        case .moment, .unknown: return true
        case .number, .bool, .url: return false
        case .text(let text):
            guard let known = text.known else { return true }
            var jar = CookieJar(profile: .ios18, publicSuffixes: linter.suffixes)
            let url = CookieURL.anyPage
            return url.map {
                jar.store(setCookie: "a=b; Expires=\(known)", from: $0, now: .epoch).cookie?.expiry != nil
            }
                ?? true
        }
    }

    // MARK: - The store

    private mutating func judge(_ cookie: NativeCookie, of set: PropertySet, _ code: Code) {
        if set["name"]?.value.text?.known != nil {
            cookies.append(
                CookieUse(
                    name: cookie.name, isHTTPOnly: cookie.isHTTPOnly, code: codes.count - 1,
                    offset: code.offset(set.place)))
            if cookie.expiry == nil, set.isComplete, set["expires"] == nil, set["maximumAge"] == nil,
                ASCIIText.contains(Array(cookie.name.asciiLower.utf8), Array("session".utf8))
            {
                report(
                    .sessionEndsWithProcess, code, token: set.place,
                    "the cookie \"\(cookie.name)\" has no expiry, and is gone after the app was killed")
            }
            tellLifetime(
                of: cookie.name, expiry: cookie.expiry, code, at: code.offset(set["expires"]?.place ?? set.place))
        }
        // HTTPCookie is Apple's: of engines that judge native cookies nobody would ask it.
        let engines = linter.profiles.filter { $0.nativeWrites.value == .asGiven }
        var refusing: [String] = [], reasons: [StoreReason] = []
        for profile in engines {
            var jar = CookieJar(profile: profile, publicSuffixes: linter.suffixes)
            let decision = jar.store(native: cookie, now: linter.now)
            guard decision.outcome == .rejected else { continue }
            refusing.append(profile.name)
            reasons += decision.reasons.filter { !$0.isNote }
        }
        if !refusing.isEmpty {
            report(
                .nativeCookieRefused, code, token: set.place,
                "the store refuses the cookie \"\(cookie.name)\": \(reasons.uniqued().meanings)",
                profiles: refusing, because: reasons.uniqued().map(\.code))
        } else {
            judgeLoads(of: cookie, set, code, engines)
        }
    }

    /// Whether the pages that the same function loads are asked for with the cookie.
    private mutating func judgeLoads(
        of cookie: NativeCookie, _ set: PropertySet, _ code: Code, _ engines: [CookieProfile]
    ) {
        let isKnown = set["domain"].map { $0.value.text?.known != nil } ?? (set["originURL"]?.value.isUnknown == false)
        guard isKnown, set["path"]?.value.text?.known != nil, set["name"]?.value.text?.known != nil else { return }
        let scope = code.function(around: set.place)
        // A page that is asked for before there is the cookie cannot miss it.
        for url in code.loadedURLs(in: scope) where url.token > set.place {
            guard let page = try? CookieURL(url.text), page.schemeHoldsCookies else { continue }
            // Another site altogether is another page's matter.
            let site = linter.suffixes.registrableDomain(of: page.host) ?? page.host
            let domain = cookie.identity.domain
            guard (linter.suffixes.registrableDomain(of: domain) ?? domain) == site else { continue }
            var refusing: [CookieProfile] = [], reasons: [SendReason] = []
            for profile in engines {
                var jar = CookieJar(profile: profile, publicSuffixes: linter.suffixes)
                _ = jar.store(native: cookie, now: linter.now)
                let answer = jar.requestCookies(for: RequestContext(url: page), now: linter.now)
                guard answer.sent.isEmpty, let withheld = answer.withheld.first else { continue }
                refusing.append(profile)
                reasons += withheld.reasons
            }
            guard let first = reasons.first else { continue }
            let knob = ProfileKnob.behind(first.code, isLoopback: CookieURL.isLoopback(page.host))
            report(
                .cookieNotSent, code, token: url.token,
                "\(page.string) is asked for without the cookie \"\(cookie.name)\": \(reasons.uniqued().sendMeanings)",
                profiles: refusing.map(\.name), because: reasons.uniqued().map(\.code),
                isUnsure: knob.map { knob in
                    refusing.contains { !knob.row($0).confidence.isSettled }
                } ?? false)
        }
    }
}

extension Value {
    fileprivate var isFalse: Bool {
        switch self {
        case .bool(let bool): !bool
        case .text(let text): text.known.map { ["false", "no", "0"].contains($0.asciiLower) } ?? false
        case .number(let number): number == 0
        case .moment, .url, .unknown: false
        }
    }

    fileprivate var isTrue: Bool {
        switch self {
        case .bool(let bool): bool
        case .text(let text): text.known.map { ASCIIText.isSame($0, "TRUE") } ?? false
        case .number, .moment, .url, .unknown: false
        }
    }
}

extension NativeCookieProperties {
    /// What the initializer would read, with something plausible for each value that is known only when the app runs.
    fileprivate init(reading set: PropertySet, now: Instant) {
        self.init()
        func text(_ key: String, _ plausible: String) -> String? {
            guard let value = set[key]?.value else { return nil }
            switch value {
            case .text(let text): return text.known ?? text.joined(marker: plausible)
            case .unknown, .moment: return plausible
            case .url(let url): return url.known ?? plausible
            // A number or a Bool is no String, and is not read.
            case .number, .bool: return nil
            }
        }
        name = text("name", "x")
        value = text("value", "x")
        path = text("path", "/")
        if let path, set["path"]?.value.text?.known == nil, path.utf8.first != UInt8(ascii: "/") {
            self.path = "/" + path
        }
        domain = text("domain", "app.example.com")
        if let origin = set["originURL"]?.value {
            let known: String? =
                switch origin {
                case .url(let text), .text(let text): text.known
                case .unknown, .moment, .number, .bool: nil
                }
            originURL = known.map { try? CookieURL($0) } ?? CookieURL.anyPage
        }
        // Any value makes it Secure.
        isSecure = set["secure"] != nil
        isHTTPOnly = set.entries.contains { ASCIIText.isSame($0.key, "HttpOnly") && !$0.value.isFalse }
        switch text("sameSitePolicy", "").map(\.asciiLower) {
        case "lax": sameSite = .lax
        case "strict": sameSite = .strict
        case "none": sameSite = SameSite.none
        default: break
        }
        switch set["expires"]?.value {
        case .moment(let seconds): expires = now + .seconds(Int64(clampingSeconds: seconds))
        case .unknown: expires = now + .seconds(1800)
        default: break
        }
        switch set["maximumAge"]?.value {
        case .number(let seconds): maximumAge = .seconds(Int64(clampingSeconds: seconds))
        case .text(let text): maximumAge = text.known.flatMap { Int64($0) }.map { .seconds(min($0, 1_000_000_000)) }
        default: break
        }
        switch set["version"]?.value {
        case .number(let number): version = number >= 1 ? 1 : 0
        case .text(let text): version = text.known == "1" ? 1 : 0
        default: break
        }
        discard = set["discard"].map(\.value.isTrue)
    }
}

extension CookieURL {
    /// A page of a host that nothing is known of.
    static var anyPage: CookieURL? { try? CookieURL("https://app.example.com/") }

    /// A page whose host a `Domain` attribute covers. Nobody has a page on a public suffix itself, so it is one below.
    static func page(of domain: String, _ suffixes: any PublicSuffixes) -> CookieURL? {
        let host = domain.utf8.first == UInt8(ascii: ".") ? String(domain.dropFirst()) : domain
        guard !host.isEmpty, let page = try? CookieURL("https://\(host)/") else { return anyPage }
        return suffixes.isListed(page.host) ? try? CookieURL("https://app.\(host)/") : page
    }
}

extension String {
    var asciiLower: String { ASCIIText.lowercased(self) }
}

extension [StoreReason] {
    /// What reasons mean, as a clause.
    var meanings: String { map { $0.meaning.clause }.joined(separator: "; ") }

    /// What to do about them; nil where nothing needs doing.
    var fixes: String? {
        let fixes = map(\.fix).filter { !$0.isEmpty }.uniqued()
        return fixes.isEmpty ? nil : fixes.joined(separator: " ")
    }
}

extension [SendReason] {
    var sendMeanings: String { map { $0.meaning.clause }.joined(separator: "; ") }
}

extension String {
    /// A sentence as it reads behind a colon.
    fileprivate var clause: String {
        guard let first else { return self }
        let isName =
            dropFirst().first?.isUppercase == true || hasPrefix("SameSite") || hasPrefix("HttpOnly")
            || hasPrefix("Secure") || hasPrefix("Partitioned")
        let text = isName ? self : first.lowercased() + dropFirst()
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
