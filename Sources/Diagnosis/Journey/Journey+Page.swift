import BridgePrimitives
import BridgeTrace
import Cookies

// The end of the way: what the page came to.
extension Journey {
    /// Why the handoff ended as it did; nil when the token arrived and the guard did right.
    func gap(before verdict: Verdict, expected: Verdict?) -> Gap? {
        switch verdict {
        case .signedIn: pathOutsideHash
        case .notOpened: Gap(HandoffReason.notOpened, "No page was opened.", at: events.last?.sequence)
        case .otherUser: otherUser
        case .signedOut, .failed, .hanging, .looping, .pageError:
            JourneyRow.first(of: self, Ending(verdict: verdict, expected: expected))
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
            guard case .cookieWrite(let write) = event.kind, write.outcome == .rejected,
                let refusal = refusal(of: write, at: event.sequence),
                told.insert("\(refusal.code) \(write.host) \(write.name)").inserted
            else { return nil }
            return refusal
        }
    }

    // MARK: - The load

    func failedLoad(in events: [TraceEvent]) -> Gap? {
        var lost: Int?
        for event in events {
            if case .response(let response) = event.kind, response.status == nil, event.actor == .webView {
                lost = lost ?? event.sequence
            }
            guard case .navigation(let navigation) = event.kind, navigation.phase == .didFail,
                !navigation.reasons.contains(NavigationReason.inFrame.code),
                let code = navigation.reasons.last,
                // What an engine left for another address did not fail: that one tells.
                !isInEngine || code != NavigationReason.superseded.code
            else { continue }
            if code == PageEngineReason.loadFailed.code,
                let gap = failureInEngine(of: navigation.url, at: event.sequence)
            {
                return gap
            }
            if [LoadReason.tooManyRedirects.code, NavigationReason.tooManyRedirects.code].contains(code) {
                return server.disagreement ?? loop(code, at: lost ?? event.sequence)
            }
            let text = ReasonCatalogue.all[code]
            return Gap(
                code: code,
                "The page at \(navigation.url) did not load.\(wayThere(before: event.sequence)) \(text?.meaning ?? "")",
                fix: text?.fix ?? "", at: lost ?? event.sequence)
        }
        return nil
    }

    /// Addresses that redirect to one another without an end.
    private func loop(_ code: ReasonCode, at sequence: Int) -> Gap {
        let froms = redirects.suffix(6).map { "\($0.from)" }.uniqued()
        let circle =
            froms.count > 1
            ? "\(froms.joined(separator: " and ")) redirect to each other"
            : "\(froms.first ?? "The page") redirects to itself"
        let text = ReasonCatalogue.all[code]
        // A server behind a proxy that terminates TLS is asked over http, and redirects to https for ever.
        let isToHTTPS = froms.count == 1 && redirects.last.map { $0.location.text.hasPrefix("https:") } == true
        let fix =
            isToHTTPS
            ? "Let the server see that the browser asked over https: behind a proxy that terminates TLS it must trust"
                + " X-Forwarded-Proto. Or remove the redirect." : text?.fix ?? ""
        return Gap(code: code, "The page did not load: \(circle). \(text?.meaning ?? "")", fix: fix, at: sequence)
    }

    var leftTheApp: Gap? {
        guard let left = routing.first(where: { $0.event.reasons.contains(HandoffReason.leftTheApp.code) }) else {
            return nil
        }
        // The first one that leads away: the next ones are those of another host.
        let away = redirects.first { redirect in
            let target = (try? CookieURL(redirect.from.text))?.resolving(redirect.location.text)
            return target.map { $0.host != appHost } ?? false
        }
        guard let redirect = away ?? redirects.last else {
            return Gap(
                HandoffReason.leftTheApp, "The page that came, \(left.event.path), is not one of \(appHost).",
                at: left.sequence)
        }
        return Gap(
            HandoffReason.leftTheApp,
            "\(redirect.from) redirected to \(redirect.location), which is not on \(appHost): its cookies do not go there, and the guard"
                + " never ran.",
            fix: "Answer \(redirect.from) with the page itself, or send the user back to \(appHost).",
            at: redirect.sequence)
    }

    var noRoutes: Gap? {
        routing.first { $0.event.reasons.contains(HandoffReason.noRoutes.code) }.map {
            Gap(
                HandoffReason.noRoutes, "The web app gave no route table, so its router never started.", at: $0.sequence
            )
        }
    }

    // MARK: - Users

    /// Whose session the page had before an event; nil for nobody.
    func pageUser(before sequence: Int) -> String? {
        let last = events.last { event in
            guard event.sequence < sequence, event.actor == .page, case .account(let account) = event.kind else {
                return false
            }
            return account.action == .signedIn || account.action == .signedOut
        }
        guard case .account(let account)? = last?.kind, account.action == .signedIn else { return nil }
        return account.uid
    }

    /// The backend's answer that has a token for a user of whom nothing was heard until then: the app had no ID token of
    /// theirs to trade.
    private func mintedForStranger(_ uid: String?) -> Gap? {
        guard let uid, let user = nativeUserID else { return nil }
        func isOfStranger(_ event: TraceEvent) -> Bool {
            switch event.kind {
            case .token(let token): token.uid == uid
            case .account(let account): account.uid == uid
            default: false
            }
        }
        guard let first = events.first(where: isOfStranger), case .token(let token) = first.kind,
            token.action == .issued, token.form == .customToken, first.actor == .backend
        else { return nil }
        return Gap(
            HandoffReason.otherUser,
            "The backend answered an ID token of the app's user, \(user), with a custom token for \(uid).",
            fix: "Mint the custom token for the uid of the ID token that was verified.", at: first.sequence)
    }

    /// The exchange that was answered with a token for the user of before, since the app's own storage still had a cookie of
    /// theirs and sent it along.
    private func answeredForOldCookie(_ uid: String?) -> Gap? {
        guard let uid, let user = nativeUserID, uid != user else { return nil }
        var exchange: (sequence: Int, event: RequestEvent)?
        var origins: [String: (hop: Int, value: MaskedText)] = [:]
        var users: [Int: String] = [:]
        for event in events {
            switch event.kind {
            case .request(let request) where event.actor == .app: exchange = (event.sequence, request)
            case .cookieWrite(let write) where write.isNativeStorage && write.isInStore && write.name != cookieName:
                if let hop = write.hop, hop != exchange?.event.hop || origins[write.name] == nil {
                    origins[write.name] = (hop, write.value)
                }
            case .token(let token) where event.mintsCustomToken:
                guard let exchange else { continue }
                let carried = exchange.event.sent.first { cookie in
                    origins[cookie.name].map { $0.value == cookie.value && users[$0.hop] == uid } ?? false
                }
                if let carried, token.uid == uid, event.sequence >= beginning {
                    let name = CookieLabel.text(carried.name)
                    return Gap(
                        HandoffReason.oldCookieWon,
                        "The app sent its own cookie \(name), which its HTTPCookieStorage had from \(uid)'s exchange, with"
                            + " the ID token of \(user): the backend answered for the cookie, with a custom token for \(uid).",
                        fix:
                            "Delete \(name) from HTTPCookieStorage when the user signs out, and let the backend go by the ID"
                            + " token alone.", at: exchange.sequence)
                }
                users[exchange.event.hop] = token.uid
            default: continue
            }
        }
        return nil
    }

    /// The exchange that was answered with the same token as an earlier one, which was for another user.
    private func answeredFromCache(_ uid: String?) -> Gap? {
        guard let user = nativeUserID else { return nil }
        let answers = events.filter(\.mintsCustomToken)
        guard let last = answers.last(where: { $0.sequence >= beginning }), case .token(let token) = last.kind,
            token.uid == uid,
            answers.contains(where: { answer in
                guard answer.sequence < beginning, case .token(let earlier) = answer.kind else { return false }
                return earlier.token == token.token
            })
        else { return nil }
        return Gap(
            HandoffReason.otherUser,
            "The backend answered an ID token of \(user) with the very token that it had answered before, for"
                + " \(uid ?? "another user").",
            fix:
                "Find the cache that keeps the answer, in the backend or in front of it: answer with Cache-Control: no-store.",
            at: last.sequence)
    }

    private var otherUser: Gap? {
        let signIn = events.last { event in
            guard event.actor == .page, case .account(let account) = event.kind else { return false }
            return account.action == .signedIn
        }
        guard let signIn, case .account(let account) = signIn.kind else { return nil }
        let user = account.uid ?? "another user"
        let wanted = nativeUserID.map { "the app's user is \($0)" } ?? "no user is signed in to the app"
        guard let pageStart, signIn.sequence < pageStart else {
            if let carried = answeredForOldCookie(account.uid) { return carried }
            if let cached = answeredFromCache(account.uid) { return cached }
            if let minted = mintedForStranger(account.uid) { return minted }
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
