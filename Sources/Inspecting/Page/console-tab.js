// What pages, scripts and started servers said: console lines, messages to the app, errors, failed requests.

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

/** `TypeError: a is not b (https://…/app.js:12:5)`: the name, unless the message begins with it, and the place. */
function errorText({ name, message, file, line, column }) {
  const words = name && !String(message ?? "").startsWith(name) ? `${name}: ${message ?? ""}` : (message ?? "");
  const place = [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(":");
  return `${briefText(words, 400)}${place ? ` (${briefText(place, 200)})` : ""}`;
}

function failureText({ method, url, words, missing }) {
  const about = [words, missing].filter(Boolean).map((text) => briefText(text, 200)).join("; ");
  return `${method ? `${method} ` : ""}${briefText(url, 200)}${about ? `: ${about}` : ""}`;
}

function processText({ action, status, signal }) {
  const how = [["status", status], ["signal", signal]].filter(([, number]) => number !== undefined);
  return `${action} ${how.map((part) => part.join(" ")).join(", ")}`.trim();
}

/** Each kind: who or what says it, what it says, and whether that is trouble. */
const said = {
  script: (raw) => [raw.origin, scriptText(raw), raw.exception !== undefined],
  message: (raw) => [raw.handler, bodyText(raw.body), /error$/i.test(String(raw.handler ?? ""))],
  "page-error": (raw) => [`${raw.origin} error`, errorText(raw), true],
  "request-failed": (raw) => ["request failed", failureText(raw), true],
  "script-skipped": (raw) => ["script did not run", `${raw.url}${raw.status ? ` (answer ${raw.status})` : ""}`, true],
  "policy-violation": (raw) => [`policy ${raw.directive}`, `blocks ${raw.blocked}`, true],
  printed: (raw) => [`${raw.process} ${raw.stream}`, bodyText(raw.text), false],
  process: (raw) => [raw.process, processText(raw), (raw.status ?? 0) !== 0],
};

export function consoleTab(state, { choose, open }) {
  let lines = [];
  const empty = element("p.muted", {
    text: "This trace has no line of a console or of a started server, no message to the app, no error of a page, and no"
      + " run of a script of the app's. What the page's"
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
      const [from, words, isTrouble] = said[event.kind](event.raw);
      row.className = `console-row${isTrouble ? " trouble" : ""}`;
      const mark = isTrouble && event.kind !== "script" ? "✗ " : "";
      const texts = [`#${event.sequence}`, clockTime(event.time), briefText(from, 60), `${mark}${briefText(words, 400)}`];
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
