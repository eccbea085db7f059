import BridgePrimitives
import BridgeTrace
import Testing

@Suite("Secrets by shape and place", .timeLimit(.minutes(5)))
struct SecretShapesTests {
    private let masking = Masking(.fingerprints, key: FingerprintKey(seed: 1))

    @Test(arguments: [
        ("https://app.test/a?lang=ja&token=abc#x", "https://app.test/a?lang=ja&token=<3 bytes>#x"),
        ("https://app.test/#token=abc", "https://app.test/#token=<3 bytes>"),
        ("https://app.test/?TOKEN=abc", "https://app.test/?TOKEN=<3 bytes>"),  // in any letter case
        ("https://app.test/?%74oken=abc", "https://app.test/?%74oken=<3 bytes>"),
        ("https://app.test/?token=", "https://app.test/?token="),
        ("https://app.test/?token", "https://app.test/?token"),
        // No item, and a secret's name all the same.
        ("https://app.test/a.jtoken=s3cr3tvalue", "https://app.test/a.jtoken=<11 bytes>"),
        ("https://127.stomtoken=s3cr3tvalue/", "https://127.stomtoken=<11 bytes>/"),
        ("https://session-service:8080/a=b", "https://session-service:8080/a=b"),
        ("https://me:pw@app.test/a@b", "https://<user information>@app.test/a@b"),
        // A name that says nothing shows only what is too short to be a secret.
        ("/?x=12&y=true&z=hunter2", "/?x=12&y=true&z=<7 bytes>"),
        ("/a?page=12345&sort=name;otp=482913", "/a?page=12345&sort=name;otp=<6 bytes>"),
        // An address in an address.
        ("/login?next=%2Fhome%3Ftoken%3Dabc", "/login?next=/home?token=<3 bytes>"),
        ("/login?next=%2Fhome%3Ftab%3Dprofile", "/login?next=%2Fhome%3Ftab%3Dprofile"),
        // A harmless name does not make a token harmless.
        ("/?id=q8Zr2LkX0vN4tYb7Wc1MdS6eGh3JfPaU", "/?id=<32 bytes>"),
        ("/reset/q8Zr2LkX0vN4tYb7Wc1MdS6eGh3JfPaU/now", "/reset/<32 bytes>/now"),
        ("/static/js/main.8f2c1d.chunk.js", "/static/js/main.8f2c1d.chunk.js"),
        ("https://app.test", "https://app.test"),
        ("", ""), ("?", "?"), ("??&&##", "??&&##"), ("://", "://"), ("a://@", "a://<user information>@"),
    ])
    func urlsLoseTheirCredentials(url: String, masked: String) {
        #expect(withoutFingerprints(masking.url(url).text) == masked)
    }

    /// Names that values of web apps were found under.
    @Test(arguments: [
        "secret", "client_secret", "refreshToken", "accessToken", "access_token", "session_id", "auth_token", "jwt",
        "otp", "api_key", "%74oken", "code", "oobCode", "password", "sid", "auth", "key", "SAMLResponse", "id-token",
        "X-Amz-Signature", "state", "csrf_token", "magic",
    ])
    func namesThatTellOfASecret(name: String) {
        #expect(
            masking.url("https://app.test/cb?\(name)=s3cr3t&page=2").text
                == "https://app.test/cb?\(name)=<6 bytes>&page=2")
    }

    @Test(arguments: [
        ("Authorization Bearer a1b2c3d4", "Authorization Bearer <8 bytes>"),
        ("authorization: basic dXNlcjpwYXNz+/==", "authorization: basic <16 bytes>"),
        ("the header has no colon: \"Bearer a1b2c3d4\"", "the header has no colon: \"Bearer <8 bytes>\""),
        ("seeds line 3: password: hunter", "seeds line 3: password: <6 bytes>"),
        (#"{"password":"pass word","idToken":"a1b2"}"#, #"{"password":"<9 bytes>","idToken":"<4 bytes>"}"#),
        ("client_secret = abcdef, done", "client_secret = <6 bytes>, done"),
        ("GET https://app.test/a?otp=482913 failed.", "GET https://app.test/a?otp=<6 bytes> failed."),
        ("see https://app.test/a?page=2, then", "see https://app.test/a?page=2, then"),
        ("sid 4f1d2c3b4a5968778695a4b3c2d1e0f9.", "sid <32 bytes>."),
        // Folders have machine-made names, and people need to read where a file is.
        (
            "/tmp/q8Zr2LkX0vN4tYb7Wc1MdS6eGh3JfPaU/a.yaml:3:5: error",
            "/tmp/q8Zr2LkX0vN4tYb7Wc1MdS6eGh3JfPaU/a.yaml:3:5: error"
        ),
        // What only speaks of secrets.
        ("the token: missing", "the token: missing"),
        ("signInWithCustomToken: INVALID_CUSTOM_TOKEN", "signInWithCustomToken: INVALID_CUSTOM_TOKEN"),
        ("error[cookie/too-large]: the cookie is too large", "error[cookie/too-large]: the cookie is too large"),
        (
            "TypeError: undefined is not an object (evaluating 'a.b')",
            "TypeError: undefined is not an object (evaluating 'a.b')"
        ),
        (
            "{\"error\":{\"code\":400,\"message\":\"TOKEN_EXPIRED\"}}",
            "{\"error\":{\"code\":400,\"message\":\"TOKEN_EXPIRED\"}}"
        ),
        ("securetoken.googleapis.com:443", "securetoken.googleapis.com:443"),
        ("user ju8bbv2gRxZlcgbKoyq2EFeHRCfs", "user ju8bbv2gRxZlcgbKoyq2EFeHRCfs"),
        ("", ""), ("Bearer", "Bearer"), ("password:", "password:"), ("token=", "token="),
        ("\"token\":\"", "\"token\":\""),
    ])
    func freeTextLosesWhatLooksOrStandsLikeASecret(text: String, masked: String) {
        #expect(withoutFingerprints(masking.text(text).text) == masked)
    }

    /// Each secret, in each place, with each neighbour: none comes through, and what stands around it stays.
    @Test func noSecretComesThroughAnywhere() {
        let secrets = [
            MaskingTests.customToken, "q8Zr2LkX0vN4tYb7Wc1MdS6eGh3JfPaU", "4f1d2c3b4a5968778695a4b3c2d1e0f9",
            "AMf-vBz9K2mQ7xTyR4wLcN8dHsJ1pGe6UoAi5ZfVb3Xk",
        ]
        let places: [(String, String)] = [
            ("", ""), ("page ", " is it"), ("'", "'"), ("(", ")"), ("line\n", "\n"), ("a=", ""), ("a: ", ";"),
            ("<", ">"),
            ("https://app.test/", ""), ("https://app.test/a?b=", "&c=1"), ("https://app.test/#", ""), ("x@", " y"),
            ("日本", "語"), ("\u{0}", "\u{0}"), ("Set-Cookie: sid=", "; Path=/"),
        ]
        for secret in secrets {
            for (before, after) in places {
                let text = before + secret + after
                for masked in [masking.text(text).text, masking.url(text).text] {
                    #expect(!masked.contains(secret.prefix(24)), "\(text)")
                    #expect(masked.hasPrefix(before), "\(text)")
                    #expect(masked.hasSuffix(after), "\(text)")
                }
            }
        }
    }

    private func withoutFingerprints(_ text: String) -> String {
        text.replacing(/\ #[0-9a-f]{6}>/, with: ">")
    }
}
