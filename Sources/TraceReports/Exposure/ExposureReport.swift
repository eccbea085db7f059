package import BridgePrimitives
package import BridgeTrace

/// Who and what saw each token, and each value of the cookie that hands the session over.
///
/// A trace has no bodies: what was posted in one is known by who took the token.
package struct ExposureReport: Sendable {
    /// How a secret can be seen.
    package enum Channel: String, CaseIterable, Sendable {
        case service, request, store, script, address, referer, header, log, message

        package var meaning: String {
            switch self {
            case .service: "made or was shown the token"
            case .request: "was sent it in a cookie"
            case .store: "keeps it in a cookie"
            case .script: "could read it in document.cookie"
            case .address: "has it in a URL"
            case .referer: "was sent it in a Referer"
            case .header: "was sent it in another header field"
            case .log: "printed it to the console"
            case .message: "got it in a message of the page, or in an exception"
            }
        }
    }

    /// One place where a secret was seen, from when to when by the world's clock.
    package struct Sighting: Sendable {
        package let channel: Channel
        package let place: String
        package internal(set) var first: Instant
        package internal(set) var last: Instant
        /// Sequence numbers of the events.
        package internal(set) var evidence: [Int]
    }

    /// A cookie that holds the secret in a store.
    package struct Holding: Sendable {
        package let store: String
        package let cookie: String
        package let host: String
        package internal(set) var since: Instant
        /// Nil where nothing of the trace took it away.
        package internal(set) var until: Instant?
        /// Whether it was taken away after the page had signed in; nil where the page did not, or not while it was there.
        package internal(set) var isGoneAfterSignIn: Bool?
    }

    package struct Exposed: Sendable {
        /// As the trace shows it, masked.
        package let value: String
        /// The cookies that held it.
        package internal(set) var cookies: [String] = []
        package internal(set) var sightings: [Sighting] = []
        package internal(set) var holdings: [Holding] = []

        package var first: Instant? { sightings.map(\.first).min() }
        package var last: Instant? { sightings.map(\.last).max() }
    }

    package let name: String
    /// When the page was signed in; nil where it never was.
    package let signIn: Instant?
    /// In the order of their first appearance.
    package internal(set) var secrets: [Exposed] = []
    private var indices: [SecretMark: Int] = [:]
    private var places: [Place: Int] = [:]
    /// What each cookie of a store holds now.
    private var holders: [Holder: (secret: Int, holding: Int)] = [:]

    private struct Place: Hashable {
        let secret: Int
        let channel: Channel
        let place: String
    }

    private struct Holder: Hashable {
        let store: String
        let cookie: String
        let domainAndPath: String
    }

    /// - Complexity: O(n) in the trace.
    package init(_ trace: RecordedTrace) {
        name = trace.head.name
        let masking = trace.head.showsSecrets ? Masking(.fingerprints) : nil
        signIn =
            trace.events.first { event in
                if case .account(let it) = event.kind { it.action == .signedIn && event.actor == .page } else { false }
            }?.at
        for event in trace.events { collect(event, cookie: trace.head.cookie, masking) }
        for event in trace.events { look(at: event, masking) }
        finish()
    }

    // MARK: - What counts as a secret

    private mutating func collect(_ event: TraceEvent, cookie: String?, _ masking: Masking?) {
        switch event.kind {
        case .token(let it): insert(Self.secret(it.token, masking), cookie: nil)
        case .cookieWrite(let it):
            if it.name == cookie { insert(Self.secret(it.value, masking), cookie: it.name) }
        case .request(let it):
            for token in Self.tokens(in: (masking?.url(it.url.text) ?? it.url).text) { insert(token, cookie: nil) }
            for sent in it.sent where sent.name == cookie {
                insert(Self.secret(sent.value, masking), cookie: sent.name)
            }
        case .cookieRead(let it):
            for seen in it.visible where seen.name == cookie {
                insert(Self.secret(seen.value, masking), cookie: seen.name)
            }
        default: break
        }
    }

    /// Those of an address, as they are shown.
    private static func tokens(in text: String) -> [String] {
        text.split(separator: "<").dropFirst().compactMap { part in
            guard let end = part.firstIndex(of: ">"),
                ["custom token", "ID token", "session cookie"].contains(where: { part.hasPrefix($0 + " uid=") })
            else { return nil }
            return "<\(part[...end])"
        }
    }

    private mutating func insert(_ value: String, cookie: String?) {
        guard let mark = SecretMark(value: value) else { return }
        let index = indices[mark] ?? secrets.count
        if index == secrets.count {
            indices[mark] = index
            secrets.append(Exposed(value: value))
        }
        if let cookie, !secrets[index].cookies.contains(cookie) { secrets[index].cookies.append(cookie) }
    }

    private static func secret(_ value: MaskedText, _ masking: Masking?) -> String {
        masking?.secret(value.text).text ?? value.text
    }

    // MARK: - Who saw it

    private mutating func look(at event: TraceEvent, _ masking: Masking?) {
        let free = { (text: MaskedText) in masking?.text(text.text).text ?? text.text }
        let url = { (text: MaskedText) in masking?.url(text.text).text ?? text.text }
        switch event.kind {
        case .token(let it):
            see(Self.secret(it.token, masking), .service, "\(event.actor.rawValue), \(it.action.rawValue)", event)
        case .request(let it):
            let host = TraceAddress(it.url.text).place
            for cookie in it.sent { see(Self.secret(cookie.value, masking), .request, host, event) }
            find(url(it.url), .address, host, event)
            for field in it.fields { find(free(field.value), field.name, host, event) }
        case .response(let it):
            if let location = it.location {
                find(url(location), .address, "Location, to \(TraceAddress(location.text).place)", event)
            }
        case .cookieWrite(let it): write(it, Self.secret(it.value, masking), event)
        case .cookieRead(let it):
            for cookie in it.visible {
                see(Self.secret(cookie.value, masking), .script, TraceAddress(it.url.text).place, event)
            }
        case .proxied(let it):
            let host = TraceAddress(it.url.text).place
            find(url(it.url), .address, host, event)
            for field in it.requestFields + it.responseFields { find(free(field.value), field.name, host, event) }
        case .navigation(let it): find(url(it.url), .address, "\(event.actor.rawValue), \(it.phase.rawValue)", event)
        case .routing(let it):
            find(url(it.path), .address, "the router", event)
            find(free(it.detail), .message, "the guard", event)
        case .served(let it):
            let host = TraceAddress(it.url.text).place
            for cookie in it.cookies { see(Self.secret(cookie.value, masking), .request, host, event) }
            find(url(it.url), .address, host, event)
        case .edge(let it): find(url(it.url), .address, it.edge, event)
        case .fault(let it): find(url(it.url), .address, it.service, event)
        case .script(let it):
            find(url(it.url), .address, it.origin.rawValue, event)
            if let exception = it.exception { find(free(exception), .message, it.origin.rawValue, event) }
        case .message(let it):
            find(free(it.body), it.handler.hasPrefix("console.") ? .log : .message, it.handler, event)
        case .printed(let it): find(free(it.text), .log, "\(it.process), printed", event)
        case .account, .clock, .device, .keychain: break
        default: for text in event.kind.texts { find(free(text), .message, event.kind.name, event) }
        }
    }

    /// In a header field: cookies are told by their names already.
    private mutating func find(_ text: String, _ field: String, _ host: String, _ event: TraceEvent) {
        switch field.lowercased() {
        case "cookie": find(text, .request, host, event)
        case "referer": find(text, .referer, host, event)
        default: find(text, .header, "\(host), \(field)", event)
        }
    }

    private mutating func find(_ text: String, _ channel: Channel, _ place: String, _ event: TraceEvent) {
        for mark in SecretMark.all(in: text) { see(mark, channel, place, event) }
    }

    private mutating func see(_ value: String, _ channel: Channel, _ place: String, _ event: TraceEvent) {
        if let mark = SecretMark(value: value) { see(mark, channel, place, event) }
    }

    private mutating func see(_ mark: SecretMark, _ channel: Channel, _ place: String, _ event: TraceEvent) {
        guard let index = indices[mark] else { return }
        let key = Place(secret: index, channel: channel, place: place)
        guard let known = places[key] else {
            places[key] = secrets[index].sightings.count
            secrets[index].sightings.append(
                Sighting(channel: channel, place: place, first: event.at, last: event.at, evidence: [event.sequence]))
            return
        }
        // The world's clock may be set back.
        let sighting = secrets[index].sightings[known]
        secrets[index].sightings[known].first = min(sighting.first, event.at)
        secrets[index].sightings[known].last = max(sighting.last, event.at)
        if sighting.evidence.last != event.sequence { secrets[index].sightings[known].evidence.append(event.sequence) }
    }

    // MARK: - Where it stays

    private mutating func write(_ it: CookieWriteEvent, _ value: String, _ event: TraceEvent) {
        let holder = Holder(
            store: it.store, cookie: it.name, domainAndPath: it.host + " " + Self.identity(of: it.attributes))
        switch it.outcome {
        case .stored, .replaced:
            let index = SecretMark(value: value).flatMap { indices[$0] }
            if let held = holders[holder], held.secret != index { release(holder, at: event.at) }
            guard let index, let mark = SecretMark(value: value) else { return }
            see(mark, .store, "\(it.store), \(CookieLabel.text(it.name)) of \(it.host)", event)
            if !secrets[index].cookies.contains(it.name) { secrets[index].cookies.append(it.name) }
            if holders[holder] == nil {
                holders[holder] = (index, secrets[index].holdings.count)
                secrets[index].holdings.append(
                    Holding(store: it.store, cookie: it.name, host: it.host, since: event.at))
            }
        case .deleted: release(holder, at: event.at)
        case .rejected, .ignored: break
        }
    }

    /// The cookie is gone, or holds something else now.
    private mutating func release(_ holder: Holder, at now: Instant) {
        guard let held = holders.removeValue(forKey: holder) else { return }
        secrets[held.secret].holdings[held.holding].until = now
    }

    /// Domain and path of the attributes, which a cookie is told apart by (RFC 6265bis §5.7, step 23).
    private static func identity(of attributes: String) -> String {
        attributes.split(separator: ";").map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix("Path=") || $0.hasPrefix("Domain=") }.joined(separator: ";")
    }

    private mutating func finish() {
        guard let signIn else { return }
        for secret in secrets.indices {
            for index in secrets[secret].holdings.indices {
                let holding = secrets[secret].holdings[index]
                // What was gone before was not there to be deleted.
                if holding.since > signIn { continue }
                if let until = holding.until, until < signIn { continue }
                secrets[secret].holdings[index].isGoneAfterSignIn = holding.until != nil
            }
        }
    }
}
