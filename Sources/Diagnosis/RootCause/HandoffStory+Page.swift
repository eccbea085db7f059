import BridgePrimitives
import BridgeTrace
import RouterGuard
import WebViews

// The end of the way: what the page came to.
extension HandoffStory {
    /// Why the handoff ended as it did; nil when the token arrived and the guard did right.
    func gap(before verdict: Verdict, expected: Verdict?) -> Gap? {
        switch verdict {
        case .signedIn: pathOutsideHash
        case .notOpened: Gap(HandoffReason.notOpened, "No page was opened.", at: events.last?.sequence)
        case .otherUser: otherUser
        case .signedOut, .failed, .hanging: gapOnPage(endingIn: verdict, expected: expected)
        }
    }

    /// Of a page that was loaded by itself: it did not come, or one of the app's scripts in it failed.
    ///
    /// A cookie that some jar refused on the way explains no page that came: see ``refusedCookies``.
    var gapInLoading: Gap? {
        if let failed = failedLoad(in: events) { return failed }
        for event in events {
            guard case .script(let script) = event.kind, let failure = failure(of: script, at: event.sequence) else {
                continue
            }
            return failure
        }
        return nil
    }

    /// What jars refused, each cookie and reason once.
    var refusedCookies: [Gap] {
        var told: Set<String> = []
        return events.compactMap { event in
            guard case .cookieWrite(let write) = event.kind, write.outcome == "rejected",
                let refusal = refusal(of: write, at: event.sequence),
                told.insert("\(refusal.code) \(write.host) \(write.name)").inserted
            else { return nil }
            return refusal
        }
    }

    // MARK: - The load

    private func gapOnPage(endingIn verdict: Verdict, expected: Verdict?) -> Gap? {
        if let gap = failedLoad(in: page) ?? leftTheApp ?? noRoutes { return gap }
        if expected == .signedOut, let hidden = pathOutsideHash { return hidden }
        // Where a page without a session was wanted, a missing token is no fault, but a guard that hangs is.
        if verdict != .signedOut, expected == .signedOut, let defect = guardDefect { return defect }
        if let broken = brokenModule { return broken }
        if let early = authNotReady { return early }
        if let ended = endedSession { return ended }
        guard let read = routing.first(where: { $0.event.step == .read }) else {
            return cookieNotRead ?? publicPage ?? guardDefect
        }
        if routing.contains(where: { $0.event.reasons.contains(GuardReason.tokenAccepted.code) }) {
            return guardDefect
        }
        if let unreadable { return unreadable }
        if let signIn = routing.first(where: { $0.event.step == .signIn && $0.sequence > read.sequence }) {
            return refusedToken(after: signIn.sequence)
        }
        if let unusedToken { return unusedToken }
        if let seen = guardRead, seen.event.visible.contains(where: { $0.name == cookieName }) {
            let foundNone = routing.contains { $0.event.reasons.contains(GuardReason.cookieAbsent.code) }
            if !foundNone, let guardDefect { return guardDefect }
            return Gap(
                HandoffReason.emptyCookie, "The guard found \(cookieName) without a value.", at: seen.sequence)
        }
        // A guard that hung before the cookie could have come too late is what came first.
        let absence = absence(from: .script)
        guard verdict == .hanging, let defect = guardDefect, defect.isBefore(absence) else { return absence }
        return defect
    }

    private func failedLoad(in events: [TraceEvent]) -> Gap? {
        var lost: Int?
        for event in events {
            if case .response(let response) = event.kind, response.status == nil, event.actor == .webView {
                lost = lost ?? event.sequence
            }
            guard case .navigation(let navigation) = event.kind, navigation.phase == .didFail,
                !navigation.reasons.contains(NavigationReason.inFrame.code),
                let code = navigation.reasons.last
            else { continue }
            let text = ReasonCatalogue.traced[code]
            return Gap(
                code: code, "The page at \(navigation.url) did not load. \(text?.meaning ?? "")",
                fix: text?.fix ?? "", at: lost ?? event.sequence)
        }
        return nil
    }

    private var leftTheApp: Gap? {
        guard let left = routing.first(where: { $0.event.reasons.contains(HandoffReason.leftTheApp.code) }) else {
            return nil
        }
        guard let redirect = redirects.last else {
            return Gap(
                HandoffReason.leftTheApp, "The page that came, \(left.event.path), is not one of \(appHost).",
                at: left.sequence)
        }
        return Gap(
            HandoffReason.leftTheApp,
            "\(redirect.from) redirected to \(redirect.location), which is not on \(appHost): the guard never ran.",
            fix: "Answer \(redirect.from) with the page itself, or send the user back to \(appHost).",
            at: redirect.sequence)
    }

    private var noRoutes: Gap? {
        routing.first { $0.event.reasons.contains(HandoffReason.noRoutes.code) }.map {
            Gap(
                HandoffReason.noRoutes, "The web app gave no route table, so its router never started.", at: $0.sequence
            )
        }
    }

    // MARK: - The guard

    /// A guard of the team's own could not be run, or uses what is not simulated.
    private var brokenModule: Gap? {
        for (sequence, event) in routing {
            for code in event.reasons {
                guard
                    GuardModuleReason(rawValue: code.rawValue) != nil
                        || ScriptFailureReason(rawValue: code.rawValue) != nil,
                    let text = ReasonCatalogue.traced[code]
                else { continue }
                return Gap(
                    code: code, "At \(event.path): \(event.detail). \(text.meaning)", fix: text.fix, at: sequence)
            }
        }
        return nil
    }

    /// The guard sent somebody away whom it had not looked for a token of.
    private var cookieNotRead: Gap? {
        routing.first { $0.event.reasons.contains(GuardReason.cookieNotRead.code) }.map {
            Gap(
                GuardReason.cookieNotRead,
                "At \($0.event.path) the guard found nobody signed in, and did not look for \(cookieName).",
                at: $0.sequence)
        }
    }

    /// The guard saw the token and did not sign in with it.
    private var unusedToken: Gap? {
        for (sequence, event) in routing where event.step == .next {
            for reason in [GuardReason.otherCookie, .tokenNotUsed] where event.reasons.contains(reason.code) {
                let read = routing.last { $0.sequence < sequence && $0.event.step == .read }
                return Gap(
                    reason,
                    "At \(event.path) the guard read \(read.map { "\($0.event.detail)" } ?? "the cookies"), and \(cookieName) was"
                        + " visible. \(reason.meaning)", at: sequence)
            }
        }
        return nil
    }

    /// The guard let the page pass without a look at the token.
    private var publicPage: Gap? {
        guard let passed = routing.first(where: { $0.event.reasons.contains(GuardReason.noAuthNeeded.code) }) else {
            return nil
        }
        if let unmatched = routing.first(where: { $0.event.reasons.contains(GuardReason.unmatchedRoute.code) }) {
            return Gap(
                GuardReason.unmatchedRoute, "No route of the web app matches \(unmatched.event.path).",
                fix: "Open a path that the web app has, or add a record for this one.", at: unmatched.sequence)
        }
        guard let redirect = redirects.last else {
            return Gap(
                GuardReason.noAuthNeeded,
                "\(passed.event.path) needs no user, so the guard never looked for \(cookieName).", at: passed.sequence)
        }
        return Gap(
            HandoffReason.redirectedAway,
            "\(redirect.from) redirected to \(redirect.location), which needs no user: the guard never looked for"
                + " \(cookieName).", at: redirect.sequence)
    }

    /// The page was asked for by a path that the router did not look at.
    private var pathOutsideHash: Gap? {
        guard let entered = routing.first(where: { $0.event.reasons.contains(GuardReason.pathOutsideHash.code) }),
            let request = pageRequests.first
        else { return nil }
        return Gap(
            GuardReason.pathOutsideHash,
            "The router is in hash mode and reads its route from behind the #: it did not look at the path of"
                + " \(request.event.url), and went to \(entered.event.path).", at: entered.sequence)
    }

    /// The page has a session, and the guard looked before it was restored.
    private var authNotReady: Gap? {
        guard let early = routing.first(where: { $0.event.reasons.contains(GuardReason.authNotReady.code) }),
            let uid = pageUser(before: early.sequence)
        else { return nil }
        return Gap(
            GuardReason.authNotReady,
            "The page still has the session of \(uid), and at \(early.event.path) the guard looked before it was read.",
            at: early.sequence)
    }

    /// The page had a session, and the service refused its user when the page loaded.
    private var endedSession: Gap? {
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
                    + " \(ReasonCatalogue.traced[code]?.meaning ?? "")",
                fix: ReasonCatalogue.traced[code]?.fix ?? "", at: refusal?.sequence ?? event.sequence)
        }
        return nil
    }

    private var unreadable: Gap? {
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
    private var guardDefect: Gap? {
        let defects: [GuardReason] = [
            .authNotReady, .neverCalledNext, .nextCalledTwice, .redirectLoop, .staleRedirect, .invalidGuard, .threw,
            .aborted, .cancelled,
        ]
        for (sequence, event) in routing {
            guard let defect = defects.first(where: { event.reasons.contains($0.code) }) else { continue }
            return Gap(defect, "At \(event.path): \(defect.meaning)", at: sequence)
        }
        return nil
    }

    // MARK: - Users

    /// Whose session the page had before an event; nil for nobody.
    private func pageUser(before sequence: Int) -> String? {
        let last = events.last { event in
            guard event.sequence < sequence, event.actor == .page, case .account(let account) = event.kind else {
                return false
            }
            return account.action == .signedIn || account.action == .signedOut
        }
        guard case .account(let account)? = last?.kind, account.action == .signedIn else { return nil }
        return account.uid
    }

    private var otherUser: Gap? {
        let signIn = events.last { event in
            guard event.actor == .page, case .account(let account) = event.kind else { return false }
            return account.action == .signedIn
        }
        guard let signIn, case .account(let account) = signIn.kind else { return nil }
        let user = account.uid ?? "somebody else"
        let wanted = nativeUserID.map { "the app's user is \($0)" } ?? "nobody is signed in to the app"
        guard let pageStart, signIn.sequence < pageStart else {
            let write = writes.last { $0.sequence < signIn.sequence && $0.event.isInStore && !$0.event.isNativeStorage }
            return Gap(
                HandoffReason.otherUser, "The token in \(cookieName) was for \(user); \(wanted).",
                fix: "Exchange an ID token of the app's user, and replace the \(cookieName) that the web view has.",
                at: write?.sequence ?? signIn.sequence)
        }
        let signOut = events.last { event in
            guard event.actor == .app, event.sequence > signIn.sequence, case .account(let account) = event.kind else {
                return false
            }
            return account.action == .signedOut
        }
        return Gap(
            HandoffReason.pageStillSignedIn,
            "The page still has the session of \(user), from before; \(wanted).",
            at: signOut?.sequence ?? signIn.sequence)
    }
}
