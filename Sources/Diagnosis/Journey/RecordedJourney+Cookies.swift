import BridgePrimitives
import BridgeTrace
import Cookies
import Reasons
import Tokens

// Where a recording lost a cookie.
extension RecordedJourney {
    /// Where a cookie was lost: as it was set, or on the way to every request after that.
    func loss(_ life: Life) -> Gap? {
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
    func otherHost(_ life: Life) -> Gap? {
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
}
