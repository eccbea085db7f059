import BridgePrimitives
import BridgeTrace
import Captures
import Explaining
import Foundation
import HTTPLoader
import Listening
import Proxying
import Recording
import Scenarios
import TestSupport
import Testing
import WorldTestSupport
import Worlds

/// What a run calls the cause of a failed handoff, and what is said of the same requests in its HAR file, in that file
/// as another program would have written it, and by the recording proxy: the same, or how far the session was seen.
@Suite("The same traffic", .timeLimit(.minutes(10)))
struct SameTrafficTests {
    /// A row for each scenario: its file and name, the run's cause, and for each recording `same`, what it says of an earlier
    /// station with what it lacks, or, after `other:`, another cause.
    private static let table = Checkout.root.appendingPathComponent("Tests/RecordingTests/same-traffic.tsv")
    private static let heading = "scenario\trun\tHAR\tHAR without _bridge\tproxy"

    @Test func hasTheSameCauses() async throws {
        let folder = Checkout.root.appendingPathComponent("Scenarios").path
        let settings = WorldSettings()
        let material = try WorldMaterial(state: StateDirectory(SharedMaterial.folder), for: settings)
        defer { material.transport.shutdown() }
        var shown = settings
        shown.masking = .revealed
        let (masked, revealed) = (
            CauseTrials(settings: settings, material: material), CauseTrials(settings: shown, material: material)
        )
        var rows: [String] = []
        for scenario in try FailingHandoffs.scenarios(in: folder) {
            guard let run = await masked.run(scenario), FailingHandoffs.hasFailed(run), let cause = run.cause?.code
            else { continue }
            let seen = try #require(await revealed.run(scenario))
            var causes: [RootCause?] = []
            try withFolder { folder in
                let file = folder + "/a.har"
                try CaptureFiles.write([CaptureFiles.Part(title: scenario.name, events: run.events)], to: file)
                let text = try String(contentsOfFile: file, encoding: .utf8)
                causes = [
                    try Self.cause(of: text, cookie: settings.cookieName),
                    try Self.cause(of: Self.withoutBridge(text), cookie: settings.cookieName),
                    try Self.causeAtProxy(of: seen.events, cookie: settings.cookieName, in: folder),
                ]
            }
            let name = "\(scenario.source)".replacing(folder + "/", with: "").prefix { $0 != ":" }
            rows.append(
                (["\(name): \(scenario.name)", cause.rawValue] + causes.map { Self.relation(of: $0, to: cause) })
                    .joined(separator: "\t"))
        }
        #expect(rows.count > 80)
        let text = ([Self.heading] + rows.sorted()).joined(separator: "\n") + "\n"
        guard text != (try? String(contentsOf: Self.table, encoding: .utf8)) else { return }
        let written = FileManager.default.temporaryDirectory.appendingPathComponent("same-traffic.tsv")
        try text.write(to: written, atomically: true, encoding: .utf8)
        Issue.record("\(Self.table.path) is not what recordings say now, which is in \(written.path)")
    }

    private static func relation(of seen: RootCause?, to cause: ReasonCode) -> String {
        guard let seen else { return "nothing" }
        if seen.code == cause { return "same" }
        let isEarlier = seen.code.rawValue.hasPrefix("har/") || seen.message.contains("The recording does not")
        return (isEarlier ? "" : "other: ") + seen.code.rawValue
    }

    /// Nil for a recording without a request.
    private static func cause(of har: String, cookie: String) throws -> RootCause? {
        guard !(try JSONValue(parsing: har)["log"]?["entries"]?.arrayValue ?? []).isEmpty else { return nil }
        return CaptureReport(
            try HARReader.read(Array(har.utf8)), profile: nil, cookieName: cookie, masking: Masking(.fingerprints)
        ).cause
    }

    /// As another program would have written it, which names clients by what they call themselves.
    private static func withoutBridge(_ har: String) throws -> String {
        let json = try JSONValue(parsing: har)
        var log = json["log"]?.objectValue ?? JSONObject()
        log["entries"] = .array(
            (log["entries"]?.arrayValue ?? []).map { entry in
                var entry = entry.objectValue ?? JSONObject()
                let actor = entry["_bridge"]?["actor"]?.stringValue
                var request = entry["request"]?.objectValue ?? JSONObject()
                let agent = actor == "app" ? DeviceAgent.app : actor == "backend" ? "server" : DeviceAgent.webView
                request["headers"] = .array(
                    (request["headers"]?.arrayValue ?? []) + [["name": "User-Agent", "value": .string(agent)]])
                entry["request"] = .object(request)
                entry["_bridge"] = nil
                return .object(entry)
            })
        return JSONValue.object(JSONObject([("log", .object(log))])).text()
    }

    /// - Parameter events: with values as they are.
    private static func causeAtProxy(of events: [TraceEvent], cookie: String, in folder: String) throws -> RootCause? {
        // The lines of answers as a HAR has them, by the places of their requests.
        let file = folder + "/revealed.har"
        try CaptureFiles.write([CaptureFiles.Part(title: "", events: events)], to: file)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        guard try cause(of: text, cookie: cookie) != nil else { return nil }
        let capture = try HARReader.read(Array(text.utf8))
        let lines = Dictionary(uniqueKeysWithValues: capture.exchanges.map { ($0.number, $0) })
        let clock = WorldClock.frozen(at: events.first?.at ?? Instant(millisecondsSinceEpoch: 0))
        let recorder = Recorder(
            profile: nil, masking: Masking(.fingerprints), cookieName: cookie, hub: nil, clock: clock
        ) { _ in }
        var asked: [Int: (request: ProxiedRequest, exchange: CapturedExchange?)] = [:]
        var number = 0
        for event in events {
            clock.set(to: event.at, frozen: true)
            switch event.kind {
            case .request(let request):
                number += 1
                // A server's own requests do not pass the device's proxy.
                guard event.actor != .backend else { continue }
                let exchange = lines[number]
                let given = request.fields.filter { !["cookie", "user-agent"].contains($0.name.lowercased()) }
                let proxied = ProxiedRequest(
                    number: number, client: ProxyClient(connection: 1, address: "192.168.1.23"), way: .read,
                    method: request.method, url: request.url.text,
                    fields: given.map { ($0.name, $0.value.text) }
                        + [("User-Agent", event.actor == .app ? DeviceAgent.app : DeviceAgent.webView)]
                        + (exchange?.cookieHeader.map { [("Cookie", $0.reveal())] } ?? []), at: event.at)
                asked[request.hop] = (proxied, exchange)
                recorder.take(.asked(proxied))
            case .response(let response):
                guard let (request, exchange) = asked.removeValue(forKey: response.hop) else { continue }
                let fields =
                    (exchange?.location.map { [("Location", $0)] } ?? [])
                    + (exchange?.setCookies.map { ("Set-Cookie", $0.reveal()) } ?? [])
                recorder.take(
                    .answered(
                        request,
                        ProxiedAnswer(
                            status: response.status, fields: fields, at: event.at,
                            reasons: response.status == nil ? [.unreachable] : [])))
            default: continue
            }
        }
        // A web view's loss comes before an app's.
        let calm = ["har/as-modelled", "har/cookie-never-seen"]
        let causes = recorder.outcome.clients.sorted { a, _ in a.client.device.kind == .webView }.compactMap(\.cause)
        return causes.first { !calm.contains($0.code.rawValue) } ?? causes.first
    }
}
