// Who is signed in, through the official firebase package, and how that came about.
import { initializeApp, SDK_VERSION } from "firebase/app";
import {
  connectAuthEmulator,
  getAuth,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
} from "firebase/auth";
import { reactive } from "vue";
import { officialAuth } from "../../app/official-auth.js";
import { byForm, noteReason, noteSignIn, restored } from "../../app/session.js";

const sdk = {
  SDK_VERSION,
  connectAuthEmulator,
  getAuth,
  initializeApp,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
};

/**
 * @param {object} config what the server gives at /config.json
 * @returns a session whose `how` and `trouble` views may show: they change as the page learns more
 */
export async function openSession(config) {
  const auth = officialAuth(sdk, config);
  const session = reactive({ how: null, trouble: null });
  await auth.authStateReady();
  if (auth.currentUser) session.how = restored;

  return {
    /** For the guard, and for views: who is signed in now. */
    auth,
    state: session,
    /** Takes down a reason of the guard. */
    report: (code, error) => noteReason(session, code, error),
    async signIn(email, password) {
      await auth.signInWithPassword(email, password);
      noteSignIn(session, byForm);
    },
    async signOut() {
      await auth.signOut();
      noteReason(session, "page/signed-out");
    },
  };
}
