import BridgePrimitives
package import BridgeTrace
import CookieStores
package import Cookies
import HTTPLoader
package import WebViews

/// Plays what an engine did to a cookie jar of a profile: what the jar would have sent with each of its requests.
///
/// The order is that of the clock: requests and answers as the proxy saw them, scripts' writes as the page told them.
/// Who asked for a request is taken from the order too: a document's request, or one of the document that was shown
/// before it. Frames are not told apart from what stands in them.
package struct EngineReplay {
    package let page: VisitedPage
    /// What the app put into the store before the load.
    let cookies: [NativeCookie]
    /// What the store held before that.
    let held: [NativeCookie]
    /// The first request's `Cookie` field that the app wrote by hand; nil for none.
    let handWritten: String?
    /// The app's, as they were given.
    let userScripts: [UserScript]
    /// The places of requests that no page started, but an address that was typed, or an app.
    let unasked: Set<Int>
    /// The document that was shown before, where its user or its scripts led on; nil where the app did.
    let startingDocument: String?
    /// Who made the requests: a web view, or an app with the store of its own.
    let actor: TraceActor

    package init(
        page: VisitedPage, cookies: [NativeCookie], held: [NativeCookie] = [], handWritten: String?,
        userScripts: [UserScript] = [], unasked: Set<Int> = [], startingDocument: String? = nil,
        actor: TraceActor = .webView
    ) {
        self.startingDocument = startingDocument
        self.actor = actor
        (self.page, self.cookies, self.held) = (page, cookies, held)
        (self.handWritten, self.userScripts, self.unasked) = (handWritten, userScripts, unasked)
    }

    /// Something that happened, in the order of the clock.
    private enum Moment {
        case request(Int)
        case answer(Int)
        case script(PageScriptAction)
        case told(EngineEvent)
        case refused(EngineExchange)
    }

    /// What is known of the page while it goes on.
    private struct Progress {
        var walk: ModelWalk
        /// Main-frame loads that were told of and have not been seen at the proxy.
        var documents: [String: Int] = [:]
        var steps: [Int: ModelWalk.Step] = [:]
        var hops: [Int: Int] = [:]
        /// Requests to another origin that a script made without credentials: their answers set no cookies.
        var omitting: Set<Int> = []
    }

    /// The header of each request that was read, by its place among the exchanges.
    ///
    /// - Parameters:
    ///   - delay: how long a script's write takes to be there for requests.
    ///   - answerDelay: how long the cookies of an answer take, for requests that were under way already.
    func headers(
        _ profile: CookieProfile, writesTake delay: Duration = .zero, answersTake answerDelay: Duration = .zero
    ) -> [Int: String?] {
        headersAndHops(profile, recorder: nil, writesTake: delay, answersTake: answerDelay).headers
    }

    /// The same, with the numbers that requests got in the trace.
    ///
    /// - Parameter recorder: notes it all in a trace; nil where only the headers count.
    func headersAndHops(
        _ profile: CookieProfile, recorder: EngineRecorder?, writesTake delay: Duration = .zero,
        answersTake answerDelay: Duration = .zero
    ) -> (headers: [Int: String?], hops: [Int: Int]) {
        let clock = recorder?.clock ?? .frozen(at: page.exchanges.first?.start ?? Instant(millisecondsSinceEpoch: 0))
        let trace = recorder?.trace ?? TraceLog(clock: clock, masking: Masking(.revealed), capacity: 1)
        let jar = SharedCookieJar(
            name: actor == .app ? StoreName.native : StoreName.webView, profile: profile,
            publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace)
        let moments = moments(writesTake: delay, answersTake: answerDelay)
        if let first = moments.first { clock.set(to: first.at, frozen: true) }
        jar.restore(heldCookies(profile, now: clock.now))
        for cookie in cookies { jar.store(native: cookie) }
        let shown = startingDocument.flatMap { try? CookieURL($0) }
        var (progress, headers) = (Progress(walk: ModelWalk(jar, actor: actor, shown: shown)), [Int: String?]())
        for case .navigation(let point, let url) in page.happenings.map(\.event)
        where point == .didStartProvisional || point == .didReceiveServerRedirect {
            progress.documents[ModelWalk.withoutFragment(url), default: 0] += 1
        }
        for (at, moment) in moments {
            clock.set(to: at, frozen: true)
            switch moment {
            case .request(let index):
                guard let context = begin(index, &progress) else { continue }
                var given = jar.requestCookies(for: context)
                if !given.sent.isEmpty, page.exchanges[index].mayOmitCredentials {
                    given = given.omittingCredentials()
                    progress.omitting.insert(index)
                }
                let header = handWrittenHeader(index, profile, progress) ?? given.header
                headers[index] = .some(header)
                progress.hops[index] = recorder?.note(
                    page.exchanges[index], given, jar, handWritten: index == first ? handWritten : nil)
            case .answer(let index): answer(index, &progress, recorder)
            case .script(let action):
                if case .wroteCookie(let text) = action.kind, let url = try? CookieURL(action.url) {
                    let party = PartyContext(siteForCookies: progress.walk.shown ?? url)
                    jar.store(scriptCookie: text.reveal(), from: url, context: StoreContext(party: party))
                }
                if case .lostScript(let script, let hasIntegrity) = action.kind {
                    let exchange = lastExchange(with: script, until: at).map { page.exchanges[$0] }
                    recorder?.noteSkipped(script, exchange, hasIntegrity: hasIntegrity, isBlocked: isBlocked(script))
                } else {
                    recorder?.note(action, of: userScripts, jar)
                }
            case .told(.resource(_, let url, hasEnded: true, let failure?)):
                let index = lastExchange(with: url, until: at)
                recorder?.note(
                    failure, of: url, index.map { page.exchanges[$0] }, hop: index.flatMap { progress.hops[$0] })
            case .told(let event): recorder?.note(event)
            case .refused(let exchange): recorder?.noteRefusal(exchange)
            }
        }
        if let recorder, recorder.tellsLastRead, let visible = page.visible {
            recorder.noteRead(visible, at: page.url, jar)
        }
        return (headers, progress.hops)
    }

    private func heldCookies(_ profile: CookieProfile, now: Instant) -> [Cookie] {
        var jar = CookieJar(profile: profile, publicSuffixes: PublicSuffixList.standard)
        for cookie in held { _ = jar.store(native: cookie, now: now) }
        return jar.all(now: now)
    }

    private func begin(_ index: Int, _ progress: inout Progress) -> RequestContext? {
        let exchange = page.exchanges[index]
        guard (try? CookieURL(exchange.url)) != nil else { return nil }
        let isDocument = (progress.documents[ModelWalk.withoutFragment(exchange.url)] ?? 0) > 0
        if isDocument { progress.documents[ModelWalk.withoutFragment(exchange.url), default: 0] -= 1 }
        let step = progress.walk.request(
            exchange.method, exchange.url, isDocument: isDocument,
            startedBy: unasked.contains(index) ? .nobody : .shownDocument)
        progress.steps[index] = step
        return step?.context
    }

    /// The place of the page's own request.
    private var first: Int? { page.exchanges.firstIndex { $0.handling == .read } }

    /// - Returns: nil where the jar's cookies go out.
    private func handWrittenHeader(_ index: Int, _ profile: CookieProfile, _ progress: Progress) -> String? {
        guard let handWritten else { return nil }
        let isFirst = index == first
        let start = first.flatMap { try? CookieURL(page.exchanges[$0].url) }
        return switch profile.manualCookieHeader.value {
        case .dropped: nil
        case .firstHopOnly: isFirst ? handWritten : nil
        case .wholeRedirectChain:
            isFirst || progress.steps[index]?.chain.first == start ? handWritten : nil
        }
    }

    private func answer(_ index: Int, _ progress: inout Progress, _ recorder: EngineRecorder?) {
        guard let step = progress.steps[index] else { return }
        let hop = progress.hops[index]
        if let hop { recorder?.noteAnswer(page.exchanges[index], hop: hop) }
        progress.walk.answer(
            page.exchanges[index], to: step, hop: hop, keepsCookies: !progress.omitting.contains(index))
    }

    private func moments(writesTake delay: Duration, answersTake answerDelay: Duration) -> [(
        at: Instant, moment: Moment
    )] {
        // Of one millisecond: an answer, what a script does with it, and then what it asks for.
        var all: [(at: Instant, rank: Int, moment: Moment)] = []
        for (index, exchange) in page.exchanges.enumerated() where exchange.handling == .read {
            all.append((exchange.start, 2, .request(index)))
            let isFollowed = (300..<400).contains(exchange.status ?? 0)
            let end = isFollowed ? exchange.end : exchange.end + answerDelay
            all.append((end, end == exchange.start ? 3 : 0, .answer(index)))
        }
        // That the document itself was refused is the load's failure, and the engine says itself which request it lost.
        let lost = page.happenings.compactMap { Self.lostURL($0.event) }
        for exchange in page.exchanges
        where exchange.handling == .refused && exchange.url != page.url
            && !lost.contains(where: { Self.isSame(exchange, $0) })
        {
            all.append((exchange.end, 0, .refused(exchange)))
        }
        all += page.scriptActions.map { action in
            var at = action.at
            if case .wroteCookie = action.kind { at = at + delay }
            return (at, 1, .script(action))
        }
        all += page.happenings.map { ($0.at, 4, .told($0.event)) }
        return all.enumerated().sorted {
            ($0.element.at, $0.element.rank, $0.offset) < ($1.element.at, $1.element.rank, $1.offset)
        }.map { ($0.element.at, $0.element.moment) }
    }

    /// What the engine asked for in vain.
    private static func lostURL(_ event: EngineEvent) -> String? {
        guard case .resource(_, let url, hasEnded: true, failure: _?) = event else { return nil }
        return url
    }

    /// Whether the proxy saw a URL in an exchange, as its request or as a tunnel for it.
    private static func isSame(_ exchange: EngineExchange, _ url: String) -> Bool {
        if exchange.url == ModelWalk.withoutFragment(url) { return true }
        guard exchange.method == "CONNECT", let url = try? WebURL(url) else { return false }
        return exchange.url == "\(url.host):\(url.effectivePort)"
    }

    /// The place of the exchange that a failure is about: of those that had begun by then the last one, or else the first.
    private func lastExchange(with url: String, until time: Instant) -> Int? {
        let places = page.exchanges.indices.filter {
            page.exchanges[$0].handling != .unread && Self.isSame(page.exchanges[$0], url)
        }
        return places.last { page.exchanges[$0].start <= time } ?? places.first
    }

    /// Whether the page's policy kept a script back.
    private func isBlocked(_ script: String) -> Bool {
        page.scriptActions.contains { action in
            guard case .policyViolation(let directive, script) = action.kind else { return false }
            return directive.hasPrefix("script-src")
        }
    }
}
