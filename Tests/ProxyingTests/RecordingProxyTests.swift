import BridgePrimitives
import Foundation
import Listening
@testable import Proxying
import TestSupport
import Testing

@Suite("A proxy that records", .timeLimit(.minutes(5)))
struct RecordingProxyTests {
    /// TLS is read with a certificate of the run's, and the server's own is verified.
    @Test func readsTLSOfAnyHost() async throws {
        let server = try await TLSServer(name: "localhost")
        defer { server.stop() }
        let target = "localhost:\(server.port)"
        try await withRecorder(allowed: [target], trusting: server.certificate) { proxy in
            let answer = try await proxy.tls.say(
                "GET /secret HTTP/1.1\r\nHost: \(target)\r\nCookie: sid=1\r\nUser-Agent: Shop/1\r\nConnection: close\r\n\r\n",
                to: target)
            #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer.prefix(300))")
            #expect(proxy.asked.map(\.url) == ["https://\(target)/secret"])
            #expect(proxy.asked.first?.value("cookie") == "sid=1")
            #expect(proxy.asked.first?.client.address == "127.0.0.1")
            #expect(proxy.answers.map(\.status) == [200])
            #expect(proxy.handshakes == [.completed])
        }
    }

    @Test func aServerWithABadCertificateIsNamed() async throws {
        let server = try await TLSServer(name: "localhost")
        defer { server.stop() }
        let target = "localhost:\(server.port)"
        try await withRecorder(allowed: [target]) { proxy in
            let answer = try await proxy.tls.say(
                "GET / HTTP/1.1\r\nHost: \(target)\r\nConnection: close\r\n\r\n", to: target)
            #expect(answer.hasPrefix("HTTP/1.1 502 ") && answer.contains("proxy/certificate-unverified"), "\(answer)")
            #expect(answer.contains("--upstream-ca"))
            #expect(proxy.answers.map(\.reasons) == [[.certificateUnverified]])
        }
    }

    /// A client that trusts another authority: what an app does that pins a certificate.
    @Test func aClientThatRefusesTheCertificateIsNoticed() async throws {
        let server = try await TLSServer(name: "localhost")
        defer { server.stop() }
        let target = "localhost:\(server.port)"
        try await withRecorder(allowed: [target], trusting: server.certificate) { proxy in
            let pinned = TLSClient(proxyPort: proxy.port, trusted: String(decoding: server.certificate, as: UTF8.self))
            await #expect(throws: (any Error).self) { try await pinned.say("GET / HTTP/1.1\r\n\r\n", to: target) }
            try await waitUntil("the handshake's end") { !proxy.handshakes.isEmpty }
            #expect(proxy.handshakes == [.certificateRefused])
            #expect(proxy.asked.isEmpty)
        }
    }

    /// Passed unread, the same client is content: it speaks with the server itself.
    @Test func aHostThatPassesKeepsItsOwnCertificate() async throws {
        let server = try await TLSServer(name: "localhost")
        defer { server.stop() }
        let target = "localhost:\(server.port)"
        try await withRecorder(allowed: [target], unread: ["localhost"]) { proxy in
            let pinned = TLSClient(proxyPort: proxy.port, trusted: String(decoding: server.certificate, as: UTF8.self))
            let answer = try await pinned.say("GET / HTTP/1.0\r\n\r\n", to: target)
            #expect(answer.contains(" 200 "), "\(answer.prefix(200))")
            #expect(proxy.asked.map(\.way) == [.unread] && proxy.asked.map(\.url) == [target])
            #expect(proxy.answers.map(\.reasons) == [[.passedUnread]])
            #expect(proxy.handshakes.isEmpty)
        }
    }

    /// Columns: the field that the server sends, whether the client gets it, and what is said.
    @Test(
        arguments: [
            ("Alt-Svc: h3=\":443\"; ma=86400\r\n", false, [.http3Offered]),
            ("alt-svc: h3-29=\":443\", h2=\":8443\"\r\n", false, [.http3Offered]),
            ("Alt-Svc: h2=\":8443\"\r\n", true, []),  // it comes through the proxy
            ("Alt-Svc: clear\r\n", true, []),
        ] as [(String, Bool, [ProxyReason])])
    func offersOfHTTP3AreTakenOutAndNamed(field: String, isPassed: Bool, reasons: [ProxyReason]) async throws {
        try await withServer { _ in
            .ok("x", headers: field)
        } _: { server in
            try await withRecorder(allowed: ["127.0.0.1:\(server.port)"]) { proxy in
                let answer = try await proxy.answer(to: "GET http://127.0.0.1:\(server.port)/ HTTP/1.0\r\n\r\n")
                #expect(answer.lowercased().contains("alt-svc") == isPassed)
                #expect(proxy.answers.map(\.reasons) == [reasons])
                // As it was sent, for whoever looks on
                #expect(proxy.answers.first?.values("alt-svc").count == 1)
            }
        }
    }

    /// Columns: what is asked for, the status, and the reason. Nobody may be there: no name is looked up elsewhere.
    @Test(
        arguments: [
            ("http://localhost:22/", 403, "proxy/loopback-closed"),
            ("http://127.0.0.1:22/", 403, "proxy/loopback-closed"),
            ("http://127.1:22/", 403, "proxy/loopback-closed"), ("http://0x7f.0.0.1:22/", 403, "proxy/loopback-closed"),
            ("http://0177.0.0.1:22/", 403, "proxy/loopback-closed"),
            ("http://2130706433:22/", 403, "proxy/loopback-closed"),
            ("http://[::ffff:127.0.0.1]:22/", 403, "proxy/loopback-closed"),
            ("http://[::1]:22/", 403, "proxy/loopback-closed"), ("http://localhost.:22/", 403, "proxy/loopback-closed"),
            ("http://0.0.0.0:22/", 403, "proxy/nobodys-address"),
            ("http://169.254.169.254/latest/meta-data/", 403, "proxy/metadata-closed"),
            ("http://[fd00:ec2::254]/", 403, "proxy/metadata-closed"),
            ("http://no-such-name.invalid/", 502, "proxy/name-unknown"),
        ] as [(String, Int, String)])
    func leadsNobodyIntoThisMachine(url: String, status: Int, code: String) async throws {
        try await withRecorder { proxy in
            let answer = try await proxy.answer(to: "GET \(url) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.contains(code), "\(answer.prefix(400))")
            #expect(proxy.answers.map(\.reasons.first?.rawValue) == [code])
        }
    }

    @Test(arguments: ["CONNECT 127.1:22 HTTP/1.1\r\n\r\n", "CONNECT localhost:22 HTTP/1.1\r\n\r\n"])
    func noTunnelLeadsThereEither(request: String) async throws {
        try await withRecorder(only: ["elsewhere.example"]) { proxy in
            let answer = try await proxy.answer(to: request)
            #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.contains("--allow"), "\(answer)")
        }
    }

    /// By its name through itself, and by its address without it.
    @Test(
        arguments: [
            "GET / HTTP/1.1\r\nHost: 192.168.1.5:8888\r\nConnection: close\r\n\r\n",
            "GET http://session-bridge.proxy/ HTTP/1.1\r\nHost: session-bridge.proxy\r\nConnection: close\r\n\r\n",
        ])
    func answersWithItsOwnPage(request: String) async throws {
        try await withServer { _ in
            .ok("the page")
        } _: { page in
            try await withRecorder(page: page.port) { proxy in
                let answer = try await proxy.answer(to: request)
                #expect(answer.hasSuffix("the page"), "\(answer)")
                #expect(proxy.asked.map(\.way) == [.page])
            }
        }
    }

    /// One client's connections are bounded, and another's are not taken from it.
    @Test func oneClientHasOnlySoManyConnections() async throws {
        var limits = ProxyLimits()
        limits.connectionsOfOne = 20
        try await withRecorder(limits: limits) { proxy in
            let clients = try (0..<40).map { _ in try proxy.client() }
            try await waitUntil("twenty refusals") { proxy.turnedAway.count == 20 }
            #expect(proxy.turnedAway.allSatisfy { $0 == .tooManyConnections })
            for client in clients { client.leave() }
            try await waitUntil("the clients' end") { proxy.open == 0 }
            let answer = try await proxy.answer(to: "GET http://localhost:22/ HTTP/1.0\r\n\r\n")
            #expect(answer.contains("403"))
        }
    }

    @Test func aHeadThatNeverEndsIsGivenUp() async throws {
        var limits = ProxyLimits()
        limits.firstRequest = .milliseconds(200)
        try await withRecorder(limits: limits) { proxy in
            let client = try proxy.client()
            client.send("GET http://example.com/ HTTP/1.1\r\nX: ")
            #expect(await client.readToEnd().isEmpty)
        }
    }

    /// Each event is there before the next one is sent: nothing waits for the end.
    @Test func eventStreamsPassAsTheyCome() async throws {
        let server = try ScriptedServer { _ in
            .keep(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "9\r\ndata: 0\n\n\r\n")
        }
        defer { server.stop() }
        try await withRecorder(allowed: ["127.0.0.1:\(server.port)"]) { proxy in
            let client = try proxy.client()
            client.send("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.read(until: "data: 0\n\n").contains("text/event-stream"))
        }
    }

    @Test func authoritiesThatAreNoneAreRefused() async throws {
        await #expect(throws: ListeningReason.authorityUnreadable.failure("")) {
            try await withRecorder(trusting: Array("nothing".utf8)) { _ in }
        }
    }

    @Test func aPortInUseIsSaid() async throws {
        try await withRecorder { proxy in
            await #expect(throws: ListeningReason.portInUse.failure("")) {
                try await withRecorder(port: proxy.port) { _ in }
            }
        }
    }
}

/// A recording proxy, and what it has told.
struct ProxyUnderWatch: Sendable {
    let port: Int
    let authority: RunAuthority
    let log: SightingLog

    var tls: TLSClient { TLSClient(proxyPort: port, trusted: authority.certificatePEM) }
    func client() throws -> RawClient { try RawClient(port: port) }
    func answer(to text: String) async throws -> String {
        let client = try client()
        client.send(text)
        return await client.readToEnd()
    }

    private var sightings: [ProxySighting] { log.sightings }
    var asked: [ProxiedRequest] { sightings.compactMap { if case .asked(let request) = $0 { request } else { nil } } }
    var answers: [ProxiedAnswer] {
        sightings.compactMap { if case .answered(_, let answer) = $0 { answer } else { nil } }
    }
    var handshakes: [HandshakeEnd] {
        sightings.compactMap { if case .handshake(_, _, let end, _) = $0 { end } else { nil } }
    }
    var turnedAway: [ProxyReason] {
        sightings.compactMap { if case .turnedAway(_, let reason) = $0 { reason } else { nil } }
    }
    var open: Int {
        sightings.reduce(0) { count, sighting in
            switch sighting {
            case .connected: count + 1
            case .left: count - 1
            default: count
            }
        }
    }
}

/// What a proxy has told, in order.
final class SightingLog: Sendable {
    private let all = Mutex<[ProxySighting]>([])
    var sightings: [ProxySighting] { all.withLock { $0 } }
    func append(_ sighting: ProxySighting) { all.withLock { $0.append(sighting) } }
}

func withRecorder(
    port: Int = 0, allowed: [String] = [], unread: [String] = [], only: [String] = [], trusting: [UInt8] = [],
    page: Int = 1, limits: ProxyLimits = ProxyLimits(), _ body: (ProxyUnderWatch) async throws -> Void
) async throws {
    let authority = try RunAuthority(forAnyHost: "test", now: SystemTime.now, life: .seconds(3600))
    var policy = ProxyPolicy()
    policy.recording = RecordingRules(
        only: only.compactMap { AllowedHost($0) }, unread: unread.compactMap { AllowedHost($0) },
        allowed: Set(allowed.compactMap { ProxiedHost(target: $0) }),
        page: .init(name: "page", hosts: [RecordingRules.pageHost], address: ListenAddress(port: page)) { _, _, _ in
            true
        })
    let log = SightingLog()
    try await withRecordingProxy(
        policy, authority: authority, at: ListenAddress(port: port), limits: limits,
        furtherAuthorities: String(decoding: trusting, as: UTF8.self),
        observer: { log.append($0) }
    ) { bound in
        try await body(ProxyUnderWatch(port: bound.port, authority: authority, log: log))
    }
}
