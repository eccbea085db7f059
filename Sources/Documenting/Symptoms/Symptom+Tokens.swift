import AuthEmulator
import Diagnosis
import Project
import Tokens

extension Symptom {
    /// Tokens and the backend.
    static let tokens: [Symptom] = [
        Symptom(
            "invalid-custom-token", "signInWithCustomToken fails with auth/invalid-custom-token",
            "The text is not a custom token of this project: an ID token, an old one, one of another service account, or one that was changed on its way.",
            causes: [
                .init(TokenReason.isIDToken, "the app handed its ID token over"),
                .init(TokenReason.expired, "the custom token is more than an hour old"),
                .init(TokenReason.unknownServiceAccount, "it was minted for another project"),
                .init(TokenReason.malformed, "it was cut, quoted, or is no token at all"),
                .init(PasteReason.percentEncoded, "it was encoded and never decoded"),
                .init(TokenReason.mintedForEmulator, "it was minted under the emulator's variable"),
                .init(ExchangeReason.idTokenCameBack, "the backend answered with the ID token"),
            ],
            decide: "session-bridge token decode TOKEN",
            words:
                "invalid custom token auth error signinwithcustomtoken refused wrong credential_mismatch credential mismatch corresponds"
        ),
        Symptom(
            "wrong-audience", "verifyIdToken says that the audience is wrong",
            "The two sides are configured for different projects, or the text is a custom token.",
            causes: [
                .init(TokenReason.wrongAudience, "another project"),
                .init(TokenReason.isCustomToken, "a custom token was sent"),
                .init(TokenReason.wrongIssuer, "another service made it"),
            ],
            decide: "session-bridge token verify TOKEN",
            words: "verifyidtoken aud audience incorrect project mismatch different issuer iss"),
        Symptom(
            "token-used-too-early", "\"Token used too early\", now and then",
            "The clock of the verifying side is behind by seconds. New tokens come from its future.",
            causes: [
                .init(TokenReason.issuedInFuture, "iat is later than the verifier's now"),
                .init(TokenReason.authTimeInFuture, "so is the sign-in"),
                .init(TokenReason.notYetValid, "nbf is later"),
            ],
            decide: "session-bridge token verify TOKEN",
            words: "too early clock skew time random sometimes future iat sleep"),
        Symptom(
            "signature-after-rotation", "Verification fails for everybody from one day to the next",
            "Google rotates its keys. A backend that keeps the certificates for ever knows none of the new ones.",
            causes: [
                .init(TokenReason.unknownKeyID, "the new key is not among the cached ones"),
                .init(TokenReason.badSignature, "the signature fits no key"),
            ],
            decide: "session-bridge run Scenarios/key-rotation.yaml",
            words: "signature kid rotation keys certificates cached two weeks suddenly invalid unknown verify fails"),
        Symptom(
            "emulator-refused", "Tokens of the emulator are refused by the backend, or the reverse",
            "The emulator signs nothing. One side talks to it and the other to production.",
            causes: [
                .init(TokenReason.wrongAlgorithm, "the token says alg none"),
                .init(TokenReason.noKeyID, "it names no key"),
                .init(TokenReason.mintedForEmulator, "FIREBASE_AUTH_EMULATOR_HOST is set where it is minted"),
                .init(TokenReason.bareJSON, "it is plain JSON"),
            ],
            decide: "session-bridge token decode TOKEN",
            words: "emulator unsigned alg none kid local firebase_auth_emulator_host production"),
        Symptom(
            "exchange-fails", "The backend refuses to trade the ID token",
            "The status and the answer's own words tell most of it; the field's name, the path and the project are the usual ones.",
            causes: [
                .init(HandoffReason.fieldMismatch, "the app posts it under another name"),
                .init(ExchangeReason.notAccepted, "the backend does not accept the ID token"),
                .init(ExchangeReason.noEndpoint, "there is nothing at that path"),
                .init(ExchangeReason.refused, "the request lacks what the backend reads"),
                .init(ExchangeReason.redirected, "it wants a session first"),
                .init(ExchangeReason.otherSlash, "its path ends with a slash"),
                .init(ExchangeReason.formProtection, "its CSRF check stands before the exchange"),
                .init(HandoffReason.exchangeRefused, "the account is disabled or revoked"),
                .init(ExchangeReason.serverError, "the backend fails itself"),
            ],
            decide: "session-bridge demo",
            words: "exchange backend 400 401 403 404 500 refused endpoint post id token fails"),
        Symptom(
            "no-token-in-answer", "The backend answers 200, and there is no token in it",
            "The token stands under another name, in a cookie in place of JSON, or a web page came in its place.",
            causes: [
                .init(ExchangeReason.noToken, "it is elsewhere in the answer"),
                .init(ExchangeReason.saysError, "it says that it failed"),
                .init(ExchangeReason.html, "the single-page app answered"),
                .init(ExchangeReason.emptyToken, "nothing was put into it"),
                .init(ExchangeReason.printedValue, "a promise or Python's bytes were printed"),
                .init(ExchangeReason.controlCharacter, "a line break came with it"),
                .init(ExchangeReason.notJSON, "the answer is no JSON"),
                .init(HandoffReason.noTokenInAnswer, "no Set-Cookie of the expected name"),
            ],
            decide: "session-bridge demo", words: "200 ok no token answer response missing html json null undefined"),
        Symptom(
            "nonce-mismatch", "Sign in with Apple fails: the nonce does not match",
            "Apple is given the SHA-256 of the nonce in hexadecimal, Firebase the nonce itself, and both of the same request.",
            causes: [
                .init(NonceReason.hashSent, "Firebase was given the hash"),
                .init(NonceReason.missing, "Firebase was given none"),
                .init(NonceReason.different, "a second request overwrote it"),
                .init(NonceReason.rawInToken, "Apple was given the raw nonce"),
            ],
            decide: "session-bridge run Scenarios/apple-nonce-hash-swapped.yaml",
            words: "apple nonce mismatch sha256 hash raw missing_or_invalid_nonce"),
    ]
}
