import BridgePrimitives
public import Cookies
public import Testing

/// A tiny suffix list with one private entry, and the default rule.
struct TinySuffixes: PublicSuffixes {
    private static let suffixes: Set<String> = ["com", "uk", "co.uk", "io", "github.io", "test"]

    func isPublicSuffix(_ host: String) -> Bool {
        Self.suffixes.contains(host) || DefaultRuleSuffixes().isPublicSuffix(host)
    }

    func registrableDomain(of host: String) -> String? {
        if isPublicSuffix(host) { return nil }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        for start in labels.indices.dropFirst() where isPublicSuffix(labels[start...].joined(separator: ".")) {
            return DefaultRuleSuffixes().registrableDomain(of: host) == nil
                ? nil : labels[(start - 1)...].joined(separator: ".")
        }
        return DefaultRuleSuffixes().registrableDomain(of: host)
    }
}

/// 2026-11-21T09:00:00Z, the moment at which most tests stand.
let now = Instant(secondsSinceEpoch: 1_795_251_600)

func seconds(_ count: Int64) -> Instant { now + .seconds(count) }

func url(_ text: String) throws -> CookieURL { try CookieURL(text) }

extension CookieProfile: CustomTestStringConvertible {
    public var testDescription: String { name }
}

extension CookieJar {
    init(_ profile: CookieProfile = .rfc6265bis) { self.init(profile: profile, publicSuffixes: TinySuffixes()) }

    /// Stores one line as a response's.
    @discardableResult
    mutating func set(
        _ line: String, at text: String = "https://app.test/", context: StoreContext = .firstParty,
        now moment: Instant = now
    ) throws -> StoreDecision {
        store(setCookie: line, from: try url(text), context: context, now: moment)
    }

    @discardableResult
    mutating func write(
        _ text: String, at page: String = "https://app.test/", context: StoreContext = .firstParty,
        now moment: Instant = now
    ) throws -> StoreDecision {
        store(scriptCookie: text, from: try url(page), context: context, now: moment)
    }

    mutating func get(
        _ text: String = "https://app.test/", sameSite: SameSiteContext = .sameSite,
        party: PartyContext = PartyContext(), now moment: Instant = now
    ) throws -> RequestCookies {
        requestCookies(for: RequestContext(url: try url(text), sameSite: sameSite, party: party), now: moment)
    }

    mutating func read(_ text: String = "https://app.test/", now moment: Instant = now) throws -> ScriptCookies {
        scriptCookies(for: try url(text), now: moment)
    }
}

extension RequestCookies {
    /// The reasons against the cookie of that name; nil if it was sent or is unknown.
    func reasons(_ name: String) -> [SendReason]? { withheld.first { $0.cookie.name == name }?.reasons }
}

extension ScriptCookies {
    func reasons(_ name: String) -> [ScriptReason]? { hidden.first { $0.cookie.name == name }?.reasons }
}
