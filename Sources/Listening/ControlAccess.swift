public import BridgePrimitives
package import HTTPTypes

/// Who may use the endpoints that steer a world: this machine, and whoever on the local network has the token, where it
/// was opened to that network.
public struct ControlAccess: Sendable {
    /// Nobody from elsewhere.
    public static let thisMachine = ControlAccess()

    /// The field that carries the token. One of our own: no browser sends it for a page of another site without asking.
    public static let tokenField = "X-Session-Bridge-Token"

    private let network: LocalNetwork?
    private let token: Secret<String>?

    /// - Parameters:
    ///   - network: how this machine is reached from elsewhere; nil where it is not.
    ///   - token: nil where nobody from elsewhere may steer.
    public init(network: LocalNetwork? = nil, token: Secret<String>? = nil) {
        (self.network, self.token) = (network, token)
    }

    /// - Parameters:
    ///   - authority: the `Host` field.
    ///   - fields: the request's other ones.
    /// - Returns: nothing for a request that may go on, else why it may not.
    package func refusals(
        authority: String?, fields: HTTPFields, peer: RequestPeer = .current
    ) -> [ListeningReason] {
        let presented = fields[named: Self.tokenField]
        let isTrusted = presented.map { token?.matches($0) ?? false } ?? false
        var reasons: [ListeningReason] = []
        if presented != nil, !isTrusted { reasons.append(.wrongToken) }
        if peer == .elsewhere, !isTrusted { reasons.append(.foreignPeer) }
        // The token opens this machine's own names and no others: who sends it meant this machine.
        let isOurHost = isTrusted && network?.has(authority: authority ?? "") ?? false
        let isOurOrigin = isTrusted && hasOrigin(fields[.origin] ?? "")
        reasons += LocalRequest.refusals(authority: authority, origin: fields[.origin]).filter {
            !($0 == .foreignHost && isOurHost || $0 == .foreignOrigin && isOurOrigin)
        }
        return reasons
    }

    private func hasOrigin(_ origin: String) -> Bool {
        guard let end = origin.firstRange(of: "://"), end.lowerBound > origin.startIndex else { return false }
        return network?.has(authority: String(origin[end.upperBound...])) ?? false
    }
}
