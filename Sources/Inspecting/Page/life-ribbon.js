// The life of the chosen cookie, above the lanes: how far it came, and where and why it ended.

import { ribbonOf } from "./cookie-life.js";
import { reasonOf } from "./reason-card.js";
import { button, element, replaceContents } from "./page-element.js";
import { viewpointOf } from "./trace-viewpoint.js";
import { briefText, visibleText } from "./visible-text.js";

const states = {
  done: ["✓", "done"],
  "passed-over": ["–", "not needed"],
  gap: ["✗", "it ended here"],
  missing: ["○", "not reached"],
  unseen: ["?", "not seen here"],
  open: ["○", "not yet"],
};

export function lifeRibbon(state, { show }) {
  const chooser = element("select", {
    "aria-label": "Cookie whose life is shown", on: { change: () => state.chooseCookie(chooser.value) },
  });
  const life = element("span.muted");
  const steps = element("ol.steps");
  const why = element("p.why");
  const unseenWhy = element("p.muted.small");
  const view = element("section.ribbon", { "aria-label": "Life of the cookie" },
    element("div.ribbon-head", {}, element("label", {}, "Life of ", chooser), life), steps, why, unseenWhy);
  let namesShown = "";
  let drawn = "";

  state.on("trace rows cookie selection reasons", () => {
    const { cookies, outcome, handoffCookie } = state.model;
    const first = handoffCookie === undefined ? [] : [handoffCookie];
    const names = [...new Set([...first, ...cookies.names])].slice(0, 500);
    const name = state.cookie;
    view.hidden = name === undefined;
    if (name === undefined) return;
    if (!names.includes(name)) names.unshift(name);
    const key = JSON.stringify(names);
    if (key !== namesShown) {
      namesShown = key;
      replaceContents(chooser,
        names.map((each) => element("option", { value: each, text: briefText(each, 60) || "(no name)" })));
    }
    chooser.value = name;
    drawLife(cookies.entry(name)?.lives, outcome);
  });

  function drawLife(lives, outcome) {
    const current = lives?.at(state.selected);
    const isLast = current === undefined || current === lives.lives.at(-1);
    const count = lives?.lives.length ?? 0;
    const which = count > 1 ? `value ${lives.lives.indexOf(current) + 1} of ${count}` : "";
    if (life.textContent !== which) life.textContent = which;
    // How the trace ended says something of its last value only.
    const { unseen, why: whyUnseen } = viewpointOf(state.model.head);
    const { entries, gap } = ribbonOf(current, isLast ? outcome : undefined, unseen);
    // Most events change nothing of it.
    const marks = entries.map((entry) => [entry.state, entry.sequence, entry.failures.length]);
    const drawing = JSON.stringify([marks, gap?.reasons, gap?.at, whyUnseen, Object.keys(state.reasons).length]);
    if (drawing === drawn) return;
    drawn = drawing;
    unseenWhy.hidden = !entries.some((entry) => entry.state === "unseen");
    unseenWhy.textContent = unseenWhy.hidden ? "" : `? not seen here: ${whyUnseen}`;
    replaceContents(steps, entries.map((entry) => step(entry, gap?.at)));
    why.hidden = gap === undefined;
    if (gap) replaceContents(why, gapText(gap));
  }

  function step({ label, state: stage, sequence, failures }, gapAt) {
    const [sign, meaning] = states[stage];
    const at = stage === "gap" ? gapAt : sequence;
    const blocked = stage === "done" && failures.length > 0 ? `, blocked ${failures.length} times` : "";
    const parts = [
      element("span.step-sign", { "aria-hidden": "true", text: sign }),
      element("span.step-label", { text: label }),
      element("span.step-at", { text: at === undefined ? "" : `#${at}${blocked && ` · ${failures.length} ✗`}` }),
    ];
    const name = `${label}: ${meaning}${at === undefined ? "" : `, event ${at}`}${blocked}`;
    return element(`li.step.${stage}`, {}, at === undefined
      ? element("span.step-body", { "aria-label": name, role: "img" }, parts)
      : element("button.step-body", { type: "button", "aria-label": name, on: { click: () => show(at) } }, parts));
  }

  function gapText(gap) {
    const [code] = gap.reasons;
    if (code === undefined) {
      return [element("b", { text: `✗ It ended before “${gap.label}”.` }), " No event says why."];
    }
    const { meaning } = reasonOf(state, code);
    return [
      element("b", { text: `✗ ${gap.label}: ` }),
      element("code", { text: gap.reasons.map((each) => briefText(each, 60)).join(", ") }),
      meaning ? ` ${visibleText(meaning)} ` : " ",
      gap.at !== undefined
        && button(`#${gap.at}`, () => show(gap.at), { class: "link", "aria-label": `Show event ${gap.at}` }),
    ];
  }

  return view;
}
