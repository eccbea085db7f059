import BridgePrimitives
import BridgeTrace
import Cookies

// A page of the server's own sends on whom it does not know: no guard is asked there.
extension Journey {
    typealias Redirect = (sequence: Int, from: MaskedText, location: MaskedText)

    /// Why the server that answered with a redirect did not know who asked; nil where nothing tells that it wanted to.
    func unknownToServer(before redirect: Redirect) -> Gap? {
        let request = pageRequests.last { $0.sequence < redirect.sequence && $0.event.url == redirect.from }
        guard let request else { return nil }
        let refusal = refusal(
            of: redirect.from, between: request.sequence, and: redirect.sequence,
            whichEndedIn: "and redirected to \(redirect.location)")
        // What it refused had reached it.
        if let refusal, refusal.code != BackendReason.noSession.code { return refusal }
        if let cut = cutByEdge(between: request.sequence, and: redirect) { return cut }
        if let withheld = withheld(from: request.event, at: request.sequence, redirect) { return withheld }
        guard !request.event.sent.contains(where: { $0.name == cookieName }) else { return refusal }
        if let lost = loss(from: .request, before: request.sequence).gap { return lost }
        // Without a word of the server's, the redirect may be meant for everybody.
        return refusal.map { writes.isEmpty ? $0 : absence(from: .request) }
    }

    /// A page of the server's own sent on somebody whom, as the server says, it did not know.
    ///
    /// For a page in an engine: where the redirect is not the end of the journey, the server's word has to be in it.
    var turnedAway: Gap? {
        let firstWord = page.first { event in
            guard event.actor == .backend, case .account(let account) = event.kind else { return false }
            return account.action == .refused
        }
        guard let firstWord else { return nil }
        // A browser may ask for more that is redirected, and of that the server says nothing.
        return redirects.reversed().lazy.filter { $0.sequence > firstWord.sequence }
            .compactMap { self.unknownToServer(before: $0) }.first
    }

    /// Why the server answered the page's last request with an error; nil where it did not say, or knew nobody.
    var refusalOnErrorPage: Gap? {
        guard let request = pageRequests.last else { return nil }
        let refusal = refusal(
            of: request.event.url, between: request.sequence, and: .max, whichEndedIn: "and answered with an error")
        return refusal.flatMap { $0.code == BackendReason.noSession.code ? nil : $0 }
    }

    /// What the backend said as it answered a request.
    private func refusal(
        of url: MaskedText, between request: Int, and end: Int, whichEndedIn answer: String
    ) -> Gap? {
        for event in page where event.actor == .backend && event.sequence > request {
            guard event.sequence < end else { break }
            let refused: (what: String, reasons: [ReasonCode])
            switch event.kind {
            case .token(let token) where token.action == .refused:
                refused = ("refused the \(token.form.rawValue) of", token.reasons)
            case .account(let account) where account.action == .refused:
                refused = ("did not know who asked for", account.reasons)
            default: continue
            }
            guard let code = refused.reasons.last, let text = ReasonCatalogue.all[code] else { continue }
            return Gap(
                code: code,
                "The server \(refused.what) \(url), \(answer). \(text.meaning)",
                fix: text.fix, at: event.sequence)
        }
        return nil
    }

    /// The cookie was sent, and something in front of the server took it out.
    private func cutByEdge(between request: Int, and redirect: Redirect) -> Gap? {
        for event in page where event.sequence > request && event.sequence < redirect.sequence {
            guard case .edge(let edge) = event.kind, edge.dropped.contains(cookieName) else { continue }
            return Gap(
                EdgeReason.cookieNotForwarded,
                "\(edge.edge) did not pass \(cookieName) on to the server, which redirected \(redirect.from) to"
                    + " \(redirect.location).", at: event.sequence)
        }
        return nil
    }

    /// The cookie is in the store, and did not go with the request.
    private func withheld(from event: RequestEvent, at sequence: Int, _ redirect: Redirect) -> Gap? {
        let codes = event.withheld.filter { $0.name == cookieName }.flatMap(\.reasons)
        let reasons = codes.compactMap { SendReason(rawValue: $0.rawValue) }
        guard let reason = reasons.first(where: { $0 != .otherStore && $0 != .setAfterRequest }) else { return nil }
        return Gap(
            reason,
            "\(redirect.from) was asked for without \(cookieName), and redirected to \(redirect.location)."
                + " \(reason.meaning)", at: sequence)
    }
}
