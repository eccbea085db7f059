// The page: its guard reads fb_token and signs in; without it the user goes to /login?next=….
import { isSignedIn, signInWithCustomToken } from "./auth.js";

const cookie = (name) => document.cookie.split("; ").find((pair) => pair.startsWith(name + "="))?.slice(name.length + 1);
const toLogin = (path) => "/login?next=" + encodeURIComponent(path);

async function guard(path) {
  if (path === "/login" || (await isSignedIn())) return path;
  const token = cookie("fb_token");
  if (!token) return toLogin(path);
  try {
    await signInWithCustomToken(token);
    return path;
  } catch {
    return toLogin(path);
  }
}

const path = await guard(location.pathname);
history.replaceState(null, "", path);
document.querySelector("#app").textContent = path.startsWith("/login") ? "Please sign in" : "Your orders";
