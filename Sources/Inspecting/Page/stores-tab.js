// The stores side by side as they were after the selected event, and what a URL would get of them.

import { button, element, replaceContents } from "./page-element.js";
import { reasonOf } from "./reason-card.js";
import { server } from "./server-calls.js";
import { briefText, briefURL, visibleText } from "./visible-text.js";

const pause = 200;

/** The stores of an answer with those that nobody has written to: that a store is empty is what people come to see. */
export function withEmptyOnes(stores, known) {
  const answered = new Set(stores.map(({ store }) => store));
  return [...stores, ...known.filter(({ store }) => !answered.has(store)).map(({ store }) => ({ store, cookies: [] }))];
}

export function storesTab(state, { choose }) {
  const field = element("input", {
    type: "url", id: "ask-url", placeholder: "https://app.example.com/", spellcheck: "false", autocapitalize: "none",
    autocomplete: "off", on: { input: () => askLater() },
  });
  const question = [element("label", { for: "ask-url", text: "What would" }), field, element("span", { text: "get?" })];
  const moment = element("p.status", { role: "status" });
  const answer = element("p.status", { role: "status" });
  const known = element("div.known-urls", { "aria-label": "URLs of this trace" });
  const columns = element("div.stores");
  const view = element("div.stores-tab", {},
    element("div.tools", {}, question, moment), known, answer, columns);
  let timer;
  let asking;
  let hovered;
  /** What the server said, with what it was asked. */
  let answered = {};
  let knownKey = "";

  const url = () => hovered ?? field.value.trim();
  /** Without a selected event the end is meant, and the end moves. */
  const whenAsked = () => state.selected ?? `after ${state.model.rows.length} events`;
  const askKey = () => JSON.stringify([state.traceID, whenAsked(), url()]);

  function askLater(delay = pause) {
    clearTimeout(timer);
    timer = setTimeout(ask, delay);
  }

  const isFile = () => state.session.mode === "file";

  async function ask() {
    const key = askKey();
    const wanted = url();
    if (!wanted || !state.traceID || answered.key === key || isFile()) return draw();
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const { stores } = await server.ask({ trace: state.traceID, until: state.selected, url: wanted }, signal);
      answered = { key, url: wanted, stores: Array.isArray(stores) ? stores : [] };
      answer.textContent = "";
    } catch (problem) {
      if (signal.aborted) return undefined;
      answered = { key, problem };
      answer.textContent = `✗ ${visibleText(problem.message)} ${visibleText(problem.fix ?? "")}`;
    }
    return draw();
  }

  /** A URL of the trace is asked for while it is pointed at, and kept when it is clicked. */
  function knownURL(each) {
    const hover = (value) => () => { hovered = value; askLater(80); };
    return element("button", {
      type: "button", text: briefURL(each, 60),
      class: "chip", title: briefText(each, 300),
      on: {
        click: () => {
          field.value = each;
          hovered = undefined;
          askLater(0);
        },
        pointerenter: hover(each),
        pointerleave: hover(undefined),
      },
    });
  }

  function draw() {
    const at = state.selected === undefined ? "at the end" : `after event #${state.selected}`;
    moment.textContent = isFile()
      ? `As they are ${at}. To ask what a URL would get, open the trace with session-bridge inspect.`
      : `as they are ${at}`;
    const isCurrent = answered.stores !== undefined && answered.key === askKey();
    const ledger = state.model.stores.at(state.selected);
    const stores = isCurrent ? withEmptyOnes(answered.stores, ledger) : ledger;
    const keyed = ({ store, cookies }) => cookies.map((cookie) => [keyOf(store, cookie), cookie]);
    const attributesOf = new Map(ledger.flatMap(keyed));
    replaceContents(columns,
      stores.length === 0
        ? element("p.muted", { text: "No store has been written or asked so far." })
        : stores.map((store) => storeColumn(store, attributesOf)));
  }

  const keyOf = (store, { name, domain, path }) =>
    JSON.stringify([store, name, String(domain ?? "").replace(/^\./, ""), path]);

  function storeColumn({ store, cookies = [] }, attributesOf) {
    return element("section.store", {},
      element("h3", {}, briefText(store, 60), element("span.count", { text: String(cookies.length) })),
      cookies.length === 0 && element("p.muted", { text: "empty" }),
      element("ul.store-cookies", {},
        cookies.slice(0, 300).map((cookie) => cookieItem(cookie, attributesOf.get(keyOf(store, cookie))))));
  }

  function cookieItem(cookie, noted) {
    const isChosen = cookie.name === state.cookie;
    const written = noted?.writtenAt;
    return element("li", { class: isChosen ? "lit" : undefined },
      element("div.cookie-head", {},
        button(briefText(cookie.name, 80) || "(no name)", () => state.chooseCookie(cookie.name),
          { class: "link strong", title: "Show this cookie's life" }),
        element("span.muted", { text: `${briefText(cookie.domain, 80)}${briefText(cookie.path, 60)}` }),
        written !== undefined && button(`#${written}`, () => choose(written), {
          class: "link", "aria-label": `Written by event ${written}`,
        })),
      element("div.value.one-line", { text: briefText(cookie.value, 140) }),
      element("div.muted.small", { text: briefText(cookie.attributes ?? noted?.attributes, 200) }),
      cookie.request && judgement("request", cookie.request.sent === true, "sent", "not sent", cookie.request.reasons),
      cookie.script && judgement("script", cookie.script.visible === true, "visible", "hidden", cookie.script.reasons));
  }

  function judgement(who, isYes, yes, no, codes) {
    const reasons = Array.isArray(codes) ? codes : [];
    const why = reasons.map((code) =>
      `${briefText(code, 60)}: ${visibleText(reasonOf(state, code).meaning)}`).join(" ");
    return element(`div.judgement.${isYes ? "yes" : "no"}`, {},
      element("b", { text: `${who} ${isYes ? "✓" : "✗"} ${isYes ? yes : no}` }), why ? ` ${why}` : "");
  }

  function drawKnown() {
    const urls = [...new Set([...state.model.requests.urls])].slice(0, 12);
    const key = JSON.stringify([state.traceID, urls]);
    if (key === knownKey) return;
    const isNewTrace = JSON.parse(knownKey || "[null]")[0] !== state.traceID;
    knownKey = key;
    if (isNewTrace || field.value === "") field.value = pageURL() ?? urls[0] ?? "";
    hovered = undefined;
    replaceContents(known, urls.map(knownURL));
  }

  /** The page's own address is the one that people ask about. */
  const pageURL = () => state.model.requests.entries.find(({ event }) => event.actor === "web-view")?.event.url;

  function update() {
    for (const part of [...question, known]) part.hidden = isFile();
    drawKnown();
    draw();
    askLater();
  }

  return { id: "stores", label: "Stores", topics: "rows trace selection cookie reasons", view, update };
}
