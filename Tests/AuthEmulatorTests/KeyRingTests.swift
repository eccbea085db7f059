import AuthEmulator
import BridgePrimitives
import Listening
import Testing
import Tokens

@Suite("Key ring")
struct KeyRingTests {
    @Test func keysOutliveARestart() async throws {
        try await withEphemeralStateDirectory { directory in
            let first = try KeyRing(in: directory)
            let second = try KeyRing(in: directory)
            #expect(second.published.map(\.keyID) == first.published.map(\.keyID))
            #expect(second.current.verificationKey.pem == first.current.verificationKey.pem)

            try second.rotate(droppingOld: false)
            #expect(second.published.map(\.keyID) == [second.current.keyID, first.current.keyID])
            #expect(try KeyRing(in: directory).published.map(\.keyID) == second.published.map(\.keyID))

            try second.rotate(droppingOld: true)
            #expect(second.published.map(\.keyID) == [second.current.keyID])
        }
    }

    @Test func aDamagedFileIsSaidSo() async throws {
        for text in ["", "{", "{}", #"{"keys":[],"sessionKey":"AA"}"#, #"{"keys":[{"keyID":"a"}],"sessionKey":7}"#] {
            try await withEphemeralStateDirectory { directory in
                try directory.write(Array(text.utf8), to: "auth-keys.json", isPrivate: true)
                let failure = #expect(throws: BridgeFailure.self) { try KeyRing(in: directory) }
                #expect(failure?.code == "state/unreadable-keys")
            }
        }
    }

    @Test func aCertificateHoldsTheKey() throws {
        let ring = try KeyRing(current: Fixture.keys.get().token)
        let certificates = try ring.certificates()
        #expect(certificates.names == [ring.current.keyID])
        let key = try VerificationKey(certificatePEM: certificates.text(ring.current.keyID))
        #expect(key.pem == ring.current.verificationKey.pem)
        #expect(try ring.certificates() == certificates)
    }

    @Test func theServiceAccountIsKeptForItsProject() async throws {
        try await withEphemeralStateDirectory { directory in
            let made = try ServiceAccount(projectID: "demo-bridge", in: directory)
            let read = try ServiceAccount(projectID: "demo-bridge", in: directory)
            #expect(read.email == made.email && read.key.keyID == made.key.keyID)
            let failure = #expect(throws: BridgeFailure.self) {
                try ServiceAccount(projectID: "another", in: directory)
            }
            #expect(failure?.code == "state/other-project")
        }
    }
}
