// How much attention a row asks for. Refusals are many and mostly harmless (a keychain without an item, a first sign-in
// of an account that is not there yet): only what the outcome names as evidence is a failure.

const harmlessKinds = new Set(["keychain", "account", "device", "clock"]);

/** Guard decisions that send the user away or nowhere. */
export const guardRefusals = new Set([
  "guard/cookie-absent",
  "guard/cookie-unreadable",
  "guard/token-refused",
  "guard/never-called-next",
  "guard/return-ignored",
  "guard/never-decided",
  "guard/next-called-twice",
  "guard/threw",
  "guard/redirect-loop",
  "guard/auth-not-ready",
  "guard/stale-redirect",
  "guard/path-outside-hash",
  "guard/cookie-not-read",
  "guard/other-cookie",
  "guard/token-not-used",
  "guard/sign-in-not-awaited",
  "guard/read-before-document-end",
]);

/** Whether the event refused, lost or broke something, seen by itself. */
export function isRefusal(event) {
  const { raw } = event;
  switch (event.kind) {
    case "cookie-write": return raw.outcome === "rejected" || raw.outcome === "ignored";
    case "request": return event.withheld.length > 0;
    case "response": return raw.status === undefined || raw.status >= 400;
    case "served":
    case "proxied": return raw.handling === "refused" || raw.status >= 400;
    case "cookie-read": return event.hidden.length > 0;
    case "fault":
    case "request-failed":
    case "script-skipped":
    case "policy-violation":
    case "page-error": return true;
    case "edge": return Array.isArray(raw.dropped) && raw.dropped.length > 0;
    case "token": return raw.action === "refused";
    case "script": return raw.exception !== undefined;
    case "navigation": return typeof raw.phase === "string" && raw.phase.startsWith("didFail");
    case "routing": return event.reasons.some((code) => guardRefusals.has(code));
    default: return !harmlessKinds.has(event.kind) && event.reasons.length > 0;
  }
}

/** What the outcome says of events: `evidence`, `followed` or `finding`, by sequence. */
export function marksOf(outcome) {
  const marks = new Map();
  for (const finding of outcome?.findings ?? []) {
    for (const sequence of finding.evidence) marks.set(sequence, "finding");
  }
  for (const next of outcome?.rootCause?.followedBy ?? []) marks.set(next.sequence, "followed");
  for (const sequence of outcome?.rootCause?.evidence ?? []) marks.set(sequence, "evidence");
  return marks;
}
