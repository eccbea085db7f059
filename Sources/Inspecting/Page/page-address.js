// Keeps the address and the page in step: an address can be sent to a colleague, and the browser's arrows work.

import { readFragment, writeFragment } from "./event-fragment.js";

const soon = 100;

export class PageAddress {
  #state;
  #timer;

  /** @param follow called with what an address says when the browser goes to it */
  constructor(state, follow) {
    this.#state = state;
    addEventListener("popstate", () => follow(readFragment(location.hash)));
    addEventListener("hashchange", () => follow(readFragment(location.hash)));
    addEventListener("pagehide", () => this.settle());
  }

  read() {
    return readFragment(location.hash);
  }

  /**
   * What is no step is written a moment later: browsers refuse a page that changes its address with each key that is held.
   *
   * @param isStep whether the browser's back arrow should come here again
   */
  write({ isStep = false } = {}) {
    clearTimeout(this.#timer);
    if (isStep) this.#write(true);
    else this.#timer = setTimeout(() => this.settle(), soon);
  }

  /** Where no trace is shown any more. */
  leave() {
    clearTimeout(this.#timer);
    if (location.hash !== "") history.pushState(undefined, "", location.pathname + location.search);
  }

  /** Writes what has not been written yet. */
  settle() {
    clearTimeout(this.#timer);
    this.#write(false);
  }

  #write(isStep) {
    const { traceID, selected, tab, chosenCookie, filterText } = this.#state;
    // Before there is a trace, the address knows more than the page.
    if (traceID === undefined) return;
    const fragment = writeFragment({
      trace: traceID, event: selected, cookie: chosenCookie, filter: filterText,
      tab: tab === "requests" ? undefined : tab,
    });
    if (fragment === location.hash) return;
    const address = fragment || location.pathname + location.search;
    if (isStep) history.pushState(undefined, "", address);
    else history.replaceState(undefined, "", address);
  }
}
