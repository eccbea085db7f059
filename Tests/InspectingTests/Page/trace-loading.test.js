import { TraceLoading } from "../../../Sources/Inspecting/Page/trace-loading.js";
import { TraceModel } from "../../../Sources/Inspecting/Page/trace-model.js";
import { equal } from "./expectations.js";
import { line } from "./trace-rows.js";

const message = (sequence) => line("message", "page", { sequence });
const text = (...sequences) => sequences.map((sequence) => `${JSON.stringify(message(sequence))}\n`).join("");
const sequences = (model) => model.rows.map((row) => row.event.sequence);

/** A state that keeps what it is told. */
class Kept {
  isLoading = false;
  beginTrace(id) { [this.traceID, this.model] = [id, new TraceModel()]; }
  adopt(model) { this.model = model; }
  accept(entry) { this.model.accept(entry); }
  changed() {}
}

/** A server whose pieces come when they are let through. */
function slowServer(piecesOf) {
  const gates = {};
  const opened = (id) => (gates[id] ??= gate());
  return {
    let: (id) => opened(id).resolve(),
    async *textOf(id) {
      const [first, ...others] = piecesOf[id];
      yield first;
      await opened(id).promise;
      yield* others;
    },
  };
}

function gate() {
  let resolve;
  const promise = new Promise((done) => { resolve = done; });
  return { promise, resolve };
}

const turn = () => new Promise((done) => setTimeout(done));

export const tests = [
  { name: "loading: lines that come live while a trace is read stand behind it, once", run: async () => {
    const slow = slowServer({ a: [text(1, 2), text(3, 4)] });
    const state = new Kept();
    const loading = new TraceLoading(state, slow.textOf);
    const reading = loading.open("a");
    await turn();
    loading.takeLine({ trace: "a", line: message(4) });
    loading.takeLine({ trace: "a", line: message(5) });
    loading.takeLine({ trace: "other", line: message(6) });
    equal(sequences(state.model), [1, 2]);
    slow.let("a");
    await reading;
    loading.takeLine({ trace: "a", line: message(7) });
    equal(sequences(state.model), [1, 2, 3, 4, 5, 7]);
  } },
  { name: "loading: a trace that is left before it was read gives nothing to the next one", run: async () => {
    const slow = slowServer({ a: [text(1), text(2)], b: [text(10), text(11)] });
    const state = new Kept();
    const loading = new TraceLoading(state, slow.textOf);
    const first = loading.open("a");
    await turn();
    const second = loading.open("b");
    slow.let("a");
    slow.let("b");
    await Promise.all([first, second]);
    equal([state.traceID, sequences(state.model), state.isLoading], ["b", [10, 11], false]);
  } },
  { name: "loading: reading anew leaves what is shown until all of it is there", run: async () => {
    const slow = slowServer({ a: [text(1), text(2)] });
    const state = new Kept();
    const loading = new TraceLoading(state, slow.textOf);
    state.beginTrace("a");
    const reading = loading.renew();
    await turn();
    loading.takeLine({ trace: "a", line: message(3) });
    equal(sequences(state.model), [3]);
    slow.let("a");
    await reading;
    equal(sequences(state.model), [1, 2, 3]);
  } },
  { name: "loading: a server that breaks off is told, and what came before stays", run: async () => {
    const state = new Kept();
    const loading = new TraceLoading(state, async function* () {
      yield text(1);
      throw new Error("gone");
    });
    await loading.open("a");
    equal([sequences(state.model), state.problem.message, state.isLoading], [[1], "gone", false]);
  } },
];
