// The requests of a trace with their answers, and the rows of the table that shows their cookies, sent or blocked.

export class RequestLog {
  /** `{event, response?}` in order. */
  entries = [];
  #byHop = new Map();
  urls = new Set();
  /** Whether some were seen from the server's side only. */
  hasServed = false;

  noteRequest(event) {
    const entry = { event, response: undefined, writes: [] };
    this.entries.push(entry);
    if (event.hop !== undefined) this.#byHop.set(event.hop, entry);
    if (event.url && this.urls.size < 200) this.urls.add(event.url);
  }

  /** A request that a service answered and whose sending nobody here saw: its answer is the same event. */
  noteServed(event) {
    this.entries.push({ event, response: event, writes: [], isServed: true });
    this.hasServed = true;
    if (event.url && this.urls.size < 200) this.urls.add(event.url);
  }

  noteResponse(event) {
    const entry = this.#byHop.get(event.hop);
    if (entry && entry.response === undefined) entry.response = event;
  }

  /** A cookie that an answer wanted to set, whatever came of it. */
  noteWrite(event) {
    if (event.hop !== undefined) this.#byHop.get(event.hop)?.writes.push(event);
  }

  requestOfHop(hop) {
    return this.#byHop.get(hop)?.event;
  }

  responseOfHop(hop) {
    return this.#byHop.get(hop)?.response;
  }
}

const keyOf = (cookie) => JSON.stringify([cookie.name, cookie.domain ?? "", cookie.path ?? ""]);

/**
 * A request's cookies as recorded: `{name, domain, path, value, store, sent, reasons}`; `hasArrived` where a server saw it
 * come, and only that.
 */
export function recordedCookies(event) {
  const row = (cookie, sent) => ({ ...cookie, store: event.store, sent });
  if (event.kind === "served") return event.arrived.map((cookie) => ({ ...row(cookie, true), hasArrived: true }));
  return [...event.sent.map((cookie) => row(cookie, true)), ...event.withheld.map((cookie) => row(cookie, false))];
}

/** What an answer wanted to set, as a row beside those that were sent; a refused one is what people look for. */
export function receivedCookie(event) {
  const { host, value, outcome } = event.raw;
  return {
    name: event.name, domain: host, path: "", value, store: event.store, outcome: outcome ?? "unknown",
    sent: ["stored", "replaced", "deleted"].includes(outcome), reasons: event.reasons,
  };
}

/**
 * The cookies of a request as another profile would send them, each with `recorded`: what happened in truth
 * (`sent`, `blocked`, or undefined where that store gave it no thought).
 */
export function judgedCookies(event, judged) {
  const recorded = new Map(recordedCookies(event).map((cookie) => [keyOf(cookie), cookie]));
  return judged.map((cookie) => {
    const was = recorded.get(keyOf(cookie));
    return {
      name: String(cookie.name ?? ""),
      domain: cookie.domain,
      path: cookie.path,
      store: cookie.store ?? event.store,
      value: was?.value,
      sent: cookie.sent === true,
      reasons: Array.isArray(cookie.reasons) ? cookie.reasons : [],
      recorded: was === undefined ? undefined : was.sent ? "sent" : "blocked",
    };
  });
}

/**
 * The table, flat: a `request` row, a `cookie` row for each of its cookies and of those that its answer wanted to set, and a
 * `why` row for each that was blocked or refused.
 *
 * @param entries of a `RequestLog`
 * @param judgement sequence → cookies, from `api/judge`; undefined for what was recorded. A request without a judgement, such
 * as one that only its server saw, is shown as recorded.
 */
export function requestRows(entries, judgement) {
  const rows = [];
  for (const entry of entries) {
    const judged = judgement?.get(entry.event.sequence);
    const cookies = judged ? judgedCookies(entry.event, judged) : recordedCookies(entry.event);
    rows.push({ kind: "request", entry, event: entry.event, cookies });
    const shown = [
      ...cookies.map((cookie) => ({ event: entry.event, cookie })),
      ...entry.writes.map((event) => ({ event, cookie: receivedCookie(event) })),
    ];
    for (const { event, cookie } of shown) {
      rows.push({ kind: "cookie", entry, event, cookie });
      if (!cookie.sent) for (const code of cookie.reasons) rows.push({ kind: "why", entry, event, cookie, code });
    }
  }
  return rows;
}
