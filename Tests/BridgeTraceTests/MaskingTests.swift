import BridgePrimitives
import BridgeTrace
import Testing

@Suite("Masking")
struct MaskingTests {
    /// `{"alg":"RS256"}`.`{"aud":"https://identitytoolkit…","uid":"u1","exp":1795255200}`.`sig`
    private static let customToken = [
        #"{"alg":"RS256"}"#,
        #"{"aud":"https://identitytoolkit.googleapis.com/x","uid":"u1","exp":1795255200}"#, "signature",
    ].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")

    @Test func aTokenShowsItsKindItsSubjectItsExpiryAndAFingerprint() {
        let masked = Masking(.fingerprints).secret(Self.customToken).text
        #expect(masked.hasPrefix("<custom token uid=u1 exp=2026-11-21T10:00:00Z #"))
        #expect(!masked.contains(Self.customToken.suffix(8)))
    }

    @Test func twoSightingsOfOneSecretLookTheSame() {
        let masking = Masking(.fingerprints)
        #expect(masking.secret("s3cret-value") == Masking(.fingerprints).secret("s3cret-value"))
        #expect(masking.secret("s3cret-value") != masking.secret("s3cret-valuf"))
        #expect(masking.secret("") != masking.secret("x"))
    }

    @Test func aPasswordHasNoFingerprint() {
        #expect(Masking(.fingerprints).password("correct-horse").text == "<password>")
    }

    @Test func knownSecretsAndTokensAreFoundInFreeText() {
        let masking = Masking(.fingerprints)
        _ = masking.secret("s3cret-value")
        _ = masking.password("correct-horse")
        let text = masking.text("Unexpected identifier 's3cret-value' near correct-horse, \(Self.customToken)!").text
        #expect(!text.contains("s3cret-value"))
        #expect(!text.contains("correct-horse"))
        #expect(!text.contains(Self.customToken))
        #expect(text.hasPrefix("Unexpected identifier '<secret>' near <secret>, <custom token uid=u1"))
    }

    @Test func theLongestOfTwoSecretsIsHiddenWhole() {
        let masking = Masking(.fingerprints)
        _ = masking.secret("s3cret-value")
        _ = masking.secret("s3cret-value-two")
        #expect(masking.text("s3cret-value-two s3cret-value!").text == "<secret> <secret>!")
        #expect(masking.text("s3cret").text == "s3cret")
    }

    @Test func manySecretsDoNotPushTheNewestOut() {
        let masking = Masking(.fingerprints)
        for number in 0..<2_000 { _ = masking.secret("secret-number-\(number)") }
        #expect(masking.text("secret-number-1999").text == "<secret>")
        #expect(masking.secret("secret-number-3") == Masking(.fingerprints).secret("secret-number-3"))
    }

    @Test(arguments: [
        ("https://app.test/a?lang=ja&token=abc#x", "https://app.test/a?lang=ja&token=<3 bytes #ba7816>#x"),
        ("https://app.test/#token=abc", "https://app.test/#token=<3 bytes #ba7816>"),
        ("https://app.test/?TOKEN=abc", "https://app.test/?TOKEN=<3 bytes #ba7816>"),  // in any letter case
        ("https://app.test/?token=", "https://app.test/?token="),
        ("https://app.test/?token", "https://app.test/?token"),
        ("https://me:pw@app.test/a@b", "https://<user information>@app.test/a@b"),
        ("https://app.test", "https://app.test"),
        ("", ""), ("?", "?"), ("??&&##", "??&&##"), ("://", "://"), ("a://@", "a://<user information>@"),
    ])
    func urlsLoseTheirCredentials(url: String, masked: String) {
        #expect(Masking(.fingerprints).url(url).text == masked)
    }

    @Test func whoAsksForSecretsGetsThem() {
        let masking = Masking(.revealed)
        #expect(masking.secret("s3cret-value").text == "s3cret-value")
        #expect(masking.url("https://app.test/?token=abc").text == "https://app.test/?token=abc")
    }
}
