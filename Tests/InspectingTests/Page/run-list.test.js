import { embeddedFile } from "../../../Sources/Inspecting/Page/embedded-file.js";
import { reasonOfEnding, runList, standingOf } from "../../../Sources/Inspecting/Page/run-list.js";
import { equal, holds, includes } from "./expectations.js";
import { ensureDocument, shown } from "./small-document.js";
import { markup } from "./trace-rows.js";

const cause = { code: "script/http-only", message: "The guard cannot see it.", fix: "Leave HttpOnly out.", step: { name: "open", file: "s.yaml", line: 9, column: 5 } };
const scenario = (name, members) => ({ name, source: "s.yaml:3:1", outcome: "passed", milliseconds: 40, findings: [], ...members });
const failed = (name, members) => scenario(name, { outcome: "failed", root_cause: cause, mismatches: [{ expected: "verdict signed-in", happened: "was signed-out", reasons: [], source: "s.yaml:12:3" }], ...members });
const report = (scenarios, members) => ({ version: 1, session_bridge: "9.9", run: { milliseconds: 1500, totals: {}, exit_code: 1, profile: "ios18", seed: "7" }, scenarios, errors: [], ...members });

/** The list over a report; `look` gets it when it is shown. */
async function list(run, summaries, look) {
  ensureDocument();
  const opened = [];
  const view = runList(run, summaries, { open: (id) => opened.push(id) });
  await shown(view, () => look({ view, opened, text: view.textContent }));
}

export const tests = [
  { name: "run: how a scenario stands", run: () => {
    const rows = [
      [{ outcome: "passed" }, "passed"], [{ outcome: "passed", flaky: true }, "flaky"],
      [{ outcome: "passed", known_failure: { reason: "a/b" } }, "known"], [{ outcome: "failed" }, "failed"],
      [{ outcome: "error" }, "failed"], [{ outcome: "not-run" }, "not-run"],
    ];
    for (const [ending, standing] of rows) equal(standingOf(ending), standing, JSON.stringify(ending));
  } },
  { name: "run: why a try did not pass: its cause, what stood against it, or what was expected", run: () => {
    const error = { code: "run/world-failed", message: "m", fix: "f" };
    const mismatches = [{ expected: "route main", happened: "was login" }];
    equal([{ root_cause: cause, mismatches }, { error }, { mismatches }, {}].map((ending) => reasonOfEnding(ending)?.code),
      ["script/http-only", "run/world-failed", "run/expectation-not-met", undefined]);
  } },
  { name: "run: what failed is first, with its cause, its fix, its step, and its trace to open", run: () =>
    list(report([scenario("fine"), failed("broken")]), [{ id: "1", scenario: 1 }, { id: "2", scenario: 0 }], ({ text, view, opened }) => {
      holds(text.indexOf("broken") < text.indexOf("fine"), "what failed is first");
      for (const part of [
        "1 of 2 scenarios failed", cause.message, cause.code, cause.fix, "open", "s.yaml:9:5", "expected verdict signed-in; was signed-out",
        "s.yaml:12:3", "took 1.5 s", "ios18", "seed 7", "session-bridge 9.9",
      ]) includes(text, part);
      [...view.querySelectorAll("button")].find((button) => button.textContent === "Open its trace").click();
      equal(opened, ["1"]);
    }) },
  { name: "run: one that is flaky has the cause of the try that failed, and a known failure its reason", run: async () => {
    await list(report([scenario("now and then", { flaky: true, attempts: [failed("")] })]), [{ id: "4", scenario: 0 }, { id: "5", scenario: 0 }], ({ text }) => {
      for (const part of ["1 flaky", "Passed at try 2", cause.message, "2 tries"]) includes(text, part);
    });
    await list(report([scenario("known", { known_failure: { reason: "send/path", note: "ask Jiro" } })]), [], ({ text }) => {
      for (const part of ["1 scenario passed", "known failure", "send/path", "ask Jiro"]) includes(text, part);
      holds(!text.includes("Trace"), "no trace, no button");
    });
  } },
  { name: "run: what kept scenarios from being run is told before them", run: () =>
    list(report([], { errors: [{ name: "s.yaml", source: "s.yaml:2:1", outcome: "error", error: { code: "scenario/unknown-key", message: "no key", fix: "Correct it." } }] }), [], ({ text }) => {
      for (const part of ["1 error before the run", "s.yaml:2:1", "no key", "scenario/unknown-key", "Correct it."]) includes(text, part);
    }) },
  { name: "run: a kind can be left alone on the page", run: () =>
    list(report([scenario("fine"), failed("broken")]), [], ({ view }) => {
      const hidden = () => [...view.querySelectorAll("article")].map((item) => item.hidden === true);
      const choice = (word) => [...view.querySelectorAll("button")].find((button) => button.textContent.includes(word)).click();
      equal(hidden(), [false, false]);
      choice("1 passed");
      equal(hidden(), [true, false]);
      choice("all 2");
      equal(hidden(), [false, false]);
    }) },
  { name: "run: names of others stay text", run: () =>
    list(report([failed(`${markup}\u202e`, { root_cause: { ...cause, message: markup, fix: markup } })]), [], ({ view, text }) => {
      equal(view.querySelectorAll("img").length, 0);
      includes(text, markup);
      holds(!text.includes("\u202e"), "nothing turns the line round");
    }) },
  { name: "file: what came in the page answers, in pieces; a served page has none", run: async () => {
    const elements = {
      embedded: JSON.stringify({ session: { mode: "file" }, traces: [{ id: "1" }], reasons: { "a/b": { meaning: "m", fix: "f" } } }),
      "trace-1": "x".repeat(300_000),
    };
    const page = { getElementById: (id) => (Object.hasOwn(elements, id) ? { textContent: elements[id] } : null) };
    equal(embeddedFile({ getElementById: () => null }), undefined);
    const file = embeddedFile(page);
    equal([(await file.session()).mode, (await file.traces()).length, (await file.reasons())["a/b"].fix, file.run], ["file", 1, "f", undefined]);
    const pieces = [];
    for await (const piece of file.traceText("1")) pieces.push(piece);
    equal([pieces.length > 1, pieces.join("").length], [true, 300_000]);
    let problem;
    try { for await (const piece of file.traceText("2")) pieces.push(piece); } catch (failure) { problem = failure.message; }
    equal(problem, "This file has no such trace.");
  } },
];
