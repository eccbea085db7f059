import AuthEmulator
import BridgePrimitives
import Cookies
import FirebaseAuthClient
import HTTPLoader
import Histogram
import Scenarios
import SessionBridge
import WebViews
import Worlds

/// Full strict handoffs over loopback HTTP: fresh ID token, exchange, page in a fresh web view, guard, web sign-in.
enum HandoffBench {
    /// The refreshed ID token, the custom token, the page's ID token.
    static let signaturesPerHandoff = 3
    private static let count = 300

    /// - Returns: handoffs per second, one after the other.
    static func run(material: WorldMaterial, into table: BenchTable) async throws -> Double {
        let openssl = RSABound.opensslSignaturesPerSecond()
        let own = try RSABound.ownSignaturesPerSecond(material.keys.current)
        table.add(
            BenchRow(
                what: "RSA-2048 signatures", subject: "ours, one core", value: own, unit: "/s",
                against: openssl.map { "openssl speed \(BenchTable.number($0))/s" } ?? "openssl, which is missing",
                ratio: openssl.map { own / $0 }))
        let one = try await measure(material: material, clients: 1, table: table)
        let two = try await measure(material: material, clients: 2, table: table)
        for (clients, rate) in [(1, one), (2, two)] {
            let bound = openssl.map { $0 / Double(signaturesPerHandoff) }
            table.add(
                BenchRow(
                    what: "strict handoff", subject: clients == 1 ? "one after the other" : "two clients side by side",
                    value: rate, unit: "handoffs/s",
                    against: bound.map { "RSA bound of one core \(BenchTable.number($0))/s" }
                        ?? "openssl, which is missing",
                    ratio: bound.map { rate / $0 }, target: clients == 1 ? 0.6 : nil))
        }
        return one
    }

    private static func measure(material: WorldMaterial, clients: Int, table: BenchTable) async throws -> Double {
        let start = ContinuousClock.now
        let latencies = try await withThrowingTaskGroup(of: [Stages].self) { group in
            for client in 0..<clients {
                group.addTask(executorPreference: material.transport.executor) {
                    try await handoffs(material: material, seed: UInt64(client + 1))
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let rate = Double(latencies.count) / (ContinuousClock.now - start).inSeconds
        if clients == 1 { tell(latencies, table: table) }
        return rate
    }

    /// Where a handoff's time went.
    private struct Stages {
        var exchange = Duration.zero
        var page = Duration.zero
    }

    private static func handoffs(material: WorldMaterial, seed: UInt64) async throws -> [Stages] {
        var settings = WorldSettings()
        (settings.usesTLS, settings.seed) = (false, seed)
        // The backend's own attributes have Secure, which no cookie from plain HTTP may.
        settings.cookieAttributes = "Path=/; Max-Age=432000; HttpOnly"
        return try await withWorld(settings, material: material) { world in
            try await world.app.signIn()
            for _ in 0..<20 { _ = try await handoff(in: world) }
            var stages: [Stages] = []
            for _ in 0..<count { stages.append(try await handoff(in: world)) }
            return stages
        }
    }

    private static func handoff(in world: World) async throws -> Stages {
        try world.browser.pageAuth.signOut()
        world.browser.dataStore.httpCookieStore.jar.removeAll()
        var stages = Stages()
        let clock = ContinuousClock()
        stages.exchange = try await clock.measure { try await world.app.exchange() }
        let value = world.app.handedOver?.value ?? ""
        let script = UserScript(
            source: "document.cookie='customtoken=\(value);path=/'", injectionTime: .atDocumentStart)
        stages.page = try await clock.measure {
            let page = try await world.browser.open(path: "/", scripts: [script])
            guard page.webUserID != nil else {
                throw HandoffNotSignedIn()
            }
        }
        return stages
    }

    private static func tell(_ stages: [Stages], table: BenchTable) {
        var histogram = Histogram<UInt64>(highestTrackableValue: 60_000_000, numberOfSignificantValueDigits: .three)
        for stage in stages { histogram.record(UInt64((stage.exchange + stage.page).inSeconds * 1_000_000)) }
        for percentile in [50.0, 99.0] {
            table.add(
                BenchRow(
                    what: "strict handoff", subject: "latency, \(Int(percentile))th percentile",
                    value: Double(histogram.valueAtPercentile(percentile)) / 1000, unit: "ms"))
        }
        let parts: [(String, KeyPath<Stages, Duration>)] = [
            ("  fresh ID token and exchange (2 signatures)", \.exchange),
            ("  page, guard, web sign-in (1 signature)", \.page),
        ]
        for (name, part) in parts {
            table.add(
                BenchRow(
                    what: "strict handoff", subject: name,
                    value: median(stages.map { $0[keyPath: part].inSeconds * 1000 }),
                    unit: "ms"))
        }
    }
}

/// A handoff that ends otherwise is nothing to measure.
private struct HandoffNotSignedIn: Error, CustomStringConvertible {
    let description = "a handoff did not sign in"
}
