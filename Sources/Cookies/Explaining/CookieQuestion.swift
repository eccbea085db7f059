public import BridgePrimitives

/// Cookie lines, where they are set, and what is asked of them afterwards: all that an explanation depends on but the
/// engine.
public struct CookieQuestion: Hashable, Sendable {
    public enum Writer: String, Hashable, Sendable {
        /// Each line is a `Set-Cookie` field of a response.
        case response
        /// Each line is assigned to `document.cookie`.
        case script
    }

    /// In the order in which they are set.
    public var lines: [String]
    public var url: CookieURL
    public var writer: Writer
    public var probes: [CookieProbe]
    /// Nil for the engine's default.
    public var trackingPrevention: Bool?
    /// Whether the responding host hides another site, by a CNAME or an address far from the page's.
    public var isCloaked: Bool
    /// When the lines are set.
    public var setAt: Instant
    /// When the probes are made; not before ``setAt``.
    public var askedAt: Instant

    public init(
        _ lines: [String], from url: CookieURL, writer: Writer = .response, probes: [CookieProbe],
        trackingPrevention: Bool? = nil, isCloaked: Bool = false, setAt: Instant, askedAt: Instant? = nil
    ) {
        (self.lines, self.url, self.writer, self.probes) = (lines, url, writer, probes)
        (self.trackingPrevention, self.isCloaked, self.setAt) = (trackingPrevention, isCloaked, setAt)
        self.askedAt = max(setAt, askedAt ?? setAt)
    }

    /// Puts the question to one engine.
    ///
    /// - Complexity: O(lines × probes), each a jar's operation.
    public func answer(by profile: CookieProfile, suffixes: any PublicSuffixes) -> CookieAnswer {
        var jar = CookieJar(profile: profile, publicSuffixes: suffixes)
        let prevention = trackingPrevention ?? profile.trackingPreventionByDefault.value
        let context = StoreContext(
            party: PartyContext(siteForCookies: url, trackingPrevention: prevention),
            isCloakedResponse: isCloaked)
        let decisions = lines.map { line in
            switch writer {
            case .response: jar.store(setCookie: line, from: url, context: context, now: setAt)
            case .script: jar.store(scriptCookie: line, from: url, context: context, now: setAt)
            }
        }
        let access = probes.map { probe -> CookieAnswer.Access in
            let top = probe.isTopLevelNavigation ? probe.url : probe.initiator ?? probe.url
            let party = PartyContext(siteForCookies: top, trackingPrevention: prevention)
            let sameSite = SameSiteContext.computed(
                for: probe.url, siteForCookies: probe.isTopLevelNavigation ? nil : top,
                initiator: probe.initiator, isTopLevelNavigation: probe.isTopLevelNavigation,
                method: probe.method, redirectedFrom: probe.redirectedFrom, profile: profile, suffixes: suffixes)
            switch probe.access {
            case .script:
                let context = ScriptContext(sameSite: sameSite, party: party)
                return .script(jar.scriptCookies(for: probe.url, context: context, now: askedAt))
            case .request:
                let request = RequestContext(url: probe.url, sameSite: sameSite, party: party)
                return .request(jar.requestCookies(for: request, now: askedAt))
            }
        }
        return CookieAnswer(decisions: decisions, access: access)
    }
}

/// What one engine makes of a ``CookieQuestion``.
public struct CookieAnswer: Hashable, Sendable {
    public enum Access: Hashable, Sendable {
        case request(RequestCookies)
        case script(ScriptCookies)

        /// The header, or what `document.cookie` gives; empty for none.
        public var text: String {
            switch self {
            case .request(let cookies): cookies.header ?? ""
            case .script(let cookies): cookies.value
            }
        }

        /// The cookies that went out, or that script sees.
        public var granted: [Cookie] {
            switch self {
            case .request(let cookies): cookies.sent
            case .script(let cookies): cookies.visible
            }
        }

        /// The cookies that did not, each with its reasons' codes.
        public var refused: [(cookie: Cookie, reasons: [ReasonCode])] {
            switch self {
            case .request(let cookies): cookies.withheld.map { ($0.cookie, $0.reasons.map(\.code)) }
            case .script(let cookies): cookies.hidden.map { ($0.cookie, $0.reasons.map(\.code)) }
            }
        }
    }

    /// One for each line.
    public let decisions: [StoreDecision]
    /// One for each probe.
    public let access: [Access]

    /// Where this answer differs from `other`, to the same question: places of lines and of probes.
    ///
    /// Refusals count as the same, whatever their reasons.
    func differences(from other: CookieAnswer) -> CookieDifferences {
        func places<Element>(_ mine: [Element], _ theirs: [Element], areSame: (Element, Element) -> Bool) -> [Int] {
            zip(mine, theirs).enumerated().filter { !areSame($1.0, $1.1) }.map(\.offset)
        }
        return CookieDifferences(
            lines: places(decisions, other.decisions) {
                $0 == $1 || (!$0.changesJar && !$1.changesJar) || ($0.outcome == .deleted && $1.outcome == .deleted)
            },
            probes: places(access, other.access) { $0.text.utf8.elementsEqual($1.text.utf8) })
    }
}

/// The places in a question at which two answers differ.
public struct CookieDifferences: Hashable, Sendable {
    public let lines: [Int]
    public let probes: [Int]

    public var isEmpty: Bool { lines.isEmpty && probes.isEmpty }
}
