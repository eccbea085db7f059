import BridgePrimitives
import Testing
import Tokens

@Suite("Authenticator data, WebAuthn §6.1", .timeLimit(.minutes(5)))
struct AuthenticatorDataTests {
    private static func key() throws -> PasskeyPublicKey {
        try #require(PasskeyPublicKey(WebAuthnFixture.cose()))
    }

    private static func registration() throws -> AuthenticatorData {
        AuthenticatorData(
            relyingPartyHash: Array(repeating: 9, count: 32), flags: [.userPresent, .userVerified],
            signCount: 0x0102_0304,
            credential: .init(model: Array(repeating: 0, count: 16), id: [1, 2, 3], publicKey: try key()))
    }

    @Test func isWrittenAndRead() throws {
        let data = try Self.registration()
        let read = try #require(AuthenticatorData(parsing: data.bytes))
        #expect(read == data)
        #expect(data.bytes[32] == 0x45 && Array(data.bytes[33..<37]) == [1, 2, 3, 4])
        let plain = AuthenticatorData(
            relyingPartyHash: data.relyingPartyHash, flags: [.userPresent], signCount: .max)
        #expect(AuthenticatorData(parsing: plain.bytes) == plain && plain.bytes.count == 37)
    }

    /// Cut anywhere, or with a byte more, it is none.
    @Test func isWholeOrNothing() throws {
        let bytes = try Self.registration().bytes
        for length in 0..<bytes.count { #expect(AuthenticatorData(parsing: Array(bytes.prefix(length))) == nil) }
        #expect(AuthenticatorData(parsing: bytes + [0]) == nil)
    }

    @Test func extensionsAreSkippedWhenTheyAreAMap() throws {
        var bytes = try Self.registration().bytes
        bytes[32] |= 0x80
        #expect(AuthenticatorData(parsing: bytes) == nil)  // there are none
        #expect(AuthenticatorData(parsing: bytes + CBORValue.map([.init(.text("a"), .integer(1))]).encoded) != nil)
        #expect(AuthenticatorData(parsing: bytes + CBORValue.integer(1).encoded) == nil)
    }

    @Test func anEmptyIDIsNone() throws {
        let data = try Self.registration()
        let empty = AuthenticatorData(
            relyingPartyHash: data.relyingPartyHash, flags: [], signCount: 0,
            credential: .init(model: Array(repeating: 0, count: 16), id: [], publicKey: try Self.key()))
        #expect(AuthenticatorData(parsing: empty.bytes) == nil)
    }

    @Test(
        arguments: [
            ([1: .integer(2)], true),  // itself
            // Kind, algorithm, curve.
            ([1: .integer(3)], false), ([3: .integer(-8)], false), ([-1: .integer(2)], false),
            ([-2: .bytes(Array(repeating: 1, count: 32))], false),  // no point of the curve
            ([-2: .bytes([])], false), ([-3: .text("y")], false),
        ] as [([Int64: CBORValue], Bool)])
    func keysAreOfKnownKinds(changes: [Int64: CBORValue], isKey: Bool) {
        #expect((PasskeyPublicKey(WebAuthnFixture.cose(changes)) != nil) == isKey)
    }
}
