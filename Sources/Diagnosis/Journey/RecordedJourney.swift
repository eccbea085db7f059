package import BridgePrimitives
package import BridgeTrace
import Cookies
import Reasons
package import Tokens

/// A token that a recording has in a cookie or a header.
package struct RecordedToken: Sendable {
    /// Whether the recording shows what was made of it.
    package enum Outcome: Sendable { case accepted, refused, untried }

    /// The cookie's name; nil for `Authorization`.
    package let cookie: String?
    package let hop: Int
    /// Whether an answer set it; else a request had it.
    package let isSet: Bool
    package let inspected: InspectedCredential
    /// What its reader would have said then.
    package let verdict: ReaderVerdict
    package let age: Duration?
    /// Of a custom token; others are traded nowhere.
    package let outcome: Outcome

    package init(
        cookie: String?, hop: Int, isSet: Bool, _ inspected: InspectedCredential, at time: Instant, _ outcome: Outcome
    ) {
        (self.cookie, self.hop, self.isSet, self.inspected) = (cookie, hop, isSet, inspected)
        verdict = inspected.verdict(of: inspected.kind.reader, projectID: nil, keys: KnownKeys(), now: time)
        age = inspected.issueTime.map { time - $0 }
        self.outcome = inspected.kind == .customToken ? outcome : .untried
    }

    package var isUntried: Bool { inspected.kind == .customToken && outcome == .untried }
    /// Whether an emulator would take it: which service the page would have asked is not known.
    var isForEmulatorOnly: Bool {
        isUntried && verdict.refusals.allSatisfy { $0 == .mintedForEmulator || $0 == .wrongAlgorithm }
    }
}

/// What a recording has of one client besides the events of its trace.
package struct RecordedFacts: Sendable {
    package let masking: Masking
    /// Whether others made requests too, and whether an app made these itself, with no page and no scripts.
    package var (isPart, isApps) = (false, false)
    /// What is said of a recording that has no cookies at all; nil for one that has some.
    package var leftOut: String?
    package var tokens: [RecordedToken] = []
    /// How a header is written that a server refused and that holds no token, with what it says if that is no secret.
    package var unusableHeaders: [(hop: Int, code: ReasonCode, word: String)] = []
    /// Calls with a custom token that the auth service refused, in its words.
    package var refusedSignIns: [(hop: Int, words: String)] = []
    /// The call with a custom token that it accepted.
    package var acceptedSignIn: Int?
    /// Cookies that no answer set; `isKnown` is one that an answer to another client set.
    package var foreign: [(name: String, hop: Int, isHeld: Bool, isKnown: Bool)] = []
    /// Cookies that the model would have sent, and that it would not, with what explains it.
    package var differences: [(hop: Int, missing: [String], extra: [String], explanation: String)] = []
    /// Tokens that addresses have.
    package var inAddresses: [TraceEvent] = []

    package init(masking: Masking) { self.masking = masking }
}

/// The journey of a session as the network shows it: what was sent, set and answered, by one client. What a script read,
/// what an app did and what a store lost in silence is not there.
struct RecordedJourney {
    let journey: Journey
    let facts: RecordedFacts
    private let lives: [Life]
    private let requests: [Int: (sequence: Int, actor: TraceActor, event: RequestEvent)]
    private let answers: [Int: ResponseEvent]
    private let server: (gap: Gap?, unset: Gap?)

    /// What became of the cookies of one name.
    private struct Life {
        let name: String
        /// Writes by answers: the first one that was refused, and the first that was not.
        var refusal: (sequence: Int, event: CookieWriteEvent)?
        var storing: (hop: Int, event: CookieWriteEvent)?
        var sentAt: [Int] = []
        /// The request that had it from the app's own header.
        var headerAt: Int?
        var withheldAt: [(hop: Int, mention: CookieMention)] = []
        var missing: (hop: Int, explanation: String)?
        /// The first answer that set it with HttpOnly.
        var httpOnlyHop: Int?
    }

    init(_ journey: Journey, _ facts: RecordedFacts) {
        (self.journey, self.facts) = (journey, facts)
        var lives: [Life] = []
        var places: [String: Int] = [:]
        var requests: [Int: (Int, TraceActor, RequestEvent)] = [:]
        var answers: [Int: ResponseEvent] = [:]
        func change(_ name: String, _ body: (inout Life) -> Void) {
            let place = places[name] ?? lives.count
            if place == lives.count { lives.append(Life(name: name)) }
            places[name] = place
            body(&lives[place])
        }
        for event in journey.events {
            switch event.kind {
            case .cookieWrite(let write):
                guard let hop = write.hop, !write.isDeletion else { continue }
                change(write.name) { life in
                    guard write.isInStore else {
                        life.refusal = life.refusal ?? (event.sequence, write)
                        return
                    }
                    life.storing = life.storing ?? (hop, write)
                    if write.attributeNames.contains("httponly") { life.httpOnlyHop = life.httpOnlyHop ?? hop }
                }
            case .request(let request):
                requests[request.hop] = (event.sequence, event.actor, request)
                for cookie in request.sent {
                    change(cookie.name) {
                        $0.sentAt.append(request.hop)
                        if cookie.writer == .app { $0.headerAt = $0.headerAt ?? request.hop }
                    }
                }
                for cookie in request.withheld where cookie.reasons.first != SendReason.otherHost.code {
                    change(cookie.name) { $0.withheldAt.append((request.hop, cookie)) }
                }
            case .response(let response): answers[response.hop] = answers[response.hop] ?? response
            default: continue
            }
        }
        for difference in facts.differences {
            for name in difference.missing {
                change(name) { $0.missing = $0.missing ?? (difference.hop, difference.explanation) }
            }
        }
        (self.lives, self.requests, self.answers) = (lives, requests, answers)
        let server = ServerJourney(journey)
        self.server = (server.gap, server.unset)
    }

    // MARK: - What the rows ask

    /// Where a server's session broke. Why a server refused it, only its own log says.
    var serverGap: Gap? {
        server.gap.map { gap in
            let isVague = [PageReason.sessionRefused.code, SessionReason.signInRefused.code].contains(gap.code)
            let lack = isVague ? " The recording does not have the server's reason." : ""
            return Gap(code: gap.code, gap.message + lack, fix: gap.fix, at: gap.sequence)
        }
    }

    /// The handoff's cookie, or one with a token in it.
    private var handoff: [Life] {
        let names = Set([journey.cookieName] + facts.tokens.compactMap(\.cookie))
        return lives.filter { names.contains($0.name) }
    }

    var losses: [Gap] { handoff.compactMap(loss).filter { $0.code != server.gap?.code } }
    var otherHosts: [Gap] { handoff.compactMap(otherHost) }

    /// Cookies of trackers are lost by the dozen.
    private static let mostOthers = 20

    var lossesOfOthers: [Gap] {
        let names = Set(handoff.map(\.name))
        return Array(lives.filter { !names.contains($0.name) }.compactMap(loss).prefix(Self.mostOthers))
    }

    var leftOut: Gap? {
        guard let words = facts.leftOut, shown.isEmpty, failedRequest == nil else { return nil }
        return Gap(CaptureFindingReason.cookiesLeftOut, words, at: nil)
    }

    var unusableHeaders: [Gap] {
        facts.unusableHeaders.compactMap { hop, code, word in
            guard let entry = ReasonCatalogue.all[code], let request = requests[hop] else { return nil }
            let status = answers[hop]?.status.map { "\($0)" } ?? "nothing"
            return Gap(
                code: code,
                "Request \(hop), \(request.event.method) \(request.event.url), was sent Authorization: Bearer\(word) and"
                    + " answered with \(status). \(entry.meaning)", fix: entry.fix, at: request.sequence)
        }
    }

    var refusedSignIns: [Gap] {
        facts.refusedSignIns.map { hop, words in
            Gap(
                CaptureFindingReason.signInRefused, "The auth service answered request \(hop) \(words)",
                at: requests[hop]?.sequence)
        }
    }

    /// The page was redirected until the engine gave up.
    var endlessRedirects: Gap? {
        guard journey.redirects.count >= Journey.manyRedirects, let last = journey.redirects.last,
            journey.pageAnswers.last.map({ (300..<400).contains($0.status) }) == true
        else { return nil }
        return journey.failureInEngine(of: last.from, at: last.sequence)
    }

    /// A request that got no answer, for a reason that the recording has.
    var unanswered: Gap? {
        for event in journey.events {
            guard case .response(let response) = event.kind, response.status == nil,
                let request = requests[response.hop],
                let entry = response.reasons.lazy.compactMap({ ReasonCatalogue.all[$0] }).first
            else { continue }
            return Gap(
                code: entry.code,
                "Request \(response.hop), \(request.event.method) \(request.event.url), got no answer. \(entry.meaning)",
                fix: entry.fix, at: event.sequence)
        }
        return nil
    }

    // MARK: - Cookies

    /// Where a cookie was lost: as it was set, or on the way to every request after that.
    private func loss(_ life: Life) -> Gap? {
        let name = CookieLabel.text(life.name)
        if let elsewhere = elsewhere(life) { return elsewhere }
        if let header = life.headerAt, life.storing == nil, let next = life.missing?.hop, next > header {
            return Gap(
                HandoffReason.headerOnly,
                "The app wrote \(name) into the Cookie header of request \(header): a header is for one request, and request"
                    + " \(next) went without it.", at: requests[header]?.sequence)
        }
        if let refused = life.refusal, life.storing == nil,
            !life.sentAt.contains(where: { $0 > refused.event.hop ?? 0 })
        {
            let write = refused.event
            return gap(
                write.reasons,
                "\(name) was lost at request \(write.hop ?? 0): its answer, from \(write.host), set it, and the profile's jar"
                    + " refuses it.", hop: write.hop ?? 0)
        }
        let start = life.storing?.hop ?? life.sentAt.first ?? .max
        let isSentLater = life.sentAt.contains { $0 > start }
        let withheld = life.withheldAt.first { hop, mention in
            hop > start && (!isSentLater || isLostForPage(life, hop, mention.reasons))
        }
        if let (hop, explanation) = life.missing, hop < withheld?.hop ?? .max, let request = requests[hop] {
            return Gap(
                CaptureFindingReason.cookieMissing,
                "Request \(hop) to \(request.event.url) went without \(name), which the model would have sent\(explanation)."
                    + " The recording does not show what took it away.", at: request.sequence)
        }
        guard let withheld, let request = requests[withheld.hop] else { return nil }
        let setter = life.storing.map { "the answer to request \($0.hop) set it" } ?? "the store has it"
        return gap(
            withheld.mention.reasons,
            "\(name) was lost at request \(withheld.hop): \(setter) for \(withheld.mention.domain)\(withheld.mention.path), and"
                + " \(request.event.url) was asked without it.", hop: withheld.hop)
    }

    /// Other requests had the cookie of the handoff, and the page that needs it was asked without: it never had it, or it is
    /// over. What has its own path on purpose, as a refresh token has, is not the handoff's cookie.
    private func isLostForPage(_ life: Life, _ hop: Int, _ reasons: [ReasonCode]) -> Bool {
        guard isOfHandoff(life.name), let request = requests[hop], request.actor == .webView,
            facts.acceptedSignIn.map({ $0 < hop }) != true
        else { return false }
        let isOver = reasons.contains { SendReason(rawValue: $0.rawValue)?.isLoss ?? false }
        return isOver || !life.sentAt.contains { requests[$0]?.event.url == request.event.url }
    }

    private func isOfHandoff(_ name: String) -> Bool {
        name == journey.cookieName || facts.tokens.contains { $0.cookie == name && $0.inspected.kind == .customToken }
    }

    /// The page that was asked without a cookie that the app's own store has: its web view has another store.
    private func elsewhere(_ life: Life) -> Gap? {
        let lost = life.withheldAt.first { $0.mention.reasons.contains(SendReason.otherStore.code) }
        guard let (hop, mention) = lost, facts.acceptedSignIn == nil, life.sentAt.isEmpty, life.storing == nil,
            let reason = mention.reasons.first,
            let request = requests[hop]
        else { return nil }
        let head = "\(CookieLabel.text(life.name)) was lost at request \(hop): "
        guard reason == SendReason.otherStore.code else {
            return gap(
                [reason],
                head + "an answer to the app set it for \(mention.domain)\(mention.path), and its web view asked for"
                    + " \(request.event.url) without; a copy of it would not be sent there either.", hop: hop)
        }
        return Gap(
            SendReason.otherStore,
            head + "the app's own store has it for \(mention.domain), and its web view asked for \(request.event.url)"
                + " without. \(SendReason.otherStore.meaning)",
            fix: SendReason.otherStore.fix(isHTTPOnly: mention.reasons.contains(ScriptReason.httpOnly.code)),
            at: request.sequence)
    }

    /// The handoff's cookie was set for one host, and the page is another's: the jar has nothing to withhold there.
    private func otherHost(_ life: Life) -> Gap? {
        guard let storing = life.storing, storing.event.attribute("Domain") == nil else { return nil }
        let pages = requests.values.filter { $0.actor == .webView && $0.event.hop > storing.hop }
            .filter { (try? CookieURL($0.event.url.text))?.host != ASCIIText.lowercased(storing.event.host) }
            .sorted { $0.sequence < $1.sequence }
        guard let page = pages.first, !pages.contains(where: { life.sentAt.contains($0.event.hop) }) else { return nil }
        return gap(
            [SendReason.otherHost.code],
            "\(CookieLabel.text(life.name)) was lost at request \(page.event.hop): the answer to request \(storing.hop) set it"
                + " for \(storing.event.host), and the page is \(page.event.url).", hop: page.event.hop)
    }

    /// A custom token is for a script, which sees no cookie with HttpOnly. Where a server refused the cookie, it is for that,
    /// and a copy, such as an app makes for its web view, need not have it.
    var hidden: [Gap] {
        let hasRefused = server.gap != nil
        return handoff.compactMap { life in
            let hasToken = facts.tokens.contains { $0.cookie == life.name && $0.inspected.kind == .customToken }
            guard hasToken || !hasRefused, !facts.isApps, let hop = life.httpOnlyHop, isOfHandoff(life.name),
                !facts.foreign.contains(where: { $0.name == life.name })
            else { return nil }
            return gap(
                [ScriptReason.httpOnly.code],
                "The answer to request \(hop) set \(CookieLabel.text(life.name)) with HttpOnly: no script of the page can read"
                    + " it.", hop: hop)
        }
    }

    var unexplained: [Gap?] {
        facts.differences.filter { !$0.extra.isEmpty }.map { difference in
            requests[difference.hop].map { request in
                Gap(
                    CaptureFindingReason.cookieUnexplained,
                    "Request \(difference.hop) to \(request.event.url) had \(CookieLabel.list(difference.extra)), which the model"
                        + " would not have sent\(difference.explanation).", at: request.sequence)
            }
        }
    }

    // MARK: - Tokens

    var refusedTokens: [Gap] { unfit { !$0.isUntried } }
    /// What no request tried was not what stopped the page.
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

    // MARK: - Where nothing is wrong that a recording shows

    /// The last request by which somebody posted something, if it was refused and nothing else was.
    private var failedRequest: (hop: Int, words: String)? {
        let posts = requests.values.filter { $0.event.method == "POST" }.sorted { $0.sequence < $1.sequence }
        guard let last = posts.last, posts.allSatisfy({ answers[$0.event.hop]?.status ?? 599 >= 400 }) else {
            return nil
        }
        let answer = answers[last.event.hop]?.status.map { "was answered with \($0)" } ?? "got no answer"
        return (last.event.hop, "Request \(last.event.hop), POST \(last.event.url), \(answer)")
    }

    /// Which answer should have set a session, where the recording has no other.
    var unset: Gap? { handoff.isEmpty && leftOut == nil ? server.unset : nil }

    var neverSeen: Gap? {
        guard handoff.isEmpty, leftOut == nil, facts.acceptedSignIn == nil, server.unset == nil else { return nil }
        let name = CookieLabel.text(journey.cookieName)
        if let failedRequest {
            return Gap(
                CaptureFindingReason.cookieNeverSeen,
                "\(failedRequest.words), and no answer sets \(name). The recording does not have what the server said.",
                fix: "See the server's log for that request.", at: requests[failedRequest.hop]?.sequence)
        }
        return Gap(
            CaptureFindingReason.cookieNeverSeen,
            "No request of \(facts.isPart ? "this client" : "the recording") has \(name), and no answer sets it. The recording"
                + " does not show what an app or a script does with a token in between.", at: nil)
    }

    var agreement: Gap {
        let count = requests.count
        guard count > 0 else {
            return Gap(
                CaptureFindingReason.asModelled, "The recording has no request that could have cookies.", at: nil)
        }
        let accepted = facts.acceptedSignIn.map { ", and the auth service accepted the custom token of request \($0)" }
        let unknown =
            facts.isApps
            ? "what the app did with its answers" : "whether a script read a cookie, and what the page made of it"
        return Gap(
            CaptureFindingReason.asModelled,
            "\(count == 1 ? "The one request" : "Each of the \(count) requests") had the cookies that the model would have"
                + " sent\(accepted ?? "").\(accepted == nil ? " The recording does not show \(unknown)." : "")", at: nil
        )
    }

    /// Not what an answer to another client set: that one handed it over.
    var fromElsewhere: Gap? {
        let foreign = facts.foreign.filter { !$0.isKnown }
        guard let first = foreign.first else { return nil }
        let how = foreign.contains { !$0.isHeld } ? "the store before, or a script" : "the store before"
        return Gap(
            CaptureFindingReason.cookieFromElsewhere,
            "No answer of the recording set \(CookieLabel.list(foreign.map(\.name).uniqued())); \(how) has it from elsewhere.",
            at: requests[first.hop]?.sequence)
    }

    /// With the first reason's meaning and fix.
    private func gap(_ reasons: [ReasonCode], _ message: String, hop: Int) -> Gap? {
        guard let code = reasons.first else { return nil }
        let entry = ReasonCatalogue.all[code]
        return Gap(
            code: code, message + (entry.map { " \($0.meaning)" } ?? ""), fix: entry?.fix ?? "",
            at: requests[hop]?.sequence)
    }
}
