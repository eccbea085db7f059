// What the page knows of how its user was signed in, or why nobody is, in words for the person in front of it.

/** @typedef {{how: string | null, trouble: {code: string, text: string} | null}} Session */

const restored = "This page was signed in before and kept its session.";
const byForm = "You signed in here with your e-mail address and password.";
const handedOver = "The app handed its session over: this page found the token in a cookie and signed in with it.";

/** The part of an error that is worth reading, without a full stop of its own. */
const plain = (error) => String(error?.message ?? error).replace(/^Firebase: /, "").replace(/\.$/, "");

const troubles = {
  "guard/cookie-unreadable": () => "The cookie with the token cannot be decoded.",
  "guard/cookie-absent": () => "The app handed over no token: this page sees no cookie of the expected name.",
  "guard/token-refused": (error) => `The token was refused: ${plain(error)}.`,
  "page/signed-out": () => "You signed out of this page.",
};

/** Somebody is signed in, and `how` says by what. */
function noteSignIn(session, how) {
  session.how = how;
  session.trouble = null;
}

/** Takes down a reason of the guard, or of the page; reasons that concern nobody change nothing. */
function noteReason(session, code, error) {
  if (code === "guard/token-accepted") return noteSignIn(session, handedOver);
  if (!Object.hasOwn(troubles, code)) return;
  session.trouble = { code, text: troubles[code](error) };
  if (code === "page/signed-out") session.how = null;
}

export { noteSignIn, noteReason, plain, restored, byForm };
