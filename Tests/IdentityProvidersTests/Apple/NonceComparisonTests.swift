import Reasons
import Testing

@testable import IdentityProviders

@Suite("Which of hash and raw nonce was sent", .timeLimit(.minutes(5)))
struct NonceComparisonTests {
    /// The SHA-256 of "raw-nonce", from `printf raw-nonce | sha256sum`.
    private static let hash = "2c5d107938053a2275f022c153c9a71f65ee07754b8bca543ee97a0c3cc66990"
    private static let raw = "raw-nonce"

    @Test(
        arguments: [
            (nil, PresentedNonce.none, NonceComparison.absent),
            (hash, .raw(raw), .hashMatches),
            (hash, .hashed(hash), .equal),
            (hash, .none, .refused(.nonceMissing)),
            (nil, .raw(raw), .refused(.nonceNotInToken)),
            (nil, .hashed(hash), .refused(.nonceNotInToken)),
            (hash, .raw(hash), .refused(.nonceHashSent)),  // the hash went to the auth service
            (raw, .raw(raw), .refused(.nonceRawInToken)),  // the raw one went to Apple
            (raw, .raw(hash), .refused(.nonceSwapped)),
            (
                "f7c3b24e13462622520bfe41a8dae2a654b248d19da9d7f3eba0388a64031770", .raw(raw),
                .refused(.nonceHashedTwice)
            ),
            (hash.uppercased(), .raw(raw), .refused(.nonceHashUpperCase)),
            ("LF0QeTgFOiJ18CLBU8mnH2XuB3VLi8pUPul6DDzGaZA=", .raw(raw), .refused(.nonceHashNotHex)),
            ("LF0QeTgFOiJ18CLBU8mnH2XuB3VLi8pUPul6DDzGaZA", .raw(raw), .refused(.nonceHashNotHex)),
            (hash, .raw("another"), .refused(.nonceDiffers)),  // a second request replaced it
            (hash, .raw(raw + " "), .refused(.nonceDiffers)),
            (hash, .hashed(raw), .refused(.nonceDiffers)),
            ("", .raw(""), .refused(.nonceRawInToken)),
            ("", .none, .refused(.nonceMissing)),
        ] as [(String?, PresentedNonce, NonceComparison)])
    func compares(claim: String?, presented: PresentedNonce, expected: NonceComparison) {
        #expect(NonceComparison(claim: claim, presented: presented) == expected)
    }
}
