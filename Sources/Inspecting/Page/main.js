// Puts the page together: the state, its views, the server's stream, the address and the keys.

import { consoleTab } from "./console-tab.js";
import { labelTheme, nextTheme } from "./colour-theme.js";
import { devicesTab } from "./devices-tab.js";
import { embeddedFile } from "./embedded-file.js";
import { emptyPage } from "./empty-page.js";
import { eventLanes } from "./event-lanes.js";
import { eventPanel } from "./event-panel.js";
import { filterBox } from "./filter-box.js";
import { filterWith } from "./filter-language.js";
import { guardTab } from "./guard-tab.js";
import { helpDialog } from "./help-dialog.js";
import { InspectorState } from "./inspector-state.js";
import { lifeRibbon } from "./life-ribbon.js";
import { LiveFeed } from "./live-feed.js";
import { PageAddress } from "./page-address.js";
import { button, element } from "./page-element.js";
import { paneSplitter } from "./pane-splitter.js";
import { peopleTab } from "./people-tab.js";
import { requestsTab } from "./requests-tab.js";
import { runList } from "./run-list.js";
import { server } from "./server-calls.js";
import { listenForKeys } from "./shortcut-keys.js";
import { storesTab } from "./stores-tab.js";
import { tabStrip } from "./tab-strip.js";
import { tokensTab } from "./tokens-tab.js";
import { traceList } from "./trace-list.js";
import { TraceLoading } from "./trace-loading.js";
import { verdictBar } from "./verdict-bar.js";
import { briefText } from "./visible-text.js";
import { worldTab } from "./world-tab.js";

const file = embeddedFile();
const source = file ?? server;
const state = new InspectorState();
const loading = new TraceLoading(state, source.traceText);
const address = new PageAddress(state, follow);

// Actions

/** Chooses an event; `isStep` where the browser's back arrow should undo it. */
function choose(sequence, { isStep = false } = {}) {
  if (isStep) address.settle();
  state.select(sequence);
  address.write({ isStep });
}

/** Goes to an event wherever it is: a filter that hides it is taken away. */
function show(sequence) {
  const row = state.model.rowOf(sequence);
  if (row && state.shown.indexOf(row.position) < 0) setFilter("");
  choose(sequence, { isStep: true });
}

function open(sequence) {
  if (sequence !== undefined) choose(sequence);
  state.flush();
  panel.focus();
}

function close() {
  choose(undefined);
  lanes.focus();
}

function setFilter(text) {
  state.setFilter(text);
  address.write();
}

const narrow = (word) => setFilter(filterWith(state.filterText, word));

/** How far down the list of scenarios somebody was. */
let placeInRun = 0;

/** The list of scenarios, of a run that came with the page. */
function showRun({ isStep = true } = {}) {
  loading.leave();
  if (isStep) address.leave();
  state.flush();
  scrollTo(0, placeInRun);
}

function openTrace(id, { event, isStep = true } = {}) {
  if (id === state.traceID && !state.problem) return;
  if (state.traceID === undefined) placeInRun = scrollY;
  loading.open(id, () => address.write());
  if (isStep) state.chooseCookie(undefined);
  state.select(event);
  address.write({ isStep });
}

function showTab(id) {
  state.showTab(id);
  address.write();
}

function moveBy(step) {
  const { positions, count } = state.shown;
  if (count === 0) return;
  if (!state.row && showRootCause()) return;
  const current = state.row ? state.shown.indexAtOrAfter(state.row.position) : step > 0 ? -1 : count;
  choose(state.model.rows[positions[Math.max(0, Math.min(count - 1, current + step))]].event.sequence);
}

/** Whether there is one to show. */
function showRootCause() {
  const [sequence] = state.model.outcome?.rootCause?.evidence ?? [];
  const row = state.model.rowOf(sequence);
  if (row) show(sequence);
  return row !== undefined;
}

function moveByCookie(direction) {
  const from = state.row?.position ?? (direction > 0 ? -1 : Infinity);
  const position = state.model.cookies.neighbour(state.cookie, from, direction);
  if (position !== undefined) show(state.model.rows[position].event.sequence);
}

/** What an address says, on arrival and when the browser goes back or forth. */
function follow({ trace, event, tab, cookie, filter }) {
  state.showTab(tab ?? "requests");
  if (state.chosenCookie !== cookie) state.chooseCookie(cookie);
  if (state.filterText !== (filter ?? "")) state.setFilter(filter ?? "");
  const wanted = trace ?? (run ? undefined : state.traces.keys().next().value);
  if (wanted === undefined && run) showRun({ isStep: false });
  else if (wanted !== undefined && wanted !== state.traceID) openTrace(wanted, { event, isStep: false });
  else state.select(event);
}

// Views

const panel = eventPanel(state, { show, narrow, close });
const lanes = eventLanes(state, { choose, open });
const filter = filterBox(state, { change: setFilter, leave: () => lanes.focus() });
const help = helpDialog();
const chooseFromTab = (sequence, cookie) => {
  choose(sequence);
  if (cookie !== undefined) state.chooseCookie(cookie);
};
const tabs = tabStrip(state, [
  requestsTab(state, { choose: chooseFromTab, open }),
  storesTab(state, { choose: show }),
  tokensTab(state, { choose: show }),
  guardTab(state, { choose: show }),
  consoleTab(state, { choose: chooseFromTab, open }),
  peopleTab(state),
  worldTab(state),
  devicesTab(state, { open: openTrace }),
], showTab);

const connection = element("span.connection", { role: "status" });
const retry = button("Try now", () => feed.retry(), { class: "quiet", hidden: true });
const theme = button("", () => nextTheme(theme), { class: "quiet" });
labelTheme(theme);
const traces = traceList(state, { open: openTrace });
const run = file?.run && runList(file.run, file.summaries, { open: openTrace });
const back = button("← All scenarios", () => showRun(), { class: "back", hidden: true });
const secrets = element("p.secrets", { hidden: true, text: "Secrets are shown: anyone who has this file has the tokens." });
const empty = emptyPage(state);
const details = tabs.view;
const centre = element("main.centre", { id: "events" }, lifeRibbon(state, { show }), filter.view, lanes.view);
const middle = element("div.middle", {}, traces, centre, panel.view);
details.prepend(paneSplitter(details));
const workspace = element("div.workspace", {}, verdictBar(state, { show }), middle, details);
const skip = element("a.skip", { href: "#events", text: "To the events" });
skip.addEventListener("click", (event) => {
  event.preventDefault();
  lanes.focus();
});
document.getElementById("inspector").append(
  element("header.top", {},
    skip,
    element("span.brand", { text: "session-bridge" }), back, element("span.subject"), connection, retry, theme,
    button("? help", () => help.toggle(), { class: "quiet", "aria-label": "Help: keys and filter" })),
  secrets, run ?? "", empty, workspace, help.view);

const subject = document.querySelector(".subject");
state.on("trace traces", () => {
  const { head } = state.model;
  const isOpen = state.traceID !== undefined;
  const name = briefText(head.name ?? state.summary?.name ?? (isOpen ? "" : state.session.title ?? ""), 160);
  const parts = [head.profile, head.engine, head.project].filter((part) => typeof part === "string");
  subject.textContent = [name, parts.map((part) => briefText(part, 40)).join(" · ")].filter(Boolean).join("  —  ");
  document.title = name ? `${name} · session-bridge` : "session-bridge inspector";
  if (run) run.hidden = isOpen;
  back.hidden = !run || !isOpen;
  empty.hidden = run !== undefined || state.traces.size > 0 || isOpen;
  workspace.hidden = !empty.hidden || run?.hidden === false;
});

// A cookie is chosen in many places; each choice belongs into the address.
state.on("cookie", () => address.write());

// The server

let lostAt;
function setConnection(now) {
  if (now === "lost" && state.connection !== "lost") lostAt = new Date();
  state.connection = now;
  state.changed("connection");
}

state.on("connection session", () => {
  const texts = {
    connecting: "connecting…",
    live: state.session.mode === "inspect" ? "● connected" : "● live",
    file: `secrets ${state.session.secrets}`,
    lost: `✗ connection lost at ${lostAt?.toTimeString().slice(0, 5)}, trying again…`,
  };
  connection.textContent = texts[state.connection];
  connection.dataset.state = state.connection;
  retry.hidden = state.connection !== "lost";
  connection.title = file ? `Written by ${briefText(state.session.producer, 60)}` : "";
  secrets.hidden = state.session.secrets !== "shown";
});

/** How many events a live trace has is read by people: a few times a second is enough. */
let countTimer;
function countsLater() {
  countTimer ??= setTimeout(() => {
    countTimer = undefined;
    state.changed("counts");
  }, 250);
}

const feed = file === undefined && new LiveFeed({
  connection: setConnection,
  trace: (summary) => {
    if (summary?.id === undefined) return;
    const id = String(summary.id);
    const isNew = !state.traces.has(id);
    // A new trace goes to the front; a known one stays where it is.
    state.traces = isNew ? new Map([[id, summary], ...state.traces]) : state.traces.set(id, summary);
    state.changed("traces");
    if (state.traceID === undefined) openTrace(id, { isStep: false });
    // A run may have left its device to whoever looks on.
    if (isNew) refreshSession();
  },
  line: (line) => {
    loading.takeLine(line);
    const summary = state.traces.get(String(line.trace));
    if (summary === undefined || !Number.isFinite(line.events)) return;
    summary.events = line.events;
    countsLater();
  },
  reset: ({ trace }) => {
    const summary = state.traces.get(String(trace));
    if (summary) summary.events = 0;
    state.changed("traces");
    if (String(trace) === state.traceID) loading.open(state.traceID);
  },
  resync: () => fetchAll(),
});

async function refreshSession() {
  try {
    const session = await server.session();
    if (session.device === state.session.device) return;
    state.session = { ...state.session, ...session };
    state.changed("session");
  } catch {
    // The feed says that the connection is lost, and everything is fetched when it is back.
  }
}

/** All that the stream does not bring: at the start, and when some of the stream was missed. */
async function fetchAll() {
  try {
    const [session, summaries, reasons] = await Promise.all([source.session(), source.traces(), source.reasons()]);
    state.session = { ...state.session, ...session, profiles: Array.isArray(session.profiles) ? session.profiles : [] };
    state.traces = new Map(summaries.map((summary) => [String(summary.id), summary]));
    state.reasons = reasons;
  } catch {
    setConnection("lost");
    setTimeout(fetchAll, 2000);
    return;
  }
  state.changed("session", "traces", "reasons", "tab");
  if (state.traceID === undefined) follow(address.read());
  else loading.renew();
}

// Keys

listenForKeys({
  j: () => moveBy(1), k: () => moveBy(-1),
  "[": () => moveByCookie(-1), "]": () => moveByCookie(1),
  "/": () => filter.focus(),
  "?": () => help.toggle(),
  d: () => nextTheme(theme),
  t: () => traces.querySelector("[role=listbox]").focus(),
  e: () => showRootCause(),
  Enter: () => state.row && open(),
  Escape: () => {
    if (state.selected !== undefined) close();
    else if (state.filterText !== "") filter.set("");
  },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((number) => [String(number), () => {
    const id = tabs.idAt(number - 1);
    if (id) showTab(id);
  }])),
});

// On paper there is no scrolling: all rows are made, and made fewer again.
addEventListener("beforeprint", () => {
  state.flush();
  lanes.list.setPrinting(true);
  for (const findings of document.querySelectorAll("details.findings")) findings.open = true;
});
addEventListener("afterprint", () => lanes.list.setPrinting(false));

state.changed("session", "traces", "trace", "rows", "selection", "tab", "connection", "filter");
if (feed) feed.start();
else setConnection("file");
fetchAll();
