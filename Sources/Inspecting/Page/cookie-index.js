// Who touched which cookie: for each name the rows in order, the roles that a row gave it, and its lives.

import { CookieLives } from "./cookie-life.js";
import { cookieUses, fingerprintOf } from "./cookie-uses.js";

export class CookieIndex {
  /** name → `{name, positions: [row], lives}`; a Map, because a page may call its cookie `__proto__`. */
  #byName = new Map();
  #nameByPrint = new Map();

  /** Notes what the event did; returns the names it touched with their roles. */
  note(event, position, handoffCookie) {
    const nameOfValue = (value) => this.#nameByPrint.get(fingerprintOf(value));
    const roles = new Map();
    for (const use of cookieUses(event, handoffCookie, nameOfValue)) {
      const entry = this.#entry(use.name);
      if (entry.positions.at(-1) !== position) entry.positions.push(position);
      entry.lives.note(use, event.sequence);
      const print = use.role === "written" || use.role === "arrived" ? fingerprintOf(use.value) : undefined;
      if (print) this.#nameByPrint.set(print, use.name);
      if (roles.has(use.name)) roles.get(use.name).push(use.role);
      else roles.set(use.name, [use.role]);
    }
    return roles;
  }

  get names() {
    return [...this.#byName.keys()];
  }

  entry(name) {
    return this.#byName.get(name);
  }

  /** The cookie to show first: the one that carries the handoff, or else the busiest. */
  favourite(handoffCookie) {
    if (handoffCookie !== undefined) return handoffCookie;
    let best;
    for (const entry of this.#byName.values()) {
      if (best === undefined || entry.positions.length > best.positions.length) best = entry;
    }
    return best?.name;
  }

  /** The cookie's row after (`1`) or before (`-1`) a row. */
  neighbour(name, position, direction) {
    const positions = this.entry(name)?.positions ?? [];
    return direction > 0
      ? positions.find((candidate) => candidate > position)
      : positions.findLast((candidate) => candidate < position);
  }

  #entry(name) {
    let entry = this.#byName.get(name);
    if (entry === undefined) {
      entry = { name, positions: [], lives: new CookieLives() };
      this.#byName.set(name, entry);
    }
    return entry;
  }
}
