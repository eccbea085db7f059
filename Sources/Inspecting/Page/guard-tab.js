// What the router and its guard did, step by step, each decision with its reason.

import { button, element } from "./page-element.js";
import { guardRefusals } from "./event-weight.js";
import { reasonOf } from "./reason-card.js";
import { simpleTable } from "./simple-table.js";
import { briefText, visibleText } from "./visible-text.js";
import { clockTime } from "./world-time.js";

export function guardTab(state, { choose }) {
  const table = simpleTable({
    caption: "Routing and guard", 
    empty: "No guard has run in this trace. A page in a real engine tells of its guard only by what it does.",
    isSelected: (event) => event.sequence === state.selected,
    columns: [
      {
        title: "event", cell: (event) => button(`#${event.sequence}`, () => choose(event.sequence), { class: "link" }),
      },
      { title: "time", className: "mono", cell: (event) => clockTime(event.time) },
      { title: "step", className: "strong", cell: ({ raw }) => briefText(raw.step, 30) },
      {
        title: "path", className: "mono wrap",
        cell: ({ raw }) => `${briefText(raw.path, 100)}${raw.route ? ` (${briefText(raw.route, 40)})` : ""}`,
      },
      { title: "what", className: "wide", cell: ({ raw }) => briefText(raw.detail, 300) },
      { title: "why", className: "wide", cell: (event) => element("ul.uses", {}, event.reasons.map(reasonItem)) },
    ],
  });

  function reasonItem(code) {
    const isRefusal = guardRefusals.has(code);
    return element("li", { class: isRefusal ? "bad-text" : undefined },
      `${isRefusal ? "✗ " : ""}${briefText(code, 60)} `,
      element("span.muted", { text: visibleText(reasonOf(state, code).meaning) }));
  }

  return {
    id: "guard", label: "Guard", topics: "rows trace selection reasons", view: table.view,
    update: () => table.draw(state.model.routing),
  };
}
