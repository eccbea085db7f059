// The middle of the page: all events, a row each, their actors as lanes, world time on the left, causes as lines.

import { lanes } from "./actor-lanes.js";
import { CauseLines } from "./cause-lines.js";
import { allReasons } from "./filter-language.js";
import { button, element, replaceContents, sentenceNodes } from "./page-element.js";
import { VirtualList } from "./virtual-list.js";
import { briefText, eventCount, sentenceText } from "./visible-text.js";
import { clockTime, jumpText } from "./world-time.js";

const markSigns = {
  evidence: ["✗", "root cause"],
  followed: ["↳", "followed from the root cause"],
  finding: ["!", "finding"],
  refusal: ["◦", "refused or blocked"],
};

export function eventLanes(state, { choose, open }) {
  let lanesShown = lanes.map((_, index) => index);
  const list = new VirtualList({
    label: "Events", rowHeight: 26,
    make: makeRow,
    fill: (row, index) => fillRow(row, rowAt(index)),
    choose: (index) => choose(rowAt(index).event.sequence),
    open: (index) => open(rowAt(index).event.sequence),
    windowed: (range) => {
      causes.draw(range);
      if (list.isFollowing) newer.hidden = true;
    },
  });
  list.element.classList.add("events");
  const causes = new CauseLines(list, state, (lane) => lanesShown.indexOf(lane));
  const heads = element("div.lane-heads", { "aria-hidden": "true" });
  const newer = button("newest events ↓", () => list.reveal(list.count - 1), { class: "newer", hidden: true });
  const note = element("p.note", { role: "status" });
  const view = element("section.lanes-view", { "aria-label": "Events by actor" }, heads, list.element, newer, note);

  const narrow = matchMedia("(max-width: 720px)");
  const setHeights = () => { list.rowHeight = narrow.matches ? 46 : 26; };
  new ResizeObserver(() => { causes.moved(); causes.draw(list.range); }).observe(view);
  narrow.addEventListener("change", setHeights);
  setHeights();

  function rowAt(index) {
    return state.model.rows[state.shown.positions[index]];
  }

  function fillRow(shownRow, row) {
    const { event } = row;
    const { parts } = shownRow;
    const mark = state.model.marks.get(event.sequence) ?? (row.isRefusal ? "refusal" : undefined);
    const [sign, meaning] = markSigns[mark] ?? ["", ""];
    const cookie = state.cookie;
    const isLit = cookie !== undefined && row.roles.has(cookie);
    setClass(shownRow, `event-row${mark ? ` ${mark}` : ""}${isLit ? " lit" : ""}`);
    const time = clockTime(event.time, briefText(event.at, 24));
    const actor = briefText(event.actor, 20);
    const before = state.model.rows[row.position - 1];
    const jump = before ? jumpText(before.event.time, event.time) : "";
    const codes = codesText(allReasons(event));
    setText(parts.mark, sign);
    setText(parts.sequence, String(event.sequence));
    setText(parts.time, time);
    setText(parts.actor, actor);
    setText(parts.jump, jump);
    setText(parts.codes, codes);
    replaceContents(parts.sentence, sentenceNodes(event));
    placeDot(parts, row);
    shownRow.setAttribute("aria-label", [
      meaning, jump, time, actor, sentenceText(event), codes, isLit ? `touches ${briefText(cookie, 40)}` : "",
    ].filter(Boolean).join(", "));
  }

  /** Moved by transforms, which cost no layout. */
  function placeDot({ dot, arrow }, row) {
    const at = lanesShown.indexOf(row.lane);
    const to = row.toward === undefined ? at : lanesShown.indexOf(row.toward);
    dot.style.translate = `calc(${at + 0.5} * var(--lane-width))`;
    const hasArrow = to >= 0 && to !== at;
    // A read carries the cookie from the store to the script.
    const pointsRight = (to > at) !== (row.event.kind === "cookie-read");
    setClass(arrow, !hasArrow ? "arrow absent" : pointsRight ? "arrow rightward" : "arrow");
    if (!hasArrow) return;
    arrow.style.left = `calc(${Math.min(at, to) + 0.5} * var(--lane-width))`;
    arrow.style.width = `calc(${Math.abs(at - to)} * var(--lane-width))`;
  }

  /** The heads of the lanes; true where other lanes are shown than before. */
  let headsDrawn = "";
  function drawHeads() {
    lanesShown = lanes.map((_, index) => index).filter((index) => index > 0 || state.model.lanesInUse.has(0));
    if (headsDrawn === String(lanesShown)) return false;
    headsDrawn = String(lanesShown);
    causes.moved();
    view.style.setProperty("--lane-count", lanesShown.length);
    replaceContents(heads, element("span.heads-time", { text: "world time" }), element("span.heads-lanes", {},
      lanesShown.map((index) => element("span", { text: lanes[index].label }))),
    element("span", { text: "what happened" }));
    return true;
  }

  let shownTrace;
  state.on("rows trace filter cookie", (topics) => {
    const isLive = state.summary?.live === true;
    const { count } = state.shown;
    list.follows = isLive;
    if (shownTrace !== state.traceID) list.isFollowing = isLive;
    shownTrace = state.traceID;
    const isOther = ["trace", "filter", "cookie"].some((topic) => topics.has(topic));
    const onlyGrew = !drawHeads() && count >= list.count && !isOther;
    const hasNewer = onlyGrew && count > list.count && !list.isFollowing;
    if (onlyGrew) list.grow(count);
    else list.setCount(count);
    if (topics.has("trace") || topics.has("filter")) showSelection();
    if (hasNewer || !isLive) newer.hidden = !isLive;
    tellCount();
  });
  state.on("selection", showSelection);

  function showSelection() {
    const row = state.row;
    const index = row ? state.shown.indexOf(row.position) : -1;
    list.select(index);
    if (!row) showRootCause();
    else if (index < 0 && list.count > 0) list.reveal(Math.min(list.count - 1, state.shown.indexAtOrAfter(row.position)));
    causes.draw(list.range);
  }

  /** Where nothing is selected yet, a trace begins where it went wrong, not with the app's installation. */
  let begunAt;
  function showRootCause() {
    const [sequence] = state.model.outcome?.rootCause?.evidence ?? [];
    const row = sequence === undefined ? undefined : state.model.rowOf(sequence);
    if (!row || begunAt === state.traceID || state.isLoading) return;
    begunAt = state.traceID;
    const index = state.shown.indexOf(row.position);
    if (index >= 0) list.keepInSight(index);
  }

  function tellCount() {
    const all = state.model.rows.length;
    const { count } = state.shown;
    const filtered = count === all ? eventCount(all) : `${count} of ${eventCount(all)}`;
    const problems = state.model.problems;
    const trouble = problems.length === 0 ? "" : ` · ${problems.length} unreadable: ${briefText(problems[0], 120)}`;
    setText(note, state.problem
      ? `${briefText(state.problem.message, 300)} ${briefText(state.problem.fix, 300)}`
      : state.isLoading
        ? `reading… ${filtered}`
        : count === 0 && all > 0 ? `${filtered}: the filter lets none through (Esc takes it away)` : filtered + trouble);
    note.classList.toggle("trouble", Boolean(state.problem) || problems.length > 0);
  }

  return { view, list, focus: () => list.element.focus({ preventScroll: true }) };
}

function codesText(codes) {
  const more = codes.length > 2 ? ` +${codes.length - 2}` : "";
  return codes.slice(0, 2).map((code) => briefText(code, 60)).join("  ") + more;
}

// Rows are filled again and again while the list scrolls: what has not changed is left alone.

function setText(part, text) {
  if (part.shownText === text) return;
  part.shownText = text;
  part.textContent = text;
}

function setClass(part, name) {
  if (part.shownClass === name) return;
  part.shownClass = name;
  part.className = name;
}

function makeRow() {
  const parts = {
    mark: element("span.mark"), sequence: element("span.sequence"), time: element("time.time"),
    actor: element("span.actor"), arrow: element("span.arrow"), dot: element("span.dot"),
    jump: element("span.jump"), sentence: element("span.sentence"), codes: element("span.codes"),
  };
  parts.lanes = element("span.lane-cell", {}, parts.arrow, parts.dot);
  const row = element("div.event-row", {}, parts.mark, parts.sequence, parts.time, parts.actor, parts.lanes,
    element("span.what", {}, parts.jump, parts.sentence), parts.codes);
  row.parts = parts;
  return row;
}
