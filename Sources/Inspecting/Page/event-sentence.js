// One line that says what an event is, as a list of parts: plain strings, and `{strong}` for the word that an eye looks
// for. Texts are cut and made visible here, so that rows stay cheap whatever a page put into them.

import { briefText, briefURL } from "./visible-text.js";

const strong = (text, limit = 60) => ({ strong: briefText(text, limit) });
const names = (cookies) => cookies.map((cookie) => briefText(cookie.name, 40)).join(", ");
const joined = (texts, separator = ", ") =>
  (Array.isArray(texts) ? texts : []).map((text) => briefText(text, 40)).join(separator);
const milliseconds = (value) => (Number.isFinite(value) ? ` in ${Math.round(value * 10) / 10} ms` : "");

const sentences = {
  account: ({ raw }) => [
    strong(raw.action), raw.uid ? ` ${briefText(raw.uid, 40)}` : " nobody",
    raw.provider ? ` by ${briefText(raw.provider, 30)}` : "",
  ],
  token: ({ raw }) => [
    strong(raw.action), ` ${briefText(raw.form, 30)}`, raw.uid ? ` of ${briefText(raw.uid, 40)}` : "",
    raw.certificates ? ` (${briefText(raw.certificates, 40)})` : "",
  ],
  request: ({ raw, url, sent, withheld }) => [
    strong(raw.method), ` ${briefURL(url)}`,
    sent.length ? " · sent " : "", sent.length ? { strong: names(sent) } : "",
    withheld.length ? " · blocked " : "", withheld.length ? { strong: names(withheld) } : "",
  ],
  response: ({ raw }) => [
    raw.status === undefined ? { strong: "no answer" } : strong(raw.status), milliseconds(raw.milliseconds),
    raw.location ? ` → ${briefURL(raw.location)}` : "",
    raw.set_cookie?.length ? " · sets " : "", raw.set_cookie?.length ? { strong: joined(raw.set_cookie) } : "",
  ],
  served: ({ raw, url, arrived }) => [
    strong(raw.method), ` ${briefURL(url)}`,
    arrived.length ? " came with " : "", arrived.length ? { strong: names(arrived) } : "",
    raw.status === undefined ? " → closed" : ` → ${briefText(raw.status, 10)}`,
    raw.set_cookie?.length ? " · sets " : "", raw.set_cookie?.length ? { strong: joined(raw.set_cookie) } : "",
    milliseconds(raw.milliseconds),
  ],
  proxied: ({ raw, url }) => [
    strong(raw.handling), ` ${briefText(raw.method, 20)} ${briefURL(url)}`,
    raw.status ? ` → ${briefText(raw.status, 10)}` : "",
  ],
  "cookie-write": ({ raw, name, store }) => [
    strong(name), ` ${briefText(raw.outcome, 30)} in ${briefText(store, 40)}`,
    raw.via ? ` via ${briefText(raw.via, 40)}` : "",
  ],
  "cookie-read": ({ visible, hidden }) => [
    "document.cookie shows ", visible.length ? { strong: names(visible) } : "nothing",
    hidden.length ? " · hides " : "", hidden.length ? { strong: names(hidden) } : "",
  ],
  edge: ({ raw, url }) => [
    strong(raw.edge), raw.dropped?.length ? " dropped " : " passed ",
    { strong: joined(raw.dropped?.length ? raw.dropped : raw.forwarded) }, ` · ${briefURL(url)}`,
  ],
  fault: ({ raw, url }) => [
    strong(raw.effect), ` planted in ${briefText(raw.service, 20)} · ${briefText(raw.method, 20)} ${briefURL(url)}`,
  ],
  script: ({ raw }) => [
    strong(raw.origin), raw.exception === undefined ? " ran" : ` ✗ ${briefText(raw.exception, 120)}`,
  ],
  navigation: ({ raw, url }) => [strong(raw.phase), ` ${briefURL(url)}`],
  message: ({ raw }) => [strong(raw.handler), ` ${briefText(bodyText(raw.body), 160)}`],
  routing: ({ raw }) => [
    strong(raw.step), ` ${briefText(raw.path, 60)}`, raw.route ? ` (${briefText(raw.route, 30)})` : "",
    raw.detail && raw.detail !== raw.path ? ` · ${briefText(raw.detail, 120)}` : "",
  ],
  clock: ({ raw }) => [{ strong: "clock" }, ` ${briefText(raw.change, 60)}`],
  device: ({ raw }) => [
    strong(raw.action), raw.app ? ` ${briefText(raw.app, 50)}` : "",
    raw.detail ? ` · ${briefText(raw.detail, 60)}` : "",
  ],
  keychain: ({ raw }) => [
    strong(raw.operation), ` ${briefText(raw.account ?? raw.service, 60)} → ${briefText(raw.status, 12)}`,
  ],
};

/** A message's body is text, or whatever JSON a page sent. */
export function bodyText(body) {
  return typeof body === "string" ? body : (JSON.stringify(body) ?? "");
}

const common = new Set(["entry", "sequence", "at", "elapsed", "actor", "event", "cause", "reasons"]);

function unknownSentence({ kind, raw }) {
  const members = Object.entries(raw)
    .filter(([key]) => !common.has(key))
    .slice(0, 4)
    .map(([key, value]) => `${briefText(key, 30)} ${briefText(bodyText(value), 60)}`);
  return [strong(kind), members.length ? ` ${members.join(" · ")}` : ""];
}

export function sentenceParts(event) {
  const sentence = Object.hasOwn(sentences, event.kind) ? sentences[event.kind] : unknownSentence;
  return sentence(event).filter((part) => part !== "");
}

export function sentenceText(event) {
  return sentenceParts(event).map((part) => part.strong ?? part).join("");
}
