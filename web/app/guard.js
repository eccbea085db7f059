// The custom-token guard. No imports: everything it needs comes in as an argument.

/**
 * A `beforeEach` guard that signs the user in with the token that the native app handed over in a cookie.
 *
 * Unlike the version that circulates in articles, it calls `next` exactly once on every branch.
 *
 * @param {object} parts
 * @param {{currentUser: object | null, signInWithCustomToken(token: string): Promise<object>}} parts.auth
 * @param {{how: string | null, trouble: {code: string, text: string} | null}} parts.session told what happened
 * @param {() => string | null} parts.cookie reads the custom token
 * @param {string} parts.signInPath where to send somebody who is not signed in
 */
export function customTokenGuard({ auth, session, cookie, signInPath }) {
  return async (to, from, next) => {
    const needsUser = to.matched.some((record) => record.meta.requiresAuth);
    if (!needsUser || auth.currentUser) return next();

    let token = null;
    try {
      token = cookie();
    } catch (error) {
      session.trouble = { code: "guard/cookie-unreadable", text: "The cookie with the token cannot be decoded." };
      return next(signInPath);
    }
    if (token === null) {
      session.trouble = {
        code: "guard/cookie-absent",
        text: "The app handed over no token: this page sees no cookie of the expected name.",
      };
      return next(signInPath);
    }
    try {
      await auth.signInWithCustomToken(token);
    } catch (error) {
      session.trouble = { code: "guard/token-refused", text: `The token was refused: ${error.message.replace(/\.$/, "")}.` };
      return next(signInPath);
    }
    session.trouble = null;
    session.how = "The app handed its session over: this page found the token in a cookie and signed in with it.";
    return next();
  };
}
