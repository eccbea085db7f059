import BridgePrimitives
import BridgeTrace
import Cookies

/// A cookie that may be the session.
struct SessionCandidate {
    let name: String
    /// How likely it is the session; a lighter one is asked about only if no heavier one explains anything.
    var weight: Int
    var writes: [(sequence: Int, event: CookieWriteEvent)] = []
    /// An answer that set it, and that no store got it from.
    var lostAnswer: ServerExchange?
}

extension SessionCandidate {
    /// The cookies of a trace that may be the session of the servers that refused something.
    ///
    /// - Complexity: O(n) in events.
    static func all(
        in journey: Journey, _ exchanges: [ServerExchange], refusals: [ServerExchange], _ names: SessionNames
    ) -> [SessionCandidate] {
        let hosts = Set(refusals.map(\.url.host))
        let asked = Dictionary(exchanges.map { ($0.request.hop, $0.asksForSession) }) { first, _ in first }
        var all: [String: SessionCandidate] = [:]
        for event in journey.events where event.sequence >= journey.beginning {
            switch event.kind {
            case .cookieWrite(let write) where hosts.contains { CopyForOtherHost.covers(write.host, $0) }:
                // The end of a cookie that is not a candidate.
                if write.value == MaskedText.noValue, all[write.name] == nil { continue }
                let weight = names.weight(of: write, isAskedFor: write.hop.flatMap { asked[$0] } ?? false)
                guard weight > 0 else { continue }
                var candidate = all[write.name] ?? SessionCandidate(name: write.name, weight: weight)
                candidate.weight = max(weight, candidate.weight)
                candidate.writes.append((event.sequence, write))
                all[write.name] = candidate
            case .request(let request):
                // One that was there before, or that the app wrote into a header, has no write in the trace.
                for cookie in request.sent where all[cookie.name] == nil {
                    let weight = names.weight(of: cookie)
                    guard weight > 0 else { continue }
                    all[cookie.name] = SessionCandidate(name: cookie.name, weight: weight)
                }
            default: continue
            }
        }
        for exchange in exchanges where exchange.omitsCredentials {
            for name in exchange.response.setCookieNames where all[name]?.writes.isEmpty != false {
                all[name] = SessionCandidate(name: name, weight: names.weight(ofAsked: name), lostAnswer: exchange)
            }
        }
        return all.values.sorted { $0.name < $1.name }
    }
}

/// How likely a cookie is a session, by its name and by who set it.
struct SessionNames {
    /// The one that the project names.
    let cookieName: String
    /// A page trades a custom token itself; a server does not accept it.
    let customTokens: Set<MaskedText>

    func weight(of write: CookieWriteEvent, isAskedFor: Bool) -> Int {
        guard !customTokens.contains(write.value) else { return 0 }
        if write.name == cookieName { return 5 }
        if Self.guardsForms(write.name) { return 0 }
        if isAskedFor { return weight(ofAsked: write.name) }
        return Self.isUsual(write.name) ? 2 : write.attributeNames.contains("httponly") ? 1 : 0
    }

    /// - Parameter name: of a cookie that the answer to a request for a session set.
    func weight(ofAsked name: String) -> Int { name == cookieName ? 5 : Self.isUsual(name) ? 4 : 3 }

    func weight(of cookie: CookieMention) -> Int {
        guard cookie.writer == .app || !customTokens.contains(cookie.value) else { return 0 }
        return cookie.name == cookieName ? 5 : cookie.writer == .app || Self.isUsual(cookie.name) ? 2 : 0
    }

    private static func guardsForms(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.contains("csrf") || name.contains("xsrf")
    }

    private static func isUsual(_ name: String) -> Bool {
        let name = name.lowercased()
        return !guardsForms(name) && usualParts.contains { name.contains($0) }
    }

    /// Parts of the names that web frameworks give their sessions.
    private static let usualParts = ["sess", "sid", "auth", "token", "jwt", "login", "user", "remember"]
}
