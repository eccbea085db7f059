import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Imported password hashes", .timeLimit(.minutes(5)))
struct ImportedPasswordTests {
    private static let signer: JSONValue = "c2lnbmVy"  // "signer"

    /// Computed with Python's hashlib, hmac and hashlib.scrypt for "correct-horse" and the salt "NaCl".
    @Test(
        arguments: [
            (
                ["hashAlgorithm": "HMAC_SHA512", "signerKey": signer],
                "FaW9Sw3/NfXWd19f49DdnLjHrO8ABtKpzXZ4tlXoYgyA3iN4fs9QPa9BGlnDFCzG47Z6ULmRr06K5Kz1WE5A6g=="
            ),
            (
                ["hashAlgorithm": "HMAC_SHA256", "signerKey": signer, "passwordHashOrder": "PASSWORD_AND_SALT"],
                "913lxaKPiw8rkmyNRO0JrfmKNS27uOu5v90V3iPuSQU="
            ),
            (
                ["hashAlgorithm": "HMAC_SHA256", "signerKey": signer, "passwordHashOrder": "SALT_AND_PASSWORD"],
                "OET7NbVvAa3fuTkDvEXYGyheR9k10axo-EUk9V2ML-o"  // the URL's alphabet, without padding
            ),
            (["hashAlgorithm": "HMAC_SHA1", "signerKey": signer], "SpRehXGf3bn6pOiXpPDcfMV00bI="),
            (["hashAlgorithm": "HMAC_MD5", "signerKey": signer], "U1ETKyuVHEwgzAtCS7N7jw=="),
            (
                ["hashAlgorithm": "SHA512", "rounds": 1],
                "ytVDyuwTOaxqEfJ4C0Tw0djwBqmNX/QbwC7pPiF4BJHEukShI6LVhb8I01FeVACTRVTY/YQSQAr6z+oa49DN+A=="
            ),
            (["hashAlgorithm": "SHA256"], "43e9G70XNTXs1PkmAo+FNuZ4nVfdA2q8YRtmrpNSE1A="),
            (["hashAlgorithm": "SHA256", "rounds": 3], "fBghKnHP+evFmZeIwacO6tbv5Hs+1BmmkyFxQ4BA9Hw="),
            (["hashAlgorithm": "SHA1", "rounds": "1"], "6V/0EhN8ew33D6ZA2SHzCvHSWAg="),
            (["hashAlgorithm": "MD5", "rounds": 0], "4R49xo+lJAWCZ2wh7wqvNw=="),
            (["hashAlgorithm": "PBKDF_SHA1", "rounds": 1000], "MUhjJKnkj90c44H6CRiqD3EE2XM="),
            (["hashAlgorithm": "PBKDF2_SHA256", "rounds": 1000], "0AGJJe+1cMZSPcjudtORygtjpzcJP87BOcDjjFL6FRs="),
            (
                [
                    "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1024, "blockSize": 8, "parallelization": 1,
                    "dkLen": 64,
                ],
                "GGyn7EJJH8ewcOlcrCefqbEkuY5SuOpYBs4sNQbF1eKkItxANjd6i4eYVkWe7D2McNeyTP/e5SYrQAF/rSktzg=="
            ),
            ([:], "fakeHash:salt=fakeSaltX:password=correct-horse"),  // the emulator's own
        ] as [(JSONValue, String)])
    func areVerified(parameters: JSONValue, hash: String) throws {
        let scheme = PasswordScheme(json: parameters.objectValue ?? JSONObject())
        let imported = ImportedPassword(hash: hash, salt: "TmFDbA==", scheme: scheme)
        #expect(try imported.matches(Secret("correct-horse")))
        // PBKDF2 and scrypt cannot tell a password from itself with NULs behind it: HMAC fills short keys up with them.
        for wrong in ["correct-hors", "correct-horse\u{1}", "Correct-horse", ""] {
            #expect(try !imported.matches(Secret(wrong)))
        }
        // What is stored is the same.
        let stored = try #require(StoredPassword(encoded: imported.encoded))
        #expect(stored == .imported(imported))
        #expect("\(imported)" == "<redacted>")
    }

    /// The example of the description of Firebase's scrypt, github.com/firebase/scrypt.
    @Test func firebaseScrypt() throws {
        let scheme = PasswordScheme(
            json: JSONObject([
                ("hashAlgorithm", "SCRYPT"), ("rounds", 8), ("memoryCost", 14), ("saltSeparator", "Bw=="),
                (
                    "signerKey",
                    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
                ),
            ]))
        let imported = ImportedPassword(
            hash: "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
            salt: "42xEC+ixf3L2lw==", scheme: scheme)
        #expect(try imported.matches(Secret("user1password")))
        #expect(try !imported.matches(Secret("user2password")))
    }

    /// No password fits, and nothing costs more than the protocol allows.
    @Test(
        arguments: [
            (["hashAlgorithm": "BCRYPT"], "AAAA"), (["hashAlgorithm": "ARGON2"], "AAAA"), ([:], "AAAA"),
            (["hashAlgorithm": "SHA256"], ""), (["hashAlgorithm": "SHA256"], "not base64!"),
            (["hashAlgorithm": "PBKDF2_SHA256", "rounds": 120_001], "AAAA"),
            (["hashAlgorithm": "PBKDF2_SHA256", "rounds": -1], "AAAA"),
            (["hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 15, "signerKey": "AAAA"], "AAAA"),
            (
                ["hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1023, "blockSize": 8, "parallelization": 1],
                "AAAA"
            ),
            (
                ["hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 9_223_372_036_854_775_807, "blockSize": 8],
                "AAAA"
            ),
        ] as [(JSONValue, String)])
    func orMatchNothing(parameters: JSONValue, hash: String) throws {
        let scheme = PasswordScheme(json: parameters.objectValue ?? JSONObject())
        let imported = ImportedPassword(hash: hash, salt: nil, scheme: scheme)
        #expect(try !imported.matches(Secret("correct-horse")))
        #expect(try !imported.matches(Secret("")))
    }
}
