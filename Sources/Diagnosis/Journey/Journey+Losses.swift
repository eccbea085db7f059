import BridgePrimitives
import BridgeTrace
import Cookies

// What was there, and was taken away before the page was opened.
extension Journey {
    /// - Returns: what took the session away, where nothing has taken its place; and the last event by which the cookie
    ///   left the store, since what was written before it counts no more.
    func loss(from place: CookiePlace, before limit: Int) -> (gap: Gap?, last: Int?) {
        var held = Held()
        for event in events where event.sequence >= beginning && event.sequence < limit {
            let sequence = event.sequence
            switch event.kind {
            case .cookieWrite(let write) where write.name == cookieName && !write.isNativeStorage:
                guard write.store == pageStore ?? write.store else { continue }
                if write.isInStore {
                    held.put(cookie: write)
                } else if write.outcome == .deleted, let cookie = held.cookie {
                    held.lose(cookie: deletion(of: cookie, by: write, at: sequence, held, place), at: sequence)
                }
            // The page signs in as the service accepts the token, and says so later.
            case .account(let account)
            where event.actor == .auth && account.action == .signedIn && account.provider == "custom":
                held.put(session: account.uid)
            case .account(let account) where event.actor == .page:
                switch account.action {
                case .signedIn: held.put(session: account.uid)
                case .signedOut where held.hasSession:
                    let rest =
                        held.isSpent
                        ? "the page had deleted \(cookieName) already" : "no \(cookieName) was left to begin a new one"
                    let user = account.uid.map { " of \($0)" } ?? ""
                    held.lose(
                        session: Gap(
                            HandoffReason.dataRemoved,
                            "The page's session\(user) was removed with the web view's data, and \(rest).", at: sequence
                        ))
                case .signedOut, .created, .found, .updated, .deleted, .refused, .lenient, .carried: continue
                }
            case .token where event.mintsCustomToken: held.hasToken = true
            case .device(let device):
                guard let happened = device.action.removal, held.hasAnything else { continue }
                let gap = Gap(
                    HandoffReason.dataRemoved, "\(happened), and what it had of the session went with it.", at: sequence
                )
                held.lose(all: gap, at: sequence)
            default: continue
            }
        }
        return (held.loss(for: place), held.lastCookieLoss)
    }

    private func deletion(
        of cookie: CookieWriteEvent, by write: CookieWriteEvent, at sequence: Int, _ held: Held, _ place: CookiePlace
    ) -> Gap? {
        if let reason = write.reasons.lazy.compactMap({ SendReason(rawValue: $0.rawValue) }).first {
            return Gap(reason, "The web view lost \(cookieName). \(reason.meaning)", at: sequence)
        }
        let writer = write.source == .native ? "The app" : write.source.rawValue
        if write.source == .script, held.hasSession {
            return Gap(
                GuardReason.cookieDeleted, "\(writer) deleted \(cookieName) once the page had signed in.",
                fix: "Look for the cookie before the page has signed in, or let the guard keep it.", at: sequence)
        }
        let limit =
            switch place {
            case .script: " before the guard read it"
            case .request: " before the page was asked for"
            case .store: ""
            }
        let next = place == .script ? nextObstacle(in: cookie) : nil
        return Gap(
            HandoffReason.cookieDeleted, "\(writer) deleted \(cookieName)\(limit).\(next?.message ?? "")",
            fix: place == .script
                ? HandoffReason.cookieDeleted.fix + (next?.fix ?? "")
                : "Put the cookie in again, or leave it, until the page is asked for.", at: sequence)
    }

    /// What the guard would run into if the cookie that was there last were there still.
    func nextObstacle(before sequence: Int) -> (message: String, fix: String)? {
        writes.last { $0.sequence < sequence && $0.event.isInStore && !$0.event.isNativeStorage }
            .flatMap { nextObstacle(in: $0.event) }
    }

    private func nextObstacle(in cookie: CookieWriteEvent) -> (message: String, fix: String)? {
        guard cookie.attributeNames.contains("httponly") else { return nil }
        return (
            " It had HttpOnly too, so the guard's script could not have seen it.", " Leave HttpOnly out of the copy."
        )
    }

    /// The keychain kept the app from the group that it was to find its user in.
    private var refusedAccessGroup: Gap? {
        for event in events {
            guard case .keychain(let asked) = event.kind,
                asked.reasons.contains(KeychainReason.missingEntitlement.code)
            else { continue }
            let group = asked.accessGroup.map { "the access group \($0)" } ?? "an access group"
            return Gap(
                KeychainReason.missingEntitlement,
                "Nobody is signed in to the app: it asked the keychain for a user in \(group), which its entitlements do"
                    + " not have.",
                fix:
                    "Name the group as both apps' keychain-access-groups have it, with the team's prefix: TEAMID.group.",
                at: event.sequence)
        }
        return nil
    }

    /// The app had a user, and has none now.
    var signedOut: Gap? {
        let signIn = events.last { $0.actor == .app && $0.account?.action == .signedIn }
        guard let signIn, let uid = signIn.account?.uid else { return nil }
        let fix = "Sign in again, then exchange the ID token and hand the token over."
        for event in events where event.sequence > signIn.sequence {
            if event.actor == .app, event.account?.action == .signedOut {
                return Gap(
                    HandoffReason.notSignedIn, "\(uid) was signed out of the app, and nobody has signed in since.",
                    fix: fix, at: event.sequence)
            }
            if case .device(let device) = event.kind, let happened = device.action.removal {
                return Gap(
                    HandoffReason.notSignedIn,
                    "\(happened): \(uid) is not signed in to the app any more, and nobody else is.", fix: fix,
                    at: event.sequence)
            }
        }
        if let refusedAccessGroup { return refusedAccessGroup }
        return Gap(
            HandoffReason.notSignedIn, "Nobody is signed in to the app when the page is opened; before, \(uid) was.",
            fix: fix, at: pageRequests.first?.sequence ?? events.last?.sequence)
    }
}

/// What the web view has of the session, and what took the rest of it.
private struct Held {
    private(set) var cookie: CookieWriteEvent?
    private(set) var hasSession = false
    /// The app has a custom token.
    var hasToken = false
    /// The page deleted the cookie when it had served.
    private(set) var isSpent = false
    private(set) var lastCookieLoss: Int?
    private var cookieLoss: Gap?
    private var sessionLoss: Gap?

    var hasAnything: Bool { cookie != nil || hasSession || hasToken }

    mutating func put(cookie: CookieWriteEvent) {
        self.cookie = cookie
        (isSpent, cookieLoss, sessionLoss) = (false, nil, nil)
    }

    mutating func put(session uid: String?) { (hasSession, sessionLoss) = (true, nil) }

    mutating func lose(cookie gap: Gap?, at sequence: Int) {
        isSpent = gap?.code == GuardReason.cookieDeleted.code
        (cookie, cookieLoss, lastCookieLoss) = (nil, gap, sequence)
    }

    mutating func lose(session gap: Gap) { (hasSession, sessionLoss) = (false, gap) }

    /// What is lost already has its cause.
    mutating func lose(all gap: Gap, at sequence: Int) {
        if cookie != nil || cookieLoss == nil { cookieLoss = gap }
        if hasSession || hasToken, sessionLoss == nil { sessionLoss = gap }
        (cookie, hasSession, hasToken, isSpent, lastCookieLoss) = (nil, false, false, false, sequence)
    }

    /// A session needs no cookie any more: where it was there, its end is what counts. What takes a site's cookies may
    /// take the session with them.
    func loss(for place: CookiePlace) -> Gap? {
        let takenTogether = [SendReason.deletedByInactivity.code, SendReason.clearedBySite.code]
        guard place == .script, let sessionLoss, !takenTogether.contains(where: { $0 == cookieLoss?.code }) else {
            return cookieLoss
        }
        return sessionLoss
    }
}

extension DeviceEvent.Action {
    /// What happened to the app's data, for what takes all of it.
    fileprivate var removal: String? {
        switch self {
        case .uninstall: "The app was removed"
        case .erase: "The phone was erased"
        case .restore: "The phone was set back to its backup"
        case .install, .update, .transfer, .launch, .open, .foreground, .background, .end, .lock, .unlock, .passcode,
            .reboot, .updateSystem:
            nil
        }
    }
}

extension TraceEvent {
    fileprivate var account: AccountEvent? {
        guard case .account(let account) = kind else { return nil }
        return account
    }

    var mintsCustomToken: Bool {
        guard actor == .backend, case .token(let token) = kind else { return false }
        return token.action == .issued && token.form.isAnswer
    }
}
