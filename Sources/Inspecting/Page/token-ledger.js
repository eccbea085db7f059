// The tokens of a trace: what each is, who issued, accepted or refused it and when, and how old it is on the world's
// clock. A masked token is known by its whole text, which ends in a fingerprint.

import { instantOf } from "./world-time.js";

export class TokenLedger {
  #byText = new Map();

  note(event) {
    const { raw } = event;
    const text = typeof raw.token === "string" ? raw.token : "(none)";
    const key = JSON.stringify([raw.form ?? "", text]);
    let token = this.#byText.get(key);
    if (token === undefined) {
      token = {
        form: String(raw.form ?? "token"), text, uid: raw.uid ?? uidIn(text), expires: expiryIn(text), uses: [],
      };
      this.#byText.set(key, token);
    }
    token.uses.push({
      sequence: event.sequence, time: event.time, actor: event.actor, action: raw.action, reasons: event.reasons,
    });
  }

  get tokens() {
    return [...this.#byText.values()];
  }
}

const uidIn = (text) => / uid=(\S+)/.exec(text)?.[1];
const expiryIn = (text) => instantOf(/ exp=(\S+?Z)/.exec(text)?.[1]);

/** `{issued, age, left}` in milliseconds at `now`; NaN where the trace does not say. */
export function ageOf(token, now) {
  const issued = token.uses.find((use) => use.action === "issued")?.time ?? NaN;
  return { issued, age: now - issued, left: token.expires - now };
}
