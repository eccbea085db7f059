import Cookies
import CookieStores
import Diagnosis
import Project
import Tokens
import WebViews

extension FixSnippet {
    /// The backend's side.
    static let serverCode: [FixSnippet] = [
        FixSnippet(
            .javaScript, "Set the cookie on the server, for the hosts that need it and as long as the token lives.",
            mends: [
                StoreReason.domainMismatch, StoreReason.domainPublicSuffix, StoreReason.domainInvalid,
                StoreReason.secureFromInsecure,
                StoreReason.expiredOnArrival, StoreReason.wouldShadowSecure,
                StoreReason.sameSiteNoneLost, SendReason.hostOnly, SendReason.otherHost, SendReason.path,
                SendReason.sameSiteLax, SendReason.sameSiteStrict,
                SendReason.sameSiteTaintedByRedirect, SendReason.severalOfOneName,
                ScriptReason.hostOnly,
                ScriptReason.otherHost, ScriptReason.path, StoreReason.cloakingCap, StoreReason.nothingToDelete,
                StoreReason.lifetimeCapped7d, StoreReason.lifetimeCapped24h, StoreReason.deletedAfterInactivity,
                StoreReason.lifetimeCapped400d, SendReason.expired, ScriptReason.httpOnly, HandoffReason.cookieRejected,
                StoreReason.httpOnlyFromScript, HandoffReason.noTokenInAnswer,
            ],
            """
            // Express. Signing out clears it under the same domain and path.
            const options = { domain: "example.com", path: "/", secure: true, sameSite: "lax" };
            response.cookie("customtoken", token, { ...options, maxAge: 60_000 });
            response.clearCookie("customtoken", options);
            """),
        FixSnippet(
            .javaScript, "A cookie that is meant for frames and fetches of other sites says so, and is Secure.",
            mends: [
                StoreReason.sameSiteNoneInsecure, StoreReason.sameSiteContext, StoreReason.partitionedInsecure,
                SendReason.sameSiteDefault, ScriptReason.sameSite,
            ],
            """
            response.cookie("customtoken", token, { path: "/", secure: true, sameSite: "none", maxAge: 60_000 });
            """),
        FixSnippet(
            .javaScript, "Keep the promise that the cookie's name makes.",
            mends: [
                StoreReason.prefixSecure, StoreReason.prefixHost, StoreReason.prefixHTTP,
                StoreReason.prefixImpersonation,
            ],
            """
            response.cookie("__Host-token", token, { path: "/", secure: true, httpOnly: true });
            """),
        FixSnippet(
            .javaScript,
            "Keep claims small, and have fewer cookies: name and value get 4096 bytes, a site some dozens.",
            mends: [
                StoreReason.pairTooLarge, StoreReason.evictedOthers, SendReason.evicted, TokenReason.tooLarge,
                TokenReason.reservedClaim, TokenReason.claimsNotObject,
            ],
            """
            const token = await getAuth().createCustomToken(uid, { plan: "gold" });
            """),
        FixSnippet(
            .javaScript, "Mint with the project's own service account, and answer with the token as text.",
            mends: [
                TokenReason.isIDToken, TokenReason.unknownServiceAccount, TokenReason.mintedForEmulator,
                TokenReason.subjectIsNotIssuer, TokenReason.lifetimeTooLong, TokenReason.noUID, TokenReason.uidTooLong,
                TokenReason.subjectTooLong, TokenReason.emptySubject, TokenReason.bareJSON, TokenReason.noExpiry,
                TokenReason.noIssueTime, TokenReason.noKeyID, TokenReason.wrongAlgorithm,
                TokenReason.unknownCriticalHeader,
                TokenReason.malformed, TokenReason.notJSON, PasteReason.quoted, PasteReason.percentEncoded,
                PasteReason.lineBroken, PasteReason.padded, PasteReason.standardAlphabet, PasteReason.joined,
                PasteReason.repeatedName, ExchangeReason.noToken, ExchangeReason.emptyToken,
                ExchangeReason.printedValue, ExchangeReason.controlCharacter,
                ExchangeReason.notJSON, ExchangeReason.html, ExchangeReason.idTokenCameBack,
                ExchangeReason.otherProject,
                ExchangeReason.twoTokens, ExchangeReason.redirected, ExchangeReason.serverError,
                ExchangeReason.noEndpoint,
                ExchangeReason.refused, ExchangeReason.formProtection, ExchangeReason.otherSlash,
                ExchangeReason.saysError,
            ],
            """
            import { cert, initializeApp } from "firebase-admin/app";
            import { getAuth } from "firebase-admin/auth";

            initializeApp({ credential: cert("service-account.json") });

            app.post("/auth/exchange", async (request, response) => {
              const { uid } = await getAuth().verifyIdToken(request.body.id_token);
              response.json({ customToken: await getAuth().createCustomToken(uid) });
            });
            """),
        FixSnippet(
            .javaScript, "Verify for the app's own project, tenant and time.",
            mends: [
                TokenReason.wrongAudience, TokenReason.wrongIssuer, TokenReason.unknownKeyID, TokenReason.badSignature,
                TokenReason.issuedInFuture, TokenReason.notYetValid, TokenReason.authTimeInFuture,
                TokenReason.tenantMismatch,
                ExchangeReason.notAccepted, HandoffReason.exchangeRefused, TokenReason.isCustomToken,
            ],
            """
            import { initializeApp } from "firebase-admin/app";
            import { getAuth } from "firebase-admin/auth";

            // The same project id as in the app's GoogleService-Info.plist; keep the clock by NTP.
            initializeApp({ projectId: "my-app" });

            try {
              const claims = await getAuth().verifyIdToken(idToken, true);
              request.uid = claims.uid;
            } catch (error) {
              response.status(401).json({ message: error.message });
            }
            """),
        FixSnippet(
            .javaScript,
            "Know the user by a cookie that each request carries, the first one too, and ask for the account.",
            mends: [
                HandoffReason.endedSessionAccepted, HandoffReason.workerTooLate, PageReason.sessionRefused,
            ],
            """
            import { getAuth } from "firebase-admin/auth";

            app.get("/account", async (request, response) => {
              try {
                const { uid } = await getAuth().verifySessionCookie(request.cookies.__session ?? "", true);
                response.send(`Signed in as ${uid}`);
              } catch {
                response.redirect("/signin");
              }
            });
            """),
        FixSnippet(
            .javaScript, "Clear the site's data with the answer that signs out, and with no other.",
            mends: [
                SendReason.clearedBySite, ClearSiteDataReason.cookiesCleared, ClearSiteDataReason.storageCleared,
                ClearSiteDataReason.unknownType, ClearSiteDataReason.insecureOrigin,
            ],
            """
            app.post("/sign-out", (request, response) => {
              response.set("Clear-Site-Data", '"cookies", "storage"').sendStatus(204);
            });
            """),
        FixSnippet(
            .javaScript, "Let the frame have cookies: the sandbox needs its origin back.",
            mends: [StoreReason.opaqueOrigin, ScriptReason.opaqueOrigin],
            """
            frame.setAttribute("sandbox", "allow-scripts allow-same-origin");
            """),
        FixSnippet(
            .javaScript, "Behind Firebase Hosting, name the cookie __session.", mends: [EdgeReason.cookieNotForwarded],
            """
            response.cookie("__session", token, { path: "/", secure: true, maxAge: 60_000 });
            """),
        FixSnippet(
            .javaScript, "Let the page reach the auth service, and come as a page.",
            mends: [
                PageReason.blockedByPolicy, PageReason.authNotReached, PageReason.errorStatus, PageReason.requestFailed,
            ],
            """
            app.use((request, response, next) => {
              response.set(
                "Content-Security-Policy",
                "default-src 'self'; connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
              );
              next();
            });
            """),
        FixSnippet(
            .javaScript, "Serve scripts as what they are, and the page for its routes alone.",
            mends: [PageReason.scriptNotRun],
            """
            app.use("/assets", express.static("dist/assets", { fallthrough: false }));
            app.get(/^\\/(?!assets\\/)/, (request, response) => response.sendFile("index.html", { root: "dist" }));
            """),
        FixSnippet(
            .javaScript, "Answer with a document to show, not with a file to keep.", mends: [PageWishReason.download],
            """
            app.get("/", (request, response) => {
              response.removeHeader("Content-Disposition");
              response.type("html").send(page);
            });
            """),
    ]
}
