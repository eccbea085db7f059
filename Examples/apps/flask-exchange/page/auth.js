// As much of Firebase Auth as this page needs: it signs in with a custom token, and remembers who that was.
const API_KEY = "AIzaSyExample";
const KEPT = "orders:session";

async function ask(host, path, body) {
  const answer = await fetch(`https://${host}${path}?key=${API_KEY}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.error.message);
  return json;
}

export async function signInWithCustomToken(token) {
  const session = await ask("identitytoolkit.googleapis.com", "/v1/accounts:signInWithCustomToken", {
    token,
    returnSecureToken: true,
  });
  localStorage.setItem(KEPT, session.refreshToken);
}

/** Whether somebody is signed in still from an earlier visit. */
export async function isSignedIn() {
  const token = localStorage.getItem(KEPT);
  if (!token) return false;
  try {
    await ask("securetoken.googleapis.com", "/v1/token", { grant_type: "refresh_token", refresh_token: token });
    return true;
  } catch {
    localStorage.removeItem(KEPT);
    return false;
  }
}
