import BridgePrimitives
import BridgeTrace
import Cookies
import Reasons

// Where the way of one cookie broke.
extension ServerJourney {
    func `break`(of candidate: SessionCandidate) -> (station: Station, gap: Gap)? {
        let name = CookieLabel.text(candidate.name)
        let first = candidate.writes.first?.sequence ?? -1
        guard let refusal = refusals.first(where: { $0.sequence > first }) else {
            return candidate.name == journey.cookieName ? refusals.last.flatMap { writtenLate(candidate, at: $0) } : nil
        }
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
        guard let last = before.last else {
            return writtenLate(candidate, at: refusal) ?? inHeaderOnly(candidate, at: refusal)
        }
        if last.event.isInStore, refusal.leavesCookiesOut(beside: exchanges) {
            return (
                .presented,
                Gap(
                    SendReason.credentialsOmitted,
                    "The page asked for \(refusal.name) without credentials, so that \(name) did not go along, and was"
                        + " answered with \(refusal.answer).", fix: ServerJourney.fixOfCredentials, at: refusal.sequence
                )
            )
        }
        return notKept(candidate, last, before, at: refusal).map { (.kept, $0) }
    }

    /// Whether the server had set the cookie before it knew the user, and no request has asked it to sign in
    /// since.
    private func isVisitors(_ candidate: SessionCandidate, before refusal: ServerExchange) -> Bool {
        guard let first = candidate.writes.first, first.event.source == .response, let hop = first.event.hop,
            exchanges.contains(where: { $0.request.hop == hop && !$0.asksForSession && !$0.isRedirect })
        else { return false }
        return !exchanges.contains { $0.asksForSession && $0.sequence < refusal.sequence && $0.status < 400 }
    }

    private func notReceived(_ name: String, _ answer: ServerExchange, at refusal: ServerExchange) -> (
        station: Station, gap: Gap
    ) {
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
        _ candidate: SessionCandidate, _ sent: CookieMention, at refusal: ServerExchange
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
        let alike = refusal.request.sent.filter { $0.name == candidate.name }
        if Set(alike.map(\.value)).count > 1 {
            let places = alike.map { "\($0.domain)\($0.path)" }.joined(separator: " and then ")
            return (
                .presented,
                Gap(
                    SendReason.severalOfOneName,
                    "\(refusal.name) was asked with \(alike.count) cookies called \(name), for \(places), and answered with"
                        + " \(refusal.answer). Most servers read the first one only.", at: refusal.sequence)
            )
        }
        let welcome = exchanges.first { other in
            guard other.isRedirect, other.sent(candidate.name)?.value == sent.value,
                let here = refusal.target, let there = other.target
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
        let isDeleted = candidate.writes.contains { $0.event.hop == refusal.request.hop && $0.event.isDeletion }
        return (
            .accepted,
            Gap(
                PageReason.sessionRefused,
                "\(refusal.name) was asked with \(name)\(setter(candidate.writes.last { $0.event.value == sent.value })),"
                    + " and answered with \(refusal.answer): the server did not accept it\(isDeleted ? ", and deleted it" : "").\(log(of: refusal))",
                at: refusal.answered)
        )
    }

    /// A script of the page wrote it, after the page had been asked for.
    private func writtenLate(_ candidate: SessionCandidate, at refusal: ServerExchange) -> (station: Station, gap: Gap)?
    {
        let isLate = candidate.writes.contains {
            $0.event.source == .script && $0.event.isInStore && $0.sequence > refusal.sequence
        }
        guard isLate else { return nil }
        return (
            .presented,
            Gap(
                SendReason.setAfterRequest,
                "\(refusal.name) was asked before the script could write \(CookieLabel.text(candidate.name)), and answered with"
                    + " \(refusal.answer). \(SendReason.setAfterRequest.meaning)", at: refusal.sequence)
        )
    }

    /// The app wrote it into the header of an earlier request, and no store has it.
    private func inHeaderOnly(_ candidate: SessionCandidate, at refusal: ServerExchange) -> (
        station: Station, gap: Gap
    )? {
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
        _ candidate: SessionCandidate, _ last: (sequence: Int, event: CookieWriteEvent),
        _ before: [(sequence: Int, event: CookieWriteEvent)], at refusal: ServerExchange
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
