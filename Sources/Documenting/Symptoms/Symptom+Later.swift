import CookieStores
import Cookies
import Diagnosis
import RouterGuard
import Tokens

extension Symptom {
    /// After a while.
    static let later: [Symptom] = [
        Symptom(
            "signed-out-after-relaunch", "Signed out after the app was closed and opened again",
            "A cookie without an expiry ends with the app's process, and a custom token lives an hour. Each launch needs an exchange of its own, or a session that the page keeps.",
            causes: [
                .init(SendReason.sessionEnded, "the cookie has neither Expires nor Max-Age"),
                .init(SendReason.lostBeforeFlush, "the process ended before the cookie was on disk"),
                .init(TokenReason.expired, "the old token is replayed"),
                .init(GuardReason.authNotReady, "the page's session is there, and the guard does not wait for it"),
                .init(HandoffReason.wrongDataStore, "the view has a private store, which ends with the app"),
            ],
            decide: "session-bridge run Scenarios/session-cookie-relaunch.yaml",
            words:
                "logged out sign out relaunch restart killed kill close reopen launch session persistence lost swipe terminate forget app update updated upgrade version install cookies"
        ),
        Symptom(
            "signed-out-after-an-hour", "Signed out, or refused, about an hour later",
            "ID tokens and custom tokens live an hour. What was fetched at sign-in and used later is old.",
            causes: [
                .init(TokenReason.expired, "an ID token or custom token was kept"),
                .init(GuardReason.tokenRefused, "the guard signs in with an old custom token"),
                .init(SendReason.expired, "the cookie itself has expired"),
            ],
            decide: "session-bridge run Scenarios/expired-custom-token.yaml",
            words:
                "hour hours hourly every login again later expired 60 minutes logged out sign stale token old background"
        ),
        Symptom(
            "signed-out-after-days", "Signed out after a week",
            "Tracking prevention deletes what scripts have written on sites that nobody has tapped on for seven days of use, and caps what they may ask for.",
            causes: [
                .init(SendReason.deletedByInactivity, "script wrote the cookie and nobody tapped"),
                .init(StoreReason.deletedAfterInactivity, "the cookie asks for longer than such cookies live"),
                .init(StoreReason.lifetimeCapped7d, "the engine cut its life to seven days"),
                .init(StoreReason.cloakingCap, "the host hides another site's"),
            ],
            decide: "session-bridge run Scenarios/seven-day-storage.yaml",
            words: "week seven 7 days itp tracking prevention storage wiped logged out sign indexeddb"),
        Symptom(
            "cookie-gone-after-kill", "The cookie was set, the app was killed a moment later, and it is gone",
            "A completion handler says that the process knows the cookie, not that it is on disk.",
            causes: [
                .init(SendReason.lostBeforeFlush, "the end came before the flush"),
                .init(SendReason.sessionEnded, "it had no expiry to begin with"),
            ],
            decide: "session-bridge run Scenarios/kill-before-flush.yaml",
            words: "killed crash flush disk moment seconds gone persist lost"),
        Symptom(
            "cookie-comes-back", "A deleted cookie comes back",
            "Deleting has to name what setting named. A script that is still installed writes it again at the next load.",
            causes: [
                .init(StoreReason.nothingToDelete, "the name, domain or path is another"),
                .init(StoreReason.valueClobbered, "a user script writes its old value again"),
                .init(ScriptReason.staleCopy, "the page shows its own old copy"),
                .init(HandoffReason.leftInWebView, "only one of two stores was cleared"),
            ],
            decide: "session-bridge trace URL",
            words: "delete deleted comes back reappears again remove clear cookie still there"),
    ]

    /// Signing out, another user.
    static let switching: [Symptom] = [
        Symptom(
            "still-signed-in", "After signing out in the app, the web page is still signed in",
            "Firebase's signOut() forgets the user in the keychain and nothing else: the page has a session and cookies of its own.",
            causes: [
                .init(HandoffReason.pageStillSignedIn, "the page's session is there"),
                .init(HandoffReason.leftInWebView, "the web view's store has the token"),
                .init(HandoffReason.leftInNativeStorage, "the app's own storage has it"),
                .init(StoreReason.valueClobbered, "the user script is still installed"),
            ],
            decide: "session-bridge run Scenarios/account-switch.yaml",
            words: "sign out logout still signed in old user remains web page keeps session native signout"),
        Symptom(
            "wrong-user", "The page shows another user than the app",
            "An old session or an old cookie wins over the new token.",
            causes: [
                .init(HandoffReason.otherUser, "the page's user is the old one"),
                .init(HandoffReason.leftInWebView, "the old token is still in the store"),
                .init(SendReason.severalOfOneName, "there are two cookies, and the old one is first"),
                .init(StoreReason.valueClobbered, "a script wrote its old value over the new one"),
            ],
            decide: "session-bridge run Scenarios/account-switch.yaml",
            words: "wrong user other account switch user b sees user a mixed another person"),
        Symptom(
            "cleared-and-signed-out", "Everything was cleared, and now nobody can sign in",
            "Who clears the data has to exchange again: the token that the page needs went with it.",
            causes: [
                .init(HandoffReason.dataRemoved, "the data was removed after the handover"),
                .init(HandoffReason.cookieDeleted, "the cookies were deleted before the page had signed in"),
                .init(SendReason.clearedBySite, "an answer had Clear-Site-Data"),
                .init(ClearSiteDataReason.cookiesCleared, "every answer has it"),
            ],
            decide: "session-bridge trace URL",
            words:
                "clear cleared website data removedata deleted cookies delete-all then set clear-site-data logout race order"
        ),
    ]
}
