import BridgePrimitives
import BridgeTrace
import Testing

@Suite("Masking", .timeLimit(.minutes(5)))
struct MaskingTests {
    /// `{"alg":"RS256"}`.`{"aud":"https://identitytoolkit…","uid":"u1","exp":1795255200}`.`sig`
    static let customToken = [
        #"{"alg":"RS256"}"#,
        #"{"aud":"https://identitytoolkit.googleapis.com/x","uid":"u1","exp":1795255200}"#, "signature",
    ].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")

    private let masking = Masking(.fingerprints, key: FingerprintKey(seed: 1))

    /// A token that a service account made with a wrong audience is a custom token all the same.
    @Test(arguments: [
        (#"{"iss":"a@b","sub":"a@b","uid":"u1","aud":"my-app"}"#, "<custom token uid=u1 "),
        (#"{"iss":"https://securetoken.google.com/p","sub":"u1","user_id":"u1","aud":"p"}"#, "<ID token uid=u1 "),
    ])
    func tokensAreToldByWhoVouches(claims: String, shown: String) {
        let token = ["{}", claims, "x"].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        #expect(Masking(.fingerprints).secret(token).text.hasPrefix(shown))
    }

    @Test func aTokenShowsItsKindItsSubjectItsExpiryAndAFingerprint() {
        let masked = masking.secret(Self.customToken).text
        #expect(masked.hasPrefix("<custom token uid=u1 exp=2026-11-21T10:00:00Z #"))
        #expect(!masked.contains(Self.customToken.suffix(8)))
        let session = [
            #"{"alg":"RS256"}"#, #"{"iss":"https://session.firebase.google.com/p","aud":"p","sub":"u1"}"#, "s",
        ]
        .map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        #expect(masking.secret(session).text.hasPrefix("<session cookie uid=u1 #"))
    }

    @Test func twoSightingsOfOneSecretLookTheSame() {
        let (value, other) = ("k3Jx-92mQ-pR7t-uW5z", "k3Jx-92mQ-pR7t-uW5y")
        #expect(masking.secret(value) == Masking(.fingerprints, key: FingerprintKey(seed: 1)).secret(value))
        #expect(masking.secret(value) != masking.secret(other))
        #expect(masking.secret("") != masking.secret("x"))
        #expect(Masking(.fingerprints).secret(value) == Masking(.fingerprints).secret(value), "of one process")
    }

    /// Whoever has a report can try all values of six digits, but not with a key that is not in it.
    @Test func aFingerprintCannotBeSearched() {
        let value = "k3Jx-92mQ-pR7t-uW5z"
        #expect(masking.secret(value) != Masking(.fingerprints, key: FingerprintKey(seed: 2)).secret(value))
        #expect(masking.secret(value) != Masking(.fingerprints).secret(value))
    }

    @Test(arguments: ["482913", "s3cret-value", "aaaaaaaaaaaaaaaaaaaaaaaa", "12121212121212121212"])
    func whatCanBeGuessedHasNoFingerprint(value: String) {
        #expect(masking.secret(value).text == "<\(value.utf8.count) bytes>")
    }

    @Test func aPasswordHasNotEvenALength() {
        #expect(masking.password("correct-horse").text == "<password>")
    }

    @Test func knownSecretsAndTokensAreFoundInFreeText() {
        _ = masking.secret("s3cret-value")
        _ = masking.password("correct-horse")
        let text = masking.text("Unexpected identifier 's3cret-value' near correct-horse, \(Self.customToken)!").text
        #expect(!text.contains("s3cret-value"))
        #expect(!text.contains("correct-horse"))
        #expect(!text.contains(Self.customToken))
        #expect(text.hasPrefix("Unexpected identifier '<secret>' near <secret>, <custom token uid=u1"))
    }

    /// Which token it is can be told wherever it stands by itself; no part of it is ever shown.
    @Test(arguments: [
        ("https://a.test/?t=TOKEN", true), ("https://a.test/?t=TOKEN&x=1#y", true), ("https://a.test/#TOKEN", true),
        ("https://a.test/s/TOKEN/x", true), ("TOKEN", true), ("got 'TOKEN', twice", true), ("\"TOKEN\"", true),
        ("https://TOKEN/", false), ("https://TOKEN:443/", false), ("TOKEN://x", false), ("xTOKEN", false),
        ("TOKENx", false), ("TOKEN@a", false), ("/tmp/xTOKEN/y", false), ("https://u:TOKEN@a.test/", false),
    ])
    func aTokenThatWasSeenIsToldApartInTexts(text: String, isTold: Bool) {
        let shown = masking.secret(Self.customToken).text
        let text = text.replacing("TOKEN", with: Self.customToken)
        for masked in [masking.text(text).text, masking.url(text).text] {
            #expect(!masked.contains(Self.customToken.prefix(30)), "\(masked)")
            #expect(!masked.contains(Self.customToken.suffix(30)), "\(masked)")
            if isTold { #expect(masked.contains(shown), "\(masked)") }
        }
    }

    @Test func theLongestOfTwoSecretsIsHiddenWhole() {
        _ = masking.secret("s3cret-value")
        _ = masking.secret("s3cret-value-two")
        #expect(masking.text("s3cret-value-two s3cret-value!").text == "<secret> <secret>!")
        #expect(masking.text("s3cret").text == "s3cret")
    }

    @Test func manySecretsDoNotPushTheNewestOut() {
        for number in 0..<2_000 { _ = masking.secret("secret-number-\(number)") }
        #expect(masking.text("secret-number-1999 secret-number-1488").text == "<secret> <secret>")
        #expect(masking.text("secret-number-3").text == "secret-number-3", "forgotten")
    }

    @Test func whoAsksForSecretsGetsThem() {
        let masking = Masking(.revealed)
        #expect(masking.secret("s3cret-value").text == "s3cret-value")
        #expect(masking.url("https://app.test/?token=abc").text == "https://app.test/?token=abc")
        #expect(masking.text("password: x").text == "password: x")
    }
}
