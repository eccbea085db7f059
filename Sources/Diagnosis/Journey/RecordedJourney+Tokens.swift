import BridgePrimitives
import BridgeTrace
import Cookies
import Reasons
import Tokens

// What a recording's tokens say, and where they can be seen.
extension RecordedJourney {
    var refusedTokens: [Gap] { unfit { !$0.isUntried } }
    /// A token that no request tried did not stop the page.
    var doubtfulTokens: [Gap] { unfit { $0.isUntried && !$0.isForEmulatorOnly } }
    var tokensForEmulators: [Gap] { unfit(\.isForEmulatorOnly) }

    private func unfit(_ isMeant: (RecordedToken) -> Bool) -> [Gap] {
        facts.tokens.filter(isMeant).compactMap { token in
            guard let request = requests[token.hop] else { return nil }
            let kind = token.inspected.kind
            guard token.outcome != .accepted, let reason = token.verdict.refusals.first,
                let message = token.verdict.message, token.inspected.token != nil,
                ![.unknownJWT, .appleIdentityToken, .googleIdentityToken].contains(kind)
            else {
                // The handoff's cookie is for signInWithCustomToken.
                guard token.cookie == journey.cookieName, kind != .customToken else { return nil }
                let code = kind == .idToken ? TokenReason.isIDToken.code : CaptureFindingReason.tokenUnfit.code
                return Gap(
                    code: code,
                    "The cookie \(CookieLabel.text(journey.cookieName)) of request \(token.hop) holds \(kind.words), and no"
                        + " custom token. \(kind.use)", fix: TokenReason.isIDToken.fix, at: request.sequence)
            }
            let place = token.cookie.map { "The cookie \(CookieLabel.text($0))" } ?? "The bearer header"
            let reader = token.verdict.reader.rawValue
            let verdict =
                token.isUntried
                ? "production's \(reader) would refuse, and no request of the recording tried it: \(reason.meaning) It would say"
                : "\(reader) refuses: \(reason.meaning) It says"
            return Gap(
                code: token.isUntried ? CaptureFindingReason.tokenUnfit.code : reason.code,
                "\(place) of request \(token.hop) holds \(kind.words) that \(verdict): \(facts.masking.text(message.told))",
                fix: reason.fix, at: request.sequence)
        }
    }

    /// Tokens in addresses and Referers, which logs and histories have afterwards.
    var shown: [Gap] {
        let codes = [HandoffReason.tokenInURL.code, HandoffReason.tokenInReferer.code]
        return HandoffFindings(cookieName: journey.cookieName, appHost: "", showsSecrets: facts.masking.showsSecrets)
            .findings(in: facts.inAddresses + journey.events).filter { codes.contains($0.code) }
            .map { Gap(code: $0.code, $0.message, fix: $0.fix, at: $0.evidence.first) }
    }
}
