extension ClaimedSystem {
    static let secondFactors = ClaimedSystem(
        title: "Second factors",
        summary: "The app enrols a phone number or an authenticator app, and asks for it at the next sign-in.",
        claims: [
            Claim(
                says: "A sign-in of the last ten minutes is recent enough to enrol.",
                isSo: "Production wants one of the last five minutes. Sign in again right before, and expect"
                    + " requiresRecentLogin all the same.",
                reason: "client/requires-recent-login", file: "behaviour/34-what-articles-say",
                scenario: "A sign-in of six minutes ago is too old to enrol"),
            Claim(
                says: "Every account can add a second factor.",
                isSo: "Only one whose address is verified.",
                reason: "client/unverified-email", file: "behaviour/16-second-factors",
                scenario: "An address that nobody verified gets no second factor"),
            Claim(
                says: "The phone number as people type it.",
                isSo: "E.164: a plus sign and the country in front.",
                reason: "client/invalid-phone-number", file: "behaviour/16-second-factors",
                scenario: "A number without its country is none"),
            Claim(
                says: "An error from signIn says that the password is wrong.",
                isSo: "secondFactorRequired says that it was right; the resolver is in the error.",
                reason: "client/second-factor-required", file: "behaviour/16-second-factors",
                scenario: "Without the second factor nobody is signed in"),
            Claim(
                says: "With the session the page has the second factor as well.",
                isSo: "The page's user has signed in with a custom token, and its ID token names no factor. A server"
                    + " that wants one must have it put into the custom token's claims.",
                reason: "guard/token-accepted", file: "behaviour/34-what-articles-say",
                scenario: "The page's session knows nothing of the app's second factor"),
        ])

    static let appTransfer = ClaimedSystem(
        title: "The transfer of an app to another team",
        summary: "The last version of the old team keeps the user in the preferences; the first one of the new team"
            + " writes it back before configure().",
        claims: [
            Claim(
                says: "The keychain moves with the app.",
                isSo: "Its items are the old team's: the new one cannot read them. Who has no copy signs in again.",
                reason: "transfer/no-copy", file: "behaviour/17-app-transfer",
                scenario: "Who did not start the app before the transfer must sign in again"),
            Claim(
                says: "The user can be written back at any time after the start.",
                isSo: "configure() reads the keychain: what comes later is seen at the next start.",
                reason: "transfer/restored-too-late", file: "behaviour/17-app-transfer",
                scenario: "Written back after configure the user comes too late"),
            Claim(
                says: "Each start keeps a copy.",
                isSo: "One before the first unlock cannot read the keychain, and has nobody to keep.",
                reason: "transfer/keychain-refused", file: "behaviour/17-app-transfer",
                scenario: "A start before the first unlock keeps no copy"),
            Claim(
                says: "A user who cannot be read has signed out.",
                isSo: "Or the phone is locked. Wait for the unlock, and clear nothing of the page's.",
                reason: "keychain/interaction-not-allowed", file: "prewarm-keychain-locked",
                scenario: "An app that takes the locked keychain for a sign-out clears the page's session"),
            Claim(
                says: "The copy is of no use to others.",
                isSo: "It holds a refresh token, which outlives the sign-out that does not delete it.",
                reason: "handoff/copy-left-in-preferences", file: "behaviour/19-account-switch",
                scenario: "A copy for a transfer outlives a sign-out that does not delete it"),
            Claim(
                says: "A new GoogleService-Info.plist is only configuration.",
                isSo: "The user is kept under the app's id: with another one the copy is another app's.",
                reason: "transfer/copy-unreadable", file: "behaviour/17-app-transfer",
                scenario: "With another app id in the plist the copy is another app's"),
        ])
}
