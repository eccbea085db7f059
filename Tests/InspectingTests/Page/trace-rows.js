// Short ways to write a trace in a test.

import { entryOf } from "../../../Sources/Inspecting/Page/trace-lines.js";
import { TraceModel } from "../../../Sources/Inspecting/Page/trace-model.js";

/** An event as a line has it. */
export function line(event, actor, members = {}) {
  return { entry: "event", at: "2026-11-22T21:26:07.263Z", actor, event, ...members };
}

/** The model of these lines; those that name no sequence are counted from 1. */
export function modelOf(lines, { cookie = "customtoken", outcome, seenFrom } = {}) {
  const model = new TraceModel();
  model.accept(entryOf({ entry: "trace", version: 1, cookie, seen_from: seenFrom }));
  lines.forEach((each, index) => model.accept(entryOf({ sequence: index + 1, ...each })));
  if (outcome) model.accept(entryOf({ entry: "outcome", ...outcome }));
  return model;
}

export const token = "<custom token uid=u1 exp=2026-11-22T22:26:07Z #3abfe4>";
export const jarCookie = (members = {}) => ({ name: "customtoken", domain: "app.localhost", path: "/", value: token, ...members });

/** A text that must stay a text wherever it is put. */
export const markup = "<img src=x onerror=alert(1)>";

// The steps of a handoff, one a function.

export const answered = () => line("response", "app", { hop: 1, status: 200, set_cookie: ["customtoken"] });
export const setNatively = (members = {}) => line("cookie-write", "app", {
  hop: 1, store: "native storage", via: "Set-Cookie", host: "api.localhost", name: "customtoken", value: token, attributes: "Path=/; Secure", outcome: "stored", ...members,
});
export const copied = (members = {}) => line("cookie-write", "page", {
  store: "web view", via: "document.cookie", host: "app.localhost", name: "customtoken", value: token, attributes: "Path=/", outcome: "stored", ...members,
});
export const requested = (members = {}) => line("request", "web-view", { hop: 2, method: "GET", url: "https://app.localhost/", store: "web view", ...members });
export const looked = () => line("routing", "page", { step: "read", path: "/", detail: "the cookie 'customtoken', by vue-cookies" });
export const saw = (members = {}) => line("cookie-read", "page", { store: "web view", url: "https://app.localhost/", ...members });
export const decided = (...reasons) => line("routing", "page", { step: "next", path: "/", detail: "next()", reasons });
export const traded = (members = {}) => line("token", "auth", { action: "accepted", form: "custom token", token, uid: "u1", ...members });

// The same as the services see it, with the page in somebody's browser.

export const givenOut = (members = {}) => line("token", "backend", { action: "issued", form: "custom token", token, uid: "u1", ...members });
export const served = (members = {}) => line("served", "page", { method: "GET", url: "http://app.localhost/", status: 200, ...members });
export const setByBackend = () => served({ actor: "backend", method: "POST", url: "http://api.localhost/", set_cookie: ["customtoken"] });
export const came = (value = token) => served({ cookies: [{ name: "customtoken", value }] });
