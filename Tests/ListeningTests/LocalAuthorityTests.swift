import BridgePrimitives
import Listening
import Testing

@Suite("The local authority", .timeLimit(.minutes(5)))
struct LocalAuthorityTests {
    private let now = Instant(secondsSinceEpoch: 1_795_251_600)
    private let day = Duration.seconds(86_400)
    private let names = ["app.localhost", "api.localhost", "localhost", "127.0.0.1", "::1"]

    @Test func isMadeOnceAndUsedAgain() async throws {
        try await withEphemeralStateDirectory { directory in
            let first = try LocalAuthority(in: directory, now: now)
            let second = try LocalAuthority(in: directory, now: now + day * 300)
            #expect(first.certificatePEM == second.certificatePEM)
            let kept = try #require(try directory.read("ca.pem"))
            #expect(String(decoding: kept, as: UTF8.self) == first.certificatePEM)
            #expect(first.certificatePath == directory.file("ca.pem"))
        }
    }

    @Test func theKeysAreTheOwnersOnly() async throws {
        try await withEphemeralStateDirectory { directory in
            _ = try LocalAuthority(in: directory, now: now).serverIdentity(for: names, now: now)
            for name in ["ca-key.pem", "server-key.pem"] {
                #expect(permissions(of: directory.file(name)) == 0o600)
            }
            #expect(permissions(of: directory.file("ca.pem")) == 0o644)
        }
    }

    @Test(arguments: [
        (3649, false),  // a day left: made anew
        (3621, false), (3620, false), (3619, true),  // thirty days are the least
        (-2, false),  // from the future
    ])
    func isMadeAnewNearItsEnd(days: Int, kept: Bool) async throws {
        try await withEphemeralStateDirectory { directory in
            let first = try LocalAuthority(in: directory, now: now).certificatePEM
            let second = try LocalAuthority(in: directory, now: now + day * days).certificatePEM
            #expect((first == second) == kept)
        }
    }

    @Test(arguments: [
        ("ca.pem", ""), ("ca.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"),
        ("ca-key.pem", ""), ("ca-key.pem", "\0"), ("ca-key.pem", "-----BEGIN PRIVATE KEY-----\nAAAA\n"),
    ])
    func aDamagedFileIsNamedAndStays(name: String, text: String) async throws {
        try await withEphemeralStateDirectory { directory in
            _ = try LocalAuthority(in: directory, now: now)
            try directory.write(Array(text.utf8), to: name, isPrivate: true)
            let failure = #expect(throws: BridgeFailure.self) { try LocalAuthority(in: directory, now: now) }
            #expect(failure?.code.rawValue == "state/unreadable-authority")
            #expect(failure?.kind == .unreadableInput)
            #expect(failure?.fix.isEmpty == false)
            #expect(failure?.cause.contains(directory.file(name)) == true)
            #expect(try directory.read(name) == Array(text.utf8))
        }
    }

    /// A certificate under the authority is made anew at no cost: nobody has to trust it.
    @Test func aServersDamagedKeyIsMadeAnew() async throws {
        try await withEphemeralStateDirectory { directory in
            let authority = try LocalAuthority(in: directory, now: now)
            let first = try authority.serverIdentity(for: names, now: now)
            try directory.write([], to: "server-key.pem", isPrivate: true)
            #expect(try authority.serverIdentity(for: names, now: now).certificatePEM != first.certificatePEM)
        }
    }

    @Test func aKeyOfAnotherAuthorityIsNotUsed() async throws {
        try await withEphemeralStateDirectory { one in
            try await withEphemeralStateDirectory { two in
                let first = try LocalAuthority(in: one, now: now).certificatePEM
                _ = try LocalAuthority(in: two, now: now)
                try one.write(try #require(try two.read("ca-key.pem")), to: "ca-key.pem", isPrivate: true)
                #expect(try LocalAuthority(in: one, now: now).certificatePEM != first)
            }
        }
    }

    @Test func aServersCertificateIsKeptForTheSameNames() async throws {
        try await withEphemeralStateDirectory { directory in
            let authority = try LocalAuthority(in: directory, now: now)
            let first = try authority.serverIdentity(for: names, now: now)
            #expect(first.names == names.sorted())
            #expect(first.expiry == now + day * 365)
            let again = try authority.serverIdentity(for: names.reversed() + ["APP.localhost"], now: now + day * 334)
            #expect(again.certificatePEM == first.certificatePEM)
            let later = try authority.serverIdentity(for: names, now: now + day * 335)
            #expect(later.certificatePEM != first.certificatePEM)
            let others = try authority.serverIdentity(for: ["localhost"], now: now + day * 335)
            #expect(others.certificatePEM != later.certificatePEM)
            #expect(others.names == ["localhost"])
        }
    }

    @Test(arguments: [
        "example.com", "localhost.example.com", "notlocalhost", "203.0.113.9", "128.0.0.1", "::2", "0.0.0.0", "", ".",
        ".localhost", "a..localhost", "*.localhost", "a b.localhost", "a\0.localhost", "ä.localhost", "localhost.",
        String(repeating: "a", count: 64) + ".localhost",
    ])
    func vouchesForNothingElse(name: String) async throws {
        try await withEphemeralStateDirectory { directory in
            let authority = try LocalAuthority(in: directory, now: now)
            let failure = #expect(throws: BridgeFailure.self) { try authority.serverIdentity(for: [name], now: now) }
            #expect(failure?.code.rawValue == "server/name-not-local")
        }
    }
}
