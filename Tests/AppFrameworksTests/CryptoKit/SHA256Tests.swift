import AppFrameworks
import Foundation
import Testing

@Suite("CryptoKit's names", .timeLimit(.minutes(5)))
struct SHA256Tests {
    /// As the articles on Sign in with Apple write it; FIPS 180-4's example.
    @Test func hashesANonce() {
        let hashed = SHA256.hash(data: Data("abc".utf8)).compactMap { String(format: "%02x", $0) }.joined()
        #expect(hashed == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    /// Each hash's digest has a name of its own, which code that keeps one writes down; FIPS 180-4's examples.
    @Test func longerHashes() {
        let data = Data("abc".utf8)
        let middle: SHA384Digest = SHA384.hash(data: data)
        let long: SHA512Digest = SHA512.hash(data: data)
        #expect(middle.description.hasPrefix("SHA384 digest: cb00753f45a35e8bb5a03d699ac65007"))
        #expect(long.description.hasPrefix("SHA512 digest: ddaf35a193617abacc417349ae204131"))
    }
}
