// The keys and the filter language, on `?`.

import { filterKeys } from "./filter-language.js";
import { button, element } from "./page-element.js";

const shortcuts = [
  ["j  k", "next and previous event"],
  ["[  ]", "previous and next event of the chosen cookie"],
  ["e", "the event that shows the root cause"],
  ["Enter", "read the event; Esc goes back"],
  ["/", "filter; Enter goes to the rows, Esc takes it away"],
  ["1 … 7", "tabs"],
  ["t", "list of traces"],
  ["d", "light, dark, or as the system has it"],
  ["?", "this help"],
];

const signs = [
  ["✗", "the root cause; a gap in the cookie's life; blocked"],
  ["↳", "followed from the root cause"],
  ["!", "a finding rests on it"],
  ["◦", "refused or blocked, and not why it failed"],
  ["– ○ ?", "a stage that was not needed; not reached; not seen here"],
  ["⇣", "a request that only its server saw"],
];

const examples = [
  ["cookie:customtoken", "what touched the cookie"],
  ["reason:send/*", "* stands for anything"],
  ["actor:page,app -kind:keychain", "a comma is “or”, - is “not”"],
  ["url:/signin 302", "words look everywhere in the event"],
  ["is:refused", "or is:evidence, is:finding, is:followed"],
];

const rule = "Words of one key are alternatives, words of different keys must all hold.";

const list = (rows, head) => element("dl.keys", {}, rows.flatMap(([first, what]) => [
  element("dt", {}, head(first)), element("dd", { text: what }),
]));

export function helpDialog() {
  const dialog = element("dialog.help", { "aria-labelledby": "help-title" });
  dialog.append(
    element("header.panel-head", {}, element("h2", { id: "help-title", text: "Keys, signs, filter" }),
      button("×", () => dialog.close(), { class: "close", "aria-label": "Close" })),
    list(shortcuts, (keys) => keys.split("  ").map((key) => element("kbd", { text: key }))),
    element("h3", { text: "Signs" }),
    list(signs, (sign) => sign),
    element("h3", { text: "Filter" }),
    list(examples, (text) => element("code", { text })),
    element("p.muted", { text: `Keys: ${filterKeys.join(", ")}. ${rule}` }));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return { view: dialog, toggle: () => (dialog.open ? dialog.close() : dialog.showModal()) };
}
