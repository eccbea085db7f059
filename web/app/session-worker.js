// Adds the user's ID token to the requests of this origin's pages, so that its server knows who asks.
//
// What it cannot do: the request that brought the page which registers it has left by then; a token that was sent is
// good until it ends, also after the log-out; and a script that was smuggled into a page has its requests signed like
// any other's.
import { AuthClient } from "./auth.js";
import { IDTokens } from "./id-tokens.js";
import { KeptUser } from "./kept-user.js";

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
// Pages that are open already are taken over; without it they have the worker from their next load on.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  if (mayCarryToken(new URL(event.request.url))) event.respondWith(answer(event));
});

function mayCarryToken(url) {
  if (url.origin !== self.location.origin) return false;
  return url.protocol === "https:" || /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
}

async function answer({ request, clientId }) {
  const token = await tokenOfUser();
  const client = clientId ? await self.clients.get(clientId) : null;
  client?.postMessage({ url: request.url, hasToken: token !== null });
  return fetch(token === null ? request : withToken(request, token));
}

function withToken(request, token) {
  const headers = new Headers(request.headers);
  headers.set("Authorization", `Bearer ${token}`);
  // No script may make a navigation's request, and what is asked for without CORS takes no such header. Either becomes
  // one within the origin: a redirect of an image to another origin is refused then, and the token stays here.
  return new Request(request, { headers, mode: request.mode === "cors" ? "cors" : "same-origin" });
}

let session = null;

async function openSession() {
  const response = await fetch("/config.json");
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const auth = new AuthClient(await response.json(), new KeptUser());
  return { auth, tokens: new IDTokens((refreshToken) => auth.refresh(refreshToken)) };
}

/** Null where nobody is signed in, and where no token is to be had: the server is to say what it thinks of that. */
async function tokenOfUser() {
  try {
    session ??= openSession();
    const { auth, tokens } = await session;
    const kept = await auth.keptRefreshToken();
    if (kept === null) {
      tokens.forget();
      return null;
    }
    const token = await tokens.of(kept);
    // Whoever has logged out in the meantime sends none.
    return (await auth.keptRefreshToken()) === kept ? token : null;
  } catch (error) {
    console.warn("The request goes without a token:", error.message);
    // What went wrong at the start may be over with the next request.
    session?.catch(() => (session = null));
    return null;
  }
}
