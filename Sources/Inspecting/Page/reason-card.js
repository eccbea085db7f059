// A reason as people need it: its code, what it means, and the fix with a button that copies it.

import { copyButton } from "./copy-button.js";
import { button, element } from "./page-element.js";
import { filterWord } from "./filter-language.js";
import { briefText, visibleText } from "./visible-text.js";

/** `{meaning, fix}` of a code; what is not in the list has neither. */
export function reasonOf(state, code) {
  const known = Object.hasOwn(state.reasons, code) ? state.reasons[code] : undefined;
  return { meaning: known?.meaning ?? "", fix: known?.fix ?? "" };
}

/** @param narrow called with a filter word when the code is clicked */
export function reasonCard(state, code, narrow, extra) {
  const { meaning, fix } = reasonOf(state, code);
  return element("li.reason", {},
    element("div.reason-head", {},
      button(briefText(code, 80), () => narrow(filterWord("reason", code)),
        { class: "code", title: "Show only events with this reason" }),
      extra ? element("span.muted", { text: extra }) : undefined),
    element("p", { text: meaning ? visibleText(meaning) : "This code is not in this version's list." }),
    fix ? fixLine(fix) : undefined);
}

export function fixLine(fix) {
  return element("p.fix", {}, element("span.fix-word", { text: "Fix" }),
    element("span.value", { text: visibleText(fix) }), " ", copyButton(fix, "Copy"));
}
