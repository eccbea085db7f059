// Each request with each of its cookies, sent or blocked and why, as recorded or as another engine would have it.

import { element, replaceContents } from "./page-element.js";
import { reasonOf } from "./reason-card.js";
import { receivedCookie, recordedCookies, requestRows } from "./request-log.js";
import { server } from "./server-calls.js";
import { VirtualList } from "./virtual-list.js";
import { briefText, briefURL, countText, visibleText } from "./visible-text.js";
import { clockTime } from "./world-time.js";

const columns = ["cookie", "value", "domain", "path", "store", "result", "reason"];

/** Whether another profile decides otherwise than what happened. */
const differs = ({ recorded, sent }) => recorded !== undefined && (recorded === "sent") !== sent;

const resultText = (cookie) => (cookie.outcome !== undefined ? receivedText(cookie) : sentText(cookie));

const receivedText = ({ outcome, sent }) => `${sent ? "✓" : "✗"} Set-Cookie ${briefText(outcome, 20)}`;

function sentText(cookie) {
  if (cookie.hasArrived) return "✓ arrived";
  return `${cookie.sent ? "✓ sent" : "✗ blocked"}${differs(cookie) ? ` (was ${cookie.recorded})` : ""}`;
}

const servedNote = "⇣ marks a request that only its server saw: the cookies that arrived are here, and which ones a browser kept"
  + " back cannot be told.";

export function requestsTab(state, { choose, open }) {
  let rows = [];
  let judgement;
  let judgedFor;
  const chooser = element("select", { id: "profile", on: { change: () => judge() } });
  const chooserLabel = element("label", { for: "profile", text: "Cookies as" });
  const only = element("select", { id: "request-part", on: { change: () => update(new Set(["rows"])) } },
    element("option", { value: "all", text: "all requests" }),
    element("option", { value: "cookies", text: "requests with cookies" }),
    element("option", { value: "blocked", text: "requests with a blocked cookie" }));
  const status = element("p.status", { role: "status" });
  const list = new VirtualList({
    label: "Requests and their cookies", rowHeight: 24, make, fill: (row, index) => fill(row, rows[index]),
    choose: (index) => choose(rows[index].event.sequence, rows[index].cookie?.name),
    open: (index) => open(rows[index].event.sequence),
  });
  list.element.classList.add("requests");
  const note = element("p.muted.small.served-note", { text: servedNote, hidden: true });
  const view = element("div.requests-tab", {},
    element("div.tools", {}, chooserLabel, chooser,
      element("label", { for: "request-part", text: "Show" }), only, status),
    note,
    element("div.request-heads", { "aria-hidden": "true" },
      columns.map((column) => element(`span.c-${column}`, { text: column }))), list.element);

  function make() {
    const row = element("div.request-row");
    row.cells = columns.map((column) => element(`span.c-${column}`));
    row.wide = element("span.c-wide");
    row.append(row.wide, ...row.cells);
    return row;
  }

  function fill(shownRow, row) {
    const isCookie = row.kind === "cookie";
    const marks = `${row.cookie?.sent === false ? " blocked" : ""}${isCookie && differs(row.cookie) ? " differs" : ""}`;
    shownRow.className = `request-row of-${row.kind}${marks}`;
    shownRow.wide.hidden = isCookie;
    for (const cell of shownRow.cells) cell.hidden = !isCookie;
    if (isCookie) fillCookie(shownRow, row.cookie);
    else shownRow.wide.textContent = row.kind === "request" ? requestText(row) : whyText(row);
    shownRow.setAttribute("aria-label", isCookie ? cookieLabel(row.cookie) : shownRow.wide.textContent);
  }

  function requestText({ entry: { event, response, isServed }, cookies }) {
    const sent = cookies.filter((cookie) => cookie.sent).length;
    const counts = isServed ? `${countText(sent, "cookie")} arrived` : `${sent} sent, ${cookies.length - sent} blocked`;
    const count = cookies.length === 0 ? isServed ? "no cookie arrived" : "no cookies" : counts;
    const answer = response === undefined ? "…" : (response.raw.status ?? "no answer");
    const parts = [count, clockTime(event.time), briefText(event.store, 40)].filter(Boolean).join("  ·  ");
    const line = `${briefText(answer, 12)}  ${briefText(event.raw.method, 12)} ${briefURL(event.url, 160)}`;
    return `${isServed ? "⇣ " : ""}#${event.sequence}  ${line}  ·  ${parts}`;
  }

  function whyText({ code }) {
    const { meaning, fix } = reasonOf(state, code);
    const says = visibleText(meaning) || "this code is not in this version's list.";
    return `${briefText(code, 60)}: ${says}${fix ? `  Fix: ${visibleText(fix)}` : ""}`;
  }

  function fillCookie(row, cookie) {
    const texts = [
      briefText(cookie.name, 80) || "(no name)", briefText(cookie.value, 100),
      cookie.writtenBy ? `by the ${briefText(cookie.writtenBy, 20)}` : briefText(cookie.domain, 80),
      briefText(cookie.path, 60), briefText(cookie.store, 40),
      resultText(cookie), cookie.reasons.map((code) => briefText(code, 60)).join("  "),
    ];
    row.cells.forEach((cell, index) => { cell.textContent = texts[index]; });
  }

  const cookieLabel = (cookie) =>
    `cookie ${briefText(cookie.name, 80)}, ${resultText(cookie)}, ${cookie.reasons.join(", ")}`;

  function drawProfiles() {
    // Without a server there is no answer to ask for.
    chooserLabel.hidden = chooser.hidden = state.session.profiles.length === 0;
    const recorded = typeof state.model.head.profile === "string"
      ? `recorded (${briefText(state.model.head.profile, 30)})`
      : "recorded";
    const names = [recorded, ...state.session.profiles.map((name) => String(name))];
    const key = JSON.stringify(names);
    if (chooser.dataset.key === key) return;
    const { value } = chooser;
    chooser.dataset.key = key;
    replaceContents(chooser, element("option", { value: "", text: recorded }),
      names.slice(1).map((name) => element("option", { value: name, text: name })));
    if (names.includes(value)) chooser.value = value;
  }

  async function judge() {
    const profile = chooser.value;
    const trace = state.traceID;
    judgement = undefined;
    judgedFor = profile && { profile, trace };
    status.textContent = "";
    if (!profile) return draw();
    status.textContent = `asking what ${profile} would send…`;
    try {
      const { requests } = await server.judge({ trace, profile });
      if (chooser.value !== profile || state.traceID !== trace) return undefined;
      const listOf = (value) => (Array.isArray(value) ? value : []);
      judgement = new Map(listOf(requests).map(({ sequence, cookies }) => [sequence, listOf(cookies)]));
      draw();
      status.textContent = differenceText(profile);
    } catch (problem) {
      if (chooser.value !== profile) return undefined;
      chooser.value = "";
      draw();
      status.textContent = `${visibleText(problem.message)} ${visibleText(problem.fix ?? "")}`;
    }
    return undefined;
  }

  function differenceText(profile) {
    if (judgement.size === 0) {
      return `Nothing to ask ${profile} about: no request of this trace was sent from a store that was seen.`;
    }
    const count = rows.filter(({ kind, cookie }) => kind === "cookie" && differs(cookie)).length;
    return count === 0
      ? `${profile} would send the same cookies.`
      : `${profile} would decide differently about ${count} ${count === 1 ? "cookie" : "cookies"}.`;
  }

  function draw() {
    const all = state.model.requests.entries;
    const entries = only.value === "all" ? all : all.filter(({ event, writes }) => {
      const cookies = judgement?.get(event.sequence) ?? recordedCookies(event);
      return only.value === "cookies"
        ? cookies.length > 0
        : writes.some((write) => !receivedCookie(write).sent)
          || (judgement?.get(event.sequence)?.some((cookie) => !cookie.sent) ?? event.withheld.length > 0);
    });
    rows = requestRows(entries, judgement);
    note.hidden = !state.model.requests.hasServed;
    list.setCount(rows.length);
    mark();
  }

  function mark() {
    const current = rows[list.selected];
    const isOfSelected = current?.event.sequence === state.selected;
    if (!isOfSelected) list.select(rows.findIndex((row) => row.event.sequence === state.selected));
  }

  function update(topics) {
    drawProfiles();
    if (judgedFor && judgedFor.trace !== state.traceID) {
      chooser.value = "";
      judgement = judgedFor = undefined;
      status.textContent = "";
    }
    if (topics.size === 1 && topics.has("selection")) mark();
    else draw();
  }

  return { id: "requests", label: "Requests", topics: "rows trace session reasons selection", view, update };
}
