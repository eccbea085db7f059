// A run as people in CI need it: each scenario with how it ended, what failed first, with its cause, the fix to copy and
// its trace to open.

import { button, element } from "./page-element.js";
import { fixLine } from "./reason-card.js";
import { simpleTable } from "./simple-table.js";
import { briefText, countText, cutText, visibleText } from "./visible-text.js";
import { durationText, fullTime, instantOf } from "./world-time.js";

/** In the order in which they are listed. */
const standings = [
  { id: "failed", sign: "✗", word: "failed", tone: "bad" },
  { id: "flaky", sign: "≈", word: "flaky", tone: "warn" },
  { id: "not-run", sign: "–", word: "not run", tone: "none" },
  { id: "known", sign: "≈", word: "known failure", tone: "warn" },
  { id: "passed", sign: "✓", word: "passed", tone: "good" },
];

/** How a scenario of a report stands: the id of one of the above. */
export function standingOf({ outcome, flaky, known_failure: known }) {
  if (outcome === "passed") return flaky ? "flaky" : known ? "known" : "passed";
  return outcome === "not-run" ? "not-run" : "failed";
}

/** Why a try did not pass, as `{code, message, fix}`; `undefined` where it passed. */
export function reasonOfEnding({ root_cause: cause, error, mismatches }) {
  if (cause ?? error) return cause ?? error;
  const [first] = mismatches ?? [];
  return first && { code: "run/expectation-not-met", message: expectationText(first), fix: "" };
}

const leftOut = "Its trace was left out, so that this file opens. run --trace FILE writes all traces.";
const expectationText = ({ expected, happened }) => `expected ${expected}; ${happened}`;
const said = (text, limit = 1200) => visibleText(cutText(text, limit));
const code = (text) => element("code.code-mark", { text: briefText(text, 80) });

/**
 * @param report as `run --report json=FILE` has it
 * @param summaries of the traces; `scenario` is the place of its scenario in the report
 * @param open called with a trace's id
 */
export function runList(report, summaries, { open }) {
  const traces = new Map();
  for (const { id, scenario } of summaries) {
    if (scenario !== undefined) traces.set(scenario, [...(traces.get(scenario) ?? []), String(id)]);
  }
  const scenarios = report.scenarios.map((scenario, index) => (
    { ...scenario, standing: standingOf(scenario), traces: traces.get(index) ?? [] }));
  const kinds = standings.map((kind) => ({ ...kind, all: scenarios.filter(({ standing }) => standing === kind.id) }))
    .filter(({ all }) => all.length > 0);
  const items = kinds.flatMap((kind) => kind.all.map((scenario) => ({ id: kind.id, view: item(scenario, kind) })));
  const tone = report.run.exit_code === 0 ? "good" : "bad";
  return element("main.run", { "aria-label": "Scenarios of the run" },
    element("header.run-head", { "data-tone": tone },
      element("span.verdict-sign", { "aria-hidden": "true", text: tone === "good" ? "✓" : "✗" }),
      element("div", {}, element("h1", { text: headline(kinds, scenarios.length, report.errors.length) }),
        element("p.muted", { text: facts(report) }))),
    report.errors.map(errorItem),
    kinds.length > 1 && chooser(kinds, items, scenarios.length),
    items.map(({ view }) => view));

  /** No item of a list: a browser numbers all of a list anew for each one that is hidden. */
  function item(scenario, kind) {
    const steps = scenario.steps ?? [];
    const view = element(`article.scenario.tone-${kind.tone}`, {},
      element("header.scenario-head", {},
        element("span.sign", { text: kind.sign }),
        element("h2", { text: said(title(scenario), 300) }),
        element("span.word", { text: scenario.outcome === "error" ? "error" : kind.word }),
        element("span.muted", { text: durationText(scenario.milliseconds) }),
        openButton(scenario.traces.at(-1), kind.id === "passed" ? "Trace" : "Open its trace")));
    const why = kind.id === "flaky" ? scenario.attempts.at(-1) : scenario;
    const body = [
      kind.id === "flaky" && element("p", { text: `Passed at try ${scenario.attempts.length + 1}. Before:` }),
      kind.id !== "passed" && endingLines(why),
      scenario.known_failure && element("p", {}, "Fails as is known: ", code(scenario.known_failure.reason),
        ` ${said(scenario.known_failure.note ?? "")}`),
      scenario.hint && element("p.muted", { text: said(`${scenario.hint.message} ${scenario.hint.fix}`) }),
    ];
    view.append(element("div.scenario-body", {}, body, more(scenario, steps)));
    return view;
  }

  function openButton(trace, text) {
    return trace !== undefined && button(text, () => open(trace), { class: "where" });
  }

  /** Steps, tries, findings and facts: made when somebody looks. */
  function more(scenario, steps) {
    const details = element("details.more", {}, element("summary", { text: moreText(scenario, steps) }));
    details.addEventListener("toggle", () => details.append(...[
      steps.length > 0 && stepTable(steps),
      scenario.attempts && tryTable(scenario),
      scenario.findings.length > 0 && element("ul.findings", {}, scenario.findings.map((finding) => element("li", {},
        element("p", {}, `! ${said(finding.message)} `, code(finding.code)), finding.fix ? fixLine(finding.fix) : ""))),
      element("p.muted", { text: scenarioFacts(scenario) }),
      traces.size > 0 && scenario.traces.length === 0 && scenario.outcome !== "not-run"
        && element("p.muted", { text: leftOut }),
    ].filter(Boolean)), { once: true });
    return details;
  }

  function stepTable(steps) {
    const table = simpleTable({
      caption: "Steps", empty: "",
      columns: [
        { title: "step", className: "strong", cell: ({ name, faulty }) => `${faulty ? "✗" : "✓"} ${briefText(name, 80)}` },
        { title: "took", className: "nowrap", cell: ({ milliseconds }) => durationText(milliseconds) },
        { title: "where", className: "mono wrap", cell: (step) => placeText(step) },
      ],
    });
    table.draw(steps);
    return table.view;
  }

  function tryTable(scenario) {
    const table = simpleTable({
      caption: "Tries", empty: "",
      columns: [
        { title: "try", cell: ({ number }) => String(number) },
        { title: "ended", className: "nowrap", cell: ({ outcome, milliseconds }) => `${outcome} · ${durationText(milliseconds)}` },
        {
          title: "why", className: "wide", cell: (ending) => {
            const reason = reasonOfEnding(ending);
            return element("span", {}, reason && [said(reason.message), " ", code(reason.code)]);
          },
        },
        { title: "", cell: ({ trace }) => openButton(trace, "Trace") || "" },
      ],
    });
    table.draw([...scenario.attempts, scenario].map((ending, index) => (
      { ...ending, number: index + 1, trace: scenario.traces[index] })));
    return table.view;
  }
}

/** Cause, fix, step and what was expected. */
function endingLines(ending) {
  const reason = reasonOfEnding(ending);
  const mismatches = ending.mismatches ?? [];
  const step = ending.root_cause?.step;
  // If the expectation is all that is known, it is the reason.
  const [own] = ending.root_cause || ending.error ? [] : mismatches;
  return [
    reason && element("p.root-message", {}, said(reason.message), " ", code(reason.code)),
    reason?.fix && fixLine(reason.fix),
    (ending.proof?.causes ?? []).slice(1).map(({ code: next, message, fix }) => element("p", {}, said(message), " ", code(next),
      fix && fixLine(fix))),
    ending.proof && element("p.muted", {}, said(ending.proof.text ?? "")),
    step && element("p.muted", {}, "in step ", element("code", { text: briefText(step.name, 80) }), " ",
      element("span.place", { text: placeText({ ...step, source: `${step.file}:${step.line}:${step.column}` }) })),
    own?.source && element("p.muted", { text: said(own.source) }),
    mismatches.filter((mismatch) => mismatch !== own).map((mismatch) => element("p", {}, said(expectationText(mismatch)), " ",
      mismatch.source && element("span.muted.place", { text: said(mismatch.source) }))),
  ];
}

function errorItem({ name, source, error }) {
  return element("article.scenario.tone-bad", {},
    element("header.scenario-head", {}, element("span.sign", { text: "✗" }), element("h2", { text: said(source ?? name, 300) }),
      element("span.word", { text: "could not be run" })),
    element("div.scenario-body", {}, element("p.root-message", {}, said(error.message), " ", code(error.code)),
      error.fix && fixLine(error.fix)));
}

/** Buttons that leave one kind of scenarios. */
function chooser(kinds, items, count) {
  const show = (chosen) => {
    for (const { id, view } of items) view.hidden = chosen !== undefined && id !== chosen;
    for (const { id, view } of choices) view.setAttribute("aria-pressed", id === chosen);
  };
  const choice = (id, text) => ({ id, view: button(text, () => show(id), { class: "choice" }) });
  const choices = [choice(undefined, `all ${count}`),
    ...kinds.map(({ id, sign, word, all }) => choice(id, `${sign} ${all.length} ${word}`))];
  show(undefined);
  return element("div.choices", { role: "group", "aria-label": "Show" }, choices.map(({ view }) => view));
}

function headline(kinds, count, errors) {
  const of = (id) => kinds.find((kind) => kind.id === id)?.all.length ?? 0;
  const parts = [];
  if (errors > 0) parts.push(`${countText(errors, "error")} before the run`);
  if (of("failed") > 0) parts.push(`${of("failed")} of ${countText(count, "scenario")} failed`);
  else if (count > 0) parts.push(`${countText(of("passed") + of("known"), "scenario")} passed`);
  if (of("flaky") > 0) parts.push(`${of("flaky")} flaky`);
  if (of("not-run") > 0) parts.push(`${of("not-run")} not run`);
  return parts.join(", ") || "No scenario was run";
}

function facts({ run, session_bridge: version }) {
  const shard = ({ index, count }) => `${index}/${count}`;
  return briefText([
    fullTime(instantOf(run.started)), `took ${durationText(run.milliseconds)}`, run.profile, run.engine, run.strictness,
    run.seed && `seed ${run.seed}`, run.shard && `shard ${shard(run.shard)}`,
    run.shards && `shards ${run.shards.map(shard).join(", ")}`, `session-bridge ${version}`,
  ].filter(Boolean).join(" · "), 400);
}

const title = ({ name, repetition }) => (repetition === undefined ? name : `${name} (run ${repetition})`);
const placeText = ({ source, used_at: used = [] }) => said([source, ...used].join(", used at "), 400);

function moreText({ attempts, findings }, steps) {
  return [steps.length > 0 && countText(steps.length, "step"), attempts && `${attempts.length + 1} tries`,
    findings.length > 0 && countText(findings.length, "finding")].filter(Boolean).join(" · ") || "more";
}

function scenarioFacts({ source, profile, engine, tags, shard }) {
  return said([source, profile, engine, tags && `tags ${tags.join(", ")}`, shard && `shard ${shard}`]
    .filter(Boolean).join(" · "), 600);
}
