import Reasons
import Testing

@testable import Wording

@Suite("Sentences in what other programs print", .timeLimit(.minutes(5)))
struct SentenceMatchTests {
    struct Row: Sendable {
        let why: String
        let text: String
        let kind: SentenceKind?
        var captures: [String] = []
        var quoted: String?
    }

    static let rows = [
        Row(
            why: "a JSON answer: quotes are escaped",
            text:
                #"{"error": "Firebase ID token has incorrect \"aud\" (audience) claim. Expected \"shop-staging\" but got \"shop-prod\"."}"#,
            kind: .wrongAudience, captures: ["shop-staging", "shop-prod"],
            quoted:
                #"Firebase ID token has incorrect "aud" (audience) claim. Expected "shop-staging" but got "shop-prod"."#
        ),
        Row(
            why: "JSON in JSON",
            text: #"{"body": "{\"error\": \"Token used too early, 100 < 220. Check that\"}"}"#,
            kind: .usedTooEarly, captures: ["100", "220"]),
        Row(
            why: "a value at the end of JSON whose type is text/html",
            text:
                #"{"error": "Invalid issuer. Expected https://securetoken.google.com/shop-staging, received https://securetoken.google.com/shop-prod"}"#,
            kind: .wrongIssuer,
            captures: [
                "https://securetoken.google.com/shop-staging", "https://securetoken.google.com/shop-prod",
            ]),
        Row(
            why: "an HTML page, as Express answers",
            text:
                "<!DOCTYPE html>\n<html><body><pre>Error: Firebase ID token has no &quot;kid&quot; claim.<br> &nbsp; &nbsp;at verify (a.js:1:2)</pre></body></html>",
            kind: .noKid, quoted: #"Error: Firebase ID token has no "kid" claim."#),
        Row(
            why: "coloured",
            text: "\u{1B}[31merror\u{1B}[0m: The default Firebase app \u{1B}[1mdoes not exist. Make sure you call "
                + "initializeApp() before using any of the Firebase services.\u{1B}[0m",
            kind: .notInitialised),
        Row(
            why: "broken in two lines",
            text: "ID token has expired\n   at: 1700000000", kind: .expired, captures: ["1700000000"],
            quoted: "ID token has expired at: 1700000000"),
        Row(why: "broken in three lines", text: "failed to verify\ntoken\nsignature", kind: nil),
        Row(
            why: "in a traceback",
            text:
                "Traceback (most recent call last):\n  File \"a.py\", line 1\nfirebase_admin._auth_utils.RevokedIdTokenError: "
                + "The Firebase ID token has been revoked.\n",
            kind: .revoked,
            quoted: "firebase_admin._auth_utils.RevokedIdTokenError: The Firebase ID token has been revoked."),
        Row(
            why: "a JSON line in a log", text: "started\n{\"level\":50,\"err\":{\"message\":\"jwt expired\"}}\n",
            kind: .expired, quoted: "jwt expired"),
        Row(
            why: "the specific sentence wins over the general one above it",
            text: "The value 'x' is not a verified ID token:\n- The token is expired\n", kind: .expired),
        Row(
            why: "escaped by Python's repr", text: #"{'error': 'ID token has no \'kid\' header'}"#, kind: .noKid),
        Row(
            why: "brackets around values", text: #"Invalid audience. Expected shop-staging, received ["shop-prod"]"#,
            kind: .wrongAudience, captures: ["shop-staging", "shop-prod"]),
        Row(
            why: "the class is printed before the words",
            text: "JWT::IncorrectAlgorithm: Expected a different algorithm",
            kind: .unsigned),
        Row(why: "a longer word", text: "REFRESH_TOKEN_EXPIRED_AGAIN", kind: nil),
        Row(why: "a word of its own", text: "{\"error\":{\"message\":\"TOKEN_EXPIRED\"}}", kind: .expiredOrRevoked),
        Row(why: "a code alone", text: "{\"code\":\"auth/id-token-revoked\"}", kind: .revoked),
        Row(
            why: "a sentence whose end differs between versions",
            text:
                "{\"error\":\"Failed to determine service account. Make sure to initialize the SDK with service account \"}",
            kind: .noServiceAccount),
        Row(why: "nothing known", text: "the token is no good", kind: nil),
        Row(why: "empty", text: "", kind: nil),
        Row(
            why: "an unknown algorithm", text: #"has incorrect algorithm. Expected "RS256" but got "HS256"."#,
            kind: .wrongAlgorithm, captures: ["RS256", "HS256"]),
    ]

    @Test(arguments: rows) func finds(_ row: Row) {
        let match = Sentences.match(row.text)
        #expect(match?.sentence.kind == row.kind, "\(row.why)")
        #expect(match?.captures ?? [] == row.captures, "\(row.why)")
        if let quoted = row.quoted { #expect(match?.quoted == quoted, "\(row.why)") }
    }

    @Test func expectedAndGotAreNamed() throws {
        let match = try #require(
            Sentences.match("Token has wrong audience shop-prod, expected one of ['shop-staging']"))
        #expect(match.expected == "shop-staging" && match.got == "shop-prod")
        let issuer = try #require(
            Sentences.match(
                "ID token has invalid 'iss' (issuer) claim; expected \"https://securetoken.google.com/shop-staging\" "
                    + "but got \"https://securetoken.google.com/shop-prod\"; make sure the ID token comes from"))
        #expect(issuer.expectedProject == "shop-staging" && issuer.gotProject == "shop-prod")
        #expect(issuer.reason == ReasonCode(TokenReason.wrongIssuer))
    }

    @Test(arguments: [
        ("Token used too early, 1700000000 < 1700000120. Check that your computer's clock is set correctly.", 120),
        ("Token used too early, x < y", nil), ("Token expired, 1700000000 < 1700000120", nil),
        ("Token used too early, -9223372036854775808 < 9223372036854775807", nil),
    ])
    func tellsByHowMuchTheClockIsBehind(text: String, seconds: Int?) throws {
        #expect(try #require(Sentences.match(text)).clockIsBehind == seconds.map { .seconds($0) })
    }

    /// What each kind leads to that no other part has a code for.
    @Test(arguments: [
        (
            "The default Firebase app does not exist. Make sure to initialize the SDK by calling initialize_app().",
            SDKReason.notInitialised
        ),
        ("The default FirebaseApp already exists.", .initialisedTwice),
        ("Unable to determine the Firebase Project ID", .noProjectID),
        (
            "Failed to determine service account. Make sure to initialize the SDK with a service account credential. "
                + "Alternatively specify a service account with iam.serviceAccounts.signBlob permission.",
            .noServiceAccount
        ),
        ("google: could not find default credentials. See https://x", .noDefaultCredentials),
        ("Service account object must contain a string \"private_key\" property.", .badServiceAccount),
        ("error:1E08010C:DECODER routines::unsupported", .badPEM),
        ("Permission 'iam.serviceAccounts.signBlob' denied on resource (or it may not exist).", .mayNotSign),
        ("auth/insufficient-permission", .insufficientPermission),
        ("Identity Toolkit API has not been used in project 1 before or it is disabled.", .apiNotEnabled),
        ("Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe", .serverClock),
        ("oauth2: cannot fetch token: 400", .noAccessToken),
        ("Invalid FIREBASE_AUTH_EMULATOR_HOST: \"http://x\". It must follow format \"host:port\".", .emulatorAddress),
        (
            "Auth instance has already been used to make a network call. Auth can no longer be configured to use the "
                + "emulator.", .emulatorTooLate
        ),
        ("First argument to verifyIdToken() must be a Firebase ID token string.", .noToken),
        ("jwt signature is required", .wantsSignedToken),
        ("Error fetching public keys for Google certs: ENOTFOUND", .keysNotFetched),
        ("No verification key available", .noVerificationKey),
        ("The value 'eyJ' is not a verified ID token:", .tokenRefused),
        ("Error while calling Auth service (SOMETHING_ELSE).", .serviceRefused),
        ("QUOTA_EXCEEDED : Exceeded", .quota),
        ("Origin checking failed - https://a.example does not match any trusted origins.", .foreignOrigin),
        ("Blocked hosts: shop.test", .hostNotAllowed),
        ("secret option required for sessions", .noSessionSecret),
        ("Session store not set on request.", .noSessionMiddleware),
        ("The MAC is invalid.", .sessionUndecryptable),
        ("You must specify a `path` when setting, deleting or serializing cookies", .cookieWithoutPath),
        ("iron-session: Cannot set session cookie: session.save() was called after headers were sent.", .cookieTooLate),
        ("Failed to find Server Action \"x\". This request might be from an older or newer deployment.", .staleAction),
    ])
    func leadsTo(text: String, reason: SDKReason) {
        #expect(Sentences.match(text)?.reason == ReasonCode(reason), "\(text)")
    }
}

@Suite("Sentences against the token that was sent", .timeLimit(.minutes(5)))
struct SentenceAgreementTests {
    struct Row: Sendable {
        let text: String
        let token: SentToken
        /// What the clause contains if the two disagree; empty if they agree, nil if nothing can be said.
        let because: String?
    }

    private static let audience =
        #"Firebase ID token has incorrect "aud" (audience) claim. Expected "staging" but got "prod""#

    static let rows = [
        Row(text: "jwt expired", token: SentToken(.idToken, remaining: .seconds(-5)), because: ""),
        Row(text: "jwt expired", token: SentToken(.idToken, remaining: .seconds(3540)), because: "has 59 min left"),
        Row(text: "jwt expired", token: SentToken(.idToken), because: nil),
        Row(text: "jwt not active", token: SentToken(.idToken, age: .seconds(-60)), because: ""),
        Row(text: "jwt not active", token: SentToken(.idToken, age: .seconds(1)), because: ""),
        Row(text: "jwt not active", token: SentToken(.idToken, age: .seconds(3000)), because: "issued 50 min ago"),
        Row(text: "jwt not active", token: SentToken(.idToken), because: nil),
        Row(text: audience, token: SentToken(.idToken, project: "prod"), because: ""),
        Row(text: audience, token: SentToken(.idToken, project: "staging"), because: "what the server expects"),
        Row(text: audience, token: SentToken(.idToken, project: "other"), because: "of the project other"),
        Row(text: audience, token: SentToken(.idToken), because: nil),
        Row(
            text: "jwt issuer invalid. expected: https://securetoken.google.com/staging",
            token: SentToken(.idToken, project: "prod", issuer: "https://securetoken.google.com/prod"), because: ""),
        Row(
            text: "jwt issuer invalid. expected: https://securetoken.google.com/prod",
            token: SentToken(.idToken, project: "prod", issuer: "https://securetoken.google.com/prod"),
            because: "what the server expects"),
        Row(text: "token has invalid audience", token: SentToken(.idToken, project: "prod"), because: nil),
        Row(text: "Expected a different algorithm", token: SentToken(.idToken, isSigned: false), because: ""),
        Row(text: "Expected a different algorithm", token: SentToken(.idToken, isSigned: true), because: "is signed"),
        Row(text: "Expected a different algorithm", token: SentToken(.idToken), because: nil),
        Row(text: "No key id (kid)", token: SentToken(.customToken, isSigned: true), because: ""),
        Row(text: "No key id (kid)", token: SentToken(.idToken, isSigned: true), because: "is signed"),
        Row(
            text: "verify_id_token() expects an ID token, but was given a custom token.",
            token: SentToken(.customToken),
            because: ""),
        Row(
            text: "verify_id_token() expects an ID token, but was given a custom token.", token: SentToken(.idToken),
            because: "carried an ID token"),
        Row(
            text: "verify_id_token() expects an ID token, but was given a custom token.", token: SentToken(.missing),
            because: "carried no token"),
        Row(
            text: "verify_id_token() expects an ID token, but was given a custom token.", token: SentToken(.other),
            because: nil),
        Row(
            text: #"has invalid 'iss' (issuer) claim; expected "https://session.firebase.google.com/p" but got "x""#
                .replacing("has", with: "session cookie has").replacing(
                    "\"x\"", with: "\"https://securetoken.google.com/p\""),
            token: SentToken(.idToken), because: ""),
        Row(
            text:
                #"ID token has invalid 'iss' (issuer) claim; expected "https://securetoken.google.com/p" but got "https://session.firebase.google.com/p""#,
            token: SentToken(.sessionCookie), because: ""),
        Row(text: "jwt must be provided", token: SentToken(.missing), because: ""),
        Row(text: "jwt must be provided", token: SentToken(.idToken), because: "in another place"),
        Row(text: "jwt malformed", token: SentToken(.sessionCookie), because: "a session cookie, whole"),
        Row(text: "jwt malformed", token: SentToken(.refreshToken), because: ""),
        Row(text: "jwt malformed", token: SentToken(.other), because: nil),
        Row(text: "ID token has been revoked", token: SentToken(.idToken, isRevoked: true), because: ""),
        Row(text: "ID token has been revoked", token: SentToken(.idToken, isRevoked: false), because: "were not ended"),
        Row(text: "user has been disabled", token: SentToken(.idToken, userIsDisabled: true), because: ""),
        Row(text: "user has been disabled", token: SentToken(.idToken, userIsDisabled: false), because: "not disabled"),
        Row(text: "USER_NOT_FOUND", token: SentToken(.idToken, userExists: false), because: ""),
        Row(text: "USER_NOT_FOUND", token: SentToken(.idToken, userExists: true), because: "asks another one"),
        Row(text: "USER_NOT_FOUND", token: SentToken(.idToken), because: nil),
        Row(text: "App argument must not be null.", token: SentToken(.idToken), because: nil),
    ]

    @Test(arguments: rows) func agrees(_ row: Row) throws {
        let agreement = try #require(Sentences.match(row.text), "\(row.text)").agrees(with: row.token)
        switch agreement {
        case .agrees: #expect(row.because == "", "\(row.text): \(row.token)")
        case .unknown: #expect(row.because == nil, "\(row.text): \(row.token)")
        case .contradicts(let because):
            let expected = try #require(row.because, "\(row.text): \(because)")
            #expect(!expected.isEmpty && because.contains(expected), "\(row.text): \(because)")
        }
    }

    @Test(arguments: [
        (SentenceKind.noKid, false, SDKReason.wantsSignedToken.code), (.noKid, true, TokenReason.noKeyID.code),
        (.wrongAlgorithm, false, SDKReason.wantsSignedToken.code),
        (.wrongAlgorithm, true, TokenReason.wrongAlgorithm.code), (.unsigned, true, TokenReason.wrongAlgorithm.code),
        (.unsigned, false, SDKReason.wantsSignedToken.code), (.expired, false, TokenReason.expired.code),
    ])
    func theReasonDependsOnTheSignature(kind: SentenceKind, isSigned: Bool, reason: ReasonCode) {
        #expect(kind.reason(for: SentToken(.idToken, isSigned: isSigned)) == reason)
    }

    @Test func shortSentencesAreKnownAsShort() {
        #expect(Sentences.match("jwt expired")?.sentence.isShort == true)
        #expect(Sentences.match(Self.audience)?.sentence.isShort == false)
    }
}

@Suite("Hostile texts", .timeLimit(.minutes(5)))
struct HostileSentenceTests {
    /// Each makes 128 KiB. Work that grew with the square of it would take longer than the suite may.
    @Test(arguments: [
        "Firebase ID token has ", "Token expired, ", "Token used too early, 1 < ", "{\"a\":", "<a", "<br", "&quot",
        "\\",
        "\"", "\n", "\u{0}", "\u{1B}[", "Invalid audience. Expected ", "{}", "Cookie \"", "The token is ",
    ])
    func end(piece: String) {
        let text = String(repeating: piece, count: (1 << 17) / piece.utf8.count + 10)
        #expect(Sentences.match(text)?.quoted.isEmpty != true)
    }

    @Test func whatIsBehindTheLimitIsNotLookedAt() {
        let far = String(repeating: "x ", count: PlainText.byteLimit / 2)
        #expect(Sentences.match(far + "jwt expired") == nil)
        #expect(Sentences.match(far.dropLast(200) + "jwt expired")?.quoted == "jwt expired")
    }
}
