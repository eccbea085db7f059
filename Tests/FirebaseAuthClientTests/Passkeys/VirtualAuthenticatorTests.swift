import BridgePrimitives
import FirebaseAuthClient
import Testing
import Tokens

@Suite("A virtual authenticator", .timeLimit(.minutes(5)))
struct VirtualAuthenticatorTests {
    private static let relyingParty = PasskeyRelyingParty(id: "example.com")
    private static let creation = PasskeyCreationOptions(
        relyingPartyID: "example.com", challenge: [1], userHandle: Array("taro".utf8), userName: "Taro",
        algorithms: [-257, -7])

    /// The same bytes for the same count of calls.
    private static func counted() -> (Int) -> [UInt8] {
        var calls: UInt8 = 0
        return { count in
            calls += 1
            return Array(repeating: calls, count: count)
        }
    }

    private static func credential(
        of registration: PasskeyRegistration
    ) throws(PasskeyReason) -> PasskeyRelyingParty.Credential {
        try relyingParty.verify(
            .init(
                credentialID: registration.credentialID, clientData: registration.clientData,
                attestationObject: registration.attestationObject), challenge: creation.challenge)
    }

    private static func end(
        _ assertion: PasskeyAssertion, _ known: PasskeyRelyingParty.Credential
    ) throws(PasskeyReason) -> PasskeyRelyingParty.Credential {
        try relyingParty.verify(
            .init(
                credentialID: assertion.credentialID, clientData: assertion.clientData,
                authenticatorData: assertion.authenticatorData, signature: assertion.signature,
                userHandle: assertion.userHandle), by: known, of: Array("taro".utf8), challenge: [2])
    }

    @Test func itsKeysSignInAndCount() throws {
        var device = VirtualAuthenticator()
        let registration = try device.register(Self.creation, random: Self.counted())
        var known = try Self.credential(of: registration)
        #expect(known.signCount == 0 && device.credentials.map(\.userName) == ["Taro"])
        for count: UInt32 in 1...3 {
            let assertion = try device.signIn(.init(relyingPartyID: "example.com", challenge: [2]))
            #expect(assertion.credentialID == registration.credentialID)
            known = try Self.end(assertion, known)
            #expect(known.signCount == count)
        }
    }

    @Test func aCloneIsToldByTheCounter() throws {
        var device = VirtualAuthenticator()
        let known = try Self.credential(of: try device.register(Self.creation, random: Self.counted()))
        var clone = device
        let options = PasskeyRequestOptions(relyingPartyID: "example.com", challenge: [2])
        let after = try Self.end(try device.signIn(options), known)
        let copied = try clone.signIn(options)
        #expect(throws: PasskeyReason.counterStands) { try Self.end(copied, after) }
    }

    @Test(arguments: [(nil, true), ("https://app.example.com", true), ("https://example.test", false)])
    func speaksForItsPage(origin: String?, isTaken: Bool) throws {
        var device = VirtualAuthenticator()
        let registration = try device.register(Self.creation, origin: origin, random: Self.counted())
        let outcome = Result { () throws(PasskeyReason) in try Self.credential(of: registration) }
        switch outcome {
        case .success: #expect(isTaken)
        case .failure(let reason): #expect(!isTaken && reason == .otherOrigin)
        }
    }

    @Test func aTouchAloneDoesNotSignIn() throws {
        var device = VirtualAuthenticator()
        device.presence = .someone
        let known = try Self.credential(of: try device.register(Self.creation, random: Self.counted()))
        let assertion = try device.signIn(.init(relyingPartyID: "example.com", challenge: [2]))
        #expect(throws: PasskeyReason.userNotVerified) { try Self.end(assertion, known) }
    }

    /// One user has one passkey at one place, as on a phone.
    @Test func aSecondKeyReplacesTheFirst() throws {
        var device = VirtualAuthenticator()
        let random = Self.counted()
        let first = try device.register(Self.creation, random: random)
        let second = try device.register(Self.creation, random: random)
        #expect(first.credentialID != second.credentialID)
        #expect(device.credentials.map(\.id) == [second.credentialID])
        device.remove(second.credentialID)
        #expect(throws: PasskeyRefusal.noCredential) {
            try device.signIn(.init(relyingPartyID: "example.com", challenge: [2]))
        }
    }

    @Test(
        arguments: [
            ([-257], "taro", 1, PasskeyRefusal.noCommonAlgorithm), ([-7], "", 1, .badUserHandle),
            ([-7], String(repeating: "x", count: 65), 1, .badUserHandle), ([-7], "taro", 0, .signingFailed),
        ] as [([Int64], String, UInt8, PasskeyRefusal)])
    func makesNoKey(algorithms: [Int64], handle: String, byte: UInt8, refusal: PasskeyRefusal) {
        var device = VirtualAuthenticator()
        let options = PasskeyCreationOptions(
            relyingPartyID: "example.com", challenge: [1], userHandle: Array(handle.utf8), userName: "",
            algorithms: algorithms)
        // Zeros are no private key.
        #expect(throws: refusal) { try device.register(options) { Array(repeating: byte, count: $0) } }
        #expect(device.credentials.isEmpty)
    }

    @Test func attestationIsNotAskedFor() throws {
        var device = VirtualAuthenticator()
        var registration = try device.register(Self.creation, random: Self.counted())
        let object = try #require(CBORReader.value(registration.attestationObject))
        let data = try #require(object["authData"])
        for (format, statement) in [("packed", CBORValue.map([])), ("none", .map([.init(.text("x"), .integer(1))]))] {
            registration.attestationObject =
                CBORValue.map([
                    .init(.text("fmt"), .text(format)), .init(.text("attStmt"), statement),
                    .init(.text("authData"), data),
                ]).encoded
            #expect(throws: PasskeyReason.attestationUnknown) { try Self.credential(of: registration) }
        }
        registration.attestationObject.removeLast()
        #expect(throws: PasskeyReason.malformedAttestation) { try Self.credential(of: registration) }
    }

    @Test func anIDMustBeTheKeysOwn() throws {
        var device = VirtualAuthenticator()
        var registration = try device.register(Self.creation, random: Self.counted())
        registration.credentialID.append(0)
        #expect(throws: PasskeyReason.otherCredential) { try Self.credential(of: registration) }
    }

    @Test func nothingTellsTheKey() throws {
        var device = VirtualAuthenticator()
        _ = try device.register(Self.creation, random: Self.counted())
        let credential = try #require(device.credentials.first)
        for text in ["\(credential)", String(reflecting: credential), "\(device)"] {
            #expect(!text.contains("privateKey") && !text.contains("P256"), "\(text)")
        }
    }
}
