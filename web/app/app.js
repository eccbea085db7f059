// Puts the pieces together: configuration, auth client, router, guard, views.
import { expiredCookie, readCookie } from "./cookies.js";
import { customTokenGuard } from "./guard.js";
import { Router } from "./router.js";
import { MissingSDK, openAuth, wantsOfficialSDK } from "./sdk.js";
import { noteReason, restored } from "./session.js";
import { render, renderMissingSDK } from "./views.js";

async function json(path) {
  const response = await fetch(path, { credentials: "same-origin" });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

async function start() {
  const [config, routes] = await Promise.all([json("/config.json"), json("/routes.json")]);
  const official = wantsOfficialSDK(window.location.search);
  const auth = await openAuth(config, official);
  // What the guard found out; the sign-in page tells it to the user.
  const session = { how: null, trouble: null };

  await auth.authStateReady();
  if (auth.currentUser) session.how = restored;

  const guard = customTokenGuard({
    auth,
    cookie: {
      read: () => readCookie(document.cookie, config.cookieName),
      remove: () => (document.cookie = expiredCookie(config.cookieName)),
    },
    signInPath: "/signin",
    report: (code, error) => noteReason(session, code, error),
  });
  const hooks = {
    beforeEach: guard,
    afterEach: (route) => render(document.getElementById("view"), { route, router, auth, session }),
  };
  const router = new Router(routes, hooks, official ? "?sdk=official" : "");
  await router.start(window);
}

start().catch((error) => {
  const view = document.getElementById("view");
  document.title = "Could not start";
  if (error instanceof MissingSDK) return renderMissingSDK(view, error.message);
  view.textContent = `This page could not start: ${error.message}. Is the server still running?`;
});
