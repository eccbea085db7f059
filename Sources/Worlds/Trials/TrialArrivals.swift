import BridgePrimitives
import CookieStores
import Cookies
import Diagnosis
import HTTPLoader
import Wording

/// Changes the session's cookie on its way into a world's stores, as a trial wants it.
final class TrialArrivals: CookieArrivals {
    private let trial: Trial
    private let names: Set<String>
    /// What the page looks for.
    private let lookedFor: String
    private let webHost: String
    private let state = Mutex(State())

    private struct State {
        /// The custom token that the app has now.
        var token: String?
        /// Those that it had before.
        var oldTokens: Set<String> = []
        /// Cookies of the session that native code has written, in whichever store.
        var written: [NativeCookie] = []
    }

    init(_ settings: WorldSettings, webHost: String) {
        self.trial = settings.trial
        self.lookedFor = settings.pageCookieName ?? settings.cookieName
        self.names = settings.trial.cookieNames.union([settings.cookieName, lookedFor])
        self.webHost = webHost
    }

    /// What native code has written for the session, oldest first.
    var written: [NativeCookie] { state.withLock { $0.written } }

    /// The app has another token now.
    func take(_ token: String?) {
        state.withLock { state in
            guard token != state.token else { return }
            if let old = state.token { state.oldTokens.insert(old) }
            state.token = token
        }
    }

    func isSession(_ name: String, _ value: String) -> Bool {
        names.contains(name) || state.withLock { $0.token == value || $0.oldTokens.contains(value) }
    }

    var isOnDiskAtOnce: Bool { trial.makes(.writtenAtOnce) }

    func keeps(_ name: String) -> Bool { trial.makes(.cookieKept) && names.contains(name) }

    func script(_ text: String) -> String? { line(text) }

    func native(_ cookie: NativeCookie) -> NativeCookie {
        guard isSession(cookie.name, cookie.value) else { return cookie }
        state.withLock { $0.written.append(cookie) }
        var cookie = cookie
        cookie.value = current(cookie.value)
        for intervention in trial.interventions {
            switch intervention {
            case .withoutSecure: cookie.isSecure = false
            case .withoutHTTPOnly: cookie.isHTTPOnly = false
            case .withoutDomain: cookie.domain = webHost
            case .withSameSiteLax: cookie.sameSite = .lax
            case .withSameSiteNone: (cookie.sameSite, cookie.isSecure) = (.none, true)
            case .withRootPath: cookie.path = "/"
            case .withLongLife: cookie.expiry = Instant(secondsSinceEpoch: 4_102_444_800)
            case .underTheNameLookedFor: cookie.name = lookedFor
            default: break
            }
        }
        return cookie
    }

    /// A `Set-Cookie` line, or what a script assigns; nil for one that never arrives.
    func line(_ text: String) -> String? {
        var parts = text.split(separator: ";", omittingEmptySubsequences: false).map { ASCIIText.trimmed($0.utf8) }
        guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return text }
        var (name, value) = (String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
        guard isSession(name, value) else { return text }
        if trial.makes(.cookieKept), Self.isDeletion(value, parts.dropFirst()) { return nil }
        value = current(value)
        func leaveOut(_ names: String...) {
            parts.removeAll { part in names.contains { ASCIIText.isSame(part.prefix { $0 != "=" }.utf8, $0.utf8) } }
        }
        parts.removeFirst()
        for intervention in trial.interventions {
            switch intervention {
            case .withoutSecure: leaveOut("secure")
            case .withoutHTTPOnly: leaveOut("httponly")
            case .withoutDomain: leaveOut("domain")
            case .withSameSiteLax:
                leaveOut("samesite")
                parts.append("SameSite=Lax")
            case .withSameSiteNone:
                leaveOut("samesite", "secure")
                parts += ["SameSite=None", "Secure"]
            case .withRootPath:
                leaveOut("path")
                parts.append("Path=/")
            case .withLongLife:
                leaveOut("max-age", "expires")
                parts.append("Max-Age=31536000")
            case .underTheNameLookedFor: name = lookedFor
            default: break
            }
        }
        return (["\(name)=\(value)"] + parts).joined(separator: "; ")
    }

    private func current(_ value: String) -> String {
        if trial.makes(.withBareValue), let bare = ArrivedValue.shape(of: value, meant: nil).original { return bare }
        if trial.makes(.withCustomToken), let token = state.withLock({ $0.token }) { return token }
        guard trial.makes(.exchangedJustBefore) || trial.makes(.exchanged) else { return value }
        return state.withLock { $0.oldTokens.contains(value) ? $0.token ?? value : value }
    }

    private static func isDeletion(_ value: String, _ attributes: ArraySlice<String>) -> Bool {
        let isOver = attributes.contains { part in
            let part = ASCIIText.lowercased(part.utf8)
            return part.hasPrefix("max-age=0") || part.hasPrefix("max-age=-") || part.contains(" 1970 ")
        }
        return isOver || value.isEmpty && attributes.contains { ASCIIText.lowercased($0.utf8).hasPrefix("expires=") }
    }
}

/// Where a trial changes what servers set, before anybody reads it.
struct TrialTransport: Transport {
    let inner: any Transport
    let arrivals: TrialArrivals
    let tokens: TrialTokens?

    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        var exchange = try await inner.perform(request)
        if let tokens { exchange.response = tokens.changed(exchange.response, to: request) }
        guard exchange.response.headers.contains("Set-Cookie") else { return exchange }
        exchange.response.headers = HTTPHeaders(
            exchange.response.headers.fields.compactMap { field in
                guard HTTPHeaders.areSameName(field.name, "Set-Cookie"),
                    let text = String(validating: field.value, as: UTF8.self)
                else { return field }
                return arrivals.line(text).map { HTTPHeaders.Field(name: field.name, value: Array($0.utf8)) }
            })
        return exchange
    }
}
