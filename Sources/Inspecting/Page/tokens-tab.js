// The tokens: what each is, whose, how old on the world's clock, and who took or refused it.

import { button, element } from "./page-element.js";
import { simpleTable } from "./simple-table.js";
import { ageOf } from "./token-ledger.js";
import { briefText } from "./visible-text.js";
import { ageText, clockTime, durationText } from "./world-time.js";

const signs = { issued: "+", accepted: "✓", refused: "✗" };

export function tokensTab(state, { choose }) {
  const moment = element("p.status");
  let now = NaN;
  const table = simpleTable({
    caption: "Tokens", empty: "No token was issued, accepted or refused in this trace.",
    isSelected: (token) => token.uses.some((use) => use.sequence === state.selected),
    columns: [
      { title: "kind", className: "nowrap", cell: (token) => briefText(token.form, 30) },
      { title: "account", className: "mono", cell: (token) => briefText(token.uid, 40) || "–" },
      { title: "age", className: "nowrap", cell: (token) => ageText(ageOf(token, now).age) || "–" },
      { title: "expires", className: "nowrap", cell: expiry },
      {
        title: "what happened to it", className: "wide",
        cell: (token) => element("ul.uses", {}, token.uses.slice(-30).map(useItem)),
      },
      { title: "token", className: "mono wrap", cell: (token) => briefText(token.text, 200) },
    ],
  });

  function expiry(token) {
    const { left } = ageOf(token, now);
    if (!Number.isFinite(left)) return "–";
    return left > 0 ? `in ${durationText(left)}` : element("span.bad-text", { text: `✗ ${durationText(-left)} ago` });
  }

  function useItem({ sequence, time, actor, action, reasons }) {
    const sign = Object.hasOwn(signs, action) ? signs[action] : "·";
    const text = `${sign} ${briefText(action, 20)} by ${briefText(actor, 20)} ${clockTime(time)}`;
    return element("li", { class: action === "refused" ? "bad-text" : undefined },
      button(`#${sequence}`, () => choose(sequence), { class: "link" }), ` ${text}`,
      reasons.length > 0 && element("span.codes", { text: ` ${reasons.map((code) => briefText(code, 60)).join("  ")}` }));
  }

  function update() {
    now = state.row?.event.time ?? state.model.lastTime;
    const when = state.row ? `at event #${state.selected}` : "at the last event";
    moment.textContent = Number.isFinite(now) ? `Ages on the world's clock, ${when}, ${clockTime(now)} UTC.` : "";
    table.draw(state.model.tokens.tokens);
  }

  return {
    id: "tokens", label: "Tokens", topics: "rows trace selection", view: element("div", {}, moment, table.view), update,
  };
}
