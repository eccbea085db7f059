// A table for lists that are short by nature. A row that stands for an event is a button to it.

import { element, replaceContents } from "./page-element.js";

const atMost = 500;

/**
 * @param columns `[{title, cell(row) → text or node, className}]`
 * @param empty what to say where there are no rows
 */
export function simpleTable({ caption, columns, empty, isSelected = () => false }) {
  const body = element("tbody");
  const note = element("p.muted");
  const table = element("table", {}, element("caption.off-screen", { text: caption }),
    element("thead", {}, element("tr", {},
      columns.map(({ title, className }) => element("th", { scope: "col", class: className, text: title })))), body);
  const view = element("div.table-part", {}, table, note);
  return {
    view,
    /** The last rows, where there are too many: what is new is at the end. */
    draw(rows) {
      table.hidden = rows.length === 0;
      note.textContent = rows.length === 0
        ? empty
        : rows.length > atMost ? `The last ${atMost} of ${rows.length}; the filter finds the others.` : "";
      note.hidden = note.textContent === "";
      replaceContents(body, rows.slice(-atMost).map((row) => element("tr", {
        class: isSelected(row) ? "selected" : undefined, "aria-current": isSelected(row) ? "true" : undefined,
      },
        columns.map(({ cell, className }) => element("td", { class: className }, cell(row))))));
    },
  };
}
