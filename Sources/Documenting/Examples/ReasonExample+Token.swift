import BridgePrimitives
import Tokens

extension ReasonExample {
    private static let account = "firebase-adminsdk@demo-bridge.iam.gserviceaccount.com"

    private static func idToken(
        header: [(String, JSONValue?)] = [], claims: [(String, JSONValue?)] = [],
        signature: TokenStory.Signature = .own, change: TokenStory.Change? = nil
    ) -> ExampleForm {
        .token(
            TokenStory(
                .idToken, header: header, claims: claims, signature: signature, change: change, to: .verifyIDToken))
    }

    private static func customToken(
        header: [(String, JSONValue?)] = [], claims: [(String, JSONValue?)] = [],
        signature: TokenStory.Signature = .own, change: TokenStory.Change? = nil
    ) -> ExampleForm {
        .token(
            TokenStory(
                .customToken, header: header, claims: claims, signature: signature, change: change,
                to: .signInWithCustomToken))
    }

    private static func decoded(_ change: TokenStory.Change?) -> ExampleForm {
        .token(TokenStory(.idToken, change: change, to: .decode))
    }

    private static let goodIDToken = idToken()
    private static let goodCustomToken = customToken()
    private static let now = TokenStory.now

    /// Why a token is refused, or what has to be undone to read it.
    static let token: [ReasonExample] = texts + kinds + signatures + times + people

    private static let texts: [ReasonExample] = [
        ReasonExample(
            TokenReason.empty, "The cookie was there and empty: the script ran before the app had a token.",
            customToken(change: .replaced("")), mended: goodCustomToken),
        ReasonExample(
            TokenReason.tooLarge, "Whole documents were put into the token's claims.",
            customToken(change: .lengthened(70_000)), mended: goodCustomToken),
        ReasonExample(
            TokenReason.malformed, "The text \"undefined\" was written into the cookie in place of a token.",
            customToken(change: .replaced("undefined")), mended: goodCustomToken),
        ReasonExample(
            TokenReason.notJSON, "Three parts with dots between them, of which none is JSON.",
            idToken(change: .replaced("YWJj.YWJj.YWJj")), mended: goodIDToken),
        ReasonExample(
            TokenReason.bareJSON,
            "Test code of the emulator signs in with plain JSON, and production does not take it.",
            customToken(change: .payloadOnly), mended: goodCustomToken,
            besides: []),
        ReasonExample(
            PasteReason.quoted, "The backend wrote the token as a JSON string, quotes and all.", decoded(.quoted),
            mended: decoded(nil)),
        ReasonExample(
            PasteReason.percentEncoded, "A cookie library encoded the dots, and nobody decodes them.",
            decoded(.percentEncoded), mended: decoded(nil)),
        ReasonExample(
            PasteReason.lineBroken, "A terminal broke the token as it was copied.", decoded(.broken),
            mended: decoded(nil)),
        ReasonExample(
            PasteReason.repeatedName, "The payload was put together by hand, and has a name twice.",
            decoded(.repeated("sub")), mended: decoded(nil)),
    ]

    private static let kinds: [ReasonExample] = [
        ReasonExample(
            TokenReason.isCustomToken, "The app sends the backend's custom token where an ID token belongs.",
            .token(TokenStory(.customToken, to: .verifyIDToken)), mended: goodIDToken,
            besides: [
                TokenReason.noKeyID, TokenReason.wrongAudience, TokenReason.wrongIssuer, TokenReason.noAuthTime,
            ]),
        ReasonExample(
            TokenReason.isIDToken, "The app hands its ID token to the page, which signs in with custom tokens.",
            .token(TokenStory(.idToken, to: .signInWithCustomToken)), mended: goodCustomToken,
            besides: [
                TokenReason.unknownServiceAccount, TokenReason.wrongAudience, TokenReason.subjectIsNotIssuer,
                TokenReason.noUID,
            ]),
        ReasonExample(
            TokenReason.isSessionCookie, "The server's session cookie is given to verifyIdToken.",
            .token(TokenStory(.sessionCookie, to: .verifyIDToken)), mended: goodIDToken,
            besides: [TokenReason.wrongIssuer]),
    ]

    private static let signatures: [ReasonExample] = [
        ReasonExample(
            TokenReason.wrongAlgorithm, "One side runs against the emulator, whose tokens are unsigned.",
            idToken(header: [("alg", "none")], signature: .nobody), mended: goodIDToken),
        ReasonExample(
            TokenReason.unknownCriticalHeader, "A library of one's own marks a header as critical.",
            idToken(header: [("crit", ["b64"])]), mended: goodIDToken),
        ReasonExample(
            TokenReason.noKeyID, "A token of the team's own making names no key.",
            idToken(header: [("kid", nil)]), mended: goodIDToken),
        ReasonExample(
            TokenReason.unknownKeyID, "The keys were rotated, and the backend still has yesterday's certificates.",
            idToken(header: [("kid", "k2")]), mended: goodIDToken),
        ReasonExample(
            TokenReason.mintedForEmulator,
            "FIREBASE_AUTH_EMULATOR_HOST is set where the token is minted, and not where it is used.",
            customToken(
                header: [("alg", "none")],
                claims: [("iss", "firebase-auth-emulator@example.com"), ("sub", "firebase-auth-emulator@example.com")],
                signature: .nobody), mended: goodCustomToken,
            besides: [TokenReason.wrongAlgorithm, TokenReason.unknownServiceAccount]),
        ReasonExample(
            TokenReason.unknownServiceAccount, "The backend mints with the key file of another project.",
            customToken(claims: [
                ("iss", "firebase-adminsdk@other-project.iam.gserviceaccount.com"),
                ("sub", "firebase-adminsdk@other-project.iam.gserviceaccount.com"),
            ]), mended: goodCustomToken),
        ReasonExample(
            TokenReason.badSignature, "The token was signed with a key that has been replaced.",
            idToken(signature: .other), mended: goodIDToken),
        ReasonExample(
            TokenReason.tenantMismatch, "The token was minted for a tenant, and the page signs in without one.",
            customToken(claims: [("tenant_id", "customers")]), mended: goodCustomToken),
        ReasonExample(
            TokenReason.wrongAudience, "The app is configured for the staging project and the backend for production.",
            idToken(claims: [("aud", "demo-bridge-staging")]), mended: goodIDToken),
        ReasonExample(
            TokenReason.wrongIssuer, "The token comes from another service that signs tokens, with the same audience.",
            idToken(claims: [("iss", "https://accounts.google.com")]), mended: goodIDToken),
        ReasonExample(
            TokenReason.subjectIsNotIssuer, "The user's id was put into sub, where the service account belongs.",
            customToken(claims: [("sub", "taro")]), mended: goodCustomToken),
    ]

    private static let times: [ReasonExample] = [
        ReasonExample(
            TokenReason.noExpiry, "The time of expiry was written as text.",
            idToken(claims: [("exp", .string("\(now + 3600)"))]), mended: goodIDToken),
        ReasonExample(
            TokenReason.expired, "The app kept an ID token from its last launch. They live an hour.",
            idToken(claims: [("iat", .integer(now - 7200)), ("exp", .integer(now - 3600))]), mended: goodIDToken),
        ReasonExample(
            TokenReason.notYetValid, "The token is valid from a minute from now on.",
            idToken(claims: [("nbf", .integer(now + 60))]), mended: goodIDToken),
        ReasonExample(
            TokenReason.noIssueTime, "The token does not say when it was issued.",
            idToken(claims: [("iat", nil)]), mended: goodIDToken),
        ReasonExample(
            TokenReason.issuedInFuture,
            "The backend's clock is two seconds behind: the newest tokens come from its future.",
            idToken(claims: [("iat", .integer(now + 2))]), mended: idToken(claims: [("iat", .integer(now))])),
        ReasonExample(
            TokenReason.lifetimeTooLong, "The backend mints a custom token for a day.",
            customToken(claims: [("exp", .integer(now + 86_400))]), mended: goodCustomToken),
        ReasonExample(
            TokenReason.noAuthTime, "A token of the team's own making lacks auth_time.",
            idToken(claims: [("auth_time", nil)]), mended: goodIDToken),
        ReasonExample(
            TokenReason.authTimeInFuture, "The user signed in a moment ago, by a clock that is ahead of the backend's.",
            idToken(claims: [("auth_time", .integer(now + 5))]), mended: goodIDToken),
    ]

    private static let people: [ReasonExample] = [
        ReasonExample(
            TokenReason.noSubject, "The token names no user.", idToken(claims: [("sub", nil)]), mended: goodIDToken),
        ReasonExample(
            TokenReason.emptySubject, "The user's id was empty when the token was made.",
            idToken(claims: [("sub", "")]), mended: goodIDToken),
        ReasonExample(
            TokenReason.subjectTooLong, "Another system's long identifiers were taken for user ids.",
            idToken(claims: [("sub", .string(String(repeating: "u", count: 129)))]), mended: goodIDToken),
        ReasonExample(
            TokenReason.noUID, "The backend minted with the number of a database row.",
            customToken(claims: [("uid", 42)]), mended: customToken(claims: [("uid", "42")])),
        ReasonExample(
            TokenReason.uidTooLong, "Another system's long identifiers were taken for user ids.",
            customToken(claims: [("uid", .string(String(repeating: "u", count: 129)))]), mended: goodCustomToken),
        ReasonExample(
            TokenReason.claimsNotObject, "The developer claims were turned into text first.",
            customToken(claims: [("claims", "{\"premium\":true}")]),
            mended: customToken(claims: [("claims", ["premium": true])])),
        ReasonExample(
            TokenReason.reservedClaim, "One of the developer claims is called sub.",
            customToken(claims: [("claims", ["sub": "taro"])]),
            mended: customToken(claims: [("claims", ["rank": "gold"])])),
    ]
}
