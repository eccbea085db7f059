import BridgePrimitives
import BridgeTrace
import Cookies
import Reasons

/// The journey of a session as the network shows it: what was sent, set and answered, by one client. What a script read,
/// what an app did and what a store lost in silence is not there.
struct RecordedJourney {
    let journey: Journey
    let facts: RecordedFacts
    let lives: [Life]
    let requests: [Int: (sequence: Int, actor: TraceActor, event: RequestEvent)]
    let answers: [Int: ResponseEvent]
    let server: (gap: Gap?, unset: Gap?)

    /// What became of the cookies of one name.
    struct Life {
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
        server = (journey.server.gap, journey.server.unset)
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
    var handoff: [Life] {
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

    // MARK: - Where nothing is wrong that a recording shows

    /// The last POST, if it was refused and no other POST was accepted.
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
    func gap(_ reasons: [ReasonCode], _ message: String, hop: Int) -> Gap? {
        guard let code = reasons.first else { return nil }
        let entry = ReasonCatalogue.all[code]
        return Gap(
            code: code, message + (entry.map { " \($0.meaning)" } ?? ""), fix: entry?.fix ?? "",
            at: requests[hop]?.sequence)
    }
}
