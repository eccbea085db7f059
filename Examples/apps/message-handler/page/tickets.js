// The page asks the app for a token by a message handler, and keeps its session in localStorage. No cookie anywhere.
const KEPT = "tickets";
const show = (text) => (document.querySelector("main").textContent = text);

async function post(url, body) {
  const answer = await fetch(`${url}?key=AIzaSyTickets`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error((await answer.json()).error.message);
  return answer.json();
}

/** What the app hands over when it is asked; null where there is no app, or it does not answer. */
function tokenFromApp() {
  return new Promise((resolve) => {
    window.receiveToken = resolve;
    window.webkit?.messageHandlers?.bridge?.postMessage({ wants: "token" });
    setTimeout(() => resolve(null), 800);
  });
}

async function open() {
  const kept = localStorage.getItem(KEPT);
  if (kept) {
    await post("https://securetoken.googleapis.com/v1/token", { grant_type: "refresh_token", refresh_token: kept });
    return show("Your tickets");
  }
  const token = await tokenFromApp();
  if (!token) {
    history.replaceState(null, "", "/welcome");
    return show("Welcome. Please sign in.");
  }
  const session = await post("https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken", {
    token,
    returnSecureToken: true,
  });
  localStorage.setItem(KEPT, session.refreshToken);
  show("Your tickets");
}

await open();
