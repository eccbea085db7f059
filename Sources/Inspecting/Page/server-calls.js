// What the page asks of its server. Each call ends, in an answer or in a `ServerProblem` that can be shown.

const patience = 10_000;

export class ServerProblem extends Error {
  constructor({ code = "server/no-answer", message, fix = "" }) {
    super(message);
    this.code = code;
    this.fix = fix;
  }
}

const noAnswer = () => new ServerProblem({
  message: "session-bridge does not answer.",
  fix: "Look at the terminal it runs in; the page goes on by itself when it is back.",
});

/** Runs a request that ends after a while, or when `signal` says so. */
async function respond(path, { method = "GET", body, signal } = {}) {
  const ending = new AbortController();
  const giveUp = () => ending.abort();
  const timer = setTimeout(giveUp, patience);
  signal?.addEventListener("abort", giveUp);
  try {
    const response = await fetch(path, {
      method,
      cache: "no-store",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: ending.signal,
    });
    if (!response.ok) throw await problemOf(response);
    return response;
  } catch (failure) {
    throw signal?.aborted || failure instanceof ServerProblem ? failure : noAnswer();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

async function problemOf(response) {
  const body = await response.json().catch(() => ({}));
  return new ServerProblem({
    code: typeof body?.code === "string" ? body.code : `http/${response.status}`,
    message: typeof body?.message === "string" ? body.message.replace(/(?<![.!?])$/, ".") : `The server answered ${response.status}.`,
    fix: typeof body?.fix === "string" ? body.fix : "",
  });
}

async function json(path, options) {
  const response = await respond(path, options);
  try {
    return await response.json();
  } catch {
    throw new ServerProblem({
      code: "server/unreadable", message: `The answer of ${path} is no JSON.`,
      fix: "Reload the page: it may be older than the server.",
    });
  }
}

export const server = {
  session: () => json("api/session"),
  traces: async () => {
    const { traces } = await json("api/traces");
    return Array.isArray(traces) ? traces : [];
  },
  reasons: async () => (await json("api/reasons")).reasons ?? {},
  ask: (body, signal) => json("api/ask", { method: "POST", body, signal }),
  judge: (body, signal) => json("api/judge", { method: "POST", body, signal }),
  people: () => json("api/people"),
  clients: () => json("api/clients"),
  clock: () => json("/__bridge/clock"),
  setClock: (body) => json("/__bridge/clock", { method: "POST", body }),
  faults: () => json("/__bridge/faults"),
  setFaults: (faults) => json("/__bridge/faults", { method: "PUT", body: { faults } }),
  clearFaults: () => respond("/__bridge/faults", { method: "DELETE", body: {} }),
  rotateKeys: (dropOld) => respond("/__bridge/keys:rotate",
    { method: "POST", body: dropOld ? { drop_old: true } : {} }),
  toDevice: (step) => respond(`/__bridge/device:${step}`, { method: "POST", body: {} }),
  reset: () => respond("/__bridge/reset", { method: "POST", body: {} }),

  /** A trace's lines in pieces of text, as they come. Without a time limit: a long file may take its time. */
  async *traceText(id, signal) {
    let response;
    try {
      response = await fetch(`api/traces/${encodeURIComponent(id)}`, { cache: "no-store", signal });
    } catch (failure) {
      if (signal?.aborted) throw failure;
      throw noAnswer();
    }
    if (!response.ok) throw await problemOf(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  },
};
