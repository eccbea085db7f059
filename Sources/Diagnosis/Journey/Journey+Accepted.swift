import BridgePrimitives
import BridgeTrace

// The trade: the page signs in with the token that the guard found.
extension Journey {
    /// Why the sign-in that the guard began at `sequence` came to nothing.
    func refusedToken(after sequence: Int) -> Gap? {
        let later = events.filter { $0.sequence > sequence }
        let refusal = later.first { event in
            switch event.kind {
            case .token(let token): token.action == .refused && token.form == .customToken
            case .account(let account): account.action == .refused
            default: false
            }
        }
        guard let refusal else {
            let refused = later.first { $0.reasons.contains(GuardReason.tokenRefused.code) }
            return refused.map {
                Gap(GuardReason.tokenRefused, "The page could not sign in with \(cookieName).", at: $0.sequence)
            }
        }
        switch refusal.kind {
        case .token(let token): return self.refusal(of: token, by: refusal)
        case .account(let account):
            // The wire's code comes first, and what it hides after it.
            guard let code = account.reasons.last else { return nil }
            let user = account.uid.map { " for \($0)" } ?? ""
            let told =
                hasSignedIn(between: sequence, and: refusal.sequence)
                ? "The page had signed in with \(cookieName), and what it asked next was refused\(user)"
                : "The page could not sign in with \(cookieName)\(user)"
            return Gap(
                code: code,
                "\(told). \(ReasonCatalogue.all[code]?.meaning ?? "")",
                fix: ReasonCatalogue.all[code]?.fix ?? "", at: refusal.sequence)
        default: return nil
        }
    }

    /// Whether the auth service has signed somebody in by a custom token then.
    private func hasSignedIn(between start: Int, and end: Int) -> Bool {
        events.contains { event in
            guard event.sequence > start, event.sequence < end, event.actor == .auth,
                case .account(let account) = event.kind
            else { return false }
            return account.action == .signedIn && account.provider == "custom"
        }
    }

    /// A page in an engine that sent something else than what its script had found in the cookie.
    private func otherValue(than token: TokenEvent, _ reason: TokenReason, at sequence: Int) -> Gap? {
        guard isInEngine, token.form == .customToken, [.malformed, .badSignature].contains(reason),
            let seen = lookInEngine?.event.visible.first(where: { $0.name == cookieName }),
            seen.value != token.token, seen.value != MaskedText.noValue
        else { return nil }
        return Gap(
            reason,
            "The page sent the auth service \(token.token) as the token, and \(cookieName) has \(seen.value): it is not the"
                + " cookie's whole value.", fix: "Send the cookie's value as it is, as text.", at: sequence)
    }

    private func refusal(of token: TokenEvent, by event: TraceEvent) -> Gap? {
        guard let reason = token.reasons.lazy.compactMap({ TokenReason(rawValue: $0.rawValue) }).first else {
            guard let code = token.reasons.last else { return nil }
            return Gap(
                code: code,
                "The auth service refused the token in \(cookieName). \(ReasonCatalogue.all[code]?.meaning ?? "")",
                fix: ReasonCatalogue.all[code]?.fix ?? "", at: event.sequence)
        }
        let minted = minting(of: token.token)
        if let arrived = arrived(token, minted: minted, at: event.sequence) { return arrived }
        if let other = otherValue(than: token, reason, at: event.sequence) { return other }
        guard reason == .expired else {
            if reason == .wrongAudience, token.form == .customToken {
                return Gap(
                    reason,
                    "The auth service refused the token in \(cookieName), \(token.token). Its aud is not that of custom tokens,"
                        + " \(Self.audience).", fix: "Mint it with the Admin SDK, or with that aud.", at: event.sequence
                )
            }
            if let times = Self.wrongTimes(of: token, reason, mintedAt: minted?.at) {
                return Gap(
                    reason, "The auth service refused the token in \(cookieName), \(token.token). \(times.words)",
                    fix: times.fix, at: event.sequence)
            }
            if reason == .badSignature, minted != nil {
                return Gap(
                    reason,
                    "The auth service refused the token in \(cookieName), \(token.token), which is as the backend answered it:"
                        + " it is signed with another key than the service account's.",
                    fix: "Sign with the private key of the service account that the token's iss names.",
                    at: event.sequence)
            }
            let origin = minted == nil && reason != .malformed ? ", which is not one that this backend minted" : ""
            return Gap(
                reason,
                "The auth service refused the token in \(cookieName), \(token.token)\(origin). \(reason.meaning)",
                fix: token.form == .customToken ? reason.fixOfMinting : nil, at: event.sequence)
        }
        if let minted, event.at - minted.at < .seconds(60) {
            let times = Self.wrongTimes(of: token, reason, mintedAt: minted.at)
            return Gap(
                reason,
                "The custom token in \(cookieName) was over when the backend minted it, at \(minted.at.rfc3339)."
                    + (times.map { " \($0.words)" } ?? ""),
                fix: times?.fix
                    ?? "Set the backend's clock, which is behind; or give the token an exp of an hour after its iat, in seconds.",
                at: event.sequence)
        }
        let times =
            minted.map { ": minted at \($0.at.rfc3339), used \(Self.age(event.at - $0.at)) later" } ?? ""
        return Gap(
            reason, "The custom token in \(cookieName) had expired\(times).",
            fix: "Exchange the ID token just before the page is opened: a custom token is good for an hour.",
            at: event.sequence)
    }

    /// A token that arrived in another writing than it was minted in: in quotes, encoded, with a word before it.
    private func arrived(_ token: TokenEvent, minted: TraceEvent?, at sequence: Int) -> Gap? {
        guard let written = token.reasons.first(where: Self.isWriting), let entry = ReasonCatalogue.all[written] else {
            return nil
        }
        let answered = events.last { event in
            guard event.actor == .backend, event.sequence < sequence, case .token(let issued) = event.kind else {
                return false
            }
            return issued.action == .issued && issued.form.isAnswer
                && issued.reasons.contains(where: Self.isWriting)
        }
        // What the page's script saw, beside what the backend had answered.
        let seen = guardRead?.event.visible.first { $0.name == cookieName }?.value
        let isPages = answered == nil && seen.map { minting(of: $0) != nil } == true
        let writer =
            if answered != nil {
                "The backend's answer has it written so already."
            } else if isPages {
                "The cookie has the token as the backend answered it: the page changed it."
            } else {
                "The backend's answer has the token as it is: it was written so on its way, or by the page."
            }
        return Gap(
            code: written,
            "The page sent the auth service what it had found in \(cookieName), and that is not the bare token. \(entry.meaning)"
                + " \(writer)",
            fix: isPages ? "Read the whole value of the cookie, and send it as it is." : entry.fix,
            at: answered?.sequence ?? sequence)
    }

    /// Whether a code says how a value is written, and not what the token in it says.
    private static func isWriting(_ code: ReasonCode) -> Bool {
        ValueReason(rawValue: code.rawValue) != nil || PasteReason(rawValue: code.rawValue) != nil
    }

    /// Times of a new token for an hour that are off by a unit or by a time zone; nil for those of a wrong clock.
    private static func wrongTimes(
        of token: TokenEvent, _ reason: TokenReason, mintedAt minted: Instant?
    ) -> (words: String, fix: String)? {
        guard let minted, [.expired, .issuedInFuture, .notYetValid].contains(reason),
            let expiry = ShownToken(token.token, nil)?.expiry
        else { return nil }
        let seconds = (expiry - minted).components.seconds - 3600
        if seconds > 100 * 365 * 86_400 {
            return (
                "Its times are milliseconds.", "Give iat and exp in seconds: divide Date.now() by 1000, and round it."
            )
        }
        let halfHours = (abs(seconds) + 30) / 1800
        guard (2...28).contains(halfHours), abs(abs(seconds) - halfHours * 1800) < 60 else { return nil }
        let offset = Duration.seconds(halfHours * 1800).worldText
        return (
            "Its times are \(offset) \(seconds > 0 ? "ahead" : "behind"), as a time zone is, not a clock.",
            "Take seconds since 1970 in UTC, as time.time(), Date.now() / 1000 and Time.now.to_i give them, not a local time."
        )
    }

    private static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    /// To the minute, or the second below one.
    private static func age(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        return Duration.seconds(seconds < 60 ? seconds : seconds / 60 * 60).worldText
    }
}
