import BridgePrimitives
import BridgeTrace
import Captures
import Cookies
import CookieStores
import Diagnosis
import PageEngines
import Tokens
import Wording

extension RecordedFacts {
    /// What a client's requests have besides their events.
    ///
    /// - Parameter others: requests of other clients, from which a cookie or a token may have come.
    init(
        _ capture: Capture, _ visit: CapturedVisit, _ differences: [EngineDifference], others: [CapturedExchange],
        masking: Masking
    ) {
        self.init(masking: masking)
        if capture.hasNoCredentials, !capture.isComplete, !capture.exchanges.isEmpty {
            leftOut =
                "No request and no answer of the recording has a cookie or a credential: "
                + (capture.producer.hasPrefix("WebInspector")
                    ? "Chrome leaves cookies and credentials out of a HAR unless it is asked for sensitive data."
                    : "some producers leave them out unless they are asked for sensitive data.")
        }
        tokens = RecordedToken.all(in: visit.exchanges, trades: TokenTrades(visit.exchanges + others))
        self.differences = differences.map { difference in
            let explanation = difference.explanation.map {
                "; \($0.knob) = \($0.wanted), as \($0.profile) has it, would explain it"
            }
            return (
                difference.hop, difference.expected.filter { !difference.sent.contains($0) },
                difference.sent.filter { !difference.expected.contains($0) }, explanation ?? ""
            )
        }
        var theirs = CookieOrigins()
        for exchange in others {
            guard let url = try? CookieURL(exchange.url) else { continue }
            theirs.answer(from: url, exchange.setCookies.map { $0.reveal() })
        }
        foreign = visit.foreign.map { ($0.name, $0.hop, $0.isHeld, theirs.isSet($0.pair)) }
        var seen: Set<ReasonCode> = []
        for (index, exchange) in visit.exchanges.enumerated() {
            if TokenTrades.isTrade(exchange), exchange.status == 200 { acceptedSignIn = acceptedSignIn ?? index + 1 }
            if let refusal = exchange.refusal {
                refusedSignIns.append(
                    (
                        index + 1,
                        "with \(exchange.status ?? 0): \(masking.text(refusal))\(refusal.hasSuffix(".") ? "" : ".")"
                    ))
            }
            // Of a token that is nowhere else the trace knows only that it is one.
            inAddresses += FirebaseToken.all(inURL: exchange.url).map { token in
                let event = TokenEvent(.issued, token.form, token: masking.secret(token.text), uid: nil)
                return TraceEvent(
                    sequence: -1, at: exchange.start, elapsed: .zero, actor: .auth, kind: .token(event))
            }
            guard [401, 403].contains(exchange.status), let bearer = exchange.bearer?.reveal() else { continue }
            let shape = ArrivedValue.shape(of: bearer, meant: nil)
            guard let form = shape.forms.first, Self.unusable.contains(form), let code = shape.reason,
                seen.insert(code).inserted
            else { continue }
            unusableHeaders.append((index + 1, code, form == .nothingWord ? " \(bearer)" : ""))
        }
    }

    /// Of headers that hold no token as they are written: the word for nothing, a printed promise.
    private static let unusable: Set<ValueForm> = [
        .empty, .nothingWord, .printedPromise, .printedObject, .printedBytes, .quoted, .json, .percentEncoded, .bearer,
    ]
}

extension CapturedVisit {
    /// The events as a run has them: who asked, what this tool wrote of each request as it was made, and behind the request or
    /// the answer the tokens that its body had, and the sign-in by a token that was accepted.
    ///
    /// - Parameter left: cookies that the app's own store would have sent, by the numbers of requests.
    func events(
        _ events: [TraceEvent], by actor: TraceActor, _ tokens: [SeenBodyToken], left: [Int: CookieMention],
        _ masking: Masking
    ) -> [TraceEvent] {
        var all: [TraceEvent] = []
        for event in events {
            func add(_ kind: TraceEvent.Kind, by actor: TraceActor) {
                all.append(
                    TraceEvent(sequence: all.count, at: event.at, elapsed: event.elapsed, actor: actor, kind: kind))
            }
            let exchange = event.hop.flatMap { exchanges.indices.contains($0 - 1) ? exchanges[$0 - 1] : nil }
            switch (event.kind, exchange) {
            case (.request(let request), let exchange?):
                let asked = withFacts(request, of: exchange, left: left[request.hop], masking)
                add(.request(asked), by: self.actor(of: exchange, actor))
            case (.response, let exchange?): add(event.kind, by: self.actor(of: exchange, actor))
            case (.cookieWrite(let write), let exchange?):
                add(.cookieWrite(withFacts(write, of: exchange)), by: event.actor)
            default: add(event.kind, by: event.actor)
            }
            for token in tokens where token.follows(event) { add(.token(token.event), by: token.actor) }
            if case .response = event.kind, let exchange, TokenTrades.isTrade(exchange), exchange.status == 200 {
                let signIn = AccountEvent(.signedIn, uid: nil, provider: "custom")
                add(.account(signIn), by: actor == .app ? .app : .page)
            }
        }
        return all
    }

    private func withFacts(
        _ request: RequestEvent, of exchange: CapturedExchange, left: CookieMention?, _ masking: Masking
    ) -> RequestEvent {
        var withheld = request.withheld
        // What a recording only supposed is no fact.
        for fact in exchange.facts?.withheld ?? []
        where fact.reasons.first?.hasPrefix("har/") != true
            && fact.reasons.first != SendReason.credentialsOmitted.code.rawValue
        {
            withheld.removeAll { $0.name == fact.name }
            withheld.append(
                CookieMention(
                    name: fact.name, domain: fact.domain, path: fact.path, value: masking.plain("(unknown)"),
                    reasons: fact.reasons.compactMap(Self.known)))
        }
        if let left, !withheld.contains(where: { $0.name == left.name }) { withheld.append(left) }
        let sent = request.sent.map { cookie in
            exchange.facts?.writtenByApp.contains(cookie.name) == true
                ? CookieMention(name: cookie.name, value: cookie.value, writer: .app) : cookie
        }
        return RequestEvent(
            hop: request.hop, method: request.method, url: request.url, store: request.store, sent: sent,
            withheld: withheld, notes: request.notes, fields: request.fields)
    }

    private func withFacts(_ write: CookieWriteEvent, of exchange: CapturedExchange) -> CookieWriteEvent {
        guard let fact = exchange.facts?.writes.first(where: { $0.name == write.name }),
            let outcome = CookieWriteEvent.Outcome(rawValue: fact.outcome)
        else { return write }
        return CookieWriteEvent(
            store: write.store, source: write.source, host: write.host, name: write.name, value: write.value,
            attributes: write.attributes, outcome: outcome, reasons: fact.reasons.compactMap(Self.known),
            hop: write.hop, size: write.size)
    }

    private func actor(of exchange: CapturedExchange, _ actor: TraceActor) -> TraceActor {
        actor != .webView || exchange.isDocument ? actor : .page
    }

    /// Nil for what is no reason: a file may say anything.
    static func known(_ text: String) -> ReasonCode? { ReasonCatalogue.all[ReasonCode(unchecked: text)]?.code }

    /// The handoff's cookie where an app of the device has it in its own store and the web view asked without: as the
    /// app's own request for that page would have been, by the numbers of requests.
    func leftInApp(_ answers: [CapturedExchange], cookieName: String, _ masking: Masking) -> [Int: CookieMention] {
        var left: [Int: CookieMention] = [:]
        guard !answers.isEmpty, !exchanges.contains(where: { $0.knows(cookieName) }) else { return [:] }
        var jar = CookieJar(profile: .ios18, publicSuffixes: PublicSuffixList.standard)
        var rest = answers.filter { !$0.setCookies.isEmpty }.sorted { $0.start < $1.start }[...]
        // Where no request says that it is for a page, as clients without a window have it, each may be.
        let hasPages = exchanges.contains(where: \.isDocument)
        for (index, page) in exchanges.enumerated() where page.isDocument || !hasPages && !page.mayOmitCredentials {
            while let answer = rest.first, answer.start <= page.start {
                rest.removeFirst()
                guard let url = try? CookieURL(answer.url) else { continue }
                for line in answer.setCookies {
                    _ = jar.store(
                        setCookie: Array(line.reveal().utf8), from: url, context: StoreContext(), now: answer.start)
                }
            }
            guard let url = try? CookieURL(page.url) else { continue }
            let cookies = jar.requestCookies(for: RequestContext(url: url), now: page.start)
            if let cookie = cookies.sent.first(where: { $0.name == cookieName }) {
                left[index + 1] = cookie.leftInApp([], masking)
            } else if let withheld = cookies.withheld.first(where: { $0.cookie.name == cookieName }) {
                // What keeps it from the app's own request for this page keeps a copy from the web view's too. That the backend's
                // host is another than the page's does not: a copy for the page's would have been the app's to make.
                left[index + 1] = withheld.cookie.leftInApp(withheld.reasons.filter { $0 != .otherHost }, masking)
            }
        }
        return left
    }
}

extension Cookie {
    /// - Parameter reasons: what would keep a copy back too.
    fileprivate func leftInApp(_ reasons: [SendReason], _ masking: Masking) -> CookieMention {
        mention(
            masking,
            reasons: reasons.map(\.code) + [SendReason.otherStore.code]
                + (isHTTPOnly ? [ScriptReason.httpOnly.code] : []))
    }
}

extension CapturedExchange {
    /// Whether it has a cookie of that name, or its answer sets one.
    fileprivate func knows(_ name: String) -> Bool {
        CookiePair.read(cookieHeader?.reveal()).contains { $0.name == name }
            || setCookies.contains { CookiePair.set(by: $0.reveal())?.name == name }
    }
}

extension TraceEvent {
    /// The number of the request that it is about; nil for none.
    fileprivate var hop: Int? {
        switch kind {
        case .request(let request): request.hop
        case .response(let response): response.hop
        case .cookieWrite(let write): write.hop
        default: nil
        }
    }
}
