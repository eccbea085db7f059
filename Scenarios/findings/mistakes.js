// One guard for Vue Router 4, and the same with one mistake each.
import Cookies from "js-cookie";
import { getAuth, signInWithCustomToken } from "firebase/auth";

const token = () => Cookies.get("customtoken");
const isPublic = (to) => to.path === "/signin";

export async function right(to) {
  if (isPublic(to)) return true;
  const auth = getAuth();
  await auth.authStateReady();
  if (auth.currentUser) return true;
  const value = token();
  if (!value) return "/signin";
  try {
    await signInWithCustomToken(auth, value);
    return true;
  } catch {
    return "/signin";
  }
}

// Nobody catches what the auth service refuses.
export async function throwing(to) {
  if (isPublic(to)) return true;
  const value = token();
  if (!value) return "/signin";
  await signInWithCustomToken(getAuth(), value);
}

// The sign-in page is guarded, too.
export async function looping() {
  if (!token()) return "/signin?again=" + Math.random();
  await signInWithCustomToken(getAuth(), token());
}

// A sign-in that fails is answered with the next one.
export async function retrying() {
  if (!token()) return "/signin";
  try {
    await signInWithCustomToken(getAuth(), token());
  } catch {
    return "/signin?again=" + Math.random();
  }
}

export async function cookieNotRead(to) {
  if (isPublic(to)) return true;
  const auth = getAuth();
  await auth.authStateReady();
  return auth.currentUser ? true : "/signin";
}

export async function tokenNotUsed(to) {
  if (isPublic(to)) return true;
  return token() ? true : "/signin";
}

export async function notAwaited(to) {
  if (isPublic(to)) return true;
  const value = token();
  if (!value) return "/signin";
  signInWithCustomToken(getAuth(), value);
  return true;
}

export async function neverDecided(to) {
  if (isPublic(to)) return true;
  await new Promise(() => {});
}

export async function otherCookie(to) {
  if (isPublic(to)) return true;
  const value = Cookies.get("custom_token");
  if (!value) return "/signin";
  await signInWithCustomToken(getAuth(), value);
}
