import BridgePrimitives
import BridgeTrace
import Cookies

// A page in a real engine: what its own scripts did is known by what could be seen of it from outside.
extension Journey {
    var isInEngine: Bool { ended != nil }

    /// The first look at the cookies that found the token's; where none did, the last one.
    var lookInEngine: (sequence: Int, event: CookieReadEvent)? {
        let looks = page.compactMap { event -> (sequence: Int, event: CookieReadEvent)? in
            guard event.actor == .page, case .cookieRead(let read) = event.kind else { return nil }
            return (event.sequence, read)
        }
        return looks.first { $0.event.visible.contains { $0.name == cookieName } } ?? looks.last
    }

    /// Why the page did not sign in with the token in the cookie, by what its scripts saw of it; nil for what only the
    /// ending says.
    ///
    /// - Parameter isEndless: the page loops, or waits: that it has not signed in yet is no mistake of its own.
    func gapAtLook(isEndless: Bool, endedAt ended: (sequence: Int, event: RoutingEvent)) -> Gap? {
        guard let look = lookInEngine else {
            if isEndless { return nil }
            return exception ?? missingScript ?? keptScript ?? ownFailedRequest
                ?? Gap(
                    GuardReason.cookieNotRead,
                    "The page at \(ended.event.path) came to rest, and none of its scripts looked at document.cookie."
                        + lastError, at: ended.sequence)
        }
        guard let seen = look.event.visible.first(where: { $0.name == cookieName }) else {
            // A page that goes from one address to the next is left in the middle of one of its documents.
            if isLooping, hasBeenWritten { return nil }
            return absence(from: .script)
        }
        if seen.value == MaskedText.noValue {
            return Gap(HandoffReason.emptyCookie, "The page found \(cookieName) without a value.", at: look.sequence)
        }
        if let exception, exception.isAfter(look.sequence) { return exception }
        if isEndless { return nil }
        // One that the page caught, and said nothing of.
        if let failed = ownFailedRequest, failed.isAfter(look.sequence) { return failed }
        if let printed = printedException(after: look.sequence) { return printed }
        return Gap(
            GuardReason.tokenNotUsed,
            "At \(look.event.url) a script read document.cookie, in which \(cookieName) was visible, and the page never"
                + " asked the auth service to sign in: it looks for another name, leaves what it finds, or waits longer than"
                + " web.patience says.\(lastError)",
            fix:
                "Look for \(cookieName) there, and await signInWithCustomToken with its value before the route is decided.",
            at: look.sequence)
    }

    /// The page goes from one address to the next without an end.
    private var isLooping: Bool { ended?.event.reasons.contains(PageReason.looping.code) ?? false }

    /// A user script has put the cookie into one of the page's documents.
    private var hasBeenWritten: Bool {
        page.contains { event in
            guard case .cookieWrite(let write) = event.kind else { return false }
            return write.source == .script && write.name == cookieName && write.outcome != .rejected
        }
    }

    /// The engine had no page to show, for a reason of its own or since the proxy got none.
    var notShown: Gap? {
        guard let ended, let own = ended.event.reasons.first(where: { PageEngineReason(rawValue: $0.rawValue) != nil })
        else { return nil }
        let code = ended.event.reasons.first { ProxyReason(rawValue: $0.rawValue) != nil } ?? own
        let text = ReasonCatalogue.all[code]
        let words = code == own ? " \(ended.event.detail)" : ""
        return Gap(
            code: code,
            "The page at \(ended.event.path) did not load.\(wayThere(before: ended.sequence)) \(text?.meaning ?? "")\(words)",
            fix: text?.fix ?? "", at: ended.sequence)
    }

    /// What the page asked for and its own policy kept back.
    var policy: Gap? {
        for event in page {
            guard case .policyViolation(let violation) = event.kind, violation.directive == "connect-src" else {
                continue
            }
            return Gap(
                PageReason.blockedByPolicy,
                "\(PageReason.blockedByPolicy.meaning) \(violation.directive) blocks \(violation.blocked).",
                at: event.sequence)
        }
        return nil
    }

    /// Whether somebody put the cookie, or tried to, where the page's scripts may see it.
    var isHandedOverInCookie: Bool {
        writes.contains { !$0.event.isNativeStorage && $0.event.source != .engine }
    }

    /// A server's session that the view refused, or did not send where it was looked for.
    var keptBack: Gap? {
        let refused = writes.lazy.compactMap { self.refusal(of: $0.event, at: $0.sequence) }.first
        if let refused { return refused }
        for (sequence, request) in pageRequests {
            for mention in request.withheld where mention.name == cookieName {
                guard let reason = mention.reasons.lazy.compactMap({ SendReason(rawValue: $0.rawValue) }).first else {
                    continue
                }
                return Gap(
                    reason,
                    "The web view has \(cookieName) for \(mention.domain)\(mention.path), and asked for \(request.url) without"
                        + " it. \(reason.meaning)", at: sequence)
            }
        }
        return nil
    }

    private var brokenUserScript: Gap? {
        // As above: what is not whole in one of many documents was whole in another.
        if isLooping, hasBeenWritten { return nil }
        for event in page {
            guard case .script(let script) = event.kind, let gap = failure(of: script, at: event.sequence) else {
                continue
            }
            return gap
        }
        return nil
    }

    /// The last error that the page itself printed, in a sentence; empty for none.
    private var lastError: String { lastPrinted.map { " Its console says: \($0.text)" } ?? "" }

    /// The last error that the page itself printed, cut where it is long.
    private var lastPrinted: (sequence: Int, text: Substring)? {
        for event in page.reversed() {
            guard case .message(let message) = event.kind, message.handler == "console.error" else { continue }
            return (event.sequence, message.body.text.prefix(200))
        }
        return nil
    }

    /// A mistake of a script's own, behind its look at the token, that the page caught and printed; a request that came
    /// to nothing is none.
    private func printedException(after look: Int) -> Gap? {
        guard let printed = lastPrinted, printed.sequence > look,
            Self.ownMistakes.contains(where: { printed.text.contains($0) }),
            !Self.failedFetches.contains(where: { printed.text.contains($0) })
        else { return nil }
        return Gap(
            PageReason.threw,
            "The page found \(cookieName), never asked the auth service to sign in, and printed an exception:"
                + " \(printed.text)",
            fix: "Mend what the exception names: what signs in comes behind it.", at: printed.sequence)
    }

    /// A mistake of a script's own that the page caught and printed, once it had signed in.
    var mistakeAfterSignIn: Gap? {
        guard let signIn = routing.first(where: { $0.event.step == .signIn })?.sequence else { return nil }
        for event in page where event.sequence > signIn {
            guard case .pageError(let error) = event.kind, error.origin == .printed,
                Self.ownMistakes.contains(where: { error.text.contains($0) }),
                !Self.failedFetches.contains(where: { error.text.contains($0) })
            else { continue }
            return Gap(
                PageReason.threw, "The page signed in, and then a script of it printed an exception: \(error.located)",
                at: event.sequence)
        }
        return nil
    }

    private static let ownMistakes = ["TypeError:", "ReferenceError:", "RangeError:", "SyntaxError:"]

    /// What nobody caught, the first time.
    var exception: Gap? {
        if let brokenUserScript { return brokenUserScript }
        for event in page {
            guard case .pageError(let error) = event.kind, error.origin != .printed else { continue }
            // As engines call a fetch that came to nothing, without saying which.
            if Self.failedFetches.contains(where: { error.text.contains($0) }), let failedRequest {
                return failedRequest
            }
            if Self.wantsOtherScript.contains(where: { error.text.contains($0) }), let missingScript {
                return missingScript
            }
            return Gap(PageReason.threw, "A script of the page threw: \(error.located)", at: event.sequence)
        }
        return nil
    }

    private static let failedFetches = ["Load failed", "Failed to fetch", "NetworkError"]

    /// How engines call what a script finds in place of another one: HTML, or nothing of what that one defines.
    private static let wantsOtherScript = ["Unexpected token '<'", "is not defined", "Can't find variable"]

    /// The page that the server answered with an error, with its status.
    var errorPage: Gap? {
        guard let last = pageAnswers.last, last.status >= 400 else { return nil }
        return Gap(
            PageReason.errorStatus,
            "The page's server answered \(last.url) with \(last.status), and that is what is shown."
                + ServerWords(journey: self).log(from: pageStart ?? 0),
            at: last.sequence)
    }

    /// What the ending says by itself: the first of its reasons that tells why.
    var gapAtEnding: Gap? {
        guard let ended else { return nil }
        let reasons = ended.event.reasons.compactMap { code -> (any Reason)? in
            PageReason(rawValue: code.rawValue) ?? PageWishReason(rawValue: code.rawValue)
        }
        let untelling = [PageReason.onSignInPage.code, PageReason.signedIn.code]
        let telling = reasons.first { !untelling.contains($0.code) } ?? reasons.first
        return telling.flatMap { gap(endingIn: $0) }
    }

    /// A page that loads itself again and again.
    private var reloading: Gap? {
        let last = pageRequests.suffix(4)
        guard last.count == 4, let page = last.last, Set(last.map(\.event.url)).count == 1, redirects.isEmpty else {
            return nil
        }
        let signsIn = routing.contains { $0.event.reasons.contains(GuardReason.tokenAccepted.code) }
        return Gap(
            PageReason.looping,
            "The page at \(page.event.url) loads itself again and again\(signsIn ? ", though it has signed in" : "").",
            fix:
                "Find what calls location.reload() or sets location, and compare what it writes before with what it reads"
                + " after.", at: page.sequence)
    }

    func gap(endingIn reason: some Reason) -> Gap? {
        guard let ended else { return nil }
        if reason.code == PageReason.looping.code, let reloading { return reloading }
        let detail = "\(ended.event.detail)"
        return Gap(
            reason, "The page ended at \(ended.event.path). \(reason.meaning)\(detail.isEmpty ? "" : " \(detail)")",
            at: ended.sequence)
    }
}

extension Gap {
    fileprivate func isAfter(_ other: Int) -> Bool { (sequence ?? .max) > other }
}
