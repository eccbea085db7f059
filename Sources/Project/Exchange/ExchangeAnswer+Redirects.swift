import BridgePrimitives
public import HTTPLoader

// What of a backend's redirects the app follows, and what they have to do with a refusal behind them.
extension ExchangeAnswer {
    /// Whether the app follows this answer, a redirect, to its next request, as `URLSession` does: unless the token came
    /// with it, or the redirect made a GET of a POST, which no exchange survives.
    public func isFollowed(by next: HTTPRequest, lookingIn place: TokenPlace) -> Bool {
        if case .found = find(place) { return false }
        return next.method == request.method
    }

    /// A refusal behind a redirect: the redirect is its cause when it led elsewhere, or took the credential away.
    func afterRedirects(_ reasons: [ExchangeReason], _ message: String) -> ExchangeOutcome {
        guard let first = redirects.first,
            let redirect = ExchangeAnswer(first.response, to: first.request).statusProblem
        else { return .refused(reasons, message: message) }
        let isBare = first.request.headers.contains("authorization") && !request.headers.contains("authorization")
        guard isBare || redirect.reason != .otherSlash else {
            return .refused(reasons + [redirect.reason], message: "\(message), after a redirect to \(request.url.path)")
        }
        let lost = isBare ? ", another origin, which does not get the Authorization header" : ""
        return .refused([redirect.reason] + reasons, message: "\(redirect.message)\(lost); there \(message)")
    }
}
