// The one line that people come for: how it ended and why, the fix to copy, and where it happened.

import { fixLine, reasonOf } from "./reason-card.js";
import { button, element, replaceContents } from "./page-element.js";
import { standingText } from "./served-standing.js";
import { briefText, cutText, visibleText } from "./visible-text.js";

const verdictWords = {
  "signed-in": "Signed in",
  "signed-out": "Not signed in",
  "other-user": "Signed in as somebody else",
  hanging: "The page hangs",
  looping: "The page loops",
  "page-error": "The page ended in an error",
  failed: "The page did not load",
  "not-opened": "The page was not opened",
};

export const verdictText = (verdict) =>
  (Object.hasOwn(verdictWords, verdict) ? verdictWords[verdict] : briefText(verdict, 40));

/** `{sign, word, tone}` for a trace that ended so, or has not. */
export function verdictSign({ passed, verdict, live }) {
  if (passed === true) return { sign: "✓", word: "as expected", tone: "good" };
  if (passed === false) return { sign: "✗", word: "not as expected", tone: "bad" };
  if (verdict === "signed-in") return { sign: "✓", word: "signed in", tone: "good" };
  if (verdict) return { sign: "✗", word: "not signed in", tone: "bad" };
  return live ? { sign: "●", word: "live", tone: "live" } : { sign: "–", word: "no outcome", tone: "none" };
}

const standingSign = ({ tone }) => ({ sign: { good: "✓", bad: "✗" }[tone] ?? "●", tone });

export function verdictBar(state, { show }) {
  const view = element("section.verdict", { "aria-label": "Verdict and root cause", "aria-live": "polite" });
  state.on("trace traces rows reasons", (topics) => {
    if (topics.size > 1 || !topics.has("rows") || !state.model.outcome) draw();
  });

  let drawn;
  function draw() {
    const { outcome, head } = state.model;
    const live = state.summary?.live === true;
    const { problem, isLoading } = state;
    const { problems, rows } = state.model;
    const key = JSON.stringify([state.traceID, outcome, live, head.expected, problem, isLoading, problems.length,
      rows.length === 0, outcome ? undefined : state.model.standing.latest, Object.keys(state.reasons).length]);
    if (key === drawn) return;
    drawn = key;
    const standing = standingNow(outcome, head, isLoading);
    const { sign, tone } = standing ? standingSign(standing) : verdictSign({ ...outcome, live });
    view.dataset.tone = tone;
    const findings = outcome?.findings ?? [];
    replaceContents(view,
      element("span.verdict-sign", { "aria-hidden": "true", text: sign }),
      element("div.verdict-text", {},
        problem ? problemLines(problem) : standing ? standingLines(standing) : [sentence(outcome, head, live), causeLine(outcome)]),
      findings.length > 0 ? findingList(findings) : undefined);
  }

  function sentence(outcome, head, live) {
    if (!outcome) return unended(live);
    const who = outcome.uid ? ` as ${briefText(outcome.uid, 60)}` : "";
    const expected = typeof head.expected === "string" ? head.expected : "signed-in";
    const wanted = outcome.verdict === expected && expected !== "signed-in" ? ", as the scenario wanted"
      : outcome.passed === false && outcome.verdict !== expected
        ? ` (wanted: ${verdictText(expected).toLowerCase()})`
        : "";
    return element("h1", {}, `${verdictText(outcome.verdict)}${who}${wanted}`,
      element("code", { text: briefText(outcome.verdict, 40) }));
  }

  /** How far it has come, where only the services see it: they tell no verdict, and much else. */
  function standingNow(outcome, head, isLoading) {
    if (outcome || isLoading || head.seen_from !== "services") return undefined;
    return standingText(state.model.standing.latest, state.model.handoffCookie);
  }

  function standingLines({ text, waits, code, at }) {
    const { meaning, fix } = code === undefined ? {} : reasonOf(state, code);
    const says = waits ?? visibleText(cutText(meaning ?? "", 800));
    return [
      element("h1", {}, visibleText(cutText(text, 300))),
      (says || code) && element("p.root-message", {}, says, " ", code && element("code.code-mark", { text: briefText(code, 80) })),
      element("div.root-actions", {}, fix ? fixLine(fix) : undefined,
        at !== undefined && whereButton({ evidence: [at] })),
    ];
  }

  /** Why there is no outcome, as far as the trace itself says. */
  function unended(live) {
    const { problems, rows } = state.model;
    if (state.isLoading) return element("h1", { text: "Reading the trace…" });
    if (live) {
      return [element("h1", { text: "Live: no verdict yet" }), element("p", { text: state.model.head.seen_from === "network"
        ? "A recording tells what was sent and what was kept back, and not who is signed in: see Requests below."
        : "The verdict comes when the run ends." })];
    }
    if (rows.length === 0) {
      return [element("h1", { text: "Nothing has happened in this trace" }),
        element("p", { text: "It has no events: the run was ended before the first one, or the file is empty." })];
    }
    return [element("h1", { text: "No verdict: this trace has no outcome" }), element("p", { text: problems.length === 0
      ? "The run was ended from outside. What happened until then is below."
      : `Not all of it can be read: ${briefText(problems.at(-1), 200)}. What can be read is below.` })];
  }

  const problemLines = ({ message, fix }) => [element("h1", { text: "This trace cannot be shown" }),
    element("p", { text: `${visibleText(cutText(message, 400))} ${visibleText(cutText(fix, 400))}` })];

  function causeLine(outcome) {
    const root = outcome?.rootCause;
    if (!root) return undefined;
    return element("div.root-cause", {},
      element("p.root-message", {}, visibleText(cutText(root.message, 1200)), " ",
        element("code.code-mark", { text: briefText(root.code, 80) })),
      element("div.root-actions", {},
        root.fix ? fixLine(root.fix) : undefined,
        whereButton(root)),
      outcome.proof && element("p.muted", { text: visibleText(cutText(outcome.proof, 400)) }));
  }

  function whereButton({ evidence }) {
    return evidence.length > 0 && button(`Show where · #${evidence[0]}`, () => show(evidence[0]), { class: "where" });
  }

  function findingList(findings) {
    return element("details.findings", {},
      element("summary", { text: findings.length === 1 ? "1 finding" : `${findings.length} findings` }),
      element("ul", {}, findings.slice(0, 50).map((finding) => element("li", {},
        element("p", {}, "! ", visibleText(cutText(finding.message, 800)), " ",
          element("code.code-mark", { text: briefText(finding.code, 80) })),
        element("div.root-actions", {}, finding.fix ? fixLine(finding.fix) : undefined, whereButton(finding))))));
  }

  return view;
}
