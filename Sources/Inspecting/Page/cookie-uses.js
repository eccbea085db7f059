// What an event did with which cookies: the one place that knows how a kind of event names them.

import { guardRefusals } from "./event-weight.js";

/** The cookie that a guard says it read: `the cookie 'customtoken', by vue-cookies`. */
const namedInDetail = /the cookie '([^']*)'/;

/**
 * Each use is `{name, role, store?, value?, via?, reasons}`. Roles, in a cookie's order of life: `announced`, `written`,
 * `refused`, `deleted`, `sent`, `arrived` (as the server saw it), `withheld`, `dropped`, `forwarded`, `seen`, `hidden`, `read`, `turned-away`, `traded`,
 * `not-traded`.
 *
 * @param event as `trace-lines.js` makes it
 * @param handoffCookie the cookie that carries the handoff: whom a guard's or a token's event is about
 * @param nameOfValue the name of a cookie that was seen with this value, where there is one
 */
export function cookieUses(event, handoffCookie, nameOfValue = () => undefined) {
  const { raw, reasons, store } = event;
  const listed = (cookies, role) =>
    cookies.map(({ name, value, writtenBy, reasons: own }) => ({
      name, role, store, value, via: writtenBy, reasons: own,
    }));

  switch (event.kind) {
    case "response":
      return texts(raw.set_cookie).map((name) => ({ name, role: "announced", reasons: [] }));
    case "cookie-write":
      if (event.name === undefined) return [];
      return [{ name: event.name, role: roleOfWrite(raw.outcome), store, value: raw.value, via: raw.via, reasons }];
    case "request":
      return [...listed(event.sent, "sent"), ...listed(event.withheld, "withheld")];
    case "served":
      return [
        ...listed(event.arrived, "arrived"),
        ...texts(raw.set_cookie).map((name) => ({ name, role: "announced", via: "service", reasons: [] })),
      ];
    case "cookie-read":
      return [...listed(event.visible, "seen"), ...listed(event.hidden, "hidden")];
    case "edge":
      return [
        ...texts(raw.dropped).map((name) => ({ name, role: "dropped", reasons })),
        ...texts(raw.forwarded).map((name) => ({ name, role: "forwarded", reasons: [] })),
      ];
    case "token": {
      if (raw.form !== "custom token" || raw.action === "issued") return [];
      const name = nameOfValue(raw.token) ?? handoffCookie;
      const role = raw.action === "accepted" ? "traded" : "not-traded";
      return name === undefined ? [] : [{ name, role, value: raw.token, reasons }];
    }
    case "routing": {
      const named = typeof raw.detail === "string" ? namedInDetail.exec(raw.detail)?.[1] : undefined;
      if (raw.step === "read") return named === undefined ? [] : [{ name: named, role: "read", reasons }];
      const refusals = reasons.filter((code) => guardRefusals.has(code));
      if (refusals.length === 0 || handoffCookie === undefined) return [];
      return [{ name: handoffCookie, role: "turned-away", reasons: refusals }];
    }
    default:
      return [];
  }
}

function roleOfWrite(outcome) {
  if (outcome === "deleted") return "deleted";
  return outcome === "rejected" || outcome === "ignored" ? "refused" : "written";
}

const texts = (value) => (Array.isArray(value) ? value.filter((member) => typeof member === "string") : []);

/** Whether a masked value can be told apart from others: `<… #1a2b3c>` can, `<3 bytes>` cannot. */
export function fingerprintOf(value) {
  return typeof value === "string" ? /#([0-9a-f]{4,})>$/.exec(value)?.[1] : undefined;
}
