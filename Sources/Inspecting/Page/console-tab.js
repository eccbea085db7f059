// What pages and scripts said: console lines, messages to the app, exceptions.

import { element } from "./page-element.js";
import { VirtualList } from "./virtual-list.js";
import { briefText } from "./visible-text.js";
import { clockTime } from "./world-time.js";

function scriptText({ exception, line, column }) {
  if (exception === undefined) return "ran";
  const place = [["line", line], ["column", column]].filter(([, number]) => Number.isFinite(number));
  const where = place.map((part) => part.join(" ")).join(", ");
  return `✗ ${briefText(exception, 400)}${where ? ` (${where})` : ""}`;
}

/** A message's body is text, or whatever JSON a page sent. */
const bodyText = (body) => (typeof body === "string" ? body : (JSON.stringify(body) ?? ""));

export function consoleTab(state, { choose, open }) {
  let lines = [];
  const empty = element("p.muted", {
    text: "This trace has no line of a console, no message to the app, and no run of a script of the app's. What the page's"
      + " own scripts did with cookies is among the events: filter by kind:cookie-read.",
  });
  const list = new VirtualList({
    label: "Console", rowHeight: 24,
    make: () => {
      const row = element("div.console-row");
      row.cells = ["sequence", "time", "from", "text"].map((name) => element(`span.${name}`));
      row.append(...row.cells);
      return row;
    },
    fill: (row, index) => {
      const event = lines[index];
      const { raw } = event;
      const isTrouble = raw.exception !== undefined || /error$/i.test(String(raw.handler ?? ""));
      row.className = `console-row${isTrouble ? " trouble" : ""}`;
      const text = event.kind === "script"
        ? scriptText(raw)
        : `${isTrouble ? "✗ " : ""}${briefText(bodyText(raw.body), 400)}`;
      const texts = [`#${event.sequence}`, clockTime(event.time),
        briefText(event.kind === "script" ? raw.origin : raw.handler, 60), text];
      row.cells.forEach((cell, at) => { cell.textContent = texts[at]; });
      row.setAttribute("aria-label", texts.join(", "));
    },
    choose: (index) => choose(lines[index].sequence),
    open: (index) => open(lines[index].sequence),
  });

  function update() {
    lines = state.model.messages;
    empty.hidden = lines.length > 0;
    list.element.hidden = lines.length === 0;
    list.follows = state.summary?.live === true;
    list.setCount(lines.length);
    list.select(lines.findIndex((event) => event.sequence === state.selected));
  }

  return {
    id: "console", label: "Console", topics: "rows trace selection",
    view: element("div.console-tab", {}, empty, list.element), update,
  };
}
