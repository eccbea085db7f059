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
}
