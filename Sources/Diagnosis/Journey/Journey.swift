import BridgePrimitives
package import BridgeTrace

/// The path of one credential through a trace, with what each of its stations is known by. See ``Station``.
///
/// A class, so that what many rows of the table ask for is looked up once.
final class Journey {
    let events: [TraceEvent]
    let cookieName: String
    let appHost: String
    let nativeUserID: String?
    let pageStart: Int?
    let projectID: String?

    init(
        events: [TraceEvent], cookieName: String, appHost: String, nativeUserID: String?, pageStart: Int?,
        projectID: String?
    ) {
        self.events = events
        self.cookieName = cookieName
        self.appHost = appHost
        self.nativeUserID = nativeUserID
        self.pageStart = pageStart
        self.projectID = projectID
    }

    /// Events of the page that was opened last.
    private(set) lazy var page: [TraceEvent] = pageStart.map { start in events.filter { $0.sequence >= start } } ?? []

    /// How the page ended; only pages in engines report it.
    private(set) lazy var ended: (sequence: Int, event: RoutingEvent)? = routing.last {
        $0.event.step == .ended && $0.event.reasons.contains { PageReason(rawValue: $0.rawValue) != nil }
    }

    /// The journey of the session that the page's server keeps.
    private(set) lazy var server = ServerJourney(self)

    /// The custom tokens that were minted, or that the auth service was shown.
    private(set) lazy var customTokens = Set(
        events.lazy.compactMap { event -> MaskedText? in
            guard case .token(let token) = event.kind, token.form == .customToken else { return nil }
            return token.token
        })

    /// The journey of the previous page, if this page is a reload of the one to which its guard had sent the user.
    private(set) lazy var reloaded = previous

    private var previous: Journey? {
        guard let pageStart, page.lazy.compactMap(\.asking).first?.type == .reload else { return nil }
        let before = events.filter { $0.sequence < pageStart }
        // The app's own loads, not those to which a page or a frame of it led.
        guard
            let start = before.last(where: { event in
                guard let asking = event.asking, !asking.reasons.contains(NavigationReason.inFrame.code) else {
                    return false
                }
                return asking.type == nil || asking.type == .reload
            })
        else { return nil }
        let journey = Journey(
            events: before, cookieName: cookieName, appHost: appHost, nativeUserID: nativeUserID,
            pageStart: start.sequence, projectID: projectID)
        let sentAway = journey.routing.contains { $0.event.reasons.contains(GuardReason.redirected.code) }
        return sentAway || journey.reloaded != nil ? journey : nil
    }

    /// The events with numbers in a range.
    ///
    /// - Complexity: O(log n): events are in the order of their numbers.
    func events(from start: Int, through end: Int) -> ArraySlice<TraceEvent> {
        let low = events.partitioningIndex { $0.sequence >= start }
        return events[low..<max(low, events.partitioningIndex { $0.sequence > end })]
    }

    /// What the page's router and guard did.
    private(set) lazy var routing = page.compactMap { event -> (sequence: Int, event: RoutingEvent)? in
        guard case .routing(let routing) = event.kind else { return nil }
        return (event.sequence, routing)
    }

    /// The guard's first look at the cookies.
    private(set) lazy var guardRead = firstLook

    private var firstLook: (sequence: Int, event: CookieReadEvent)? {
        guard !isInEngine else { return lookInEngine }
        guard let asked = routing.first(where: { $0.event.step == .read }) else { return nil }
        for event in page where event.sequence > asked.sequence {
            if case .cookieRead(let read) = event.kind { return (event.sequence, read) }
        }
        return nil
    }

    /// The requests for the page: the first one and those that redirects led to.
    private(set) lazy var pageRequests = page.compactMap { event -> (sequence: Int, event: RequestEvent)? in
        guard event.actor == .webView, case .request(let request) = event.kind else { return nil }
        return (event.sequence, request)
    }

    /// The redirects on the way to the page.
    private(set) lazy var redirects = pageAnswers.compactMap { answer -> Redirect? in
        guard (300..<400).contains(answer.status), let location = answer.location else { return nil }
        return (answer.sequence, answer.url, location)
    }

    /// What came back for the page's own requests, in order.
    private(set) lazy var pageAnswers = answersForPage

    private var answersForPage: [(sequence: Int, url: MaskedText, status: Int, location: MaskedText?)] {
        let requests = Dictionary(pageRequests.map { ($0.event.hop, $0.event) }) { first, _ in first }
        return page.compactMap { event in
            guard case .response(let response) = event.kind, let status = response.status,
                let request = requests[response.hop]
            else { return nil }
            return (event.sequence, request.url, status, response.location)
        }
    }

    /// Who sent the page where it did not load, as a sentence; empty where nobody did.
    func wayThere(before failure: Int) -> String {
        guard let last = redirects.last, last.sequence < failure else { return "" }
        let hasCome = page.contains { event in
            guard case .navigation(let navigation) = event.kind else { return false }
            return navigation.phase == .didCommit && event.sequence > last.sequence && event.sequence < failure
        }
        return hasCome ? "" : " \(last.from) redirected there."
    }

    /// The name of the store that the page is on; nil when the trace does not say.
    var pageStore: String? { guardRead?.event.store ?? pageRequests.lazy.compactMap(\.event.store).first }

    /// Where the session begins that is to be handed over: after the app's last sign-out.
    private(set) lazy var beginning = lastSignOut

    private var lastSignOut: Int {
        let start = pageStart ?? .max
        let signOut = events.last { event in
            guard event.sequence < start, event.actor == .app, case .account(let account) = event.kind else {
                return false
            }
            return account.action == .signedOut
        }
        return signOut?.sequence ?? 0
    }

    /// The event by which a token was made; nil when it is none of the backend's.
    func minting(of token: MaskedText) -> TraceEvent? {
        events.last { event in
            guard event.actor == .backend, case .token(let minted) = event.kind else { return false }
            return minted.action == .issued && minted.form.isAnswer && minted.token == token
        }
    }

    /// What happened to the cookie, in every store.
    private(set) lazy var writes = events.compactMap { event -> (sequence: Int, event: CookieWriteEvent)? in
        guard event.sequence >= beginning, case .cookieWrite(let write) = event.kind, write.name == cookieName
        else { return nil }
        return (event.sequence, write)
    }
}

extension TokenEvent.Form {
    /// Whether an exchange is answered with it.
    var isAnswer: Bool { self == .customToken || self == .session }
}

extension TraceEvent {
    /// A navigation that is asked for; nil for every other event.
    fileprivate var asking: NavigationEvent? {
        guard case .navigation(let navigation) = kind, navigation.phase == .decidePolicyForAction else { return nil }
        return navigation
    }
}

extension CookieWriteEvent {
    var isNativeStorage: Bool { store == StoreName.native }

    /// Whether the writer wanted the cookie away: there is none of it now, or there was none. A cookie that came with a
    /// value and a date that had just passed was to be kept.
    package var isDeletion: Bool {
        guard outcome != .deleted else { return true }
        guard reasons.contains(StoreReason.expiredOnArrival.code) else { return false }
        return value == MaskedText.noValue || expiry.map { $0 <= .epoch } == true
    }

    /// Nil for a cookie that ends with the session.
    var expiry: Instant? { attribute("Expires").flatMap { Instant(rfc3339: $0) } }

    /// The value of an attribute as the store has it: `Domain`, `Path`, `Expires`, `SameSite`; nil where there is none.
    func attribute(_ name: String) -> String? {
        attributes.split(separator: ";").lazy.map { $0.drop { $0 == " " } }.first { $0.hasPrefix(name + "=") }
            .map { String($0.dropFirst(name.count + 1)) }
    }

    /// In small letters: `path`, `httponly`.
    var attributeNames: [String] {
        attributes.lowercased().split(separator: ";").map { attribute in
            String(attribute.drop { $0 == " " }.prefix { $0 != "=" && $0 != " " })
        }
    }
}

extension MaskedText {
    /// How a cookie without a value is shown.
    static let noValue = Masking(.fingerprints).secret("")
}
