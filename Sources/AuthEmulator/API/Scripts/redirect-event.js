// An auth event on its way back to a page, which the handler keeps and the page's frame takes, once.
//
// The Firebase Auth Emulator's place for it is the tab's session storage. WebKit has another one for each origin of the
// page around a frame, so a frame in http://localhost:5000 does not see what http://localhost:9099 has kept. Cookies it
// shares where both are one site, so the event is in short-lived ones as well, sent to the frame's address alone.

const seconds = 300;
const framePaths = ["/emulator/auth/iframe", "/__/auth/iframe"];
/** Of a cookie's 4096 bytes (RFC 6265bis §5.6), less what its name may take. */
const pieceLength = 3000;
/** What a server takes in a request's fields has an end too; a longer event is in the storage alone. */
const mostPieces = 8;

export function keep(storageKey, event) {
  const text = JSON.stringify(event);
  sessionStorage.setItem(storageName(storageKey), text);
  const coded = toBase64(text);
  const pieces = Math.ceil(coded.length / pieceLength);
  if (pieces > mostPieces) return;
  for (let index = 0; index < pieces; index += 1) {
    const piece = coded.slice(index * pieceLength, (index + 1) * pieceLength);
    setCookie(cookieName(storageKey, index), `${pieces}.${piece}`, seconds);
  }
}

/** What was kept for a page's app; null when there is nothing. */
export function take(storageKey) {
  const stored = sessionStorage.getItem(storageName(storageKey));
  sessionStorage.removeItem(storageName(storageKey));
  const baked = takeCookies(storageKey);
  try {
    return JSON.parse(stored ?? baked);
  } catch {
    return null;
  }
}

function takeCookies(storageKey) {
  const values = new Map(document.cookie.split("; ").map((cookie) => {
    const end = cookie.indexOf("=");
    return [cookie.slice(0, end), cookie.slice(end + 1)];
  }));
  let coded = "";
  let pieces = 1;
  for (let index = 0; index < pieces; index += 1) {
    const name = cookieName(storageKey, index);
    const value = values.get(name);
    if (value === undefined) return null;
    setCookie(name, "", 0);
    const dot = value.indexOf(".");
    if (index === 0) pieces = Math.min(Number(value.slice(0, dot)), mostPieces);
    coded += value.slice(dot + 1);
  }
  try {
    return fromBase64(coded);
  } catch {
    return null;
  }
}

function setCookie(name, value, age) {
  // A frame in a page of another site has cookies with `SameSite=None` alone, if any, and those only over TLS.
  const reach = location.protocol === "https:" ? "samesite=none; secure" : "samesite=lax";
  for (const path of framePaths) document.cookie = `${name}=${value}; path=${path}; max-age=${age}; ${reach}`;
}

function storageName(storageKey) { return `firebase:redirectEvent:${storageKey}`; }
function cookieName(storageKey, index) { return `redirect-event-${toBase64(storageKey)}-${index}`; }

// Base64url without padding (RFC 4648 §5), of UTF-8.
function toBase64(text) {
  const characters = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return btoa(characters.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(coded) {
  const bytes = atob(coded.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
}
