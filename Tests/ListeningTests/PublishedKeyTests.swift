import BridgePrimitives
import Listening
import TestSupport
import Testing
import Tokens

@Suite("Keys published as certificates", .timeLimit(.minutes(5)))
struct PublishedKeyTests {
    private let start = Instant(secondsSinceEpoch: 1_795_251_600)

    @Test func theKeyComesBackFromItsCertificate() throws {
        let key = try SigningKey.generate()
        let pem = try key.certificatePEM(commonName: "securetoken", validFrom: start, for: .seconds(86_400))
        #expect(pem.hasPrefix("-----BEGIN CERTIFICATE-----"))
        #expect(try VerificationKey(certificatePEM: pem).der == key.verificationKey.der)
        // One key and one time, one certificate: RSA signatures of this kind have no randomness.
        #expect(try key.certificatePEM(commonName: "securetoken", validFrom: start, for: .seconds(86_400)) == pem)
    }

    @Test(arguments: ["", "{}", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"])
    func refusesWhatIsNoCertificate(text: String) {
        let failure = #expect(throws: BridgeFailure.self) { try VerificationKey(certificatePEM: text) }
        #expect(failure?.code.rawValue == "token/unreadable-key")
    }

    @Test func aPublicKeyAloneIsNoCertificate() throws {
        let pem = try SigningKey.generate().verificationKey.pem
        #expect(throws: BridgeFailure.self) { try VerificationKey(certificatePEM: pem) }
    }
}

@Suite("Reasons of listening", .timeLimit(.minutes(5)))
struct ListeningReasonTests {
}
