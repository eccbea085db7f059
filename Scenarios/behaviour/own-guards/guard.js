// A guard for Vue Router 4: it returns its decision.
import Cookies from "js-cookie";
import { signInWithCustomToken } from "firebase/auth";
import { auth } from "./auth";

export default async (to) => {
  if (!to.meta.requiresAuth) return true;
  await auth.authStateReady();
  if (auth.currentUser) return true;
  const token = Cookies.get("customtoken");
  if (!token) return { name: "signin" };
  try {
    await signInWithCustomToken(auth, token);
    return true;
  } catch {
    return { name: "signin" };
  }
};
