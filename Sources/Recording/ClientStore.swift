import BridgePrimitives
import BridgeTrace
import Captures
import Cookies
import CookieStores
import Explaining
import PageEngines
import Proxying

/// One store of a device's, with a jar of the model that goes along with it.
struct ClientStore {
    let client: RecordedClient
    let profile: CookieProfile
    let trace: TraceLog
    /// What the inspector calls its trace; nil without one.
    let shown: String?
    private(set) var exchanges: [CapturedExchange] = []
    private(set) var requests = 0
    let firstSeen: Instant
    private(set) var lastSeen: Instant
    private(set) var hosts: Set<String> = []

    private var walk: ModelWalk
    private let recorder: EngineRecorder
    private var origins = CookieOrigins()
    /// When answers wrote cookies, by name, for as long as a request may have been on its way.
    private var written: [String: Instant] = [:]
    private var pending: [Int: Pending] = [:]

    private struct Pending {
        let step: ModelWalk.Step
        let hop: Int
        /// Among the exchanges that are kept; nil for one that is not.
        let place: Int?
        var request: RecordedRequest
    }

    /// More are still passed and told, and kept for no summary.
    static let mostExchanges = 10_000
    private static let mostHosts = 1000
    private static let mostValues = 100_000
    /// Within this time an answer may not have reached whoever made a request.
    private static let wayOfAnAnswer = Duration.seconds(1)

    init(_ client: RecordedClient, _ profile: CookieProfile, trace: TraceLog, clock: WorldClock, shown: String?) {
        (self.client, self.profile, self.trace, self.shown) = (client, profile, trace, shown)
        let jar = SharedCookieJar(
            name: client.device.kind == .app ? StoreName.native : StoreName.webView, profile: profile,
            publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace)
        let actor: TraceActor = client.device.kind == .app ? .app : .webView
        walk = ModelWalk(jar, tracksParties: profile.trackingPreventionByDefault.value, actor: actor)
        recorder = EngineRecorder(live: trace, clock: clock, actor: actor)
        firstSeen = clock.now
        lastSeen = firstSeen
    }

    var jar: SharedCookieJar { walk.jar }

    // MARK: - Requests

    /// A request that is read.
    ///
    /// - Parameter others: of the device's other programs, where this is a web view.
    mutating func ask(_ request: ProxiedRequest, others: [SharedCookieJar]) {
        note(request)
        let fields = request.fields.map { (name: ASCIIText.lowercased($0.name), value: $0.value) }
        let metadata = FetchMetadata(fields)
        let isDocument = metadata.isDocument()
        let starter = starter(metadata, isDocument)
        guard let step = walk.request(request.method, request.url, isDocument: isDocument, startedBy: starter) else {
            return
        }
        let exchange = EngineExchange(
            method: request.method, url: request.url, start: request.at, end: request.at,
            requestFields: request.fields.map { ($0.name, $0.value) })
        let given = walk.jar.requestCookies(for: step.context)
        let pairs = CookiePair.read(exchange.cookieHeader?.reveal())
        if origins.count > Self.mostValues { origins = CookieOrigins() }
        let foreign = origins.request(request.number, to: step.url, pairs).map(\.pair.name)
        written = written.filter { request.at - $0.value < Self.wayOfAnAnswer }
        let mayOmit = !isDocument && metadata.mayOmitCredentials(request.method, request.url)
        let left =
            missing(pairs, given, code: mayOmit && pairs.isEmpty ? RecordedRequest.missingCodes[1] : nil)
            + inOtherStores(others, step, pairs, given)
        let knowsStarter = if case .shownDocument = starter { false } else { true }
        let mark = trace.mark
        let hop = recorder.note(
            exchange, given, walk.jar, left: left, odd: odd(pairs, given, step, knowsStarter: knowsStarter))

        var row = RecordedRequest(
            client: client, at: request.at, way: .read, method: request.method, url: trace.masking.url(request.url))
        if case .request(let event)? = trace.events(latest: trace.mark - mark).last?.kind { row.event = event }
        row.elsewhere = foreign.uniqued()
        var place: Int?
        if exchanges.count < Self.mostExchanges {
            place = exchanges.count
            exchanges.append(captured(request, number: exchanges.count + 1))
            row.number = exchanges.count
        }
        pending[request.number] = Pending(step: step, hop: hop, place: place, request: row)
    }

    /// Cookies that the model would have sent. If a name was sent with another value, the device knows more than the
    /// model; and an answer that was just written may not have come when the request was made.
    ///
    /// - Parameter code: where a script need not have sent any.
    private func missing(_ pairs: [CookiePair], _ given: RequestCookies, code: ReasonCode?) -> [CookieMention] {
        let names = Set(pairs.map(\.name))
        return given.sent.filter { !names.contains($0.name) && written[$0.name] == nil }.map {
            $0.mention(trace.masking, reasons: [code ?? RecordedRequest.missingCodes[0]])
        }
    }

    /// Why cookies should not have been sent, as far as an answer has set them.
    ///
    /// - Parameter knowsStarter: whether the request says who started it: without that no cookie is accused for its site.
    private func odd(
        _ pairs: [CookiePair], _ given: RequestCookies, _ step: ModelWalk.Step, knowsStarter: Bool
    ) -> [[String]: [ReasonCode]] {
        var expected = given.sent
        var odd: [[String]: [ReasonCode]] = [:]
        for pair in pairs {
            if let place = expected.firstIndex(where: { $0.name == pair.name && $0.value == pair.value }) {
                expected.remove(at: place)
                continue
            }
            guard origins.isSet(pair, for: step.url), written[pair.name] == nil else { continue }
            let withheld = given.withheld.first { $0.cookie.name == pair.name && $0.cookie.value == pair.value }
            let reasons = withheld?.reasons ?? []
            guard knowsStarter || !reasons.contains(where: \.asksWhoStarted) else { continue }
            odd[[pair.name, pair.value]] = [CaptureFindingReason.cookieUnexplained.code] + reasons.map(\.code)
        }
        return odd
    }

    private func captured(
        _ request: ProxiedRequest, number: Int, _ answer: ProxiedAnswer? = nil
    ) -> CapturedExchange {
        CapturedExchange(
            number: number, client: client.captured, method: request.method, url: request.url, start: request.at,
            duration: answer.map { $0.at - request.at } ?? .zero,
            fields: request.fields.map { (ASCIIText.lowercased($0.name), $0.value) }, status: answer?.status,
            location: answer?.values("location").first, setCookies: answer?.values("set-cookie") ?? [],
            allowsCredentials: answer?.values("access-control-allow-credentials") == ["true"])
    }

    /// How many requests were read with their answers.
    var readCount: Int { exchanges.count { $0.status != nil } }

    /// Cookies that another program of the device would send here and this one has not got: the app's own store is not
    /// that of its web views.
    private func inOtherStores(
        _ others: [SharedCookieJar], _ step: ModelWalk.Step, _ pairs: [CookiePair], _ given: RequestCookies
    ) -> [CookieMention] {
        let own = Set(pairs.map(\.name) + given.sent.map(\.name) + given.withheld.map(\.cookie.name))
        let theirs = others.flatMap { $0.requestCookies(for: step.context).sent }.filter { !own.contains($0.name) }
        var seen: Set<String> = []
        return theirs.filter { seen.insert($0.name).inserted }.map { cookie in
            let hidden = cookie.isHTTPOnly ? [ScriptReason.httpOnly.code] : []
            return cookie.mention(trace.masking, reasons: [SendReason.otherStore.code] + hidden)
        }
    }

    private func starter(_ metadata: FetchMetadata, _ isDocument: Bool) -> ModelWalk.Starter {
        if client.device.kind == .app || metadata.isUnasked { return .nobody }
        if let page = metadata.initiator.flatMap({ try? CookieURL($0) }) { return .page(page) }
        if metadata.isCrossSite == true { return .anotherSite }
        return isDocument ? .nobody : .shownDocument
    }

    /// The answer to a request, or what took its place.
    ///
    /// - Returns: nil for a request that was not asked of this store.
    mutating func answer(_ request: ProxiedRequest, _ answer: ProxiedAnswer) -> RecordedRequest? {
        guard var pending = pending.removeValue(forKey: request.number) else { return nil }
        lastSeen = answer.at
        let location = answer.values("location").first
        let setCookies = answer.values("set-cookie")
        let exchange = EngineExchange(
            method: request.method, url: request.url, start: request.at, end: answer.at, requestFields: [],
            status: answer.status, location: location, setCookies: setCookies, reasons: answer.reasons.map(\.code))
        recorder.noteAnswer(exchange, hop: pending.hop)
        let mark = trace.mark
        walk.answer(exchange, to: pending.step, hop: pending.hop)
        origins.answer(from: pending.step.url, setCookies)
        pending.request.writes = trace.events(latest: trace.mark - mark).compactMap { event in
            if case .cookieWrite(let write) = event.kind { write } else { nil }
        }
        for write in pending.request.writes { written[write.name] = answer.at }
        (pending.request.status, pending.request.reasons) = (answer.status, answer.reasons)
        pending.request.elapsed = answer.at - request.at
        if let place = pending.place { exchanges[place] = captured(request, number: place + 1, answer) }
        return pending.request
    }

    /// A request that is not read, or not passed on.
    mutating func note(_ request: ProxiedRequest) {
        requests += 1
        lastSeen = request.at
        // Of a tunnel no more is known than where it leads.
        let name = ProxiedHost(target: request.url)?.name ?? (try? CookieURL(request.url))?.host ?? request.url
        if !name.isEmpty, hosts.count < Self.mostHosts { hosts.insert(name) }
    }

    /// What the proxy did in place of the server.
    func record(_ handling: ProxiedEvent.Handling, _ method: String, _ url: String, _ reasons: [ProxyReason]) {
        trace.record(
            .proxied(
                ProxiedEvent(
                    handling, method: method, url: trace.masking.url(url), elapsed: .zero,
                    reasons: reasons.map(\.code))),
            by: .proxy)
    }
}

extension SendReason {
    /// Whether it is one only if the request was started by whom the order of requests suggests.
    fileprivate var asksWhoStarted: Bool {
        [
            .sameSiteStrict, .sameSiteLax, .sameSiteDefault, .sameSiteTaintedByRedirect, .thirdPartyBlocked,
            .partitionMismatch,
        ].contains(self)
    }
}
