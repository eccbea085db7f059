import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Hummingbird
import Testing

@testable import Listening
@testable import Serving

/// This machine's own addresses are asked, from this machine: what comes to them comes from elsewhere as far as a service
/// can tell.
@Suite("A world that others reach", .timeLimit(.minutes(5)))
struct NetworkTests {
    private static let token = "a-token-of-some-length"
    private static let network = try? LocalNetwork.opened(by: "::")
    private static let hasIPv6 = ThisMachine.current.interfaces.contains { $0.address == "::1" }

    /// Lends a world that is open to the network, and how others reach it.
    private func open(
        token: String? = nil, observer: (@Sendable (TraceEvent) -> Void)? = nil,
        _ body: @escaping @Sendable (ServedAddresses, ServedNetwork, CurlTransport) async throws -> Void
    ) async throws {
        try await Served.world(
            observer: observer,
            configuring: { serving in
                serving.network = Self.network
                serving.controlToken = token.map { Secret($0) }
            }
        ) { addresses, transport in
            try await body(addresses, try #require(addresses.network), transport)
        }
    }

    @Test(.enabled(if: hasIPv6)) func everyServiceIsOnBothLoopbacks() async throws {
        let lines = Mutex<[String]>([])
        try await Served.world(configuring: { serving in
            serving.mention = { failure in lines.withLock { $0.append("\(failure)") } }
        }) { addresses, transport in
            for address in [addresses.auth, addresses.control + "/__bridge/clock", addresses.apple, addresses.twitter] {
                let url = address.replacing("127.0.0.1", with: "[::1]")
                #expect(try await Served.call("GET", url, over: transport).status < 500, "\(url)")
            }
            // Under TLS as well, by a certificate that names the address.
            let port = try #require(addresses.webTLS.split(separator: ":").last)
            let trusting = try CurlTransport(trust: .only(pem: try Self.certificate(addresses)))
            #expect(try await Served.call("GET", "https://[::1]:\(port)/", over: trusting).status == 200)
        }
        #expect(lines.withLock { $0 } == [])
    }

    @Test(.enabled(if: network != nil)) func nothingIsThereUnlessItIsOpened() async throws {
        let host = try #require(Self.network?.phoneHost)
        try await Served.world { addresses, transport in
            #expect(addresses.network == nil)
            for address in [addresses.auth, addresses.web, addresses.webTLS, addresses.control] {
                let port = Int(address.split(separator: ":").last ?? "") ?? 0
                let url = "http://\(ListenAddress(host: host, port: port))/"
                let failure = await #expect(throws: TransportFailure.self, "\(url)") {
                    try await Served.call("GET", url, over: transport)
                }
                #expect(failure?.code == .couldNotConnect)
            }
        }
    }

    @Test(.enabled(if: network != nil)) func aPhoneGetsWhatUsersGet() async throws {
        try await open { addresses, network, transport in
            #expect(try await Served.call("GET", network.web + "/", over: transport).text.contains("<script"))
            // The page on a phone can resolve no auth.localhost: the auth service is at its own address.
            let config = try await Served.call("GET", network.web + "/config.json", over: transport)
            #expect(try JSONValue(parsing: config.body)["auth"]?.stringValue == network.web)
            for auth in [network.auth, network.web] {
                let signUp = try await Served.call(
                    "POST", auth + "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
                    ["returnSecureToken": true], over: transport)
                let token = try #require(try JSONValue(parsing: signUp.body)["idToken"]?.stringValue)
                let exchange = try await Served.call(
                    "POST", network.backend, ["idtoken": .string(token)], over: transport)
                #expect(exchange.status == 200)
                #expect(exchange.headers.first("set-cookie")?.hasPrefix("customtoken=") == true)
                // The page there is of another origin than the backend, which has a port of its own.
                let page = try await Served.call(
                    "POST", network.backend, ["idtoken": .string(token)], headers: ["Origin": network.web],
                    over: transport)
                #expect(page.headers.first("access-control-allow-origin") == network.web)
            }
            // This machine's own names go on working.
            #expect(try await Served.call("GET", addresses.web + "/config.json", over: transport).status == 200)
            #expect(try await Served.call("GET", network.trustPage, over: transport).status == 200)
            #expect(network.control == nil)
        }
    }

    @Test(.enabled(if: network?.certifiable.first == network?.phoneHost && network != nil))
    func theCertificateNamesThisMachine() async throws {
        try await open { addresses, network, _ in
            let trusting = try CurlTransport(trust: .only(pem: try Self.certificate(addresses)))
            #expect(try await Served.call("GET", try #require(network.webTLS) + "/", over: trusting).status == 200)
            #expect(
                try await Served.call("POST", try #require(network.backendTLS) + "/", [:], over: trusting).status == 400
            )
        }
    }

    /// Https is announced under what the certificate names only.
    @Test(arguments: [("10.0.0.7", true), ("203.0.113.7", false)])
    func httpsIsAnnouncedWhereTheCertificateNamesTheAddress(address: String, hasTLS: Bool) async throws {
        let listened = try await withListener(Nothing(), name: "any") { $0 }
        var serving = Serving()
        serving.network = LocalNetwork(addresses: [address], name: nil)
        let served = serving.servedNetwork(
            (listened, listened), auth: listened, http: listened, https: listened, control: listened,
            trustPath: "/ca")
        #expect((served.webTLS != nil, served.backendTLS != nil) == (hasTLS, hasTLS))
        #expect(served.json["web_tls"] == served.webTLS.map { .string($0) } ?? .null)
        #expect((serving.unnamedAddresses == nil) == hasTLS)
    }

    /// What a machine elsewhere writes into `Host` opens nothing to it.
    @Test(.enabled(if: network != nil)) func steeringStaysOnThisMachine() async throws {
        let (codes, batch) = ("/emulator/v1/projects/demo-bridge/oobCodes", "accounts:batchGet")
        let accounts = "/identitytoolkit.googleapis.com/v1/projects/demo-bridge/\(batch)"
        let rows: [(isWeb: Bool, method: String, path: String, headers: HTTPHeaders)] = [
            (false, "GET", codes, [:]), (false, "GET", codes, ["Host": "localhost"]),
            (false, "DELETE", "/emulator/v1/projects/demo-bridge/accounts", ["Host": "127.0.0.1:9099"]),
            (false, "GET", codes.replacing("/e", with: "/%65"), ["Host": "localhost"]),
            (true, "GET", codes, [:]), (true, "GET", codes, ["Host": "auth.localhost"]),
            (false, "GET", accounts, ["Host": "localhost", "Authorization": "Bearer owner"]),
            (true, "GET", accounts, ["Host": "auth.localhost", "Authorization": "Bearer owner"]),
            (false, "GET", codes, ["X-Session-Bridge-Token": "wrong"]),
        ]
        let reasons = Mutex<[String]>([])
        try await open(token: Self.token) { event in
            reasons.withLock { $0 += event.reasons.map(\.rawValue) }
        } _: { _, network, transport in
            for row in rows {
                reasons.withLock { $0 = [] }
                let url = (row.isWeb ? network.web : network.auth) + row.path
                let answer = try await Served.call(row.method, url, headers: row.headers, over: transport)
                #expect(answer.status == 403, "\(url) \(row.headers)")
                #expect(reasons.withLock { $0.contains("auth/foreign-request") && $0.contains("server/foreign-peer") })
            }
        }
    }

    @Test func aMachineWithoutIPv6GoesOn() {
        let said = Mutex<[String]>([])
        var serving = Serving()
        serving.warn = { failure in said.withLock { $0.append("warned \(failure.code)") } }
        serving.mention = { failure in said.withLock { $0.append("mentioned \(failure.code)") } }
        serving.tell(
            ["::1", "10.0.0.7"].map { host in
                BoundListener.Missing(
                    host: host, failure: ListeningReason.addressNotAvailable.failure("auth cannot listen on \(host)"))
            })
        #expect(said.withLock { $0 } == ["mentioned server/no-ipv6", "warned server/address-not-available"])
    }

    @Test(.enabled(if: network != nil)) func theTokenLetsOthersSteer() async throws {
        try await open(token: Self.token) { addresses, network, transport in
            let control = try #require(network.control)
            let bearer: HTTPHeaders = ["X-Session-Bridge-Token": Self.token]
            let rows: [(String, HTTPHeaders, Int)] = [
                (control + "/__bridge/clock", [:], 403), (control + "/__bridge/clock", bearer, 200),
                (control + "/inbox", [:], 403), (control + "/__bridge/clock", ["Host": "localhost"], 403),
                (control + "/__bridge/clock", ["Host": "evil.example", "X-Session-Bridge-Token": Self.token], 403),
                (network.auth + "/emulator/v1/projects/demo-bridge/oobCodes", bearer, 200),
                (addresses.control + "/__bridge/clock", [:], 200),  // this machine needs none
            ]
            for (url, headers, status) in rows {
                let answer = try await Served.call("GET", url, headers: headers, over: transport)
                #expect(answer.status == status, "\(url) \(headers)")
                #expect(!answer.text.contains(Self.token))
            }
            let traces = try await Served.call("GET", addresses.control + "/__bridge/traces/current", over: transport)
            #expect(!traces.text.contains(Self.token))
        }
    }

    /// The control port is on the network only where it was given a token.
    @Test(.enabled(if: network != nil)) func withoutATokenTheControlPortIsLoopbacks() async throws {
        try await open { addresses, network, transport in
            let port = Int(addresses.control.split(separator: ":").last ?? "") ?? 0
            let failure = await #expect(throws: TransportFailure.self) {
                try await Served.call(
                    "GET", "http://\(ListenAddress(host: network.host, port: port))/__bridge/clock", over: transport)
            }
            #expect(failure?.code == .couldNotConnect)
        }
    }

    private static func certificate(_ addresses: ServedAddresses) throws -> [UInt8] {
        let slash = try #require(addresses.ca.lastIndex(of: "/"))
        return try #require(try StateDirectory(String(addresses.ca[..<slash])).read("ca.pem"))
    }
}

/// A service that is only listened for.
private struct Nothing: PlainService {
    func response(to request: PlainRequest) async -> Response { Response(status: .notFound) }
}
