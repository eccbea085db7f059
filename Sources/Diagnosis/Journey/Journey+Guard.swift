import BridgePrimitives
import BridgeTrace
import Cookies

// What the page's guard did, and did not.
extension Journey {
    /// A guard of the team's own could not be run, or uses what is not simulated.
    var brokenModule: Gap? {
        for (sequence, event) in routing {
            for code in event.reasons {
                guard
                    GuardModuleReason(rawValue: code.rawValue) != nil
                        || ScriptFailureReason(rawValue: code.rawValue) != nil,
                    let text = ReasonCatalogue.all[code]
                else { continue }
                return Gap(
                    code: code, "At \(event.path): \(event.detail). \(text.meaning)", fix: text.fix, at: sequence)
            }
        }
        return nil
    }

    /// The guard sent a user away without a look for the token.
    var cookieNotRead: Gap? {
        routing.first { $0.event.reasons.contains(GuardReason.cookieNotRead.code) }.map {
            Gap(
                GuardReason.cookieNotRead,
                "At \($0.event.path) the guard found no user signed in, and did not look for \(cookieName).",
                at: $0.sequence)
        }
    }

    /// The guard asked who is signed in, let the page pass signed out, and did not look for the token.
    var passedUnlooked: Gap? {
        guard let passed = routing.first(where: { $0.event.step == .next }), passed.event.reasons.isEmpty,
            routing.contains(where: { $0.event.step == .asked && $0.sequence < passed.sequence })
        else { return nil }
        return Gap(
            GuardReason.cookieNotRead,
            "At \(passed.event.path) the guard let the page pass with no user signed in, and did not look for \(cookieName).",
            at: passed.sequence)
    }

    /// The token was there, and the guard signed in with something else, with nothing, or not in time.
    var unusedToken: Gap? {
        for (sequence, event) in routing where event.step == .next {
            for reason in [GuardReason.otherCookie, .signInNotAwaited, .tokenNotUsed]
            where event.reasons.contains(reason.code) {
                if reason == .tokenNotUsed, let deleted = deletedByScript(before: sequence) { return deleted }
                guard reason != .signInNotAwaited else {
                    return Gap(reason, "At \(event.path): \(reason.meaning)", at: sequence)
                }
                let read = routing.last { $0.sequence < sequence && $0.event.step == .read }
                return Gap(
                    reason,
                    "At \(event.path) the guard read \(read.map { "\($0.event.detail)" } ?? "the cookies"), and"
                        + " \(cookieName) was visible. \(reason.meaning)", at: sequence)
            }
        }
        return nil
    }

    /// A script of this page that deleted the cookie before the page had signed in with it.
    private func deletedByScript(before sequence: Int) -> Gap? {
        let deletion = writes.first { write in
            write.event.source == .script && write.event.outcome == .deleted && write.sequence < sequence
                && write.sequence >= pageStart ?? .max
        }
        return deletion.map {
            Gap(
                HandoffReason.cookieDeleted,
                "A script of the page, such as its guard, deleted \(cookieName) before the page had signed in with it.",
                fix: "Delete \(cookieName) after signInWithCustomToken has resolved.", at: $0.sequence)
        }
    }

    /// What the guard did first that it should not have, where no token was refused.
    var guardMistake: Gap? {
        [cookieNotRead, unusedToken, guardDefect].compactMap(\.self).min { $0.isBefore($1) }
    }

    /// The guard let the page pass without a look at the token.
    var publicPage: Gap? {
        guard let passed = routing.first(where: { $0.event.reasons.contains(GuardReason.noAuthNeeded.code) }) else {
            return nil
        }
        if let unmatched = routing.first(where: { $0.event.reasons.contains(GuardReason.unmatchedRoute.code) }) {
            return Gap(
                GuardReason.unmatchedRoute, "No route of the web app matches \(unmatched.event.path).",
                fix: "Open a path that the web app has, or add a record for this one.", at: unmatched.sequence)
        }
        let sending = routing.first { $0.event.reasons.contains(GuardReason.redirected.code) }
        if let sending, sending.sequence < passed.sequence {
            return Gap(
                GuardReason.cookieNotRead,
                "At \(sending.event.path) the guard sent the user to \(passed.event.path), and did not look for"
                    + " \(cookieName).", at: sending.sequence)
        }
        guard let redirect = redirects.last else {
            if let gap = reloaded?.gap(before: .signedOut, expected: nil) { return gap }
            return Gap(
                GuardReason.noAuthNeeded,
                "\(passed.event.path) needs no user, so the guard never looked for \(cookieName).", at: passed.sequence)
        }
        if let unknown = unknownToServer(before: redirect) ?? server.gap ?? server.unset { return unknown }
        return Gap(
            HandoffReason.redirectedAway,
            "\(redirect.from) redirected to \(redirect.location), which needs no user: the guard never looked for"
                + " \(cookieName).", at: redirect.sequence)
    }

    /// The page was asked for by a path that the router did not look at.
    var pathOutsideHash: Gap? {
        guard let entered = routing.first(where: { $0.event.reasons.contains(GuardReason.pathOutsideHash.code) }),
            let request = pageRequests.first
        else { return nil }
        return Gap(
            GuardReason.pathOutsideHash,
            "The router is in hash mode and reads its route from behind the #: it did not look at the path of"
                + " \(request.event.url), and went to \(entered.event.path).", at: entered.sequence)
    }

    /// The page has a session, and the guard looked before it was restored.
    var authNotReady: Gap? {
        guard let early = routing.first(where: { $0.event.reasons.contains(GuardReason.authNotReady.code) }),
            let uid = pageUser(before: early.sequence)
        else { return nil }
        return Gap(
            GuardReason.authNotReady,
            "The page still has the session of \(uid), and at \(early.event.path) the guard looked before it was read.",
            at: early.sequence)
    }

    /// The page had a session, and the service refused its user when the page loaded.
    var endedSession: Gap? {
        for event in page {
            guard event.actor == .page, case .account(let account) = event.kind, account.action == .signedOut,
                let told = account.reasons.first
            else { continue }
            let refusal = page.last { refused in
                guard refused.actor == .auth, refused.sequence < event.sequence else { return false }
                return switch refused.kind {
                case .account(let account): account.action == .refused
                case .token(let token): token.action == .refused
                default: false
                }
            }
            let code = refusal?.reasons.last ?? told
            return Gap(
                code: code,
                "The page had the session of \(account.uid ?? "a user"), and as it loaded, the SDK asked for that user."
                    + " \(ReasonCatalogue.all[code]?.meaning ?? "")",
                fix: ReasonCatalogue.all[code]?.fix ?? "", at: refusal?.sequence ?? event.sequence)
        }
        return nil
    }

    var unreadable: Gap? {
        guard let thrown = routing.first(where: { $0.event.reasons.contains(GuardReason.cookieUnreadable.code) })
        else { return nil }
        let written = writes.last { $0.sequence < thrown.sequence && $0.event.isInStore && !$0.event.isNativeStorage }
        let writer = written.map { ", as \($0.event.source.rawValue) wrote it," } ?? ""
        return Gap(
            GuardReason.cookieUnreadable,
            "The percent-encoding of \(cookieName)\(writer) is broken: the guard threw as it read it.",
            at: written?.sequence ?? thrown.sequence)
    }

    /// What the guard itself did wrong.
    var guardDefect: Gap? {
        let defects: [GuardReason] = [
            .authNotReady, .neverCalledNext, .returnIgnored, .neverDecided, .nextCalledTwice, .redirectLoop,
            .staleRedirect, .invalidGuard, .threw, .aborted, .cancelled,
        ]
        for (sequence, event) in routing {
            guard let defect = defects.first(where: { event.reasons.contains($0.code) }) else { continue }
            return switch defect {
            case .threw: thrown(event, at: sequence)
            case .neverCalledNext: neverCalledNext(event, at: sequence)
            default: Gap(defect, "At \(event.path): \(defect.meaning)", at: sequence)
            }
        }
        return nil
    }

    private func thrown(_ event: RoutingEvent, at sequence: Int) -> Gap {
        let words = event.detail.text
        let hasRead = routing.contains { $0.event.step == .read && $0.sequence < sequence }
        let signsIn = routing.contains { $0.event.step == .signIn && $0.sequence < sequence }
        // What a guard does is a clause, and what ends a navigation is the error alone.
        let message =
            event.step == .next
            ? "At \(event.path) the guard \(words), which ends the navigation."
            : "At \(event.path) the guard ended in an error, which ends the navigation: \(words)"
        // Vue Router's own words for what a guard returned or passed to next.
        if event.step != .next, words.contains("No match") {
            return Gap(
                GuardReason.threw,
                "At \(event.path) the router has no route for what the guard decided, which ends the navigation: \(words)",
                fix: "Let the guard return true, false, or a path or route that the router has.", at: sequence)
        }
        guard hasRead, !signsIn, words.contains("SyntaxError"), words.contains("JSON") else {
            return Gap(GuardReason.threw, message, at: sequence)
        }
        return Gap(
            GuardReason.threw, "\(message) It parses as JSON what it read, and \(cookieName) holds the bare token.",
            fix: "Use the cookie's value as it is, without JSON.parse.", at: sequence)
    }

    /// With the branch that ended without a call of next.
    private func neverCalledNext(_ event: RoutingEvent, at sequence: Int) -> Gap {
        let codes = Set(routing.filter { $0.sequence <= sequence }.flatMap(\.event.reasons))
        let branches: [(known: GuardReason, words: String, fix: String)] = [
            (
                .tokenAccepted, "The guard signed in with the token, and that branch ended without calling next",
                "Call next() after signInWithCustomToken has resolved."
            ),
            (
                .tokenRefused, "The sign-in with the token was refused, and that branch ended without calling next",
                "Call next('\(signInPath)') if the sign-in fails."
            ),
            (
                .userPresent, "A user is signed in already, and that branch ended without calling next",
                "Call next() if a user is signed in."
            ),
        ]
        let branch = branches.first { codes.contains($0.known.code) }
        let words = branch.map { "\($0.words), so the navigation never ends." } ?? GuardReason.neverCalledNext.meaning
        return Gap(GuardReason.neverCalledNext, "At \(event.path): \(words)", fix: branch?.fix, at: sequence)
    }

    /// Where the guard sends a user whom it does not know, as far as the page has shown it.
    private var signInPath: String {
        routing.last { $0.event.reasons.contains(GuardReason.noAuthNeeded.code) }.map { "\($0.event.path)" }
            ?? "/signin"
    }
}
