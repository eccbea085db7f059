import BridgePrimitives
import Testing
import Tokens

@Suite("What a pasted text is", .timeLimit(.minutes(5)))
struct InspectedCredentialTests {
    private static func unsigned(_ payload: JSONValue) -> String {
        let header = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
        return header + "." + Base64URL.encode(payload.bytes()) + "."
    }

    @Test(
        arguments: [
            (["iss": "https://securetoken.google.com/my-app", "aud": "my-app"], CredentialKind.idToken, "my-app"),
            (["iss": "https://session.firebase.google.com/my-app", "aud": "my-app"], .sessionCookie, "my-app"),
            (
                ["iss": "a@my-app.iam.gserviceaccount.com", "aud": .string(CustomTokenClaims.audience)], .customToken,
                "my-app"
            ),
            // For a wrong audience.
            (
                [
                    "iss": "a@my-app.iam.gserviceaccount.com", "sub": "a@my-app.iam.gserviceaccount.com", "uid": "u1",
                    "aud": "my-app",
                ], .customToken, "my-app"
            ),
            // An Admin SDK under the emulator names no project.
            (
                ["iss": .string(CustomTokenClaims.emulatorIssuer), "aud": .string(CustomTokenClaims.audience)],
                .customToken,
                nil
            ),
            (
                ["iss": "a@my-app.iam.gserviceaccount.com", "aud": "https://oauth2.googleapis.com/token"],
                .serviceAccountAssertion, "my-app"
            ),
            (["iss": "https://appleid.apple.com", "aud": "com.example.app"], .appleIdentityToken, nil),
            (
                ["iss": "https://accounts.google.com", "aud": "1-a.apps.googleusercontent.com"], .googleIdentityToken,
                nil
            ),
            (["iss": "accounts.google.com"], .googleIdentityToken, nil),
            (["iss": "https://issuer.example"], .unknownJWT, nil),
            ([:], .unknownJWT, nil),
            // Lists and numbers are no issuer and no audience.
            (["iss": 1, "aud": ["my-app"]], .unknownJWT, nil),
            // An issuer that only begins like the service's names no project.
            (["iss": "https://securetoken.google.com/"], .idToken, nil),
            (["iss": "https://securetoken.google.com.evil.example/my-app"], .unknownJWT, nil),
        ] as [(JSONValue, CredentialKind, String?)])
    func tokensTellTheirKindAndProject(payload: JSONValue, kind: CredentialKind, project: String?) {
        let inspected = InspectedCredential(Self.unsigned(payload))
        #expect(inspected.kind == kind)
        #expect(inspected.projectID == project)
        #expect(inspected.defect == nil)
    }

    @Test(arguments: [
        ("ya29." + String(repeating: "a", count: 40), CredentialKind.accessToken),
        ("AMf-vBx" + String(repeating: "a", count: 40), .refreshToken),
        (
            StandardBase64.encode(Array(#"{"_AuthEmulatorRefreshToken":"DO NOT MODIFY","localId":"u1"}"#.utf8)),
            .emulatorRefreshToken
        ),
        ("ya29.short", .noToken),
        ("AMf-\u{0}" + String(repeating: "a", count: 40), .noToken),
        (StandardBase64.encode(Array("{}".utf8)), .noToken),
    ])
    func opaqueOnesAreToldByTheirForm(text: String, kind: CredentialKind) {
        #expect(InspectedCredential(text).kind == kind)
    }

    @Test(arguments: [
        ("", TokenReason.empty, "the text is empty"),
        ("a", .malformed, "the text has 1 part between dots, and a JWT has three"),
        ("a.b.c.d", .malformed, "the text has 4 parts between dots, and a JWT has three"),
        ("a.b.c.d.e", .malformed, "encrypted"),
        ("e30.e30=.", .malformed, #"the payload is not base64url: "=" stands at its character 4"#),
        ("e30.e30\u{0}.", .malformed, "byte 0x0 stands at its character 4"),
        ("e30.é.", .malformed, "byte 0xc3 stands at its character 1"),
        ("e.e30.", .malformed, "the header is not base64url: it ends within a character"),
        ("e30.e30.x", .malformed, "the signature is not base64url"),
        ("W10.e30.", .notJSON, "the header is JSON, and no object"),
        ("e30.e3.", .malformed, "the payload is not base64url: it ends within a character"),
        ("e30.ew.", .notJSON, "the payload is not JSON at byte 1: the text ends too early"),
        (String(repeating: "a", count: 65_537), .tooLarge, "the text has 65537 bytes"),
    ])
    func whatIsNoTokenIsSaidToThePart(text: String, reason: TokenReason, cause: String) throws {
        let defect = try #require(InspectedCredential(text).defect)
        #expect(defect.reason == reason)
        #expect(defect.cause.contains(cause), "\(defect.cause)")
    }

    @Test func deepNestingIsRefusedAndDoesNotEndTheProcess() {
        let deep = Base64URL.encode(Array(repeating: UInt8(ascii: "["), count: 10_000))
        #expect(InspectedCredential("e30.\(deep).").defect?.cause.contains("nested too deeply") == true)
    }

    @Test func namesThatStandTwiceAreTold() {
        let payload = Base64URL.encode(Array(#"{"aud":"a","aud":"b","x":{"y":1,"y":2}}"#.utf8))
        let inspected = InspectedCredential("e30.\(payload).")
        #expect(inspected.repeatedNames == ["aud", "y"])
        #expect(inspected.token?.audience == "b")
    }
}
