// The page: its guard reads fb_token and signs in; without it the user goes to /login?next=….
import { initializeApp } from "https://www.gstatic.com/firebasejs/12.6.0/firebase-app.js";
import { getAuth, signInWithCustomToken } from "https://www.gstatic.com/firebasejs/12.6.0/firebase-auth.js";

const auth = getAuth(initializeApp({ apiKey: "AIzaSyExample", projectId: "flask-exchange" }));
const cookie = (name) => document.cookie.split("; ").find((pair) => pair.startsWith(name + "="))?.slice(name.length + 1);

async function guard(path) {
  await auth.authStateReady();
  if (auth.currentUser || path === "/login") return path;
  const token = cookie("fb_token");
  if (!token) return "/login?next=" + encodeURIComponent(path);
  try {
    await signInWithCustomToken(auth, token);
    return path;
  } catch {
    return "/login?next=" + encodeURIComponent(path);
  }
}

const path = await guard(location.pathname);
history.replaceState(null, "", path);
document.querySelector("#app").textContent = auth.currentUser ? "Your orders" : "Please sign in";
