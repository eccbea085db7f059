import BridgePrimitives
import Listening
import Testing

@Suite("The authority of one run", .timeLimit(.minutes(5)))
struct RunAuthorityTests {
    private let now = Instant(secondsSinceEpoch: 1_795_251_600)

    @Test func eachRunHasItsOwn() throws {
        let one = try RunAuthority(for: ["www.googleapis.com"], now: now)
        let other = try RunAuthority(for: ["www.googleapis.com"], now: now)
        #expect(one.certificatePEM != other.certificatePEM)
    }

    @Test func aNameHasOneCertificate() throws {
        let authority = try RunAuthority(for: ["www.googleapis.com"], now: now)
        let first = try authority.identity(for: "www.googleapis.com")
        #expect(try authority.identity(for: "www.googleapis.com").certificatePEM == first.certificatePEM)
        #expect(first.names == ["www.googleapis.com"])
        #expect(try authority.identity(for: "localhost").certificatePEM != first.certificatePEM)
    }

    @Test(arguments: ["www.googleapis.com", "x.www.googleapis.com", "localhost", "app.localhost", "127.0.0.1", "::1"])
    func vouchesForItsNamesAndThisMachines(name: String) throws {
        let authority = try RunAuthority(for: ["www.googleapis.com"], now: now)
        #expect(throws: Never.self) { try authority.identity(for: name) }
    }

    @Test(arguments: [
        "", "example.com", "googleapis.com", "evilwww.googleapis.com", "192.168.1.1", "localhost.example",
    ])
    func andForNothingElse(name: String) throws {
        let authority = try RunAuthority(for: ["www.googleapis.com"], now: now)
        let failure = #expect(throws: BridgeFailure.self) { try authority.identity(for: name) }
        #expect(failure?.code.rawValue == "server/name-not-local")
    }
}
