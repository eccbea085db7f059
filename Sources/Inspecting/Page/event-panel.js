// The event that is selected: what it was, its reasons with their fixes, its cookies and fields, what it came from.

import { lanes } from "./actor-lanes.js";
import { copyButton } from "./copy-button.js";
import { allReasons, filterWord } from "./filter-language.js";
import { longValue } from "./long-value.js";
import { whenCalm } from "./calm-pace.js";
import { append, button, element, replaceContents, sentenceNodes } from "./page-element.js";
import { reasonCard } from "./reason-card.js";
import { briefText, sentenceText } from "./visible-text.js";
import { durationText, fullTime } from "./world-time.js";

/** Members that have a part of their own, or are no news. */
const shownElsewhere = new Set([
  "entry", "sequence", "at", "actor", "event", "cause", "reasons", "notes", "sent", "withheld", "visible", "hidden", "cookies",
  "fields", "request_fields", "response_fields", "elapsed",
]);

const markTexts = {
  evidence: "✗ Root cause: this is where it went wrong.",
  followed: "↳ This followed from the root cause.",
  finding: "! A finding rests on this.",
};

export function eventPanel(state, { show, narrow, close }) {
  const body = element("div.panel-body");
  const heading = element("h2", { tabindex: "-1" });
  const view = element("aside.event-panel", { "aria-label": "The event" },
    element("header.panel-head", {}, heading,
      button("×", close, { class: "close", "aria-label": "Close the event (Esc)" })), body);

  state.on("selection reasons trace", () => {
    const { row } = state;
    view.classList.toggle("open", row !== undefined);
    if (row) heading.textContent = headingOf(row);
    update();
  });

  const update = whenCalm(() => {
    if (state.row) draw(state.row);
    else drawEmpty();
  });

  const headingOf = ({ event }) => `#${event.sequence} ${briefText(event.kind, 40)}`;

  function drawEmpty() {
    heading.textContent = "The event";
    const missing = state.selected !== undefined && !state.isLoading && state.traceID !== undefined;
    replaceContents(body, element("p.muted", { text: missing
      ? `There is no event #${state.selected} in this trace.`
      : "Choose an event: j and k go through them, [ and ] through those of the cookie." }));
  }

  function draw(row) {
    const { event, lane } = row;
    heading.textContent = headingOf(row);
    body.scrollTop = 0;
    const mark = state.model.marks.get(event.sequence);
    const actor = lanes[lane].id === "native" ? `${event.actor} → native store` : event.actor;
    replaceContents(body,
      element("p.sentence", {}, sentenceNodes(event)),
      element("p.muted",
        { text: `${briefText(actor, 40)} · ${fullTime(event.time, briefText(event.at, 40))}${elapsed(event)}` }),
      mark ? element(`p.mark-line.${mark}`, { text: markTexts[mark] }) : undefined,
      reasonsPart(event),
      cookiesPart("Sent", event.sent, "✓ sent"), cookiesPart("Blocked", event.withheld, "✗ blocked"),
      cookiesPart("Arrived", event.arrived, "✓ arrived"),
      cookiesPart("Visible to script", event.visible, "✓ visible"),
      cookiesPart("Hidden from script", event.hidden, "✗ hidden"),
      membersPart(event),
      fieldsPart(event.kind === "request" ? "Header fields as sent" : "Header fields", event.raw.fields),
      fieldsPart("Request fields", event.raw.request_fields), fieldsPart("Response fields", event.raw.response_fields),
      causesPart(event), rawPart(event));
  }

  const elapsed = ({ raw }) => (Number.isFinite(raw.elapsed) ? ` · ${durationText(raw.elapsed)} after the start` : "");

  function reasonsPart(event) {
    const own = new Set(event.reasons);
    const codes = [...new Set(allReasons(event))];
    if (codes.length === 0) return undefined;
    const ofCookies = (code) => [...event.withheld,
      ...event.hidden].filter((cookie) => cookie.reasons.includes(code)).map((cookie) => briefText(cookie.name, 40));
    return part("Reasons", element("ul.reasons", {}, codes.slice(0, 50).map((code) =>
      reasonCard(state, code, narrow, own.has(code) ? "" : [...new Set(ofCookies(code))].slice(0, 5).join(", ")))));
  }

  function cookiesPart(title, cookies, word) {
    if (cookies.length === 0) return undefined;
    return part(`${title} (${cookies.length})`, element("ul.cookies", {}, cookies.slice(0,
      200).map((cookie) => element("li", {},
      element("div.cookie-head", {},
        button(briefText(cookie.name, 80) || "(no name)", () => state.chooseCookie(cookie.name),
          { class: "link strong", title: "Show this cookie's life" }),
        element("span.muted", { text: whereOf(cookie) }),
        element("span.word", { text: word })),
      cookie.value === undefined ? undefined : longValue(cookie.value),
      cookie.reasons.length > 0 && element("div.codes", { text: codesOf(cookie) })))));
  }

  function membersPart({ raw }) {
    const members = Object.entries(raw).filter(([key]) => !shownElsewhere.has(key));
    if (members.length === 0) return undefined;
    return part("Details", element("dl", {}, members.slice(0, 60).flatMap(([key, value]) => [
      element("dt", { text: briefText(key, 40) }),
      element("dd", {}, longValue(typeof value === "string" ? value : JSON.stringify(value))),
    ])));
  }

  function fieldsPart(title, fields) {
    if (!Array.isArray(fields) || fields.length === 0) return undefined;
    return part(title, element("dl.fields", {}, fields.slice(0, 200).flatMap((field) => [
      element("dt", { text: briefText(field?.name, 80) }), element("dd", {}, longValue(field?.value)),
    ])));
  }

  function causesPart(event) {
    const { model } = state;
    const chain = model.ancestry(event);
    const effects = model.effectsOf(event.sequence);
    if (chain.length === 0 && effects.length === 0) return undefined;
    const link = (sequence, row) => element("li", {}, row
      ? element("button.link.chain-link", { type: "button", on: { click: () => show(sequence) } }, `#${sequence} `,
        element("span", { text: sentenceText(row.event) }))
      : element("span.muted", { text: `#${sequence} is not in this trace` }));
    return element("section", {},
      chain.length > 0 && [element("h3", { text: "Caused by" }), element("ol.chain", {},
        chain.map(({ sequence, row }) => link(sequence, row)),
        element("li", {}, element("b", { text: `#${event.sequence} this event` })))],
      effects.length > 0 && [element("h3", { text: "Led to" }), element("ul.chain", {},
        effects.slice(0, 50).map((sequence) => link(sequence, model.rowOf(sequence))))]);
  }

  return { view, focus: () => heading.focus() };
}

const whereOf = ({ writtenBy, domain, path }) =>
  (writtenBy ? `written by the ${briefText(writtenBy, 20)}` : `${briefText(domain, 80)}${briefText(path, 80)}`);
const codesOf = (cookie) => cookie.reasons.map((code) => briefText(code, 60)).join("  ");

function part(title, ...children) {
  return element("section", {}, element("h3", { text: title }), children);
}

/** The event's line, made when it is looked at. */
function rawPart({ raw }) {
  const text = JSON.stringify(raw, undefined, 2);
  const details = element("details.raw", {}, element("summary", { text: "As recorded" }));
  details.addEventListener("toggle",
    () => append(details, [copyButton(text, "Copy JSON"), element("pre", {}, longValue(text))]), { once: true });
  return details;
}
