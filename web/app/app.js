// Puts the pieces together: configuration, auth client, router, guard, views.
import { AuthClient } from "./auth.js";
import { readCookie } from "./cookies.js";
import { customTokenGuard } from "./guard.js";
import { Router } from "./router.js";
import { render } from "./views.js";

async function json(path) {
  const response = await fetch(path, { credentials: "same-origin" });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

async function start() {
  const [config, routes] = await Promise.all([json("/config.json"), json("/routes.json")]);
  const auth = new AuthClient(config, window.localStorage);
  // What the guard found out; the sign-in page tells it to the user.
  const session = { how: null, trouble: null };

  await auth.ready();
  if (auth.currentUser) session.how = "This page was signed in before and kept its session.";

  const router = new Router(routes, {
    beforeEach: customTokenGuard({
      auth,
      session,
      cookie: () => readCookie(document.cookie, config.cookieName),
      signInPath: "/signin",
    }),
    afterEach: (route) => render(document.getElementById("view"), { route, router, auth, session }),
  });
  router.start(window);
}

start().catch((error) => {
  document.title = "Could not start";
  const view = document.getElementById("view");
  view.textContent = `This page could not start: ${error.message}. Is the server still running?`;
});
