// The stream of what happens, and whether it is there. EventSource comes back by itself after a break; where it gives up,
// or where a break goes unnoticed, this starts a new one, and says so all the while.

import { server } from "./server-calls.js";

const heartbeat = 15_000;
const longestPause = 10_000;

export class LiveFeed {
  #source;
  #listeners;
  #pause = 500;
  #timer;
  #wasLost = false;

  /**
   * @param listeners `trace(summary)`, `line({trace, line})`, `reset({trace})`, `resync()`, `connection(state)` with the
   * states `live` and `lost`
   */
  constructor(listeners) {
    this.#listeners = listeners;
    setInterval(() => this.#check(), heartbeat);
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#check());
  }

  start() {
    clearTimeout(this.#timer);
    this.#source?.close();
    const source = new EventSource("api/live");
    this.#source = source;
    source.addEventListener("open", () => {
      this.#pause = 500;
      this.#listeners.connection("live");
      // Whoever answers now may be another server than the one that was lost, with a count of its own.
      if (this.#wasLost) this.#listeners.resync();
      this.#wasLost = false;
    });
    source.addEventListener("error", () => {
      this.#wasLost = true;
      this.#listeners.connection("lost");
      if (source.readyState === EventSource.CLOSED) this.#startLater();
    });
    for (const type of ["trace", "line", "reset"]) {
      source.addEventListener(type, (event) => {
        const data = parsed(event.data);
        if (data) this.#listeners[type](data);
      });
    }
    source.addEventListener("resync", () => this.#listeners.resync());
  }

  /** Now, not when the pause is over. */
  retry() {
    if (this.#source?.readyState !== EventSource.OPEN) this.start();
  }

  #startLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start(), this.#pause);
    this.#pause = Math.min(longestPause, this.#pause * 2);
  }

  /** A connection can be dead without an error: the server is asked whether it is there. */
  async #check() {
    try {
      await server.session();
      this.retry();
    } catch {
      this.#wasLost = true;
      this.#listeners.connection("lost");
      this.start();
    }
  }
}

function parsed(data) {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
