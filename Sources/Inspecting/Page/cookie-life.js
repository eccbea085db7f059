// The life of one cookie as a ribbon of stages. A cookie lives once for each value that is handed over: what another
// exchange or another user brings is a life of its own. Built as events arrive; each use costs the same.

import { isNativeStore } from "./actor-lanes.js";
import { fingerprintOf } from "./cookie-uses.js";

export const stages = [
  { id: "set", label: "set" },
  { id: "native", label: "native store" },
  { id: "copied", label: "copied" },
  { id: "view", label: "view's store" },
  { id: "sent", label: "sent" },
  { id: "seen", label: "seen by script" },
  { id: "read", label: "read by guard" },
  { id: "traded", label: "traded" },
  { id: "deleted", label: "deleted" },
];

/** Which stages a use reaches, and at which one it fails. */
function effectOf(use, life) {
  switch (use.role) {
    case "announced": return { reaches: ["set"] };
    case "written": return { reaches: reachedByWrite(use, life) };
    case "refused": return { fails: isNativeStore(use.store) ? "native" : "view" };
    case "deleted": return { reaches: ["deleted"] };
    case "arrived": return { reaches: ["sent"] };
    case "sent": return { reaches: use.via === "app" ? ["copied", "sent"] : ["sent"] };
    case "withheld":
    case "dropped": return { fails: "sent" };
    // A guard says that it looks before the script's read is told: only both together are a cookie that was read.
    case "seen": return { reaches: life.hasGuardLooked ? ["seen", "read"] : ["seen"] };
    case "read":
      life.hasGuardLooked = true;
      return { reaches: life.stages.get("seen")?.sequence === undefined ? [] : ["read"] };
    case "hidden": return { fails: "seen" };
    case "turned-away": return { fails: life.stages.get("read")?.sequence === undefined ? "read" : "traded" };
    case "traded": return { reaches: ["traded"] };
    case "not-traded": return { fails: "traded" };
    default: return {};
  }
}

function reachedByWrite(use, life) {
  const isSetCookie = use.via === "Set-Cookie";
  const wasSet = isSetCookie ? ["set"] : [];
  if (isNativeStore(use.store)) return [...wasSet, "native"];
  // A write that is no Set-Cookie hands on what an earlier stage had.
  const isCopy = !isSetCookie && (life.stages.has("set") || life.stages.has("native"));
  return [...wasSet, ...(isCopy ? ["copied"] : []), "view"];
}

export class CookieLives {
  /** `{print, first, last, stages}`, oldest first; a stage is `{sequence?, latest?, failures: [{sequence, reasons}]}`. */
  lives = [];
  #byPrint = new Map();

  note(use, sequence) {
    const life = this.#lifeFor(use, sequence);
    life.last = sequence;
    const { reaches = [], fails } = effectOf(use, life);
    for (const id of reaches) {
      const stage = stageOf(life, id);
      stage.sequence ??= sequence;
      stage.latest = sequence;
    }
    if (fails) stageOf(life, fails).failures.push({ sequence, reasons: use.reasons });
  }

  /** The life that `sequence` falls into; the last one where none is asked for. */
  at(sequence) {
    if (sequence === undefined) return this.lives.at(-1);
    return this.lives.findLast((life) => life.first <= sequence) ?? this.lives[0];
  }

  #lifeFor(use, sequence) {
    const print = saysValue.has(use.role) ? fingerprintOf(use.value) : undefined;
    const known = isOfEarlier.has(use.role) ? this.#byPrint.get(fingerprintOf(use.value)) : undefined;
    const life = known ?? this.#currentFor(use, print) ?? this.#begin(sequence);
    if (print !== undefined && life.print === undefined) {
      life.print = print;
      this.#byPrint.set(print, life);
    }
    return life;
  }

  /** The last life, unless the use is the first of another. */
  #currentFor(use, print) {
    const current = this.lives.at(-1);
    if (current === undefined || isNextRound(use, current)) return undefined;
    return print === undefined || current.print === undefined || current.print === print ? current : undefined;
  }

  #begin(sequence) {
    const life = { print: undefined, first: sequence, last: sequence, stages: new Map() };
    this.lives.push(life);
    return life;
  }
}

/** The uses that tell which value a life is of. */
const saysValue = new Set(["written", "arrived"]);

/** The uses of a value that may be older than the last: a browser sends what it has, whatever was set since. */
const isOfEarlier = new Set(["arrived", "traded", "not-traded"]);

/** A service that sets the cookie once more begins another round; which value it gives it does not say. */
const isNextRound = (use, life) => use.role === "announced" && use.via === "service" && hasBegun(life);

const hasBegun = (life) => ["set", "sent", "traded"].some((id) => life.stages.has(id));

function stageOf(life, id) {
  if (!life.stages.has(id)) life.stages.set(id, { sequence: undefined, latest: undefined, failures: [] });
  return life.stages.get(id);
}

/**
 * The ribbon of a life: `{entries, gap?}`. An entry is `{id, label, state, sequence?, failures}`; its state is `done`,
 * `passed-over` (a later stage was reached without it), `gap` (here it ended), `missing` (after the gap), `unseen` (whether
 * it happened cannot be seen from where the trace was written) or `open` (still to come, or never needed). The gap is its
 * entry with the `reasons` that fit best and `at`, where they were given.
 *
 * @param unseen the ids of the stages that are out of sight, as `trace-viewpoint.js` has them
 */
export function ribbonOf(life, outcome, unseen = new Set()) {
  const entries = stages.map(({ id, label }) => {
    const stage = life?.stages.get(id);
    return {
      id, label, sequence: stage?.sequence, latest: stage?.latest, failures: stage?.failures ?? [], state: "open",
    };
  });
  const path = entries.slice(0, -1);
  const last = path.findLastIndex((entry) => entry.sequence !== undefined);
  const gap = gapIn(path, last, outcome);
  entries.forEach((entry, index) => {
    if (index === gap) entry.state = "gap";
    else if (entry.sequence !== undefined) entry.state = "done";
    else if (unseen.has(entry.id)) entry.state = "unseen";
    else if (index < last) entry.state = "passed-over";
    else if (gap !== undefined && index > gap && index < path.length) entry.state = "missing";
  });
  return { entries, gap: gap === undefined ? undefined : { ...entries[gap], ...whyOf(path, gap, outcome) } };
}

/** The index of the stage at which it ended, or undefined where nothing is known to be wrong. */
function gapIn(path, last, outcome) {
  if (outcome?.verdict === "signed-in") return undefined;
  const failed = whereTheCauseIs(path, last, outcome?.rootCause)
    ?? path.findIndex((entry, index) => index > last && entry.failures.length > 0);
  const sooner = failed >= 0 ? path.findIndex((entry, index) => index > last && index < failed && isOfOneRule(entry, path[failed])) : -1;
  if (sooner >= 0) return sooner;
  if (failed >= 0) return tellsOfEarlier(path[failed]) ? whereItWasMissed(path, last, failed) : failed;
  // All that was reached once may be lost later: by a private store, a deletion, another visit.
  const lost = path.findIndex((entry) => entry.failures.at(-1)?.sequence > entry.latest);
  if (lost >= 0 && outcome) return lost;
  const isExplained = outcome?.rootCause !== undefined && !isExpectation(outcome.rootCause);
  return isExplained && last < path.length - 1 ? last + 1 : undefined;
}

/** What kept a cookie from the request kept it from the script: `send/path` and `script/path` are one rule. */
function isOfOneRule(earlier, later) {
  const rulesOf = (entry) => entry.failures.at(-1)?.reasons.map((code) => code.slice(code.indexOf("/") + 1)) ?? [];
  const rules = new Set(rulesOf(later));
  return rulesOf(earlier).some((rule) => rules.has(rule));
}

/** The stage, after all that was reached, at which the root cause itself was given. */
function whereTheCauseIs(path, last, root) {
  if (!root || isExpectation(root)) return undefined;
  const index = path.findLastIndex((entry, place) =>
    place > last && entry.failures.some((failure) => failure.reasons.includes(root.code)));
  return index < 0 ? undefined : index;
}

/** A guard that finds nothing, or a jar that has it elsewhere, tells of a stage before its own. */
const tellsOfEarlier = (entry) =>
  entry.failures.at(-1).reasons.some((code) => code === "send/other-store" || code === "guard/cookie-absent");

function whereItWasMissed(path, last, failed) {
  const isInView = path.find((entry) => entry.id === "view").sequence !== undefined;
  const seen = path.findIndex((entry) => entry.id === "seen");
  return isInView && failed >= seen ? Math.max(seen, last + 1) : last + 1;
}

const isExpectation = (root) => root.code === "run/expectation-not-met";

/** The root cause, then what the stage itself says, or else the next one that failed. */
function whyOf(path, gap, outcome) {
  const own = path[gap].failures.at(-1);
  const next = path.slice(gap).find((entry) => entry.failures.length > 0)?.failures[0];
  const root = outcome?.rootCause;
  if (!root || isExpectation(root)) return { reasons: tellingFirst((own ?? next)?.reasons), at: (own ?? next)?.sequence };
  const failures = path.slice(gap).flatMap((entry) => entry.failures);
  const telling = failures.find((failure) => failure.reasons.includes(root.code));
  return {
    reasons: [...new Set([root.code, ...(own?.reasons ?? [])])], at: (telling ?? own)?.sequence ?? root.evidence[0],
  };
}

/** What is behind the wire's own code says more than the code. */
const tellingFirst = (reasons = []) => [...reasons].sort((a, b) => a.startsWith("auth/") - b.startsWith("auth/"));
