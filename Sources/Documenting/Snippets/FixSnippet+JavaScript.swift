import Cookies
import Diagnosis
import RouterGuard
import WebViews

extension FixSnippet {
    /// The page's side.
    static let pageCode: [FixSnippet] = [
        FixSnippet(
            .javaScript,
            "A guard that waits for auth, reads the cookie, awaits the sign-in, and has an answer in every branch.",
            mends: [
                GuardReason.authNotReady, GuardReason.cookieAbsent, GuardReason.cookieNotRead, GuardReason.otherCookie,
                GuardReason.tokenNotUsed, GuardReason.signInNotAwaited, GuardReason.neverDecided, GuardReason.threw,
                GuardReason.aborted, GuardReason.redirectLoop, GuardReason.tokenRefused,
                GuardReason.readBeforeDocumentEnd,
                GuardReason.noAuthNeeded, GuardReason.redirected, GuardReason.returnIgnored, GuardReason.invalidGuard,
                PageReason.noSignIn, PageReason.onSignInPage, PageReason.signedInTooLate, PageReason.leftWhileSigningIn,
                PageReason.looping,
                PageReason.threw, PageReason.waiting, PageReason.noProof,
            ],
            """
            import Cookies from "js-cookie";
            import { getAuth, signInWithCustomToken } from "firebase/auth";

            router.beforeEach(async (to) => {
              if (!to.meta.requiresAuth) return true; // the sign-in page among them
              const auth = getAuth();
              await auth.authStateReady();
              if (auth.currentUser) return true;
              const token = Cookies.get("customtoken");
              if (!token) return { name: "signin" };
              try {
                await signInWithCustomToken(auth, token);
                Cookies.remove("customtoken", { path: "/" });
                return true;
              } catch (error) {
                console.error(error.code);
                return { name: "signin" };
              }
            });
            """),
        FixSnippet(
            .javaScript, "With Vue Router 3: call next once, and return behind each call.",
            mends: [
                GuardReason.neverCalledNext, GuardReason.nextCalledTwice, GuardReason.returnIgnored,
                GuardReason.invalidGuard,
                GuardReason.duplicated, GuardReason.cancelled,
            ],
            """
            router.beforeEach((to, from, next) => {
              if (!to.matched.some((record) => record.meta.requiresAuth)) return next();
              const token = Vue.$cookies.get("customtoken");
              if (!token) return next("/signin");
              firebase
                .auth()
                .signInWithCustomToken(token)
                .then(() => next())
                .catch(() => next("/signin"));
            });
            """),
        FixSnippet(
            .javaScript, "Let only the newest navigation decide.",
            mends: [GuardReason.staleRedirect, GuardReason.overtaken, GuardReason.cancelled],
            """
            let latest = 0;
            router.beforeEach(async (to) => {
              const own = ++latest;
              const isSignedIn = await signedIn();
              if (own !== latest) return false;
              return isSignedIn || !to.meta.requiresAuth ? true : { name: "signin" };
            });
            """),
        FixSnippet(
            .javaScript, "Have a record for every path, and the router look where the app's links point.",
            mends: [GuardReason.unmatchedRoute, GuardReason.pathOutsideHash],
            """
            const router = createRouter({
              history: createWebHistory(),
              routes: [
                ...routes,
                { path: "/:all(.*)*", name: "not-found", component: NotFound },
              ],
            });
            """),
        FixSnippet(
            .javaScript, "Write the cookie whole: name, path, lifetime, and an encoded value.",
            mends: [
                StoreReason.equalsAppended, StoreReason.empty, StoreReason.controlCharacter, StoreReason.textAltered,
                StoreReason.syntax, StoreReason.valueClobbered, GuardReason.cookieUnreadable,
                StoreReason.nothingToDelete,
                StoreReason.attributeIgnored,
            ],
            """
            const value = encodeURIComponent(token);
            if (!document.cookie.includes("customtoken=")) {
              document.cookie = `customtoken=${value}; path=/; secure; max-age=60`;
            }
            """),
        FixSnippet(
            .javaScript, "Fetch with credentials, so that cookies go out and come in.",
            mends: [StoreReason.credentialsOmitted, SendReason.credentialsOmitted, PageReason.requestFailed],
            """
            const answer = await fetch("https://api.example.com/auth/exchange", {
              method: "POST",
              credentials: "include",
            });
            """),
        FixSnippet(
            .javaScript, "Ask for storage access where the page is a third party.",
            mends: [
                StoreReason.thirdPartyBlocked, SendReason.thirdPartyBlocked, ScriptReason.thirdPartyBlocked,
                SendReason.partitionMismatch, ScriptReason.partitionMismatch,
            ],
            """
            button.addEventListener("click", async () => {
              if (!(await document.hasStorageAccess())) await document.requestStorageAccess();
              location.reload();
            });
            """),
        FixSnippet(
            .javaScript, "Ask the app for the session, where there is an app.",
            mends: [PageReason.neverAsked, HandoffReason.needsEngine],
            """
            window.webkit?.messageHandlers?.session?.postMessage({ kind: "token" });
            """),
        FixSnippet(
            .javaScript, "Catch what a script may throw, and keep what a page asks for short.",
            mends: [
                ScriptFailureReason.threw, ScriptFailureReason.unsupportedResult, ScriptFailureReason.terminated,
                ScriptFailureReason.memoryLimit, ScriptFailureReason.notSimulated, PageReason.busy,
            ],
            """
            (function () {
              try {
                return document.cookie.includes("customtoken=");
              } catch (error) {
                return String(error);
              }
            })();
            """),
        FixSnippet(
            .javaScript, "Sign the page out when the app's user is another one.",
            mends: [HandoffReason.otherUser, HandoffReason.pageStillSignedIn],
            """
            import { getAuth, signInWithCustomToken, signOut } from "firebase/auth";

            export async function adopt(token, uid) {
              const auth = getAuth();
              await auth.authStateReady();
              if (auth.currentUser && auth.currentUser.uid !== uid) await signOut(auth);
              return signInWithCustomToken(auth, token);
            }
            """),
    ]
}
