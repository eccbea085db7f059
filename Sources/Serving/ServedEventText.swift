import BridgePrimitives
package import BridgeTrace

/// What a served world says of itself while it runs: one line for each refusal, and, where asked for, one for each
/// request.
package struct ServedEventText: Sendable {
    /// Whether requests are told too.
    package let isVerbose: Bool

    package init(isVerbose: Bool) { self.isVerbose = isVerbose }

    /// - Returns: nil for events that nothing is said of.
    package func line(for event: TraceEvent) -> String? {
        switch event.kind {
        case .account(let account) where account.action == .refused:
            return line(
                "refused", by: event.actor, of: account.provider.map { "\($0) sign-in" }, account.uid, account.reasons,
                detail: account.detail)
        case .account(let account) where account.action == .created && !account.reasons.isEmpty:
            return line("imported", by: event.actor, of: nil, nil, account.reasons, detail: account.detail)
        case .account(let account) where account.action == .lenient:
            let codes = account.reasons.map(\.rawValue).joined(separator: ", ")
            return "\(event.actor.rawValue)  lenient  \(codes)" + (fix(for: account.reasons).map { " → \($0)" } ?? "")
        case .token(let token) where token.action == .refused && isTold(token, by: event.actor):
            return line("refused", by: event.actor, of: token.form.rawValue, token.uid, token.reasons)
        case .served(let served) where isVerbose:
            let answer = served.status.map(String.init) ?? "connection closed"
            return "\(event.actor.rawValue)  \(served.method) \(served.url)  →  \(answer)"
                + "  \(served.elapsed.wholeMilliseconds) ms"
        case .proxied(let proxied): return line(for: proxied)
        default:
            return nil
        }
    }

    private func line(for proxied: ProxiedEvent) -> String? {
        let what = [proxied.method, proxied.url.text].filter { !$0.isEmpty }.joined(separator: " ")
        guard proxied.reasons.isEmpty else {
            let word = proxied.handling == .refused ? "refused" : proxied.handling.rawValue
            let codes = proxied.reasons.map(\.rawValue).joined(separator: ", ")
            return "proxy  \(word) \(what)  \(codes)" + (fix(for: proxied.reasons).map { " → \($0)" } ?? "")
        }
        guard isVerbose else { return nil }
        let answer = proxied.status.map(String.init) ?? (proxied.handling == .tunnelled ? "open" : "no answer")
        return "proxy  \(proxied.handling.rawValue) \(what)  →  \(answer)  \(proxied.elapsed.wholeMilliseconds) ms"
    }

    /// The auth service tells of a refused token and then of the request that it was for; renewals have no account.
    private func isTold(_ token: TokenEvent, by actor: TraceActor) -> Bool {
        actor != .auth || token.form == .refreshToken
    }

    private func line(
        _ word: String, by actor: TraceActor, of what: String?, _ uid: String?, _ reasons: [ReasonCode],
        detail: MaskedText? = nil
    ) -> String {
        let subject = [what, uid.map { "uid \($0)" }].compactMap(\.self).joined(separator: " of ")
        let codes = reasons.map(\.rawValue).joined(separator: ", ")
        return "\(actor.rawValue)  \(word) \(subject.isEmpty ? "" : "\(subject)  ")\(codes)"
            + (detail.map { "  \($0.text)" } ?? "") + (fix(for: reasons).map { " → \($0)" } ?? "")
    }

    /// The auth service's own reason is the wire's code; what is behind it says more.
    private func fix(for reasons: [ReasonCode]) -> String? {
        let fixes = reasons.compactMap { ReasonCatalogue.all[$0]?.fix }.filter { !$0.isEmpty }
        let isWireCode = ["auth/", "grant/"].contains { reasons.first?.rawValue.hasPrefix($0) ?? false }
        return isWireCode ? fixes.dropFirst().first ?? fixes.first : fixes.first
    }
}
