extension ClaimedSystem {
    static let backends = ClaimedSystem(
        title: "A backend that verifies ID tokens, and Twitter's users",
        summary: "The app signs in with Twitter and sends its ID token as bearer token; the server verifies it with"
            + " Google's certificates and finds its user by the uid.",
        claims: [
            Claim(
                says: "Google's certificates can be kept in the server's cache, or in its source.",
                isSo: "They change, and Cache-Control says for how long they are good. Fetch once more for a key id"
                    + " that is not known; who keeps them for ever refuses everybody some day.",
                reason: "token/unknown-key-id", file: "key-rotation",
                scenario: "A backend that keeps certificates for ever knows none of the new keys"),
            Claim(
                says: "A token with a good signature is ours.",
                isSo: "Every Firebase project's tokens are signed by the same keys. Compare aud and iss with the"
                    + " project.",
                reason: "token/wrong-audience", file: "behaviour/30-clocks-tokens-and-devices",
                scenario: "An ID token of another project is refused, though its signature is good"),
            Claim(
                says: "The app keeps the ID token and sends it with each request.",
                isSo: "It ends after an hour. Ask getIDToken() before each request: it refreshes when need be.",
                reason: "token/expired", file: "behaviour/30-clocks-tokens-and-devices",
                scenario: "An ID token that the app has kept for an hour is refused"),
            Claim(
                says: "iat in the future is an attack.",
                isSo: "It is a clock that is a few seconds slow, here. Allow some seconds, and keep clocks by NTP.",
                reason: "token/issued-in-future", file: "clock-skew-backend",
                scenario: "A backend that is half a minute slow refuses a token made just now"),
            Claim(
                says: "The custom token is a JWT as well, so the server can verify it for later requests.",
                isSo: "It is no ID token: another issuer, another audience, no user's. The page has an ID token once it"
                    + " has signed in with it.",
                reason: "token/is-custom-token", file: "id-token-in-cookie",
                scenario: "A backend that is sent the custom token does not take it for an ID token"),
            Claim(
                says: "A change of claims is there with the next request.",
                isSo: "With the next ID token, up to an hour later, unless one is asked for by force.",
                reason: "handoff/stale-claims", file: "claims-stale",
                scenario: "A role that changes while the page is open is not in the page's ID token"),
            Claim(
                says: "`let provider = OAuthProvider(providerID: \"twitter.com\")` inside the button's action.",
                isSo: "The SDK does not keep it: it is gone before Twitter's page comes back, and nothing is called."
                    + " Keep it in a property.",
                reason: "client/provider-released", file: "behaviour/13-twitter",
                scenario: "A provider that nobody keeps never calls back"),
            Claim(
                says: "An error from the provider's page is to be shown to the user.",
                isSo: "Closing it is one of them, and the user knows.",
                reason: "client/web-context-cancelled", file: "behaviour/13-twitter",
                scenario: "Who closes Twitter's page has cancelled"),
            Claim(
                says: "A Firebase session cookie ends when its user's sessions are revoked.",
                isSo:
                    "verifySessionCookie looks at signature and time. With checkRevoked it asks the auth service, each"
                    + " time.",
                reason: "handoff/ended-session-accepted", file: "behaviour/28-server-handover",
                scenario: "A session cookie outlives the sessions that it is of"),
            Claim(
                says: "With a session cookie the page is signed in as well.",
                isSo: "The server knows who it is. The page's SDK does not: it needs a custom token.",
                reason: "guard/cookie-absent", file: "behaviour/28-server-handover",
                scenario: "It signs no client in, and the page behind a guard asks for a sign-in"),
            Claim(
                says: "A disabled account is out at once.",
                isSo:
                    "Its ID tokens are good until they end, for servers verify them without asking. What is refused is"
                    + " the next sign-in, with a custom token too, and the next refresh.",
                reason: "auth/user-disabled", file: "revoked-or-disabled",
                scenario: "A user who was disabled after the exchange stays out"),
        ])

    static let signInWithApple = ClaimedSystem(
        title: "Sign in with Apple",
        summary: "The app gives Apple the SHA-256 of a nonce, and Firebase the nonce with Apple's ID token.",
        claims: [
            Claim(
                says: "The same nonce goes to Apple and to Firebase.",
                isSo: "Apple gets its SHA-256, Firebase the nonce itself, which is hashed there once more.",
                reason: "nonce/hash-sent", file: "apple-nonce-hash-swapped", scenario: "The nonce's hash is no nonce"),
            Claim(
                says: "Base64 of the hash is as good.",
                isSo: "The two are compared as text, and Firebase's is lower-case hexadecimal.",
                reason: "apple/nonce-hash-not-hex", file: "apple-nonce-hash-swapped",
                scenario: "A nonce hashed in base64 is another nonce"),
            Claim(
                says: "One property `currentNonce` is enough.",
                isSo: "A second tap overwrites it while the first request is under way. Keep the nonce with its"
                    + " request.",
                reason: "nonce/different", file: "behaviour/15-apple",
                scenario: "A second request overwrites the first one's nonce"),
            Claim(
                says: "Without a nonce the sign-in works too.",
                isSo: "Where Apple's token has one, Firebase wants it.",
                reason: "nonce/missing", file: "behaviour/15-apple", scenario: "A nonce that Firebase never gets"),
            Claim(
                says: "didCompleteWithError is a failure.",
                isSo: "A sheet that was closed ends there as well, and wants no message.",
                reason: "apple-sheet/cancelled", file: "behaviour/15-apple",
                scenario: "Who closes Apple's sheet has cancelled"),
        ])
}
