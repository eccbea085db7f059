// Hands the auth event of what was chosen to the page that waits for it: a popup's to the frame in its opener, another
// by way of what the frame will find when the browser is back.

import { keep } from "./redirect-event.js";

const { storageKey, returnUrl } = document.body.dataset;
const controls = document.querySelectorAll("[data-event]");
const alert = document.querySelector("[role=alert]");

/** How long a page may take to say that it has the event; what it does with it takes longer. */
const patience = 5000;

for (const control of controls) control.addEventListener("click", () => deliver(control));
const atOnce = document.querySelector("[data-at-once] [data-event]");
if (atOnce) deliver(atOnce);

async function deliver(control) {
  const event = JSON.parse(control.dataset.event);
  say("");
  for (const each of controls) each.disabled = true;
  try {
    if (returnUrl === undefined) {
      await relay(event);
      say("The page has your choice. It closes this window.");
    } else {
      keep(storageKey, event);
      location.replace(returnUrl);
    }
  } catch (error) {
    say(error.message);
    for (const each of controls) each.disabled = false;
  }
}

function say(text) { alert.textContent = text; }

async function relay(event) {
  if (!window.opener) {
    throw new Error("The page that opened this window is gone, or keeps apart from the windows it opens (Cross-Origin-Opener-Policy).");
  }
  const frames = siblings();
  if (frames.length === 0) {
    throw new Error("The page that opened this window has no frame of this service in it: its relay was not loaded.");
  }
  try {
    await Promise.any(frames.map((frame) => send(event, frame)));
  } catch {
    throw new Error("The page did not take your choice: it may have begun another sign-in, or none.");
  }
}

/** The frames of this service in the opener that are for the same app. */
function siblings() {
  return Array.from({ length: window.opener.length }, (_, index) => window.opener[index]).filter((frame) => {
    try {
      const query = new URLSearchParams(frame.location.search);
      return `${query.get("apiKey")}:${query.get("appName")}` === storageKey;
    } catch {
      return false; // of another origin
    }
  });
}

function send(event, frame) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    setTimeout(reject, patience);
    port1.onmessage = ({ data }) => (data.status === "ACK" ? resolve() : reject());
    const message = {
      eventType: "sendAuthEvent",
      eventId: String(Math.random()).slice(2),
      data: { storageKey, authEvent: event },
    };
    frame.postMessage(message, location.origin, [port2]);
  });
}
