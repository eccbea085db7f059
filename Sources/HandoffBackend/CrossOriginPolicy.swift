import BridgePrimitives
public import Listening

/// Which pages of other origins may call the backend with their cookies, as its developer would set that up: those of this
/// machine, where development servers run, and those that were named; and under which names it may be called at all.
public struct CrossOriginPolicy: Sendable {
    /// What becomes of a request, by its `Host` and `Origin` fields.
    enum Decision: Equatable {
        /// No page asked, or one of the backend's own origin.
        case sameOrigin
        case allowed(origin: String)
        case refused(BackendReason)
    }

    /// As browsers write them.
    private let origins: Set<String>
    private let network: LocalNetwork?

    /// - Parameters:
    ///   - origins: as ``origin(_:)`` gives them.
    ///   - network: under whose names this machine's pages are reached as well; nil where they are not.
    public init(origins: some Sequence<String> = [], network: LocalNetwork? = nil) {
        (self.origins, self.network) = (Set(origins), network)
    }

    /// An origin as browsers write it, in lower case and without the scheme's own port; nil for what is none, and for `*`,
    /// which browsers do not take together with cookies.
    public static func origin(_ text: String) -> String? {
        let lowered = ASCIIText.lowercased(text.hasSuffix("/") ? String(text.dropLast()) : text)
        guard let mark = lowered.firstRange(of: "://") else { return nil }
        let (scheme, authority) = (lowered[..<mark.lowerBound], lowered[mark.upperBound...])
        guard let first = scheme.utf8.first, ASCIIText.isLetter(first), !authority.isEmpty,
            scheme.utf8.allSatisfy({ ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || "+-.".utf8.contains($0) }),
            authority.utf8.allSatisfy({ ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || "-._:[]".utf8.contains($0) })
        else { return nil }
        for (name, port) in [("http", ":80"), ("https", ":443")] where scheme == name && authority.hasSuffix(port) {
            return String(lowered.dropLast(port.count))
        }
        return lowered
    }

    /// - Parameters:
    ///   - origin: the `Origin` field; nil when there is none.
    ///   - authority: the `Host` field.
    func decision(origin: String?, authority: String?) -> Decision {
        guard hasName(authority ?? "") else { return .refused(.foreignHost) }
        guard let origin else { return .sameOrigin }
        let host = origin.firstRange(of: "://").map { String(origin[$0.upperBound...]) }
        // `null` is everybody's: a sandboxed frame of any site has it.
        guard let host else { return .refused(.originNotAllowed) }
        if LocalRequest.isLocal(origin: origin) || origins.contains(origin) || network?.has(authority: host) ?? false {
            return .allowed(origin: origin)
        }
        return .refused(.originNotAllowed)
    }

    /// Whether a `Host` field names the backend. A page that had its own name pointed at this machine, or at another of
    /// the network, is of the same origin as what it asks there (DNS rebinding): its host is all that gives it away.
    private func hasName(_ authority: String) -> Bool {
        LocalRequest.isLoopback(authority: authority) || network?.has(authority: authority) ?? false
            || ["http://", "https://"].contains { Self.origin($0 + authority).map(origins.contains) ?? false }
    }
}
