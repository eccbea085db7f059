import BridgePrimitives
import BridgeTrace
import Cookies
import Reasons

/// The journey of a server's session: which answer was to set it, what became of it, and why the server that answers the
/// page's requests decided against the user.
///
/// It begins at the server's refusals that no later answer took back. Each cookie that may be the session is followed to
/// the first of them, and the one that came furthest tells the cause.
///
/// - Complexity: O(n) in events for each cookie that may be the session.
struct ServerJourney {
    unowned let journey: Journey
    let exchanges: [ServerExchange]
    let refusals: [ServerExchange]
    let candidates: [SessionCandidate]
    private let names: SessionNames
    /// The numbers of the requests, in order.
    private let starts: [Int]

    init(_ journey: Journey) {
        self.journey = journey
        exchanges = ServerExchange.all(in: journey.events)
        starts = exchanges.map(\.sequence).sorted()
        refusals = Self.refusals(among: exchanges, in: journey)
        names = SessionNames(cookieName: journey.cookieName, customTokens: journey.customTokens)
        candidates = SessionCandidate.all(in: journey, exchanges, refusals: refusals, names)
    }

    /// Where the session's way broke; nil where no server refused anything, or no answer tells of a session.
    var gap: Gap? {
        if let said { return said }
        if let signInRefused { return signInRefused }
        guard !refusals.isEmpty else { return nil }
        let breaks = candidates.compactMap { candidate in
            self.break(of: candidate).map { (candidate.weight, $0.station, $0.gap) }
        }
        let furthest = breaks.max { a, b in
            (a.0, a.1.rawValue, -(a.2.sequence ?? .max)) < (b.0, b.1.rawValue, -(b.2.sequence ?? .max))
        }
        return furthest?.2
    }

    /// The request that was to begin the session, and that a server answered with an error or by leading to its sign-in page:
    /// what is asked for after that has no session to be known by. Nil if one went well.
    private var signInRefused: Gap? {
        let attempts = exchanges.filter(\.asksForSession)
        let end = refusals.last?.answered ?? .max
        guard let attempt = attempts.last(where: { $0.sequence < end || $0.status >= 400 }), isRefused(attempt),
            attempts.allSatisfy(isRefused)
        else { return nil }
        let answered = "\(attempt.name) was answered with \(attempt.answer)"
        let next = request(after: attempt.answered)
        let words = ServerWords(journey: journey)
        if let known = words.gap(
            because: answered, from: attempt.sequence, through: next, to: attempt.request)
        {
            return known
        }
        let said = attempt.response.said.map { " It says: \($0)" } ?? ""
        if attempt.carries(oneOf: journey.customTokens) {
            return Gap(
                TokenReason.isCustomToken,
                "\(answered): its Authorization header has the custom token, and servers verify ID tokens.\(said)",
                at: attempt.sequence)
        }
        if attempt.leavesCookiesOut(beside: exchanges) {
            return Gap(
                SendReason.credentialsOmitted,
                "The page asked for \(attempt.name) without credentials, so that its cookies did not go along, and was"
                    + " answered with \(attempt.answer).\(said)", fix: Self.fixOfCredentials, at: attempt.sequence)
        }
        if attempt.status == 419 {
            return Gap(
                ExchangeReason.formProtection, "\(answered), which is a CSRF check's.\(said)", at: attempt.answered)
        }
        let log = words.log(from: attempt.sequence, through: next)
        return Gap(
            SessionReason.signInRefused,
            "\(answered)\(attempt.proof): the server began no session.\(said)\(log)", at: attempt.answered)
    }

    /// The number of the next request; `Int.max` after the last one.
    ///
    /// - Complexity: O(log n).
    private func request(after sequence: Int) -> Int {
        let place = starts.partitioningIndex { $0 > sequence }
        return place < starts.count ? starts[place] : .max
    }

    func log(of exchange: ServerExchange) -> String {
        return ServerWords(journey: journey).log(from: exchange.sequence, through: request(after: exchange.answered))
    }

    /// Whether the answer is an error, or leads to the sign-in page.
    private func isRefused(_ attempt: ServerExchange) -> Bool {
        guard attempt.status < 400 else { return true }
        return attempt.isRedirect
            && attempt.target.map { $0.isNamedForSignIn || journey.signInPaths.contains($0.path) } ?? false
    }

    static let fixOfCredentials =
        "Send that request with credentials: 'same-origin' or 'include' (withCredentials in XMLHttpRequest and axios)."

    /// Two pages that redirect to each other, as they decide differently about the same session.
    var disagreement: Gap? { gap.flatMap { $0.code == SessionReason.pagesDisagree.code ? $0 : nil } }

    /// What a server said of a credential that it was sent, in words that are known: a cookie, or a header.
    private var said: Gap? {
        for refusal in refusals where refusal.request.hasCredential {
            let next = request(after: refusal.answered)
            let what = "\(refusal.name) was answered with \(refusal.answer)"
            let words = ServerWords(journey: journey).gap(
                because: what, from: refusal.sequence, through: next, to: refusal.request)
            if let words { return words }
        }
        return nil
    }

    /// Which answer should have set a session; nil where a server refused nothing.
    var unset: Gap? {
        guard let refusal = refusals.last else { return nil }
        // The app has put a session into the store since, and no server has refused that.
        let isHandedOver = candidates.contains { candidate in
            candidate.writes.contains {
                $0.event.source == .native && $0.event.isInStore && $0.sequence > refusal.answered
            }
        }
        if isHandedOver { return nil }
        let attempts = exchanges.filter(\.asksForSession)
        let asked = attempts.last { exchange in
            exchange.answered < refusal.sequence && (200..<300).contains(exchange.status)
                && setsNoSession(exchange)
        }
        if let asked {
            return Gap(
                SessionReason.notSet,
                "\(asked.name) was answered with \(asked.status) and set no session cookie: \(refusal.name) was asked without a"
                    + " session, and answered with \(refusal.answer).", at: asked.answered)
        }
        // The page asked, and why that came to nothing is not known here.
        guard attempts.isEmpty else { return nil }
        let visitor = candidates.max { $0.weight < $1.weight }.flatMap { candidate in
            refusal.sent(candidate.name).map { _ in CookieLabel.text(candidate.name) }
        }
        let signIn = journey.pageUser(before: refusal.answered) ?? journey.pageUser(before: .max)
        let known = signIn == nil ? "" : " The page is signed in to Firebase, and the server does not know it."
        if let visitor {
            return Gap(
                SessionReason.neverAsked,
                "\(refusal.name) was asked with \(visitor), which the server sets for everybody, and answered with"
                    + " \(refusal.answer): no request had asked the server to sign in.\(known)", at: refusal.answered)
        }
        return Gap(
            SessionReason.neverAsked,
            "\(refusal.name) was asked without a session, and answered with \(refusal.answer): no answer had set a cookie,"
                + " and the page asked no server for one.\(known)", at: refusal.answered)
    }

    /// Whether an answer sets nothing that may be a session: no cookie at all, or the end of one, or what guards forms.
    private func setsNoSession(_ exchange: ServerExchange) -> Bool {
        let writes = journey.events.compactMap { event -> CookieWriteEvent? in
            guard case .cookieWrite(let write) = event.kind, write.hop == exchange.request.hop else { return nil }
            return write
        }
        guard !writes.isEmpty else { return exchange.response.setCookieNames.isEmpty }
        return writes.allSatisfy { $0.value == MaskedText.noValue || names.weight(of: $0, isAskedFor: false) == 0 }
    }

    // MARK: - Refusals

    /// The answers by which a server decided against the user, without those that it took back: a later answer for the same
    /// address was a page.
    private static func refusals(among exchanges: [ServerExchange], in journey: Journey) -> [ServerExchange] {
        let signInPaths = journey.signInPaths
        var lastWelcome: [String: Int] = [:]
        for exchange in exchanges where (200..<300).contains(exchange.status) {
            lastWelcome[exchange.url.string] = exchange.answered
        }
        return exchanges.filter { exchange in
            guard exchange.answered > lastWelcome[exchange.url.string] ?? -1 else { return false }
            if [401, 403, 419, 440].contains(exchange.status) { return true }
            guard exchange.isRedirect, exchange.request.method == "GET",
                let target = exchange.target
            else { return false }
            return target.path != exchange.url.path
                && (signInPaths.contains(target.path) || target.isNamedForSignIn)
        }
    }
}

extension Journey {
    /// The paths of the pages to which a server sends a user whom it does not know.
    fileprivate var signInPaths: Set<String> {
        Set(
            routing.lazy.filter { _, event in
                event.step == .signIn || event.reasons.contains(PageReason.onSignInPage.code)
            }.map { _, event in
                String(
                    (try? CookieURL(event.path.text))?.path ?? String(event.path.text.prefix { $0 != "?" && $0 != "#" })
                )
            })
    }
}
