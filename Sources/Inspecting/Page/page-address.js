// Keeps the address and the page in step: an address can be sent to a colleague, and the browser's arrows work.

import { readFragment, writeFragment } from "./event-fragment.js";

export class PageAddress {
  #state;

  /** @param follow called with what an address says when the browser goes to it */
  constructor(state, follow) {
    this.#state = state;
    addEventListener("popstate", () => follow(readFragment(location.hash)));
    addEventListener("hashchange", () => follow(readFragment(location.hash)));
  }

  read() {
    return readFragment(location.hash);
  }

  /** @param isStep whether the browser's back arrow should come here again */
  write({ isStep = false } = {}) {
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
