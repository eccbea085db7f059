import Testing

@testable import BridgeTrace

@Suite("Masking header fields", .timeLimit(.minutes(5)))
struct MaskedFieldTests {
    private let masking = Masking(.fingerprints, key: FingerprintKey(seed: 1))

    @Test(
        arguments: [
            ("Cookie", "a=secret-one-is-long; b=secret-two-is-long;c", ["a=", "; b="]),
            ("cookie", "secret-without-a-name", []),
            ("Set-Cookie", "sid=secret-value-long; Path=/; HttpOnly", ["sid=", "; Path=/; HttpOnly"]),
            ("Authorization", "Bearer secret-three-is-long", ["Bearer <"]),
            ("authorization", "secret-alone", ["<12 bytes>"]),
            ("Proxy-Authorization", "Basic c2VjcmV0OnNlY3JldA==secret", ["Basic <"]),
            ("X-Goog-Api-Key", "AIzasecret", ["<"]),
            ("X-Session-Token", "secret", ["<"]),
            ("Location", "https://a.example/?token=secret&page=2", ["https://a.example/?token=<", "page=2"]),
            ("Referer", "https://user:secret@a.example/", ["<user information>@a.example"]),
            ("X-Note", "Bearer secret1234567890123456", ["Bearer <"]),
        ] as [(String, String, [String])])
    func hideWhatIsSecretAndShowTheRest(name: String, value: String, shown: [String]) {
        let masked = masking.field(named: name, value: value).text
        #expect(!masked.contains("secret"), "\(masked)")
        for part in shown { #expect(masked.contains(part), "\(masked)") }
    }

    @Test(
        arguments: [
            ("Host", "www.googleapis.com"), ("Content-Type", "application/json; charset=UTF-8"),
            ("User-Agent", "python-requests/2.34.2"), ("Content-Length", "1234"), ("Accept", "*/*"),
            ("X-Client-Version", "Python/Admin/7.7.0"), ("Cache-Control", "public, max-age=21600"), ("X", ""),
        ])
    func harmlessOnesStay(name: String, value: String) {
        #expect(masking.field(named: name, value: value).text == value)
    }

    /// What is looked up is what a look into the name would say; a short value is looked into where it has a name in it.
    @Test func whatIsLookedUpIsAsWhatIsLookedInto() {
        for name in Masking.ordinaryFields { #expect(!SecretNames.tellsOfASecret(name.utf8), "\(name)") }
        for value in ["otp=1234", "pin: 9876", "Bearer abc1", "a; pass=x", "{\"pwd\":\"x\"}"] {
            #expect(masking.text(value).text.contains("<"), "\(value)")
        }
    }

    @Test func whoeverAsksForSecretsGetsThem() {
        #expect(Masking(.revealed).field(named: "Cookie", value: "a=b").text == "a=b")
    }
}
