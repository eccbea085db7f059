// How far a handoff has come as the services see it, for traces that have no verdict because the page is in a browser of
// the user's own. Only what the services decided is said; what is in the browser is named as what is waited for.

/** `idle`, `signed-in-natively`, `given-out`, `asked-without`, `arrived`, `traded` or `refused`. */
const start = { phase: "idle" };

/** The first requests of a page that brings many: a document has no ending such as `.js`. */
const isDocument = (event) => {
  const path = /^[a-z]+:\/\/[^/]*([^?#]*)/i.exec(event.url ?? "")?.[1] ?? "";
  return event.raw.method === "GET" && !path.split("/").at(-1).includes(".");
};

export class ServedStanding {
  /** `{phase, at?, uid?, provider?, form?, codes?}`; `at` is the sequence of the event that says so. */
  latest = start;

  take(event, handoffCookie) {
    this.latest = next(this.latest, event, handoffCookie) ?? this.latest;
  }
}

function next(latest, event, handoffCookie) {
  const { kind, sequence: at, raw, reasons } = event;
  const uid = typeof raw.uid === "string" ? raw.uid : undefined;
  switch (kind) {
    case "account": {
      if (raw.action === "refused") {
        // The token's own refusal says more than that of the sign-in which it was for.
        const isTold = latest.phase === "refused" && latest.form !== undefined && String(latest.codes) === String(reasons);
        return isTold ? undefined : { phase: "refused", at, codes: reasons };
      }
      const isSignIn = ["created", "signed-in"].includes(raw.action) && raw.provider !== "custom";
      return isSignIn ? { phase: "signed-in-natively", at, uid, provider: raw.provider } : undefined;
    }
    case "token":
      if (raw.action === "refused") return { phase: "refused", at, form: raw.form, codes: reasons };
      if (raw.form !== "custom token") return undefined;
      return { phase: raw.action === "accepted" ? "traded" : "given-out", at, uid };
    case "served": {
      const isOpen = latest.phase === "given-out" || latest.phase === "asked-without";
      if (!isOpen || event.actor !== "page" || handoffCookie === undefined) return undefined;
      if (event.arrived.some(({ name }) => name === handoffCookie)) return { ...latest, phase: "arrived", at };
      return isDocument(event) ? { ...latest, phase: "asked-without", at } : undefined;
    }
    default: return undefined;
  }
}

/** The reason that says most: what is behind the wire's own code. */
export const tellingCode = (codes = []) => codes.findLast((code) => !code.startsWith("auth/")) ?? codes[0];

/**
 * What to say: `{text, waits?, tone, at?, code?}`.
 *
 * @param cookie what the handoff's cookie is called
 */
export function standingText({ phase, at, uid = "somebody", provider, form, codes }, cookie = "the cookie") {
  switch (phase) {
    case "signed-in-natively": return {
      tone: "live", at, text: `Signed in by ${provider ?? "a provider"} as ${uid}: no handoff yet`,
      waits: "Waiting for the ID token at the backend.",
    };
    case "given-out": return {
      tone: "live", at, text: `The backend gave out a custom token for ${uid}`,
      waits: `Waiting for a page that signs in with it: none has been asked for since.`,
    };
    case "asked-without": return {
      tone: "live", at, text: `A page was asked for, and ${cookie} did not come with it`,
      waits: `Waiting for the page to sign in: a script may still hand it the token. Where none does, the browser or the web`
        + ` view kept the cookie back, or has none; its own list of cookies says which.`,
    };
    case "arrived": return {
      tone: "live", at, text: `${cookie} came with the page's request`,
      waits: "Waiting for the page to sign in with it. If the cookie is HttpOnly, no script of the page can read it, and the"
        + " page says that it was given none: look at the Set-Cookie that brought it.",
    };
    case "traded": return { tone: "good", at, text: `A page signed in with the custom token, as ${uid}` };
    case "refused": return {
      tone: "bad", at, code: tellingCode(codes), text: form ? `Refused: the ${form}` : "Refused: a sign-in",
    };
    default: return {
      tone: "live", text: "Live: nobody has signed in yet", waits: "Waiting for an app or a page that asks the services.",
    };
  }
}
