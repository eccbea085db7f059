import BridgePrimitives
import BridgeTrace
import Cookies

// The beginning of the way: sign-in, exchange and whatever else the app does before a page is opened.
extension Journey {
    /// Why a step could not be taken: what some service refused first, or the step's own reason.
    func gap(inStep step: String, reason: ReasonCode, others: [ReasonCode], message: String, since: Int) -> Gap {
        let reasons = [reason] + others
        let later = events.filter { $0.sequence >= since }
        let told = "\(step) failed: \(message)" + (message.hasSuffix(".") || message.hasSuffix("?") ? "" : ".")
        if reasons.contains(HandoffReason.noTokenInAnswer.code) {
            for event in later {
                guard case .cookieWrite(let write) = event.kind, write.source == .response, write.name == cookieName,
                    let refusal = refusal(of: write, at: event.sequence)
                else { continue }
                return refusal
            }
        }
        // Why a step finds no user, where that lies before the step.
        if reason == HandoffReason.notSignedIn.code, let signedOut,
            signedOut.code == KeychainReason.missingEntitlement.code
        {
            return signedOut
        }
        for event in later {
            guard let code = event.refusals.first(where: { reasons.contains($0) }) else { continue }
            return Gap(
                code: code, Self.joined("\(step) failed:", message, told, ReasonCatalogue.all[code]?.meaning ?? ""),
                fix: ReasonCatalogue.all[code]?.fix ?? "", at: event.sequence)
        }
        if let words = ServerWords(journey: self).gap(because: "\(step) failed", from: since) { return words }
        let log = ServerWords(journey: self).log(from: since, besides: told)
        // The answer that the app could do nothing with, rather than where the step began.
        let place =
            later.first { !$0.refusedCookieReasons.isDisjoint(with: reasons) } ?? later.last { $0.isAnswerToApp }
        return Gap(
            code: reason, told + log, fix: ReasonCatalogue.all[reason]?.fix ?? "", at: (place ?? later.first)?.sequence)
    }

    /// What the app was told and what the service's word means, neither of them twice.
    private static func joined(_ head: String, _ message: String, _ told: String, _ meaning: String) -> String {
        if meaning.isEmpty || told.contains(meaning.dropLast()) { return told }
        let clause = message.hasSuffix(".") ? message.dropLast() : message[...]
        return meaning.hasPrefix(clause) ? "\(head) \(meaning)" : "\(told) \(meaning)"
    }
}

extension TraceEvent {
    fileprivate var isAnswerToApp: Bool { if case .response = kind { actor == .app } else { false } }

    /// Why a cookie was not stored.
    fileprivate var refusedCookieReasons: Set<ReasonCode> {
        if case .cookieWrite(let write) = kind { Set(write.reasons) } else { [] }
    }

    /// The codes by which somebody said no to the app, the most particular first; empty for any other event.
    fileprivate var refusals: [ReasonCode] {
        switch kind {
        case .token(let token): token.action == .refused ? token.reasons : []
        // The wire's code comes first, and what it hides after it.
        case .account(let account): account.action == .refused ? account.reasons.reversed() : []
        case .response(let response): response.status == nil ? response.reasons : []
        case .keychain(let keychain): keychain.status == 0 ? [] : keychain.reasons
        default: []
        }
    }
}
