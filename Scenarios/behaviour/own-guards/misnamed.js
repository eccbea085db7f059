// The app writes customtoken.
import Cookies from "js-cookie";
import { getAuth, signInWithCustomToken } from "firebase/auth";

export default async (to) => {
  if (to.path === "/signin") return true;
  const token = Cookies.get("custom_token");
  if (!token) return "/signin";
  await signInWithCustomToken(getAuth(), token);
};
