// One trace as the page knows it. Lines go in one at a time, from a file or live, and each costs the same whatever came
// before; the views ask the parts.

import { laneOf, towardLane } from "./actor-lanes.js";
import { CookieIndex } from "./cookie-index.js";
import { isRefusal, marksOf } from "./event-weight.js";
import { RequestLog } from "./request-log.js";
import { ServedStanding } from "./served-standing.js";
import { StoreLedger } from "./store-ledger.js";
import { TokenLedger } from "./token-ledger.js";

/** What the console shows: what pages, scripts and started servers said, and what a page asked for in vain. */
const saidKinds = new Set([
  "message", "script", "page-error", "request-failed", "script-skipped", "policy-violation", "printed", "process",
]);

export class TraceModel {
  head = {};
  outcome = undefined;
  /** Rows in order of arrival: `{event, position, lane, toward, isRefusal, roles}`. */
  rows = [];
  problems = [];
  cookies = new CookieIndex();
  requests = new RequestLog();
  stores = new StoreLedger();
  tokens = new TokenLedger();
  standing = new ServedStanding();
  routing = [];
  messages = [];
  lanesInUse = new Set();
  kinds = new Set();
  actors = new Set();
  /** What the outcome says of events, by sequence. */
  marks = new Map();
  #bySequence = new Map();
  #effects = new Map();

  get handoffCookie() {
    return typeof this.head.cookie === "string" ? this.head.cookie : undefined;
  }

  /** Takes an entry of `trace-lines.js`; returns the new row, if it made one. */
  accept({ head, event, outcome, problem }) {
    if (head) this.head = head;
    if (problem) this.problems.push(problem);
    if (outcome) {
      this.outcome = outcome;
      this.marks = marksOf(outcome);
    }
    return event ? this.#acceptEvent(event) : undefined;
  }

  rowOf(sequence) {
    return this.#bySequence.get(sequence);
  }

  /** The sequence of what led to the event: as recorded, or the request of a response and the response of a write. */
  causeOf(event) {
    if (event.cause !== undefined) return event.cause;
    if (event.hop === undefined) return undefined;
    if (event.kind === "response") return this.requests.requestOfHop(event.hop)?.sequence;
    if (event.kind !== "cookie-write") return undefined;
    return (this.requests.responseOfHop(event.hop) ?? this.requests.requestOfHop(event.hop))?.sequence;
  }

  /** What led to the event, first cause first. Ends at a cause that is not there, and at a ring. */
  ancestry(event) {
    const chain = [];
    const seen = new Set([event.sequence]);
    let cause = this.causeOf(event);
    while (cause !== undefined && !seen.has(cause) && chain.length < 200) {
      seen.add(cause);
      const row = this.rowOf(cause);
      chain.unshift({ sequence: cause, row });
      cause = row && this.causeOf(row.event);
    }
    return chain;
  }

  effectsOf(sequence) {
    return this.#effects.get(sequence) ?? [];
  }

  get lastTime() {
    return this.rows.at(-1)?.event.time ?? NaN;
  }

  #acceptEvent(event) {
    // A line may come twice, once with the file and once live.
    if (this.#bySequence.has(event.sequence)) return undefined;
    const position = this.rows.length;
    this.#file(event);
    this.standing.take(event, this.handoffCookie);
    const row = {
      event,
      position,
      lane: laneOf(event),
      toward: towardLane(event),
      isRefusal: isRefusal(event),
      roles: this.cookies.note(event, position, this.handoffCookie),
    };
    this.rows.push(row);
    this.#bySequence.set(event.sequence, row);
    this.lanesInUse.add(row.lane);
    this.kinds.add(event.kind);
    this.actors.add(event.actor);
    this.#noteCause(event);
    return row;
  }

  #file(event) {
    if (event.kind === "request") this.requests.noteRequest(event);
    if (event.kind === "response") this.requests.noteResponse(event);
    // One that our own client sent is there already, with what its store kept back.
    if (event.kind === "served" && this.rowOf(event.cause)?.event.kind !== "request") this.requests.noteServed(event);
    if (event.kind === "cookie-write") {
      this.stores.note(event);
      this.requests.noteWrite(event);
    } else this.stores.noteStore(event.store);
    if (event.kind === "token") this.tokens.note(event);
    if (event.kind === "routing") this.routing.push(event);
    if (saidKinds.has(event.kind)) this.messages.push(event);
  }

  #noteCause(event) {
    const cause = this.causeOf(event);
    if (cause === undefined || cause === event.sequence) return;
    if (this.#effects.has(cause)) this.#effects.get(cause).push(event.sequence);
    else this.#effects.set(cause, [event.sequence]);
  }
}
