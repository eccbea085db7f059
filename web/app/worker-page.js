// A page whose requests carry the ID token by a service worker. It signs in with the cookie as the app's page does, and
// keeps its user where the worker finds it.
import { AuthClient } from "./auth.js";
import { expiredCookie, readCookie } from "./cookies.js";
import { KeptUser } from "./kept-user.js";

const part = (id) => document.getElementById(id);

/** Resolves when the worker handles this page's requests. */
async function startWorker() {
  if (!navigator.serviceWorker) throw new Error("This engine has no service workers here; they need a secure origin.");
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    const path = new URL(data.url).pathname;
    part("request").textContent = `${path} went ${data.hasToken ? "with" : "without"} a token.`;
  });
  const controls = new Promise((resolve) => {
    if (navigator.serviceWorker.controller) return resolve();
    navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
  });
  await navigator.serviceWorker.register("/session-worker.js", { type: "module" });
  await controls;
}

/** The user of an earlier visit, or the one whose token the app has left in the cookie. */
async function signIn(auth, cookieName) {
  await auth.authStateReady();
  const token = readCookie(document.cookie, cookieName);
  if (auth.currentUser || !token) return;
  await auth.signInWithCustomToken(token);
  document.cookie = expiredCookie(cookieName);
}

function show(auth) {
  const uid = auth.currentUser?.uid;
  document.documentElement.dataset.uid = uid ?? "";
  part("user").textContent = uid ?? "Nobody";
  part("log-out").disabled = !uid;
}

async function start() {
  const config = await (await fetch("/config.json")).json();
  const auth = new AuthClient(config, new KeptUser());
  part("ask").addEventListener("click", () => fetch("/routes.json", { cache: "no-store" }));
  part("log-out").addEventListener("click", async () => {
    // A cookie that is left would sign the user in again with the next load.
    document.cookie = expiredCookie(config.cookieName);
    await auth.signOut();
    show(auth);
  });
  const signingIn = signIn(auth, config.cookieName).finally(() => show(auth));
  await Promise.all([signingIn, startWorker()]);
  part("worker").textContent = "Handles this page's requests";
  part("ask").disabled = false;
  document.documentElement.dataset.state = "ready";
}

start().catch((error) => {
  part("trouble").textContent = error.message;
  document.documentElement.dataset.state = "failed";
});
