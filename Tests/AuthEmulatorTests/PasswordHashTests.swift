import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Password hashes", .timeLimit(.minutes(5)))
struct PasswordHashTests {
    /// Expected with OpenSSL: `openssl kdf -keylen 32 -kdfopt n:2048 -kdfopt r:8 -kdfopt p:1 … SCRYPT`, of the
    /// password and the byte 1.
    @Test func isScrypt() throws {
        let hash = try PasswordHash(Secret("correct-horse"), salt: Array("0123456789abcdef".utf8))
        #expect(
            hash.encoded == "$scrypt$ln=11,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$hnD9R3nzf7WwE-6utY2MNNj4iFr0U57ifEhIzVx1_hg")
    }

    @Test func matchesItsPasswordOnly() throws {
        let stored = try #require(
            PasswordHash(encoded: try PasswordHash(Secret("correct-horse"), salt: [1, 2, 3]).encoded))
        #expect(try stored.matches(Secret("correct-horse")))
        for wrong in [
            "", "correct-hors", "correct-horse ", "Correct-horse", "correct-horse\u{0}", "correct-horse\u{1}",
        ] {
            #expect(try !stored.matches(Secret(wrong)))
        }
    }

    @Test(arguments: [
        "", "$", "$scrypt$", "$scrypt$ln=11,r=8,p=1$AA$AA",  // the hash has 32 bytes
        "$bcrypt$ln=11,r=8,p=1$AA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=19,r=8,p=1$AA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",  // more memory than we give
        "$scrypt$ln=0,r=8,p=1$AA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=11,r=8$AA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=11,r=-8,p=1$AA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=11,r=8,p=1$$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",  // no salt
    ])
    func refusesWhatIsNone(encoded: String) {
        #expect(PasswordHash(encoded: encoded) == nil)
    }

    @Test func printsNothing() throws {
        let hash = try PasswordHash(Secret("correct-horse"), salt: [1])
        var text = "\(hash)\([hash])"
        dump(hash, to: &text)
        #expect(!text.contains("scrypt$"))
    }
}
