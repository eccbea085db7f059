// Which trace is read, and how live lines join what is being read.

import { entryOf, LineReader } from "./trace-lines.js";
import { server } from "./server-calls.js";
import { TraceModel } from "./trace-model.js";

export class TraceLoading {
  #state;
  #reading;
  /** The model that is filled beside the one that is shown, while a trace is read anew. */
  #beside;

  constructor(state) {
    this.#state = state;
  }

  /** Reads a trace from its beginning. Lines that come live meanwhile are told apart by their sequence. */
  async open(id, then = () => {}) {
    const state = this.#state;
    state.beginTrace(id);
    state.isLoading = true;
    const problem = await this.#read(id, (entry) => state.accept(entry));
    if (problem === "given up") return;
    state.problem = problem;
    state.isLoading = false;
    state.changed("rows", "trace", "selection", "cookie");
    then();
  }

  /** Reads the shown trace again after a break, and leaves what is shown alone until all of it is there. */
  async renew() {
    const state = this.#state;
    if (state.isLoading) return;
    const model = new TraceModel();
    this.#beside = model;
    const problem = await this.#read(state.traceID, (entry) => model.accept(entry));
    if (this.#beside !== model) return;
    this.#beside = undefined;
    if (problem === undefined) state.adopt(model);
  }

  takeLine({ trace, line }) {
    if (String(trace) !== this.#state.traceID) return;
    const entry = entryOf(line);
    this.#state.accept(entry);
    this.#beside?.accept(entry);
  }

  /** Nothing, a problem, or `given up` where another trace was opened meanwhile. */
  async #read(id, take) {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    if (this.#beside && this.#state.isLoading) this.#beside = undefined;
    try {
      const lines = new LineReader();
      for await (const text of server.traceText(id, reading.signal)) lines.push(text).forEach(take);
      lines.end().forEach(take);
      return undefined;
    } catch (problem) {
      if (reading.signal.aborted) return "given up";
      return {
        message: problem.message || "The trace could not be read to its end.", fix: problem.fix ?? "Reload the page.",
      };
    }
  }
}
