// What came in the page itself, written by `inspect FILE --html` and `run --report html=FILE`: traces, and the run that left
// them. It answers what the page asks its server for at the start; questions that take the jars of the tool have no answer
// in a file.

/** Text is given in pieces, with time to paint between them. */
const pieceSize = 1 << 17;

const pause = () => new Promise((done) => { setTimeout(done); });

/** `undefined` in a page that is served. */
export function embeddedFile(page = document) {
  const data = page.getElementById("embedded");
  if (!data) return undefined;
  const { session, traces, reasons, run } = JSON.parse(data.textContent);
  return {
    run,
    /** Summaries of the traces, also before they are read. */
    summaries: traces,
    session: async () => session,
    traces: async () => traces,
    reasons: async () => reasons,
    async *traceText(id) {
      const lines = page.getElementById(`trace-${id}`);
      if (!lines) throw new Error("This file has no such trace.");
      const text = lines.textContent.trimStart();
      for (let start = 0; start < text.length; start += pieceSize) {
        yield text.slice(start, start + pieceSize);
        await pause();
      }
    },
  };
}
