import BridgePrimitives
import Testing
@testable import Tokens

@Suite("A relying party, WebAuthn §7", .timeLimit(.minutes(5)))
struct PasskeyRelyingPartyTests {
    /// What one part of a sign-in may be changed to.
    struct Change: Sendable, CustomTestStringConvertible {
        let what: String
        var relyingPartyID = "localhost"
        var challenge = WebAuthnFixture.challenge
        var clientData = WebAuthnFixture.clientData
        var authenticatorData = WebAuthnFixture.authenticatorData
        var signature = WebAuthnFixture.signature
        var userHandle: [UInt8]?
        var known: UInt32 = 6
        let reason: PasskeyReason?

        var testDescription: String { what }

        init(_ what: String, _ reason: PasskeyReason?, _ change: (inout Change) -> Void = { _ in }) {
            (self.what, self.reason) = (what, reason)
            change(&self)
        }

        func replacing(_ old: String, by new: String) -> [UInt8] {
            Array(String(decoding: clientData, as: UTF8.self).replacing(old, with: new).utf8)
        }
    }

    private static let changes: [Change] = [
        Change("as OpenSSL signed it", nil),
        Change("by the user's own handle", nil) { $0.userHandle = Array("taro".utf8) },
        Change("by another handle", .otherUser) { $0.userHandle = Array("hana".utf8) },
        Change("no JSON", .malformedClientData) { $0.clientData.removeLast() },
        Change("of a registration", .otherCeremony) {
            $0.clientData = $0.replacing("webauthn.get", by: "webauthn.create")
        },
        Change("to another challenge", .otherChallenge) { $0.challenge.append(0) },
        Change("from another site", .otherOrigin) { $0.clientData = $0.replacing("app.localhost", by: "app.test") },
        Change("from a frame", .crossOrigin) { $0.clientData = $0.replacing("false", by: "true") },
        Change("with data cut short", .malformedAuthenticatorData) { $0.authenticatorData.removeLast() },
        Change("for another domain", .otherRelyingParty) { $0.authenticatorData[0] ^= 1 },
        Change("for a domain that is longer", .otherOrigin) { $0.relyingPartyID = "xapp.localhost" },
        Change("with nobody there", .userNotPresent) { $0.authenticatorData[32] = 0x1C },
        Change("by somebody", .userNotVerified) { $0.authenticatorData[32] = 0x19 },
        Change("with a copy that may not be", .backupFlagsContradict) { $0.authenticatorData[32] = 0x15 },
        Change("with one bit of the counter changed", .signatureDiffers) { $0.authenticatorData[36] ^= 8 },
        Change("with one letter of the client data changed", .signatureDiffers) {
            $0.clientData = $0.replacing("later", by: "Later")
        },
        Change("with no signature", .signatureDiffers) { $0.signature = [] },
        Change("with one bit of the signature changed", .signatureDiffers) { $0.signature[40] ^= 1 },
        Change("with the counter where it was", .counterStands) { $0.known = 7 },
        Change("with the counter behind", .counterStands) { $0.known = 8 },
    ]

    @Test(arguments: changes) func judgesASignIn(change: Change) throws {
        let key = try #require(PasskeyPublicKey(WebAuthnFixture.cose()))
        let assertion = PasskeyRelyingParty.Assertion(
            credentialID: [1], clientData: change.clientData, authenticatorData: change.authenticatorData,
            signature: change.signature, userHandle: change.userHandle)
        let outcome = Result { () throws(PasskeyReason) in
            try PasskeyRelyingParty(id: change.relyingPartyID).verify(
                assertion, by: .init(publicKey: key, signCount: change.known), of: Array("taro".utf8),
                challenge: change.challenge)
        }
        switch outcome {
        case .success(let credential): #expect(change.reason == nil && credential.signCount == 7)
        case .failure(let reason): #expect(reason == change.reason)
        }
    }

    @Test func takesRSAKeysToo() throws {
        let key = try #require(PasskeyPublicKey(WebAuthnFixture.rsaCOSE))
        #expect(PasskeyPublicKey(encoded: key.cose.encoded) == key)
        var assertion = PasskeyRelyingParty.Assertion(
            credentialID: [1], clientData: WebAuthnFixture.clientData,
            authenticatorData: WebAuthnFixture.authenticatorData, signature: WebAuthnFixture.rsaSignature,
            userHandle: nil)
        func outcome() throws(PasskeyReason) -> UInt32 {
            try PasskeyRelyingParty(id: "localhost").verify(
                assertion, by: .init(publicKey: key, signCount: 0), of: [], challenge: WebAuthnFixture.challenge
            ).signCount
        }
        #expect(try outcome() == 7)
        assertion = PasskeyRelyingParty.Assertion(
            credentialID: [1], clientData: assertion.clientData, authenticatorData: assertion.authenticatorData,
            signature: WebAuthnFixture.signature, userHandle: nil)
        #expect(throws: PasskeyReason.signatureDiffers) { try outcome() }
    }

    @Test(arguments: [
        ("https://example.com", true), ("https://app.example.com", true), ("https://example.com:8443", true),
        ("http://example.com", false), ("https://badexample.com", false), ("https://example.com.test", false),
        ("https://example.com/", false), ("https://example.com:", false), ("https://example.com:123456", false),
        ("https://user@example.com", false), ("https://Example.com", false), ("https://", false), ("", false),
        ("null", false), ("ftp://example.com", false), ("https://example.com\\.test", false),
        ("https://example.com\u{0}", false),
    ])
    func takesOriginsOfTheDomain(origin: String, isTaken: Bool) {
        #expect(PasskeyRelyingParty(id: "example.com").takes(origin: origin) == isTaken)
    }

    @Test(arguments: [
        ("http://localhost:5173", true), ("http://app.localhost", true), ("http://localhost.test", false),
    ])
    func takesThisMachineWithoutTLS(origin: String, isTaken: Bool) {
        #expect(PasskeyRelyingParty(id: "localhost").takes(origin: origin) == isTaken)
    }
}
