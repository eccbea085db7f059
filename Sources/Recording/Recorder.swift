package import BridgePrimitives
package import BridgeTrace
import Captures
package import Cookies
import CookieStores
import Explaining
package import Inspecting
import Listening
package import Proxying

/// Follows the devices of a recording proxy: a jar of the model for each of their stores, a trace for each, and what is
/// told of every request.
///
/// Safe to be told from anywhere; what it tells it tells on the thread that told it, after its own lock.
package final class Recorder: Sendable {
    private struct State {
        var stores: [ClientStore] = []
        var places: [String: Int] = [:]
        /// Which store a request that is under way belongs to.
        var owners: [Int: Int] = [:]
        var handshakes = HandshakeLedger()
        var problems: [RecordingProblem] = []
        var told: Set<String> = []
        /// Open connections, by address.
        var open: [String: Int] = [:]
        var turnedAway = 0
    }

    private let given: CookieProfile?
    let masking: Masking
    let cookieName: String
    private let hub: InspectorHub?
    private let clock: WorldClock
    private let tell: @Sendable (RecordingNews) -> Void
    private let state = Mutex(State())

    /// Whoever is on the network may call itself as often as it likes.
    private static let mostStores = 100
    private static let mostProblems = 1000
    private static let eventsOfAStore = 50_000

    /// - Parameters:
    ///   - profile: of all clients; nil for the one that is nearest to what each says it is.
    ///   - cookieName: the cookie that hands the session over.
    ///   - hub: shows the traces while they go on; nil for none.
    ///   - clock: nil for this machine's.
    ///   - tell: is told of what happens; it must not take long.
    package init(
        profile: CookieProfile?, masking: Masking, cookieName: String, hub: InspectorHub?, clock: WorldClock? = nil,
        tell: @escaping @Sendable (RecordingNews) -> Void
    ) {
        self.clock = clock ?? WorldClock { SystemTime.now }
        (given, self.masking, self.cookieName, self.hub, self.tell) = (profile, masking, cookieName, hub, tell)
    }

    package func take(_ sighting: ProxySighting) {
        let news: [RecordingNews] = state.withLock { state -> [RecordingNews] in
            switch sighting {
            case .connected(let client):
                state.open[client.address, default: 0] += 1
                return []
            case .left(let client):
                let left = state.open[client.address, default: 1] - 1
                state.open[client.address] = left > 0 ? left : nil
                return []
            case .turnedAway(let address, let reason):
                state.turnedAway += 1
                return problem(reason, host: nil, address: address, store: nil, in: &state)
            case .handshake(let client, let host, let end, let userAgent):
                let device = DeviceDescription(userAgent: userAgent)
                let truster = device.hasSystemTrust ? client.address : "\(client.address) \(device.text)"
                guard let reason = state.handshakes.note(end, of: host.name, by: truster) else { return [] }
                var news: [RecordingNews] = []
                let place = store(client.address, userAgent, &news, in: &state)
                state.stores[place].record(.refused, "CONNECT", "\(host)", [reason])
                return news + problem(reason, host: host, address: client.address, store: place, in: &state)
            case .asked(let request): return asked(request, in: &state)
            case .answered(let request, let answer): return answered(request, answer, in: &state)
            }
        }
        for each in news { tell(each) }
    }

    // MARK: - Requests

    private func asked(_ request: ProxiedRequest, in state: inout State) -> [RecordingNews] {
        guard request.way != .page else { return [] }
        for (name, value) in request.fields { _ = masking.field(name, value) }
        var news: [RecordingNews] = []
        let place = store(request.client.address, request.value("user-agent"), &news, in: &state)
        state.owners[request.number] = place
        if request.way == .read {
            let client = state.stores[place].client
            // An app's own store is not that of its web views, which is what people trip over.
            let others =
                client.device.kind == .webView
                ? state.stores.filter { $0.client.device.kind == .app && $0.client.address == client.address }.map(
                    \.jar)
                : []
            state.stores[place].ask(request, others: others)
        } else {
            state.stores[place].note(request)
        }
        return news
    }

    private func answered(
        _ request: ProxiedRequest, _ answer: ProxiedAnswer, in state: inout State
    ) -> [RecordingNews] {
        guard let place = state.owners.removeValue(forKey: request.number) else { return [] }
        for (name, value) in answer.fields { _ = masking.field(name, value) }
        let host = ProxiedHost(target: request.url) ?? ProxiedHost(of: request.url)
        var news: [RecordingNews] = []
        for reason in answer.reasons {
            news += problem(reason, host: host, address: request.client.address, store: place, in: &state)
        }
        if let row = state.stores[place].answer(request, answer) { return news + [.request(row)] }
        let handling: ProxiedEvent.Handling = answer.reasons == [.passedUnread] ? .tunnelled : .refused
        state.stores[place].record(handling, request.method, request.url, answer.reasons)
        var row = RecordedRequest(
            client: state.stores[place].client, at: request.at, way: request.way, method: request.method,
            url: masking.url(request.url))
        (row.reasons, row.elapsed) = (answer.reasons, answer.at - request.at)
        return news + [.request(row)]
    }

    private func problem(
        _ reason: ProxyReason, host: ProxiedHost?, address: String, store: Int?, in state: inout State
    ) -> [RecordingNews] {
        // What is answered with its reason, and goes on, is no problem.
        guard reason != .notSimulated, state.problems.count < Self.mostProblems,
            state.told.insert("\(reason.rawValue) \(host?.name ?? "") \(address)").inserted
        else { return [] }
        let client = store.map { state.stores[$0].client }
        let problem = RecordingProblem(
            host: host.map { "\($0)" } ?? "", address: address, client: client, reason: reason,
            advice: reason.advice(on: host, hasSystemTrust: client?.device.hasSystemTrust ?? true))
        state.problems.append(problem)
        // What was wished for is said at the end, and with each request.
        return reason == .passedUnread ? [] : [.problem(problem)]
    }

    // MARK: - Stores

    private func store(
        _ address: String, _ userAgent: String?, _ news: inout [RecordingNews], in state: inout State
    ) -> Int {
        var device = DeviceDescription(userAgent: userAgent)
        var key = "\(address) \(device.text)"
        if let place = state.places[key] { return place }
        if state.stores.count >= Self.mostStores {
            // The last place is everybody's who comes late.
            (device, key) = (DeviceDescription(userAgent: nil), "others")
            if let place = state.places[key] { return place }
        }
        let profile = given ?? CookieProfile.named(device.profile) ?? .ios18
        let client = RecordedClient(
            number: state.stores.count + 1, address: key == "others" ? "several" : address, device: device,
            profile: profile.name, masking)
        let shown = hub?.begin(head(client))
        let trace = TraceLog(clock: clock, masking: masking, capacity: Self.eventsOfAStore) { [hub] event in
            if let shown { hub?.append(event, to: shown) }
        }
        state.stores.append(ClientStore(client, profile, trace: trace, clock: clock, shown: shown))
        state.places[key] = state.stores.count - 1
        news.append(.client(client))
        return state.stores.count - 1
    }

    private func head(_ client: RecordedClient) -> TraceHead {
        var head = TraceHead(id: "\(client.number)", name: client.captured.name)
        (head.started, head.profile, head.cookie) = (SystemTime.now, client.profile, cookieName)
        head.seenFrom = .network
        head.showsSecrets = masking.showsSecrets
        return head
    }

    // MARK: - What is known

    /// Who is there, and what hides what they send.
    ///
    /// - Complexity: O(n) in stores and problems.
    package var connected: JSONValue {
        let (stores, open, problems) = state.withLock { ($0.stores, $0.open, $0.problems) }
        return [
            "clients": .array(
                stores.map { store in
                    [
                        "number": .integer(Int64(store.client.number)), "address": .string(store.client.address),
                        "device": .string(masking.text(store.client.device.text).text),
                        "kind": .string(store.client.device.kind.rawValue), "profile": .string(store.client.profile),
                        "requests": .integer(Int64(store.requests)), "hosts": .integer(Int64(store.hosts.count)),
                        "connections": .integer(Int64(open[store.client.address] ?? 0)),
                        "last_seen": .string(store.lastSeen.rfc3339),
                        "trace": store.shown.map { .string($0) } ?? .null,
                        "problems": .array(
                            problems.filter { $0.client == store.client }.map(\.json)),
                    ]
                }),
            "problems": .array(problems.map(\.json)),
        ]
    }

    /// What was recorded: for each store its trace, and what a recording of it shows.
    ///
    /// - Complexity: as ``CaptureExplanation`` for each store.
    package var outcome: RecordingOutcome {
        let (stores, problems, turnedAway) = state.withLock { ($0.stores, $0.problems, $0.turnedAway) }
        let report = CaptureReport(
            Capture(producer: "session-bridge", seen: stores.flatMap(\.exchanges).sorted { $0.start < $1.start }),
            profile: given, cookieName: cookieName, masking: masking)
        return RecordingOutcome(
            clients: stores.map { store in
                let part = report.parts.first { $0.client == store.client.captured }?.explanation
                // A recording without a cookie is reported only for what its addresses have.
                let shown = part.flatMap { $0.hasNoCredentials && $0.isCalm ? nil : $0 }
                return RecordingOutcome.Client(
                    client: store.client, requests: store.requests, read: store.readCount,
                    hosts: store.hosts.sorted(), cause: shown?.cause, findings: shown?.findings ?? [],
                    trace: RecordedTrace(head: head(store.client), events: store.trace.events),
                    since: store.firstSeen)
            }, problems: problems, turnedAway: turnedAway)
    }
}

extension RecordingProblem {
    package var json: JSONValue {
        var object = JSONObject([
            ("reason", .string(reason.rawValue)), ("host", .string(host)), ("address", .string(address)),
            ("meaning", .string(reason.meaning)), ("fix", .string(advice)),
        ])
        object["client"] = client.map { .integer(Int64($0.number)) }
        return .object(object)
    }
}

extension ProxiedHost {
    /// Of a URL; nil where it has none.
    fileprivate init?(of url: String) {
        guard let mark = url.firstRange(of: "://") else { return nil }
        let authority = url[mark.upperBound...].prefix { !"/?#".utf8.contains($0.utf8.first ?? 0) }
        let port = url.hasPrefix("https") ? 443 : 80
        if let host = ProxiedHost(target: String(authority)) {
            self = host
        } else if let host = ProxiedHost(target: "\(authority):\(port)") {
            self = host
        } else {
            return nil
        }
    }
}
