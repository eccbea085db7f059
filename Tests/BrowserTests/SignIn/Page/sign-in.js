// What Firebase's JavaScript SDK does for popups and redirects, message by message, in a page of our own: with the
// relay's `gapi.iframes`, the frame, the handler's address, the auth event and `accounts:signInWithIdp`.
//
// The page's query says where the auth service is (`auth`), and may name another provider.

const query = new URLSearchParams(location.search);
const auth = query.get("auth");
const providerId = query.get("provider") ?? "google.com";
const apiKey = "demo-key";
const appName = "[DEFAULT]";
const pendingKey = `firebase:pendingRedirect:${apiKey}:${appName}`;

/** How long a closed popup's event may still be on its way; the SDK waits 8 s. */
const grace = 1000;

// Asked once, as the SDK does it: what a click sets from now on is about the next page.
let isPending = sessionStorage.getItem(pendingKey) !== null;
sessionStorage.removeItem(pendingKey);

let popup = null;
let gapiIframe = null;

start().catch(fail);

async function start() {
  const context = await loadRelay();
  gapiIframe = await openFrame(context);
  gapiIframe.register("authEvent", ({ authEvent }) => ({ status: take(authEvent) ? "ACK" : "ERROR" }), gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
  document.querySelector("#popup").addEventListener("click", () => openPopup().catch(fail));
  document.querySelector("#redirect").addEventListener("click", () => {
    sessionStorage.setItem(pendingKey, "true");
    location.assign(handler("signInViaRedirect", undefined));
  });
  if (!isPending) show("ready", "Signed out");
}

/** As the SDK loads Google's library: by an address that names what to call. */
function loadRelay() {
  return new Promise((resolve, reject) => {
    window.__iframefcb123456 = () => gapi.load("gapi.iframes", {
      callback: () => resolve(gapi.iframes.getContext()),
      ontimeout: () => reject(new Error("auth/network-request-failed")),
      timeout: 30000,
    });
    const script = document.createElement("script");
    script.src = `${auth}/__/auth/relay.js?onload=__iframefcb123456`;
    script.onerror = () => reject(new Error("auth/network-request-failed"));
    document.head.append(script);
  });
}

function openFrame(context) {
  const address = `${auth}/emulator/auth/iframe?${new URLSearchParams({ apiKey, appName, v: "12.18.0" })}`;
  return context.open({
    where: document.body,
    url: address,
    messageHandlersFilter: gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER,
    attributes: { style: { position: "absolute", top: "-100px", width: "1px", height: "1px" }, "aria-hidden": "true", tabindex: "-1" },
    dontclear: true,
  }, async (iframe) => {
    await iframe.restyle({ setHideOnLeave: false });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("auth/network-request-failed")), 15000);
      const isThere = () => {
        clearTimeout(timer);
        resolve(iframe);
      };
      iframe.ping(isThere).then(isThere);
    });
  });
}

async function openPopup() {
  const eventId = query.get("eventId") ?? String(Math.random()).slice(2, 12);
  const opened = window.open(handler("signInViaPopup", eventId), eventId, "width=500,height=600,scrollbars=yes");
  if (!opened) throw new Error("auth/popup-blocked");
  popup = { window: opened, eventId };
  gapiIframe.send("webStorageSupport", { type: "webStorageSupport" }, (answers) => {
    if (answers?.[0]?.webStorageSupport !== true) fail(new Error("auth/web-storage-unsupported"));
  }, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
  const poll = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(poll);
    setTimeout(() => { if (popup?.window === opened) fail(new Error("auth/popup-closed-by-user")); }, grace);
  }, 100);
}

function handler(authType, eventId) {
  const items = {
    apiKey, appName, authType, redirectUrl: query.get("redirectUrl") ?? location.href, v: "12.18.0", eventId, providerId,
    scopes: "profile", tid: query.get("tid"),
  };
  const present = Object.entries(items).filter(([, value]) => value !== undefined && value !== null);
  return `${auth}/emulator/auth/handler?${new URLSearchParams(present)}`;
}

/** Whether the event is for this page: a popup's by its id, a redirect's when one was begun. */
function take(event) {
  const { dataset } = document.documentElement;
  // That nobody was signing in may be heard after who was.
  if (event.type !== "unknown" || !dataset.event?.includes("signIn")) dataset.event = JSON.stringify(event);
  dataset.heard = dataset.heard ? `${dataset.heard} ${event.type}` : event.type;
  if (event.type === "signInViaPopup" && popup?.eventId === event.eventId) {
    signIn(event).catch(fail);
    return true;
  }
  const isNobody = event.type === "unknown" && event.error?.code === "auth/no-auth-event";
  if (event.type !== "signInViaRedirect" && !isNobody) return false;
  if (!isPending) return true;
  isPending = false;
  if (isNobody) show("nobody", "Nobody came back");
  else signIn(event).catch(fail);
  return true;
}

async function signIn({ urlResponse, sessionId, postBody, tenantId, error }) {
  if (error) throw new Error(error.code);
  const body = {
    requestUri: urlResponse, sessionId, returnSecureToken: true, returnIdpCredential: true,
    ...(postBody && { postBody }), ...(tenantId && { tenantId }),
  };
  const response = await fetch(`${auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=${apiKey}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(reply.error.message);
  document.documentElement.dataset.email = reply.email ?? "";
  show("signed-in", `Signed in as ${reply.localId}`);
}

function fail(error) {
  document.documentElement.dataset.error = error.message;
  show("failed", error.message);
}

function show(state, text) {
  popup?.window.close();
  popup = null;
  document.querySelector("[role=status]").textContent = text;
  document.documentElement.dataset.state = state;
}
