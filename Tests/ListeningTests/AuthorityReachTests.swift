import BridgePrimitives
import HTTPLoader
import Hummingbird
import SwiftASN1
import Testing
import X509

@testable import Listening

@Suite("What an authority vouches for", .timeLimit(.minutes(5)))
struct AuthorityReachTests {
    /// TLS clients read the machine's clock, so here a test has to.
    private let now = SystemTime.now

    @Test(arguments: [
        ("localhost", true, true), ("app.localhost", true, true), ("127.0.0.1", true, true), ("::1", true, true),
        ("mac.local", false, true), ("api.mac.local", false, true), ("192.168.1.7", false, true),
        ("10.255.255.255", false, true), ("172.16.0.1", false, true), ("172.31.255.255", false, true),
        ("169.254.1.1", false, true), ("fd12::7", false, true), ("fc00::1", false, true), ("fe80::1", false, true),
        ("febf::1", false, true),
        ("local", false, false), ("example.com", false, false), ("mac.local.example.com", false, false),
        ("11.0.0.1", false, false), ("172.15.255.255", false, false), ("172.32.0.1", false, false),
        ("192.169.0.1", false, false), ("203.0.113.9", false, false), ("fe00::1", false, false),
        ("fec0::1", false, false), ("2001:db8::1", false, false), ("::ffff:192.168.1.7", false, false),
    ])
    func names(name: String, onThisMachine: Bool, onTheNetwork: Bool) {
        #expect(((try? SubjectName(name, within: .thisMachine)) != nil) == onThisMachine)
        #expect(((try? SubjectName(name, within: .localNetwork)) != nil) == onTheNetwork)
    }

    /// Whoever gets hold of the key can sign for any name: OpenSSL, under libcurl, holds it to what the authority's own
    /// certificate permits. Columns: names beside the one that is asked for, and whether the certificate is taken.
    @Test(
        arguments: [
            ([], true), ([.dnsName("mac.local")], true), ([.dnsName("app.localhost")], true),
            ([.ipAddress(.init(contentBytes: [192, 168, 1, 7]))], true),
            ([.ipAddress(.init(contentBytes: [0xFD] + Array(repeating: 1, count: 15)))], true),
            ([.dnsName("accounts.google.com")], false), ([.dnsName("localhost.example.com")], false),
            ([.dnsName("mac.local.example.com")], false), ([.dnsName("notlocalhost")], false),
            ([.ipAddress(.init(contentBytes: [8, 8, 8, 8]))], false),
            ([.ipAddress(.init(contentBytes: [172, 32, 0, 1]))], false),
            ([.ipAddress(.init(contentBytes: [0x20, 0x01] + Array(repeating: 0, count: 14)))], false),
        ] as [([GeneralName], Bool)])
    func aForgedNameIsRefused(names: [GeneralName], isTaken: Bool) async throws {
        try await withEphemeralStateDirectory { directory in
            let authority = try LocalAuthority(in: directory, now: now)
            let issuer = try #require(
                IssuedCertificate(
                    pem: authority.certificatePEM, keyPEM: Secret(try text(of: "ca-key.pem", in: directory))))
            let forged = try IssuedCertificate.server(
                [.dnsName("localhost")] + names, by: issuer, validFrom: now, for: .seconds(86_400))
            let identity = ServerIdentity(
                certificatePEM: forged.pem, privateKeyPEM: forged.keyPEM, names: ["localhost"], expiry: forged.expiry)
            let trusting = try CurlTransport(trust: .only(pem: Array(authority.certificatePEM.utf8)))
            let router = Router()
            router.get("/") { _, _ in Response(status: .ok, json: [:]) }
            try await withListener(router, tls: identity, name: "forged") { bound in
                let request = HTTPLoader.HTTPRequest(url: try WebURL(bound.origin(host: "localhost")))
                if isTaken {
                    #expect(try await trusting.perform(request).response.status == 200)
                } else {
                    let failure = await #expect(throws: TransportFailure.self) { try await trusting.perform(request) }
                    #expect(failure?.code == .tlsUntrusted)
                    #expect(failure?.cause.contains("permitted subtree violation") == true)
                }
            }
        }
    }

    /// Columns: what the authority that is found vouches for, nil for anything; what is needed; whether it goes on.
    @Test(
        arguments: [
            (.localNetwork, .thisMachine, true), (.localNetwork, .localNetwork, true),
            (.thisMachine, .thisMachine, true),  // whoever trusts it need not do so again
            (.thisMachine, .localNetwork, false), (nil, .thisMachine, false), (nil, .localNetwork, false),
        ] as [(AuthorityReach?, AuthorityReach, Bool)])
    func anAuthorityOfBefore(reach: AuthorityReach?, needed: AuthorityReach, goesOn: Bool) async throws {
        try await withEphemeralStateDirectory { directory in
            // One that may sign for a name more is limited too, but not as ours are.
            let before = try IssuedCertificate.authority(
                named: "before", within: reach ?? .localNetwork, vouchingFor: reach == nil ? ["com"] : [],
                validFrom: now, for: .seconds(365 * 86_400))
            try directory.write(Array(before.pem.utf8), to: "ca.pem", isPrivate: false)
            try directory.write(Array(before.keyPEM.reveal().utf8), to: "ca-key.pem", isPrivate: true)
            let authority = try LocalAuthority(in: directory, now: now, reach: needed)
            #expect((authority.certificatePEM == before.pem) == goesOn)
            #expect((authority.replacement == nil) == goesOn)
            #expect(throws: Never.self) { try authority.serverIdentity(for: ["localhost"], now: now) }
            guard !goesOn else { return }
            // Nothing is lost, and what is to be done is said.
            #expect(try text(of: "ca-replaced.pem", in: directory) == before.pem)
            #expect(authority.replacement?.code.rawValue == "server/authority-replaced")
            #expect(authority.replacement?.fix.contains(directory.file("ca-replaced.pem")) == true)
            #expect(throws: Never.self) { try authority.serverIdentity(for: ["192.168.1.7"], now: now) }
            #expect(try LocalAuthority(in: directory, now: now, reach: needed).replacement == nil)
        }
    }

    @Test func theNarrowerOneSignsForNoMoreThanItMay() async throws {
        try await withEphemeralStateDirectory { directory in
            let before = try IssuedCertificate.authority(
                named: "before", within: .thisMachine, validFrom: now, for: .seconds(365 * 86_400))
            try directory.write(Array(before.pem.utf8), to: "ca.pem", isPrivate: false)
            try directory.write(Array(before.keyPEM.reveal().utf8), to: "ca-key.pem", isPrivate: true)
            let authority = try LocalAuthority(in: directory, now: now)
            let failure = #expect(throws: BridgeFailure.self) {
                try authority.serverIdentity(for: ["192.168.1.7"], now: now)
            }
            #expect(failure?.code.rawValue == "server/name-not-local")
        }
    }

    private func text(of name: String, in directory: StateDirectory) throws -> String {
        String(decoding: try #require(try directory.read(name)), as: UTF8.self)
    }
}
