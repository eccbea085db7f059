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
    let journey: Journey
    private let exchanges: [Exchange]
    private let refusals: [Exchange]

    /// A request of the page, or for it, with its answer.
    struct Exchange {
        let sequence: Int
        let actor: TraceActor
        let request: RequestEvent
        let url: PlainURL
        let answered: Int
        let response: ResponseEvent

        var status: Int { response.status ?? 0 }
        var isRedirect: Bool { (300..<400).contains(status) && response.location != nil }
        /// `POST /api/login`
        var name: String { "\(request.method) \(url.path)" }

        func sent(_ name: String) -> CookieMention? { request.sent.first { $0.name == name } }
    }

    init(_ journey: Journey) {
        self.journey = journey
        exchanges = Self.exchanges(in: journey.events)
        refusals = Self.refusals(among: exchanges, in: journey)
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
        let next = exchanges.first { $0.sequence > attempt.answered }?.sequence
        let words = ServerWords(journey: journey)
        if let known = words.gap(
            because: answered, from: attempt.sequence, through: next ?? .max, to: attempt.request)
        {
            return known
        }
        let said = attempt.response.said.map { " It says: \($0)" } ?? ""
        if attempt.leavesCookiesOut(beside: exchanges) {
            return Gap(
                SendReason.credentialsOmitted,
                "The page asked for \(attempt.name) without credentials, so that none of its cookies went along, and was"
                    + " answered with \(attempt.answer).\(said)", fix: Self.fixOfCredentials, at: attempt.sequence)
        }
        if attempt.status == 419 {
            return Gap(
                ExchangeReason.formProtection, "\(answered), which is a CSRF check's.\(said)", at: attempt.answered)
        }
        let log = words.log(from: attempt.sequence, through: next ?? .max)
        return Gap(
            SessionReason.signInRefused,
            "\(answered)\(attempt.proof): the server began no session.\(said)\(log)", at: attempt.answered)
    }

    private func log(of exchange: Exchange) -> String {
        let next = exchanges.first { $0.sequence > exchange.answered }?.sequence
        return ServerWords(journey: journey).log(from: exchange.sequence, through: next ?? .max)
    }

    /// Whether the answer is an error, or leads to the sign-in page.
    private func isRefused(_ attempt: Exchange) -> Bool {
        guard attempt.status < 400 else { return true }
        let target = attempt.response.location.flatMap { attempt.url.resolving($0.text) }
        return attempt.isRedirect
            && target.map { $0.isNamedForSignIn || journey.signInPaths.contains($0.path) } ?? false
    }

    private static let fixOfCredentials =
        "Send that request with credentials: 'same-origin' or 'include' (withCredentials in XMLHttpRequest and axios)."

    /// Two pages that redirect to each other, as they decide differently about the same session.
    var disagreement: Gap? { gap.flatMap { $0.code == SessionReason.pagesDisagree.code ? $0 : nil } }

    /// What a server said of a credential that it was sent, in words that are known: a cookie, or a header.
    private var said: Gap? {
        for refusal in refusals where refusal.request.hasCredential {
            let next = exchanges.first { $0.sequence > refusal.answered }?.sequence
            let what = "\(refusal.name) was answered with \(refusal.answer)"
            let words = ServerWords(journey: journey).gap(
                because: what, from: refusal.sequence, through: next ?? .max, to: refusal.request)
            if let words { return words }
        }
        return nil
    }

    /// Which answer should have set a session; nil where a server refused nothing.
    var unset: Gap? {
        guard let refusal = refusals.last else { return nil }
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
        // Somebody asked, and why that came to nothing is not known here.
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
    private func setsNoSession(_ exchange: Exchange) -> Bool {
        let writes = journey.events.compactMap { event -> CookieWriteEvent? in
            guard case .cookieWrite(let write) = event.kind, write.hop == exchange.request.hop else { return nil }
            return write
        }
        guard !writes.isEmpty else { return exchange.response.setCookieNames.isEmpty }
        return writes.allSatisfy { $0.value == MaskedText.noValue || weight(of: $0, isAskedFor: false) == 0 }
    }

    // MARK: - Refusals

    private static func exchanges(in events: [TraceEvent]) -> [Exchange] {
        var open: [Int: (Int, TraceActor, RequestEvent, PlainURL)] = [:]
        var all: [Exchange] = []
        for event in events {
            switch event.kind {
            case .request(let request) where event.actor == .webView || event.actor == .page:
                guard request.method != "OPTIONS", let url = PlainURL(request.url.text), !url.isAuthService else {
                    continue
                }
                open[request.hop] = (event.sequence, event.actor, request, url)
            case .response(let response) where response.status != nil:
                guard let (sequence, actor, request, url) = open.removeValue(forKey: response.hop) else { continue }
                all.append(
                    Exchange(
                        sequence: sequence, actor: actor, request: request, url: url, answered: event.sequence,
                        response: response))
            default: continue
            }
        }
        return all
    }

    /// The answers by which a server decided against the user, without those that it took back: a later answer for the same
    /// address was a page.
    private static func refusals(among exchanges: [Exchange], in journey: Journey) -> [Exchange] {
        let signInPaths = journey.signInPaths
        var lastWelcome: [String: Int] = [:]
        for exchange in exchanges where (200..<300).contains(exchange.status) {
            lastWelcome[exchange.url.text] = exchange.answered
        }
        return exchanges.filter { exchange in
            guard exchange.answered > lastWelcome[exchange.url.text] ?? -1 else { return false }
            if [401, 403, 419, 440].contains(exchange.status) { return true }
            guard exchange.isRedirect, exchange.request.method == "GET",
                let target = exchange.response.location.flatMap({ exchange.url.resolving($0.text) })
            else { return false }
            return target.path != exchange.url.path
                && (signInPaths.contains(target.path) || target.isNamedForSignIn)
        }
    }

    // MARK: - Candidates

    /// A cookie that may be the session.
    private struct Candidate {
        let name: String
        /// How likely it is the session; what weighs less than another is not asked about.
        let weight: Int
        var writes: [(sequence: Int, event: CookieWriteEvent)] = []
        /// An answer that set it, and of which no store got it.
        var lostAnswer: Exchange?
    }

    private var candidates: [Candidate] {
        let hosts = Set(refusals.map(\.url.host))
        let posts = Dictionary(exchanges.map { ($0.request.hop, $0.asksForSession) }) { first, _ in first }
        var all: [String: Candidate] = [:]
        for event in journey.events where event.sequence >= journey.beginning {
            switch event.kind {
            case .cookieWrite(let write) where hosts.contains { CopyForOtherHost.covers(write.host, $0) }:
                // A page of its own trades the custom token; a server has no use for it.
                guard !journey.isCustomToken(write.value) else { continue }
                // The end of a cookie that is none of the candidates.
                if write.value == MaskedText.noValue, all[write.name] == nil { continue }
                let weight = weight(of: write, isAskedFor: write.hop.flatMap { posts[$0] } ?? false)
                guard weight > 0 else { continue }
                let known = all[write.name]
                all[write.name] = Candidate(
                    name: write.name, weight: max(weight, known?.weight ?? 0),
                    writes: (known?.writes ?? []) + [(event.sequence, write)])
            case .request(let request):
                // One that was there before, or that the app wrote into a header, has no write in the trace.
                for cookie in request.sent where all[cookie.name] == nil {
                    let weight = cookie.writer == .app ? 2 : weight(of: cookie)
                    guard weight > 0 else { continue }
                    all[cookie.name] = Candidate(
                        name: cookie.name, weight: cookie.name == journey.cookieName ? 5 : weight)
                }
            default: continue
            }
        }
        for exchange in exchanges where exchange.omitsCredentials {
            for name in exchange.response.setCookieNames where all[name]?.writes.isEmpty != false {
                let weight = name == journey.cookieName ? 5 : Self.isNamedForSession(name) ? 4 : 3
                all[name] = Candidate(name: name, weight: weight, lostAnswer: exchange)
            }
        }
        return all.values.sorted { $0.name < $1.name }
    }

    private func weight(of write: CookieWriteEvent, isAskedFor: Bool) -> Int {
        if write.name == journey.cookieName { return 5 }
        let isNamed = Self.isNamedForSession(write.name)
        if write.name.lowercased().contains("csrf") || write.name.lowercased().contains("xsrf") { return 0 }
        if isAskedFor { return isNamed ? 4 : 3 }
        return isNamed ? 2 : write.attributeNames.contains("httponly") ? 1 : 0
    }

    private func weight(of cookie: CookieMention) -> Int {
        guard !journey.isCustomToken(cookie.value) else { return 0 }
        return cookie.name == journey.cookieName ? 5 : Self.isNamedForSession(cookie.name) ? 2 : 0
    }

    private static func isNamedForSession(_ name: String) -> Bool {
        let name = name.lowercased()
        return !name.contains("csrf") && !name.contains("xsrf") && sessionWords.contains { name.contains($0) }
    }

    /// Parts of the names that web frameworks give their sessions.
    private static let sessionWords = ["sess", "sid", "auth", "token", "jwt", "login", "user", "remember"]

    // MARK: - Where one breaks

    private func `break`(of candidate: Candidate) -> (station: Station, gap: Gap)? {
        let name = CookieLabel.text(candidate.name)
        let first = candidate.writes.first?.sequence ?? -1
        guard let refusal = refusals.first(where: { $0.sequence > first }) else { return nil }
        if let sent = refusal.sent(candidate.name) {
            return isVisitors(candidate, before: refusal) ? nil : refused(candidate, sent, at: refusal)
        }
        let withheld = refusal.request.withheld.filter { $0.name == candidate.name }
        for mention in withheld {
            let reason = mention.reasons.lazy.compactMap { SendReason(rawValue: $0.rawValue) }.first {
                $0 != .otherStore && $0 != .setAfterRequest
            }
            guard let reason else { continue }
            let origin = candidate.writes.last { $0.event.isInStore && $0.sequence < refusal.sequence }
            return (
                .presented,
                Gap(
                    reason,
                    "\(reason.isLoss ? "The web view had" : "The web view's store has") \(name) for"
                        + " \(mention.domain)\(mention.path)\(setter(origin)), and \(refusal.name) was asked without it and"
                        + " answered with \(refusal.answer). \(reason.meaning)",
                    at: refusal.sequence)
            )
        }
        let before = candidate.writes.filter { $0.sequence < refusal.sequence && !$0.event.isNativeStorage }
        let answer =
            candidate.lostAnswer
            ?? before.last?.event.hop.flatMap { hop in
                exchanges.first { $0.request.hop == hop && $0.omitsCredentials }
            }
        if let answer, answer.sequence < refusal.sequence { return notReceived(name, answer, at: refusal) }
        guard let last = before.last else { return inHeaderOnly(candidate, at: refusal) }
        if last.event.isInStore, refusal.leavesCookiesOut(beside: exchanges) {
            return (
                .presented,
                Gap(
                    SendReason.credentialsOmitted,
                    "The page asked for \(refusal.name) without credentials, so that \(name) did not go along, and was"
                        + " answered with \(refusal.answer).", fix: Self.fixOfCredentials, at: refusal.sequence)
            )
        }
        return notKept(candidate, last, before, at: refusal).map { (.kept, $0) }
    }

    /// Whether the server has set the cookie for somebody whom it did not know yet, and no request has asked it to sign in
    /// since.
    private func isVisitors(_ candidate: Candidate, before refusal: Exchange) -> Bool {
        guard let first = candidate.writes.first, first.event.source == .response, let hop = first.event.hop,
            exchanges.contains(where: { $0.request.hop == hop && !$0.asksForSession && !$0.isRedirect })
        else { return false }
        return !exchanges.contains { $0.asksForSession && $0.sequence < refusal.sequence && $0.status < 400 }
    }

    private func notReceived(_ name: String, _ answer: Exchange, at refusal: Exchange) -> (station: Station, gap: Gap) {
        (
            .received,
            Gap(
                SendReason.credentialsOmitted,
                "The page asked for \(answer.name) at \(answer.url.origin), which is not its own origin, without credentials: the"
                    + " engine does not keep \(name) of that answer, and \(refusal.name) was answered with"
                    + " \(refusal.answer).",
                fix:
                    "Send that request with credentials: 'include' (withCredentials in XMLHttpRequest and axios), and let"
                    + " the server answer with Access-Control-Allow-Credentials: true and the page's own origin.",
                at: answer.sequence)
        )
    }

    private func refused(
        _ candidate: Candidate, _ sent: CookieMention, at refusal: Exchange
    ) -> (station: Station, gap: Gap)? {
        let name = CookieLabel.text(candidate.name)
        if sent.value == MaskedText.noValue {
            return (
                .kept,
                Gap(
                    HandoffReason.emptyCookie, "\(refusal.name) was asked with \(name) without a value.",
                    at: refusal.sequence)
            )
        }
        let welcome = exchanges.first { other in
            guard other.isRedirect, other.sent(candidate.name)?.value == sent.value,
                let here = refusal.response.location.flatMap({ refusal.url.resolving($0.text) }),
                let there = other.response.location.flatMap({ other.url.resolving($0.text) })
            else { return false }
            return other.url.path == here.path && there.path == refusal.url.path
        }
        if let welcome {
            return (
                .held,
                Gap(
                    SessionReason.pagesDisagree,
                    "\(welcome.name) and \(refusal.name) were both sent \(name), and do not agree about it: the first one"
                        + " redirects to \(refusal.url.path), and that one back to \(welcome.url.path).",
                    at: refusal.answered)
            )
        }
        return (
            .accepted,
            Gap(
                PageReason.sessionRefused,
                "\(refusal.name) was asked with \(name)\(setter(candidate.writes.last { $0.event.value == sent.value })),"
                    + " and answered with \(refusal.answer): the server did not accept it.\(log(of: refusal))",
                at: refusal.answered)
        )
    }

    /// The app wrote it into the header of an earlier request, and no store has it.
    private func inHeaderOnly(_ candidate: Candidate, at refusal: Exchange) -> (station: Station, gap: Gap)? {
        let carrying = exchanges.last {
            $0.sequence < refusal.sequence && $0.sent(candidate.name)?.writer == .app
        }
        let name = CookieLabel.text(candidate.name)
        if let carrying {
            return (
                .kept,
                Gap(
                    HandoffReason.headerOnly,
                    "The app wrote \(name) into the Cookie header of the first request, \(carrying.name): a header is for one"
                        + " request, the web view's store has no \(name), and \(refusal.name) was answered with"
                        + " \(refusal.answer).",
                    fix: "Put \(name) into the web view's cookie store before the load.", at: refusal.sequence)
            )
        }
        guard let native = candidate.writes.last(where: { $0.sequence < refusal.sequence && $0.event.isInStore }) else {
            return nil
        }
        return (
            .kept,
            Gap(
                SendReason.otherStore,
                "\(name) is in the app's own HTTPCookieStorage only; the web view has a store of its own, and"
                    + " \(refusal.name) was asked without it.", at: native.sequence)
        )
    }

    private func notKept(
        _ candidate: Candidate, _ last: (sequence: Int, event: CookieWriteEvent),
        _ before: [(sequence: Int, event: CookieWriteEvent)], at refusal: Exchange
    ) -> Gap? {
        let name = CookieLabel.text(candidate.name)
        guard !last.event.isInStore else { return nil }
        guard last.event.isDeletion else {
            let kept = journey.refusal(of: last.event, at: last.sequence)
            return kept.map { gap in
                Gap(
                    code: gap.code, "\(gap.message) So \(refusal.name) was asked without it.", fix: gap.fix,
                    at: gap.sequence)
            }
        }
        let set = before.last { $0.event.isInStore && $0.sequence < last.sequence }
        guard let set else {
            guard last.event.reasons.contains(StoreReason.expiredOnArrival.code) else { return nil }
            return Gap(
                StoreReason.expiredOnArrival,
                "\(name) was over as it came\(setter(last)), so \(refusal.name) was asked without it.",
                at: last.sequence)
        }
        if let hop = last.event.hop, hop == set.event.hop,
            let answer = exchanges.first(where: { $0.request.hop == hop })
        {
            return Gap(
                SessionReason.setAndDeleted,
                "The answer to \(answer.name) sets \(name) and deletes it again with a second Set-Cookie, so"
                    + " \(refusal.name) was asked without it.", at: last.sequence)
        }
        let deleter =
            switch last.event.source {
            case .response:
                last.event.hop.flatMap { hop in exchanges.first { $0.request.hop == hop } }
                    .map { "The answer to \($0.name)" } ?? "An answer"
            case .script: "A script of the page"
            case .native: "The app"
            case .engine: "The web view"
            }
        return Gap(
            HandoffReason.cookieDeleted, "\(deleter) deleted \(name) before \(refusal.name) was asked.",
            fix: "Let \(name) be there until the user signs out.", at: last.sequence)
    }

    /// `, as the answer to POST /api/login set it`
    private func setter(_ write: (sequence: Int, event: CookieWriteEvent)?) -> String {
        guard let hop = write?.event.hop, let answer = exchanges.first(where: { $0.request.hop == hop }) else {
            return ""
        }
        return ", as the answer to \(answer.name) set it"
    }
}

extension RequestEvent {
    /// Whether it has something by which a server may know the user.
    fileprivate var hasCredential: Bool {
        !sent.isEmpty || fields.contains { ASCIIText.isSame($0.name.utf8, "authorization".utf8) }
    }
}

extension ServerJourney.Exchange {
    /// What the server said: `401`, or `302 to /login`.
    fileprivate var answer: String { response.location.map { "\(status) to \($0)" } ?? "\(status)" }

    /// What of the user it carried, as a clause.
    fileprivate var proof: String {
        let field = request.fields.first { ASCIIText.isSame($0.name.utf8, "authorization".utf8) }
        guard let field else { return "" }
        return field.value.text.lowercased().hasPrefix("bearer ")
            ? ", though it had an Authorization header" : ", and its Authorization header does not begin with Bearer"
    }

    /// Whether a script asked its own server, and no cookie went along though others of its requests had some.
    fileprivate func leavesCookiesOut(beside others: [Self]) -> Bool {
        actor == .page && request.sent.isEmpty
            && others.contains { $0.sequence < sequence && $0.url.origin == url.origin && !$0.request.sent.isEmpty }
    }

    /// Whether it looks like the request by which a page wants a session: it has a proof, or is named so.
    fileprivate var asksForSession: Bool {
        if request.fields.contains(where: { ASCIIText.isSame($0.name.utf8, "authorization".utf8) }) {
            // A redirect takes the header along.
            return !url.isNamedForSignIn || request.method != "GET"
        }
        guard request.method != "GET" else { return false }
        let path = ASCIIText.lowercased(url.path)
        return ["login", "sign", "sess", "auth", "token", "enter"].contains { path.contains($0) }
    }

    /// Whether a script asked another origin and let its cookies be.
    fileprivate var omitsCredentials: Bool {
        let origin = request.fields.first { ASCIIText.isSame($0.name.utf8, "origin".utf8) }
        guard actor == .page, let origin else { return false }
        return origin.value.text != url.origin && request.sent.isEmpty
    }
}

extension Journey {
    /// The paths to which a server sends somebody whom it does not know.
    fileprivate var signInPaths: Set<String> {
        var paths: Set<String> = []
        for (_, event) in routing {
            guard event.step == .signIn || event.reasons.contains(PageReason.onSignInPage.code) else { continue }
            paths.insert(PlainURL.path(of: event.path.text))
        }
        return paths
    }

    /// Whether a value is a custom token that some backend made.
    fileprivate func isCustomToken(_ value: MaskedText) -> Bool { customTokens.contains(value) }

    /// The custom tokens that were minted, or that the auth service was shown.
    var customTokens: Set<MaskedText> {
        Set(
            events.lazy.compactMap { event in
                guard case .token(let token) = event.kind, token.form == .customToken else { return nil }
                return token.token
            })
    }
}

/// A URL as a trace shows it, in the parts by which requests are compared.
struct PlainURL {
    let origin: String
    let host: String
    let path: String

    var text: String { origin + path }

    /// Whether it is one of Google's hosts for accounts and tokens.
    var isAuthService: Bool {
        host == "identitytoolkit.googleapis.com" || host == "securetoken.googleapis.com"
    }

    /// Whether its last part is what a page to sign in is called.
    var isNamedForSignIn: Bool {
        let name = ASCIIText.lowercased(String(path.split(separator: "/").last ?? "")).filter { $0 != "-" && $0 != "_" }
        return ["login", "signin", "logon"].contains(name)
    }

    init?(_ text: String) {
        guard let scheme = text.firstRange(of: "://") else { return nil }
        let rest = text[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.isEmpty else { return nil }
        origin = String(text[..<scheme.upperBound] + authority)
        host =
            authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
        path = Self.path(of: String(rest.dropFirst(authority.count)))
    }

    private init(origin: String, host: String, path: String) {
        (self.origin, self.host, self.path) = (origin, host, path)
    }

    /// The path alone, without a query and a fragment; `/` for none.
    static func path(of text: String) -> String {
        if text.contains("://"), let url = PlainURL(text) { return url.path }
        let path = text.prefix { $0 != "?" && $0 != "#" }
        return path.isEmpty ? "/" : String(path)
    }

    /// Where a `Location` leads.
    func resolving(_ location: String) -> PlainURL? {
        if location.contains("://") { return PlainURL(location) }
        if location.hasPrefix("//") { return PlainURL(String(origin.prefix { $0 != "/" }) + location) }
        let target = Self.path(of: location)
        if location.hasPrefix("/") { return PlainURL(origin: origin, host: host, path: target) }
        if location.hasPrefix("?") || location.hasPrefix("#") || location.isEmpty { return self }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return PlainURL(origin: origin, host: host, path: folder + target)
    }
}
