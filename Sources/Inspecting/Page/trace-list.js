// The traces that there are, as the server lists them: live ones and those of files, each with how it ended.

import { element } from "./page-element.js";
import { verdictSign, verdictText } from "./verdict-bar.js";
import { VirtualList } from "./virtual-list.js";
import { briefText, eventCount } from "./visible-text.js";
import { instantOf, shortDate } from "./world-time.js";

export function traceList(state, { open }) {
  const heading = element("h2", { text: "Traces" });
  let summaries = [];
  const list = new VirtualList({
    label: "Traces", rowHeight: 62,
    make: () => {
      const parts = {
        sign: element("span.sign"), name: element("span.trace-name"), detail: element("span.trace-detail"),
      };
      const row = element("div.trace-row", {}, parts.sign, parts.name, parts.detail);
      row.parts = parts;
      return row;
    },
    fill: (row, index) => fill(row, summaries[index]),
    choose: (index) => open(String(summaries[index].id)),
    open: (index) => open(String(summaries[index].id)),
  });

  function fill(row, summary) {
    const { sign, word, tone } = verdictSign(summary);
    row.className = `trace-row tone-${tone}`;
    row.parts.sign.textContent = sign;
    row.parts.name.textContent = briefText(summary.name || "unnamed", 140);
    row.title = briefText(summary.source || summary.name, 300);
    const verdict = summary.verdict ? verdictText(summary.verdict).toLowerCase() : word;
    const started = shortDate(instantOf(summary.started)).slice(-5);
    const file = briefText(String(summary.file ?? "").split("/").pop(), 40);
    row.parts.detail.textContent = [started, verdict, summary.live ? eventCount(Number(summary.events) || 0) : "", file]
      .filter(Boolean).join(" · ");
    row.setAttribute("aria-label", `${row.parts.name.textContent}: ${word}, ${row.parts.detail.textContent}`);
  }

  state.on("counts", () => list.refresh());
  state.on("traces trace", () => {
    summaries = [...state.traces.values()];
    heading.textContent = summaries.length === 1 ? "1 trace" : `${summaries.length} traces`;
    // On a narrow page it takes no more room than its rows.
    list.element.style.setProperty("--rows", summaries.length);
    list.setCount(summaries.length);
    list.select(summaries.findIndex((summary) => String(summary.id) === state.traceID), { reveal: true });
  });
  return element("nav.traces", { "aria-label": "Traces" }, heading, list.element);
}
