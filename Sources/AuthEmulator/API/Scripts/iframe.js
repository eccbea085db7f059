// The frame in a page of the JavaScript SDK: tells the page the event that was kept for it, then those of popups.

import { take } from "./redirect-event.js";

const query = new URLSearchParams(location.search);
const storageKey = `${query.get("apiKey")}:${query.get("appName")}`;

/** What a page hears that nobody has come back to. */
const nothing = {
  type: "unknown", eventId: null, urlResponse: null, sessionId: null, postBody: null, tenantId: null,
  error: { code: "auth/no-auth-event", message: "Nobody comes back from the handler." },
};

const page = loadRelay().then(() => {
  const { getContext, CROSS_ORIGIN_IFRAMES_FILTER } = gapi.iframes;
  const parent = getContext().getParentIframe();
  parent.register("webStorageSupport", () => ({ status: "ACK", webStorageSupport: hasStorage() }), CROSS_ORIGIN_IFRAMES_FILTER);
  return {
    /** Calls back with what the page answers, which is nothing as long as it takes no events. */
    tell(event, answered) {
      parent.send("authEvent", { type: "authEvent", authEvent: event }, answered, CROSS_ORIGIN_IFRAMES_FILTER);
    },
  };
});

page.then(({ tell }) => {
  // The SDK takes events once it knows that its frame is there, and nobody says when that is.
  const event = take(storageKey) ?? nothing;
  let triesLeft = 50;
  let isDone = false;
  const attempt = () => {
    if (isDone || triesLeft === 0) return;
    triesLeft -= 1;
    tell(event, () => { isDone = true; });
    setTimeout(attempt, 200);
  };
  attempt();
});

// A popup's event, from the handler's window: nobody else has this origin.
addEventListener("message", async ({ origin, data, ports }) => {
  if (origin !== location.origin || data?.eventType !== "sendAuthEvent" || data.data?.storageKey !== storageKey) return;
  const { tell } = await page;
  tell(data.data.authEvent, (answers) => {
    ports[0]?.postMessage({ eventId: data.eventId, status: answers?.at(-1)?.status === "ACK" ? "ACK" : "ERROR" });
  });
});

/** Page and frame must have one relay; a page with this service's own says so in the frame's address. */
function loadRelay() {
  const isOwn = new URLSearchParams(location.hash.slice(1)).get("relay") === "own";
  const address = isOwn ? new URL("./relay.js", import.meta.url).href : "https://apis.google.com/js/api.js";
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onerror = () => reject(new Error(`The relay cannot be loaded: ${address}`));
    script.onload = () => gapi.load("gapi.iframes", resolve);
    document.head.append(script);
  });
}

function hasStorage() {
  try {
    sessionStorage.setItem("firebase:storageTest", "1");
    sessionStorage.removeItem("firebase:storageTest");
    return true;
  } catch {
    return false;
  }
}
