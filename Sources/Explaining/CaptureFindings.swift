import BridgePrimitives
import BridgeTrace
import Captures
import Cookies
import Diagnosis
import PageEngines
import Tokens
import Wording

/// Finds what matters in a recording, heaviest first: cookies that were left out of it, the handoff's cookie, tokens, what the
/// auth service refused, other cookies, and what no rule explains.
struct CaptureFindings {
    let capture: Capture
    let visit: CapturedVisit
    let events: [TraceEvent]
    let differences: [EngineDifference]
    let tokens: [CapturedToken]
    /// The cookie that hands the session over.
    let cookieName: String
    let masking: Masking
    /// Whether others made requests too.
    var isPart = false
    /// Whether an app made the requests itself, with no page and no scripts.
    var isApps = false
    /// Their requests.
    var others: [CapturedExchange] = []

    /// Cookies of trackers are lost by the dozen.
    private static let mostOthers = 20

    /// What became of the cookies of one name.
    private struct Life {
        let name: String
        /// Writes by answers: the first one that was refused, and the first that was not.
        var refusal: (hop: Int, reasons: [ReasonCode], host: String)?
        var storing: (hop: Int, host: String, attributes: String)?
        var sentAt: [Int] = []
        var withheldAt: [(hop: Int, url: String, domain: String, path: String, reasons: [ReasonCode])] = []
        /// The first answer that set it with HttpOnly.
        var httpOnlyHop: Int?
    }

    /// The one that matters, and the others in the order of their weight.
    var findings: (first: Finding, others: [Finding]) {
        if !isPart, capture.hasNoCredentials, !capture.exchanges.isEmpty, shown.isEmpty { return (leftOut, []) }
        let lives = lives
        let important = Set([cookieName] + tokens.compactMap(\.cookie))
        let handoff = lives.filter { important.contains($0.name) }
        let server = serverCause
        let known = server.known.map { [Finding($0)] } ?? []
        var findings =
            unusableBearers + known + handoff.compactMap(loss).filter { $0.code != server.known?.code }
            + handoff.compactMap(otherHost)
            + unfit(tokens.filter { !$0.isUntried })
            + refusedSignIns + handoff.compactMap { hidden($0, hasRefused: server.known != nil) }
        // What nobody tried was not what stopped the page.
        findings += unfit(tokens.filter { $0.isUntried && !$0.isForEmulatorOnly })
        findings += shown
        findings += unexplained
        // Where the session was handed over, cookies of others are of no weight.
        if findings.isEmpty, acceptedSignIn != nil { findings.append(agreement) }
        findings += lives.filter { !important.contains($0.name) }.compactMap(loss).prefix(Self.mostOthers)
        if let unset = server.unset, handoff.isEmpty { findings.append(Finding(unset)) }
        if handoff.isEmpty, acceptedSignIn == nil, server.unset == nil {
            findings.append(
                Finding(
                    CaptureFindingReason.cookieNeverSeen,
                    "No request of \(isPart ? "this client" : "the recording") has \(CookieLabel.text(cookieName)), and no answer sets it.",
                    evidence: []))
        }
        // That a cookie was there before is nothing to mend, nor a token that may have been for an emulator.
        let notes = fromElsewhere + unfit(tokens.filter(\.isForEmulatorOnly))
        guard let first = findings.first else { return (agreement, notes) }
        return (first, findings.dropFirst() + notes)
    }

    /// Tokens in addresses and Referers, which stand in logs and histories afterwards.
    private var shown: [Finding] {
        let codes = [HandoffReason.tokenInURL.code, HandoffReason.tokenInReferer.code]
        // Of a token that stands nowhere else the trace knows only that it is one.
        let known = visit.exchanges.flatMap { exchange in
            FirebaseToken.all(inURL: exchange.url).map { token in
                TraceEvent(
                    sequence: -1, at: exchange.start, elapsed: .zero, actor: .auth,
                    kind: .token(TokenEvent(.issued, token.form, token: masking.secret(token.text), uid: nil)))
            }
        }
        return HandoffFindings(cookieName: cookieName, appHost: "", showsSecrets: masking.showsSecrets)
            .findings(in: known + events)
            .filter { codes.contains($0.code) }
    }

    /// Where there is nothing to find.
    private var agreement: Finding {
        let count = visit.exchanges.count
        guard count > 0 else {
            return Finding(
                CaptureFindingReason.asModelled, "The recording has no request that could have cookies.", evidence: [])
        }
        let accepted =
            acceptedSignIn.map { ", and the auth service accepted the custom token of request \($0 + 1)" } ?? ""
        return Finding(
            CaptureFindingReason.asModelled,
            "\(count == 1 ? "The one request" : "Each of the \(count) requests") had the cookies that the model would have sent\(accepted).",
            evidence: [])
    }

    /// The place of the request with which the page signed in.
    private var acceptedSignIn: Int? {
        visit.exchanges.firstIndex { $0.status == 200 && TokenTrades.isTrade($0) }
    }

    /// Why a server of the recording did not know the user.
    private var serverCause: (known: RootCause?, unset: RootCause?) {
        HandoffDiagnosis(cookieName: cookieName, appHost: "", nativeUserID: nil, pageStart: events.first?.sequence)
            .serverCause(in: events)
    }

    // MARK: - Cookies

    private var leftOut: Finding {
        let isChrome = capture.producer.hasPrefix("WebInspector")
        let words =
            isChrome
            ? "Chrome leaves cookies and credentials out of a HAR unless it is asked for sensitive data"
            : "some producers leave them out unless they are asked for sensitive data"
        return Finding(
            CaptureFindingReason.cookiesLeftOut,
            "No request and no answer of the recording has a cookie or a credential: \(words).", evidence: [])
    }

    private var lives: [Life] {
        var lives: [Life] = []
        var places: [String: Int] = [:]
        func change(_ name: String, _ body: (inout Life) -> Void) {
            if places[name] == nil {
                places[name] = lives.count
                lives.append(Life(name: name))
            }
            if let place = places[name] { body(&lives[place]) }
        }
        for event in events {
            switch event.kind {
            case .cookieWrite(let write):
                guard let hop = write.hop, !write.isDeletion else { continue }
                let isKept = write.isInStore
                change(write.name) { life in
                    if isKept {
                        life.storing = life.storing ?? (hop, write.host, write.attributes)
                        if write.attributes.contains("HttpOnly") { life.httpOnlyHop = life.httpOnlyHop ?? hop }
                    } else if life.refusal == nil {
                        life.refusal = (hop, write.reasons, write.host)
                    }
                }
            case .request(let request):
                for cookie in request.sent { change(cookie.name) { $0.sentAt.append(request.hop) } }
                for cookie in request.withheld where cookie.reasons.first != SendReason.otherHost.code {
                    change(cookie.name) {
                        $0.withheldAt.append(
                            (request.hop, request.url.text, cookie.domain, cookie.path, cookie.reasons))
                    }
                }
            default: continue
            }
        }
        return lives
    }

    /// Where a cookie was lost: as it was set, or on the way to every request after that.
    private func loss(_ life: Life) -> Finding? {
        let name = CookieLabel.text(life.name)
        if let missing = differences.first(where: { $0.expected.contains(life.name) && !$0.sent.contains(life.name) }) {
            return Finding(
                CaptureFindingReason.cookieMissing,
                "Request \(missing.hop) to \(missing.url) went without \(name), which the model would have sent"
                    + (missing.explanation.map {
                        "; \($0.knob) = \($0.wanted), as \($0.profile) has it, would explain it"
                    } ?? "")
                    + ".", evidence: evidence(ofHop: missing.hop))
        }
        if let refusal = life.refusal, life.storing == nil, !life.sentAt.contains(where: { $0 > refusal.hop }) {
            return finding(
                refusal.reasons,
                "\(name) was lost at request \(refusal.hop): its answer, from \(refusal.host), set it, and the profile's jar refuses it.",
                hop: refusal.hop)
        }
        guard let storing = life.storing else { return nil }
        let isSentLater = life.sentAt.contains { $0 > storing.hop }
        let withheld = life.withheldAt.first { withheld in
            withheld.hop > storing.hop && (!isSentLater || isLostForPage(life, withheld.hop, withheld.reasons))
        }
        guard let withheld else { return nil }
        return finding(
            withheld.reasons,
            "\(name) was lost at request \(withheld.hop): the answer to request \(storing.hop) set it for"
                + " \(withheld.domain)\(withheld.path), and \(withheld.url) was asked without it.", hop: withheld.hop)
    }

    /// Other requests had the cookie of the handoff, and the page that needs it was asked without: it never had it, or it is
    /// over. What has its own path on purpose, as a refresh token has, is not the handoff's cookie.
    private func isLostForPage(_ life: Life, _ hop: Int, _ reasons: [ReasonCode]) -> Bool {
        guard isOfHandoff(life), visit.exchanges.indices.contains(hop - 1), visit.exchanges[hop - 1].isDocument,
            acceptedSignIn.map({ $0 + 1 < hop }) != true
        else { return false }
        let isOver = reasons.contains(SendReason.expired.code) || reasons.contains(SendReason.sessionEnded.code)
        let url = visit.exchanges[hop - 1].url
        return isOver || !life.sentAt.contains { visit.exchanges[$0 - 1].url == url }
    }

    private func isOfHandoff(_ life: Life) -> Bool {
        life.name == cookieName || tokens.contains { $0.cookie == life.name && $0.inspected.kind == .customToken }
    }

    /// The handoff's cookie was set for one host, and the page is another's: the jar has nothing to withhold there.
    private func otherHost(_ life: Life) -> Finding? {
        guard let storing = life.storing, !storing.attributes.contains("Domain=") else { return nil }
        let pages = visit.exchanges.indices.filter { visit.exchanges[$0].isDocument && $0 + 1 > storing.hop }
            .filter { index in
                (try? CookieURL(visit.exchanges[index].url))?.host != ASCIIText.lowercased(storing.host)
            }
        guard let page = pages.first, !pages.contains(where: { life.sentAt.contains($0 + 1) }) else { return nil }
        return finding(
            [SendReason.otherHost.code],
            "\(CookieLabel.text(life.name)) was lost at request \(page + 1): the answer to request \(storing.hop) set it for"
                + " \(storing.host), and the page is \(masking.url(visit.exchanges[page].url)).", hop: page + 1)
    }

    /// A custom token is for a script, which sees no cookie with HttpOnly.
    ///
    /// - Parameter hasRefused: a server refused the cookie, which is for it then.
    private func hidden(_ life: Life, hasRefused: Bool) -> Finding? {
        let hasToken = tokens.contains { $0.cookie == life.name && $0.inspected.kind == .customToken }
        guard hasToken || !hasRefused else { return nil }

        // A copy, such as an app makes for its web view, need not have it.
        guard !visit.foreign.contains(where: { $0.name == life.name }) else { return nil }
        guard !isApps, let hop = life.httpOnlyHop, isOfHandoff(life) else { return nil }
        return finding(
            [ScriptReason.httpOnly.code],
            "The answer to request \(hop) set \(CookieLabel.text(life.name)) with HttpOnly: no script of the page can read it.",
            hop: hop)
    }

    /// With the first reason's meaning and fix.
    private func finding(_ reasons: [ReasonCode], _ message: String, hop: Int) -> Finding? {
        guard let code = reasons.first else { return nil }
        let entry = ReasonCatalogue.all[code]
        return Finding(
            code: code, message: message + (entry.map { " \($0.meaning)" } ?? ""), fix: entry?.fix ?? "",
            evidence: evidence(ofHop: hop))
    }

    private func evidence(ofHop hop: Int) -> [Int] {
        events.filter { event in
            if case .request(let request) = event.kind { return request.hop == hop }
            return false
        }.map(\.sequence)
    }

    // MARK: - Tokens

    /// Headers that a server refused, and that hold no token as they were written: the word for nothing, a printed promise.
    private var unusableBearers: [Finding] {
        var told: Set<ReasonCode> = []
        return visit.exchanges.enumerated().compactMap { index, exchange in
            guard [401, 403].contains(exchange.status), let bearer = exchange.bearer?.reveal() else { return nil }
            let shape = ArrivedValue.shape(of: bearer, meant: nil)
            guard let form = shape.forms.first, Self.unusable.contains(form), let code = shape.reason,
                let entry = ReasonCatalogue.all[code], told.insert(code).inserted
            else { return nil }
            let shown = form == .nothingWord ? " \(bearer)" : ""
            return Finding(
                code: code,
                message:
                    "Request \(index + 1), \(exchange.method) \(masking.url(exchange.url)), was sent Authorization: Bearer"
                    + "\(shown) and answered with \(exchange.status ?? 0). \(entry.meaning)",
                fix: entry.fix, evidence: evidence(ofHop: index + 1))
        }
    }

    private static let unusable: Set<ValueForm> = [
        .empty, .nothingWord, .printedPromise, .printedObject, .printedBytes, .quoted, .json, .percentEncoded, .bearer,
    ]

    private func unfit(_ tokens: [CapturedToken]) -> [Finding] {
        tokens.compactMap { token in
            guard token.outcome != .accepted, let message = token.verdict.message,
                let reason = token.verdict.refusals.first,
                token.inspected.token != nil,
                ![.unknownJWT, .appleIdentityToken, .googleIdentityToken].contains(token.inspected.kind)
            else { return wrongKind(token) }
            let place = token.cookie.map { "The cookie \(CookieLabel.text($0))" } ?? "The bearer header"
            return Finding(
                code: CaptureFindingReason.tokenUnfit.code,
                message: "\(place) of request \(token.hop) holds \(token.inspected.kind.words) that "
                    + (token.isUntried
                        ? "production's \(token.verdict.reader.rawValue) would refuse; nobody of the recording tried it:"
                            + " \(reason.meaning) It would say"
                        : "\(token.verdict.reader.rawValue) refuses: \(reason.meaning) It says")
                    + ": \(masking.text(message.told))",
                fix: reason.fix, evidence: evidence(ofHop: token.hop))
        }
    }

    /// The handoff's cookie is for signInWithCustomToken.
    private func wrongKind(_ token: CapturedToken) -> Finding? {
        guard token.cookie == cookieName, token.inspected.kind != .customToken else { return nil }
        return Finding(
            code: CaptureFindingReason.tokenUnfit.code,
            message:
                "The cookie \(CookieLabel.text(cookieName)) of request \(token.hop) holds \(token.inspected.kind.words),"
                + " and no custom token. \(token.inspected.kind.use)",
            fix: TokenReason.isIDToken.fix, evidence: evidence(ofHop: token.hop))
    }

    private var refusedSignIns: [Finding] {
        visit.exchanges.enumerated().compactMap { index, exchange in
            guard let refusal = exchange.refusal else { return nil }
            return Finding(
                CaptureFindingReason.signInRefused,
                "The auth service answered request \(index + 1) with \(exchange.status ?? 0):"
                    + " \(masking.text(refusal))" + (refusal.hasSuffix(".") ? "" : "."),
                evidence: evidence(ofHop: index + 1))
        }
    }

    // MARK: - The rest

    private var unexplained: [Finding] {
        differences.compactMap { difference in
            let extra = difference.sent.filter { !difference.expected.contains($0) }
            guard !extra.isEmpty else { return nil }
            let names = CookieLabel.list(extra)
            return Finding(
                CaptureFindingReason.cookieUnexplained,
                "Request \(difference.hop) to \(difference.url) had \(names), which the model would not have sent"
                    + (difference.explanation.map {
                        "; \($0.knob) = \($0.wanted), as \($0.profile) has it, would explain it"
                    } ?? "")
                    + ".", evidence: evidence(ofHop: difference.hop))
        }
    }

    /// Not what an answer to another client set: that one handed it over.
    private var fromElsewhere: [Finding] {
        var theirs = CookieOrigins()
        for exchange in others {
            guard let url = try? CookieURL(exchange.url) else { continue }
            theirs.answer(from: url, exchange.setCookies.map { $0.reveal() })
        }
        let foreign = visit.foreign.filter { !theirs.isSet($0.pair) }
        guard let first = foreign.first else { return [] }
        let names = CookieLabel.list(foreign.map(\.name).uniqued())
        let how = foreign.contains { !$0.isHeld } ? "the store before, or a script" : "the store before"
        return [
            Finding(
                CaptureFindingReason.cookieFromElsewhere,
                "No answer of the recording set \(names); \(how) has it from elsewhere.",
                evidence: evidence(ofHop: first.hop))
        ]
    }
}
