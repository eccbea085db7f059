// Which trace is read, and how live lines join what is being read.

import { entryOf, LineReader } from "./trace-lines.js";
import { TraceModel } from "./trace-model.js";

export class TraceLoading {
  #state;
  #textOf;
  #reading;
  /** Entries that came live while the trace is being read: they belong behind what is still to come. */
  #waiting;
  /** Whether a break came while the trace was being read, so that it must be read once more. */
  #isStale = false;

  /** @param textOf gives a trace's lines in pieces, for its id and a signal that ends it */
  constructor(state, textOf) {
    this.#state = state;
    this.#textOf = textOf;
  }

  /** Reads a trace from its beginning, and shows it while it comes. */
  async open(id, then = () => {}) {
    const state = this.#state;
    state.beginTrace(id);
    state.isLoading = true;
    const { isGivenUp, problem } = await this.#read(id, (entry) => state.accept(entry));
    if (isGivenUp) return;
    state.problem = problem;
    state.isLoading = false;
    state.changed("rows", "trace", "selection", "cookie");
    then();
    if (this.#isStale) await this.renew();
  }

  /** Reads the shown trace again after a break, and leaves what is shown alone until all of it is there. */
  async renew() {
    const state = this.#state;
    if (state.isLoading) {
      this.#isStale = true;
      return;
    }
    this.#isStale = false;
    const model = new TraceModel();
    const { isGivenUp, problem } = await this.#read(state.traceID, (entry) => model.accept(entry));
    if (!isGivenUp && problem === undefined) state.adopt(model);
  }

  /** Shows no trace. */
  leave() {
    this.#reading?.abort();
    this.#state.beginTrace(undefined);
    this.#state.isLoading = false;
  }

  takeLine({ trace, line }) {
    if (String(trace) !== this.#state.traceID) return;
    const entry = entryOf(line);
    this.#waiting?.push(entry);
    if (!this.#state.isLoading) this.#state.accept(entry);
  }

  /** Ends with what is wrong, if anything, and whether another reading has taken this one's place. */
  async #read(id, take) {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const waiting = [];
    this.#waiting = waiting;
    let problem;
    try {
      const lines = new LineReader();
      for await (const text of this.#textOf(id, reading.signal)) {
        if (reading.signal.aborted) break;
        lines.push(text).forEach(take);
      }
      if (!reading.signal.aborted) lines.end().forEach(take);
    } catch (failure) {
      const message = failure.message || "The trace could not be read to its end.";
      problem = { message, fix: failure.fix ?? "Reload the page." };
    }
    if (reading.signal.aborted) return { isGivenUp: true };
    this.#waiting = undefined;
    waiting.forEach(take);
    return { isGivenUp: false, problem };
  }
}
