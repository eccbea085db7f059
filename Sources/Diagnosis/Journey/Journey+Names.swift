import BridgePrimitives
import BridgeTrace
import Cookies

// The token came, and not under the name that is looked for.
extension Journey {
    /// The first cookie in the page's store that is the token's but for its name; nil where there is none.
    ///
    /// It is known by its value, as the backend minted or set it, or else by a name nearly alike.
    var otherName: Gap? {
        let tokens = tokensOfBackend
        var there: [String: Gap] = [:]
        for event in events where event.sequence >= beginning {
            guard case .cookieWrite(let write) = event.kind, write.name != cookieName, !write.isNativeStorage,
                pageStore == nil || write.store == pageStore
            else { continue }
            guard write.isInStore, !write.isDeletion else {
                there[write.name] = nil
                continue
            }
            let isAlike = CookieNameLikeness.folded(write.name) == CookieNameLikeness.folded(cookieName)
            guard isAlike || tokens.contains(write.value), there[write.name] == nil else { continue }
            there[write.name] = gap(underNameOf: write, at: event.sequence)
        }
        return there.values.min { $0.isBefore($1) }
    }

    private func gap(underNameOf write: CookieWriteEvent, at sequence: Int) -> Gap {
        let name = CookieLabel.text(write.name)
        let writer =
            switch write.source {
            case .native: "The app handed over \(name)"
            case .script: "A script handed over \(name)"
            case .response: "The answer of \(write.host) handed over \(name)"
            case .engine: "The web view has \(name)"
            }
        return Gap(
            HandoffReason.otherName, "\(writer); the page looks for \(cookieName).",
            fix: "Write one name on both sides, letter for letter: hand over \(cookieName), or let the page look for"
                + " \(name); `cookie-name:` in a project file says what it looks for.", at: sequence)
    }

    /// What the backend's answer has the token in, in words: the cookie by its name where it was one.
    var answer: String {
        let tokens = tokensOfBackend
        let named = events.compactMap { event -> String? in
            guard event.sequence >= beginning, case .cookieWrite(let write) = event.kind, write.source == .response,
                write.name == cookieName || tokens.contains(write.value)
            else { return nil }
            return write.name
        }
        guard let name = named.first(where: { $0 == cookieName }) ?? named.first else { return "a custom token" }
        return name == cookieName ? name : "\(CookieLabel.text(name)), not \(cookieName)"
    }

    /// The values by which a cookie is the session's.
    private var tokensOfBackend: Set<MaskedText> {
        Set(
            events.compactMap { event in
                guard event.sequence >= beginning else { return nil }
                return switch event.kind {
                case .token(let token) where event.mintsCustomToken: token.token
                case .cookieWrite(let write) where write.source == .response && write.name == cookieName: write.value
                default: nil
                }
            })
    }
}
