// The filter's field, with what is wrong with it said below. Enter goes to the rows, and so does Escape, which takes the
// filter away.

import { button, element, replaceContents } from "./page-element.js";
import { visibleText } from "./visible-text.js";

const patience = 120;

export function filterBox(state, { change, leave }) {
  const message = element("p.filter-problem", { id: "filter-problem", role: "status" });
  const field = element("input", {
    type: "search", id: "filter", placeholder: exampleFor(undefined), spellcheck: "false",
    autocomplete: "off", autocapitalize: "none", "aria-describedby": "filter-problem", "aria-label": "Filter events",
    on: { input: () => later(), keydown: (event) => key(event) },
  });
  const clear = button("Clear", () => set(""), { class: "quiet", hidden: true });
  let timer;

  function later() {
    clearTimeout(timer);
    timer = setTimeout(() => change(field.value), patience);
  }

  function set(text) {
    clearTimeout(timer);
    field.value = text;
    change(text);
  }

  function key(event) {
    if (event.key === "Enter") {
      set(field.value);
      if (state.filterProblem === undefined) leave();
    } else if (event.key === "Escape") {
      if (field.value !== "") set("");
      leave();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  state.on("cookie", () => {
    field.placeholder = exampleFor(state.cookie);
  });

  state.on("filter", () => {
    if (document.activeElement !== field) field.value = state.filterText;
    clear.hidden = state.filterText === "";
    const problem = state.filterProblem;
    field.setAttribute("aria-invalid", problem !== undefined);
    replaceContents(message, problem ? [
      element("span", { "aria-hidden": "true", text: "✗ " }),
      element("code", { text: visibleText(state.filterText.slice(problem.start, problem.end)) }),
      ` ${visibleText(problem.message)}`,
    ] : []);
  });

  const view = element("div.filter", { role: "search" }, element("label", { for: "filter", text: "Filter" }), field,
    clear, message);
  return { view, set, focus: () => { field.focus(); field.select(); } };
}

/** What can be written, with the cookie that is looked at where its name needs no quotes. */
function exampleFor(cookie) {
  const name = /^[\w.-]{1,40}$/.test(cookie ?? "") ? cookie : "customtoken";
  return `cookie:${name} reason:send/* actor:page`;
}
