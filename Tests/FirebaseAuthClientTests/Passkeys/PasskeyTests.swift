import AuthEmulator
import BridgePrimitives
import BridgeTrace
import FirebaseAuthClient
import Testing
import Tokens

@Suite("Client: passkeys", .timeLimit(.minutes(5)))
struct PasskeyTests {
    /// Bytes of the world's own seed, as whoever holds a device gives them.
    private static func random(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255) }
    }

    @Test(arguments: Strictness.allCases)
    func aPasskeyIsEnrolledAndSignsIn(strictness: Strictness) async throws {
        try await Fixture.lend(strictness) { fixture in
            var device = VirtualAuthenticator()
            let auth = try fixture.client()
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            try await user.enrollPasskey(withName: "iPhone") {
                try device.register($0, random: Self.random)
            }
            #expect(user.enrolledPasskeys.map(\.name) == ["iPhone"])
            try auth.signOut()
            for _ in 0..<2 {
                let result = try await auth.signInWithPasskey { try device.signIn($0) }
                #expect(result.user.uid == "taro")
                #expect(try await result.user.getIDTokenResult().signInProvider == "passkey")
            }
            let id = try #require(auth.currentUser?.enrolledPasskeys.first?.credentialID)
            try await auth.currentUser?.unenrollPasskey(withCredentialID: id)
            #expect(auth.currentUser?.enrolledPasskeys == [])
            let error = try await authError { try await auth.signInWithPasskey { try device.signIn($0) } }
            #expect(error?.serverCode == "PASSKEY_CREDENTIAL_NOT_FOUND" && error?.authCode == .internalError)
        }
    }

    /// What goes wrong between a start and its end.
    enum Mishap: CaseIterable {
        case origin, challengeTwice, late, signature, counter, userNotVerified, otherCeremony, disabled
    }

    /// A strict service names the reason in its trace; the wire has one code for all but the last.
    @Test(
        arguments: [
            (.origin, "passkey/other-origin"), (.challengeTwice, "passkey/other-challenge"),
            (.late, "passkey/other-challenge"), (.signature, "passkey/signature-differs"),
            (.counter, "passkey/counter-stands"), (.userNotVerified, "passkey/user-not-verified"),
            (.otherCeremony, "passkey/other-challenge"), (.disabled, nil),
        ] as [(Mishap, String?)])
    func aSignInIsRefused(mishap: Mishap, cause: String?) async throws {
        try await Fixture.lend { fixture in
            var device = VirtualAuthenticator()
            let auth = try fixture.client()
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            try await user.enrollPasskey { try device.register($0, random: Self.random) }
            let clone = device
            var options = try await auth.startPasskeySignIn()
            if mishap == .otherCeremony {
                options = PasskeyRequestOptions(
                    relyingPartyID: options.relyingPartyID,
                    challenge: try await user.startPasskeyEnrollment().challenge)
            }
            if mishap == .userNotVerified { device.presence = .someone }
            var assertion = try device.signIn(options, origin: mishap == .origin ? "https://example.com" : nil)
            switch mishap {
            case .challengeTwice: try await auth.finalizePasskeySignIn(withPlatformCredential: assertion)
            case .late: fixture.clock.advance(by: .seconds(300))
            case .signature: assertion.signature = []
            case .counter:
                try await auth.finalizePasskeySignIn(withPlatformCredential: assertion)
                var copy = clone
                assertion = try copy.signIn(try await auth.startPasskeySignIn())
            case .disabled: try fixture.service.setDisabled(true, of: "taro")
            case .origin, .userNotVerified, .otherCeremony: break
            }
            let error = try await authError { [assertion] in
                try await auth.finalizePasskeySignIn(withPlatformCredential: assertion)
            }
            #expect(error?.serverCode == (cause == nil ? "USER_DISABLED" : "INVALID_AUTHENTICATOR_RESPONSE"))
            guard let cause else { return }
            let told = fixture.trace.events.last { $0.actor == .auth }?.reasons.map(\.rawValue)
            #expect(told == ["auth/invalid-authenticator-response", cause])
        }
    }

    @Test func aChallengeIsOfOneUser() async throws {
        try await Fixture.lend { fixture in
            var device = VirtualAuthenticator()
            let auth = try fixture.client()
            let taro = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            let options = try await taro.startPasskeyEnrollment()
            try auth.signOut()
            let other = try await auth.signInAnonymously().user
            let registration = try device.register(options, random: Self.random)
            let error = try await authError {
                try await other.finalizePasskeyEnrollment(withPlatformCredential: registration)
            }
            #expect(error?.serverCode == "INVALID_AUTHENTICATOR_RESPONSE")
        }
    }

    @Test func aPasskeyOfALenientServiceHasNoKey() async throws {
        try await Fixture.lend(.lenient) { fixture in
            var device = VirtualAuthenticator()
            let auth = try fixture.client()
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            try await user.enrollPasskey { try device.register($0, random: Self.random) }
            // Nothing is verified: an assertion for anything signs in.
            let assertion = try device.signIn(
                .init(relyingPartyID: "localhost", challenge: [1]), origin: "https://elsewhere.test")
            let result = try await auth.finalizePasskeySignIn(withPlatformCredential: assertion)
            #expect(result.user.uid == "taro" && user.enrolledPasskeys.map(\.name) == ["Unnamed Passkey"])
        }
    }
}
