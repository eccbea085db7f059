// The custom-token guard. No imports: everything it needs comes in as an argument. One file for both pages, and for
// the test that runs it in JavaScriptCore against the guard in Swift; hence the one `export`, on the last line.

/** More attempts than this are never made, whatever `retryLimit` says. */
const attemptLimit = 10;

/** Failures that say nothing about the token. */
const isNetworkFailure = (error) => error?.code === "auth/network-request-failed";

/**
 * A guard that signs the user in with the token that the native app handed over in a cookie.
 *
 * It takes two parameters and returns one decision, as `router.beforeEach` of Vue Router 4 wants it: `true` lets the
 * navigation pass, a path sends it there, `false` stops it. Where guards take `next` (Vue Router 3), write
 * `router.beforeEach((to, from, next) => guard(to, from).then(next))`.
 *
 * Unlike the guard that circulates in articles it decides exactly once on every branch, waits until auth has read its
 * storage, never guards the sign-in page itself, and sends nobody anywhere once a newer navigation has begun.
 *
 * @param {object} parts
 * @param {object} parts.auth `authStateReady()`, `currentUser` and `signInWithCustomToken(token)`, as Firebase has them
 * @param {{read(): unknown, remove(): void}} parts.cookie reads the custom token, and may throw; removes it
 * @param {string} [parts.signInPath] where to send somebody who is not signed in
 * @param {string} [parts.metaKey] marks the records that need a user; a parent's mark covers its children
 * @param {boolean} [parts.deletesCookie] whether the cookie goes once the token in it has served
 * @param {number} [parts.retryLimit] how often a sign-in is tried again after a failure that `isRetryable` accepts
 * @param {(error: unknown) => boolean} [parts.isRetryable]
 * @param {(code: string, error?: unknown) => void} [parts.report] told each reason; `session-bridge reasons` lists them
 * @returns {(to: object, from: object) => Promise<boolean | string>}
 */
function customTokenGuard({
  auth,
  cookie,
  signInPath = "/signin",
  metaKey = "requiresAuth",
  deletesCookie = false,
  retryLimit = 0,
  isRetryable = isNetworkFailure,
  report = () => {},
}) {
  let latestCall = 0;

  return async (to, from) => {
    const call = ++latestCall;
    const isOvertaken = () => call !== latestCall;
    const pass = (code) => {
      report(code);
      return true;
    };
    const toSignIn = (code, error) => {
      report(code, error);
      if (!isOvertaken()) return signInPath;
      report("guard/overtaken");
      return false;
    };

    const needsUser = to.path !== signInPath && to.matched.some((record) => record.meta[metaKey]);
    if (!needsUser) return pass("guard/no-auth-needed");

    await auth.authStateReady();
    if (auth.currentUser) return pass("guard/user-present");

    let token;
    try {
      token = cookie.read();
    } catch (error) {
      return toSignIn("guard/cookie-unreadable", error);
    }
    if (!token) return toSignIn("guard/cookie-absent");

    for (let attempt = 1; ; attempt += 1) {
      try {
        await auth.signInWithCustomToken(String(token));
        break;
      } catch (error) {
        const mayTryAgain = !isOvertaken() && attempt <= retryLimit && attempt < attemptLimit;
        if (!mayTryAgain || !isRetryable(error)) return toSignIn("guard/token-refused", error);
        report("guard/retried");
      }
    }
    if (!deletesCookie) return pass("guard/token-accepted");
    report("guard/token-accepted");
    cookie.remove();
    return pass("guard/cookie-deleted");
  };
}

export { customTokenGuard };
