import AuthEmulator
import BridgePrimitives
import Listening
import Testing
import Tokens

@Suite("Key ring", .timeLimit(.minutes(5)))
struct KeyRingTests {
    @Test func keysOutliveARestart() async throws {
        try await withEphemeralStateDirectory { directory in
            let first = try KeyRing(in: directory)
            let second = try KeyRing(in: directory)
            #expect(second.published(at: Fixture.start).map(\.keyID) == first.published(at: Fixture.start).map(\.keyID))
            #expect(second.current.verificationKey.pem == first.current.verificationKey.pem)

            try second.rotate(droppingOld: false, now: Fixture.start)
            #expect(second.published(at: Fixture.start).map(\.keyID) == [second.current.keyID, first.current.keyID])
            #expect(
                try KeyRing(in: directory).published(at: Fixture.start).map(\.keyID)
                    == second.published(at: Fixture.start).map(\.keyID))

            try second.rotate(droppingOld: true, now: Fixture.start)
            #expect(second.published(at: Fixture.start).map(\.keyID) == [second.current.keyID])
        }
    }

    /// Two turns in a minute take nothing away; two weeks and the caches' six hours later the old keys are gone.
    @Test(arguments: [(-1, 3), (0, 1), (1, 1)] as [(Int64, Int)])
    func oldKeysAreServedUntilTheirTime(seconds: Int64, count: Int) async throws {
        try await withEphemeralStateDirectory { directory in
            let ring = try KeyRing(in: directory)
            for _ in 0..<2 { try ring.rotate(droppingOld: false, now: Fixture.start) }
            let later = Fixture.start + KeyRing.retention + .seconds(seconds)
            for ring in [ring, try KeyRing(in: directory)] {
                #expect(ring.published(at: later).count == count)
                #expect(ring.verificationKeys(at: later).count == count)
                #expect(try ring.certificates(at: later).count == count)
                #expect(ring.published(at: later).first?.keyID == ring.current.keyID)
            }
        }
    }

    @Test func aDamagedFileIsSaidSo() async throws {
        for text in ["", "{", "{}", #"{"keys":[],"sessionKey":"AA"}"#, #"{"keys":[{"keyID":"a"}],"sessionKey":7}"#] {
            try await withEphemeralStateDirectory { directory in
                try directory.write(Array(text.utf8), to: "auth-keys.json", isPrivate: true)
                let failure = #expect(throws: BridgeFailure.self) { try KeyRing(in: directory) }
                #expect(failure?.code.rawValue == "state/unreadable-keys")
            }
        }
    }

    @Test func aCertificateHoldsTheKey() throws {
        let ring = try KeyRing(current: Fixture.keys.get().token)
        let certificates = try ring.certificates(at: Fixture.start)
        #expect(certificates.names == [ring.current.keyID])
        let key = try VerificationKey(certificatePEM: certificates.text(ring.current.keyID))
        #expect(key.pem == ring.current.verificationKey.pem)
        #expect(try ring.certificates(at: Fixture.start) == certificates)
        // A copy has the very same one, which nobody signs again.
        #expect(try ring.copy.certificates(at: Fixture.start) == certificates)
    }

    @Test func theServiceAccountIsKeptForItsProject() async throws {
        try await withEphemeralStateDirectory { directory in
            let made = try ServiceAccount(projectID: "demo-bridge", in: directory)
            let read = try ServiceAccount(projectID: "demo-bridge", in: directory)
            #expect(read.email == made.email && read.key.keyID == made.key.keyID)
            let failure = #expect(throws: BridgeFailure.self) {
                try ServiceAccount(projectID: "another", in: directory)
            }
            #expect(failure?.code.rawValue == "state/other-project")
            // Most verbs have no --project.
            #expect(
                failure?.fix.hasPrefix("pass another --state directory, or name demo-bridge as `auth.project`") == true)
        }
    }
}
