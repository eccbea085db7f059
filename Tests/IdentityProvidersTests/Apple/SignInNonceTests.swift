import BridgePrimitives
import IdentityProviders
import Testing

@Suite("A sign-in's nonce", .timeLimit(.minutes(5)))
struct SignInNonceTests {
    /// Gives the bytes that it is told to, in turn, and counts them.
    private struct Bytes: RandomNumberGenerator {
        var given: [UInt8]
        var taken = 0

        mutating func next() -> UInt64 {
            defer { taken += 1 }
            // The integer's top byte or its lowest: a generator of bytes may take either.
            let byte = UInt64(given[taken % given.count])
            return byte * 0x0101_0101_0101_0101
        }
    }

    /// Every byte once: each character is chosen by exactly one byte, and all other bytes are thrown away.
    @Test func everyCharacterIsAsLikely() {
        let chosen = (UInt8.min...UInt8.max).map { SignInNonce.character(for: $0) }
        let characters = chosen.compactMap { $0 }
        #expect(characters.count == 64 && Set(characters) == Set(SignInNonce.alphabet.utf8))
        #expect(Set(SignInNonce.alphabet.utf8).count == 64)
        #expect(chosen.count { $0 == nil } == 192)
    }

    /// The same through the generator: 256 bytes make 64 characters, in the alphabet's order.
    @Test func bytesAreDrawnUntilThereAreEnough() throws {
        var generator = Bytes(given: Array(UInt8.min...UInt8.max))
        let nonce = try SignInNonce(length: 64, using: &generator)
        #expect(nonce.raw.reveal() == SignInNonce.alphabet && generator.taken == 64)
        var sparse = Bytes(given: [200, 255, 64, 63])  // the last is the alphabet's
        #expect(try SignInNonce(length: 3, using: &sparse).raw.reveal() == "___")
        #expect(sparse.taken == 12)
    }

    @Test(arguments: [(-1, false), (0, false), (1, true), (32, true), (256, true), (257, false)])
    func lengthsHaveLimits(length: Int, isTaken: Bool) throws {
        var generator = SeededGenerator(seed: 1)
        do throws(BridgeFailure) {
            let nonce = try SignInNonce(length: length, using: &generator)
            #expect(isTaken && nonce.raw.reveal().utf8.count == length)
        } catch { #expect(!isTaken && error.code == AppleSetupReason.nonceLength.code) }
    }

    @Test func oneSeedGivesOneNonce() throws {
        func raw(_ seed: UInt64) throws -> String {
            var generator = SeededGenerator(seed: seed)
            return try SignInNonce(using: &generator).raw.reveal()
        }
        #expect(try raw(1) == raw(1) && raw(1) != raw(2))
        #expect(try raw(1).utf8.count == SignInNonce.usualLength)
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),  // FIPS 180-4's empty message
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("é", "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"),  // two bytes of UTF-8
    ])
    func theHashIsLowerCaseHexadecimal(raw: String, hash: String) {
        #expect(SignInNonce(raw: Secret(raw)).hash == hash)
    }

    @Test(
        arguments: [
            (nil, .refused(.nonceNotInToken)),
            ("raw", .refused(.nonceRawInToken)),  // the raw one was given to Apple
            (SignInNonce.hash(of: "raw"), .hashMatches),
            (SignInNonce.hash(of: "earlier"), .refused(.nonceOfEarlierRequest)),
            (SignInNonce.hash(of: "foreign"), .refused(.nonceDiffers)),
            (SignInNonce.hash(of: "raw").uppercased(), .refused(.nonceHashUpperCase)),
            (SignInNonce.hash(of: SignInNonce.hash(of: "raw")), .refused(.nonceHashedTwice)),
            ("10Ob7iR3O8v6LQqXlH7jYiexDRAisaVYR+kollu2v94=", .refused(.nonceHashNotHex)),  // base64
        ] as [(String?, NonceComparison)])
    func howAWrongNonceIsWrong(claim: String?, comparison: NonceComparison) {
        let nonce = SignInNonce(raw: Secret("raw"))
        #expect(nonce.comparison(withClaim: claim, earlier: [SignInNonce(raw: Secret("earlier"))]) == comparison)
    }
}
