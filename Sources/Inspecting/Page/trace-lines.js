// Reading a trace: JSON Lines in, entries out. What a line may hold is in docs/trace-file.md. A reader takes what it
// knows and passes over the rest; a line that is no JSON is a problem to be told, never an exception.

import { instantOf } from "./world-time.js";

const textOf = (value) => (typeof value === "string" ? value : undefined);
const numberOf = (value) => (typeof value === "number" && Number.isFinite(value) ? value : undefined);
const textsOf = (value) => (Array.isArray(value) ? value.filter((member) => typeof member === "string") : []);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function cookieOf(raw) {
  if (!isObject(raw) || typeof raw.name !== "string") return undefined;
  return {
    name: raw.name,
    domain: textOf(raw.domain),
    path: textOf(raw.path),
    value: textOf(raw.value),
    writtenBy: textOf(raw.written_by),
    reasons: textsOf(raw.reasons),
  };
}

const cookiesOf = (value) => (Array.isArray(value) ? value.map(cookieOf).filter(Boolean) : []);

const isPart = (part) => typeof part === "string" || textOf(part?.strong ?? part?.url) !== undefined;

/** What happened, in one line: the sentence that came with the trace. */
function sentenceOf(parts, raw) {
  const known = Array.isArray(parts) ? parts.filter(isPart) : [];
  return known.length > 0 ? known : [{ strong: textOf(raw.event) ?? "unknown" }];
}

/** An event with the members that the page reasons about in known types; `raw` has all that was recorded. */
function eventOf({ sentence, ...raw }) {
  const sequence = numberOf(raw.sequence);
  if (sequence === undefined) return { problem: "an event has no sequence" };
  const event = {
    sequence,
    at: textOf(raw.at) ?? "",
    time: instantOf(raw.at),
    actor: textOf(raw.actor) ?? "unknown",
    kind: textOf(raw.event) ?? "unknown",
    cause: numberOf(raw.cause),
    reasons: textsOf(raw.reasons),
    hop: numberOf(raw.hop),
    url: textOf(raw.url),
    store: textOf(raw.store),
    name: textOf(raw.name),
    sent: cookiesOf(raw.sent),
    arrived: cookiesOf(raw.cookies),
    withheld: cookiesOf(raw.withheld),
    visible: cookiesOf(raw.visible),
    hidden: cookiesOf(raw.hidden),
    sentence: sentenceOf(sentence, raw),
    raw,
  };
  return { event };
}

function rootCauseOf(raw) {
  if (!isObject(raw)) return undefined;
  return {
    code: textOf(raw.code) ?? "",
    message: textOf(raw.message) ?? "",
    fix: textOf(raw.fix) ?? "",
    evidence: Array.isArray(raw.evidence) ? raw.evidence.filter(Number.isFinite) : [],
    followedBy: Array.isArray(raw.followed_by)
      ? raw.followed_by.filter((next) => isObject(next) && Number.isFinite(next.sequence))
      : [],
  };
}

function outcomeOf(raw) {
  return {
    outcome: {
      verdict: textOf(raw.verdict) ?? "",
      uid: textOf(raw.uid),
      passed: typeof raw.passed === "boolean" ? raw.passed : undefined,
      rootCause: rootCauseOf(raw.root_cause),
      proof: textOf(raw.proof?.text),
      findings: Array.isArray(raw.findings) ? raw.findings.map(rootCauseOf).filter(Boolean) : [],
      milliseconds: numberOf(raw.milliseconds),
    },
  };
}

/** `{head}`, `{event}`, `{outcome}`, `{problem}`, or `{}` for an entry of a kind that is not known. */
export function entryOf(raw) {
  if (!isObject(raw)) return { problem: "a line is no JSON object" };
  if (raw.entry === "event") return eventOf(raw);
  if (raw.entry === "outcome") return outcomeOf(raw);
  if (raw.entry === "trace") return { head: raw };
  return {};
}

/** Cuts text that arrives in pieces into lines and reads each. */
export class LineReader {
  #rest = "";
  #line = 0;

  /** The entries of the lines that `text` completes. */
  push(text) {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop();
    return lines.map((line) => this.#read(line)).filter(Boolean);
  }

  /** What is left when nothing more will come: a last line without an end, whole or cut off. */
  end() {
    const rest = this.#rest;
    this.#rest = "";
    const entry = rest.trim() === "" ? undefined : this.#read(rest, true);
    return entry ? [entry] : [];
  }

  #read(line, isLast = false) {
    this.#line += 1;
    if (line.trim() === "") return undefined;
    try {
      const entry = entryOf(JSON.parse(line));
      return entry.problem ? { problem: `line ${this.#line}: ${entry.problem}` } : entry;
    } catch {
      return { problem: `line ${this.#line} is ${isLast ? "cut off" : "no JSON"} and was left out` };
    }
  }
}
