import { standingText, tellingCode } from "../../../Sources/Inspecting/Page/served-standing.js";
import { equal, holds, includes } from "./expectations.js";
import { came, givenOut, line, markup, modelOf, served, setByBackend, traded } from "./trace-rows.js";

const signedIn = (members = {}) => line("account", "auth", { action: "signed-in", uid: "u1", provider: "password", ...members });
const refusedAccount = (...reasons) => line("account", "auth", { action: "refused", reasons });
const refusedToken = (form, ...reasons) => line("token", "backend", { action: "refused", form, token: "<5 bytes>", reasons });
const latest = (...lines) => modelOf(lines, { seenFrom: "services" }).standing.latest;

export const tests = [
  { name: "standing: each step of a handoff, as the services see it", run: () => {
    const toScript = served({ url: "http://app.localhost/app.js" });
    const rows = [
      [[], "idle", undefined, "nothing"],
      [[signedIn()], "signed-in-natively", 1, "a native sign-in"],
      [[signedIn(), givenOut()], "given-out", 2, "the backend answered"],
      [[signedIn(), givenOut(), setByBackend()], "given-out", 2, "the backend's own answer is no page"],
      [[givenOut(), toScript], "given-out", 1, "a script that is asked for says nothing of the document"],
      [[givenOut(), served()], "asked-without", 2, "the document came without the cookie"],
      [[givenOut(), served(), served({ cookies: [{ name: "other", value: "<1 bytes>" }] })], "asked-without", 3, "another cookie is none"],
      [[givenOut(), served(), came()], "arrived", 3, "a script set it, and the next request has it"],
      [[givenOut(), came(), served()], "arrived", 2, "what has arrived has arrived"],
      [[givenOut(), came(), traded()], "traded", 3, "the page signed in"],
      [[givenOut(), traded(), signedIn({ provider: "custom" })], "traded", 2, "its account says the same"],
      [[givenOut(), traded(), served()], "traded", 2, "later pages change nothing"],
      [[traded(), signedIn()], "signed-in-natively", 2, "another sign-in is another story"],
      [[served()], "idle", undefined, "a page that nobody gave a token to"],
      [[signedIn({ action: "found" })], "idle", undefined, "looked at, not signed in"],
    ];
    for (const [lines, phase, at, why] of rows) equal([latest(...lines).phase, latest(...lines).at], [phase, at], why);
  } },
  { name: "standing: a refusal says the code behind the wire's, once", run: () => {
    const codes = ["auth/invalid-custom-token", "token/expired"];
    const standing = latest(givenOut(), refusedToken("custom token", ...codes), refusedAccount(...codes));
    equal([standing.phase, standing.at, standing.form], ["refused", 2, "custom token"]);
    const { text, code, tone } = standingText(standing);
    equal([text, code, tone], ["Refused: the custom token", "token/expired", "bad"]);
    equal(standingText(latest(refusedAccount("auth/wrong-password"))).code, "auth/wrong-password");
    equal(standingText(latest(refusedToken("ID token", "token/expired"), refusedAccount("auth/wrong-password"))).code, "auth/wrong-password", "another refusal is news");
    equal([tellingCode([]), tellingCode(), tellingCode(["auth/a", "auth/b"])], [undefined, undefined, "auth/a"]);
    equal(latest(refusedToken("custom token", "token/expired"), givenOut()).phase, "given-out", "and tried again");
  } },
  { name: "standing: every phase has a text, and what is not over says what is waited for", run: () => {
    for (const phase of ["idle", "signed-in-natively", "given-out", "asked-without", "arrived", "traded", "refused", markup]) {
      const { text, waits, tone } = standingText({ phase }, "fb_token");
      holds(text.length > 0 && (tone !== "live" || waits.length > 0), phase);
    }
    includes(standingText({ phase: "arrived" }, "fb_token").text, "fb_token");
    includes(standingText({ phase: "arrived" }, "fb_token").waits, "HttpOnly", "a page that cannot read it says that there is none");
    includes(standingText({ phase: "traded", uid: markup }).text, markup, "it is put into the page as text");
  } },
  { name: "standing: nonsense changes nothing", run: () => {
    const nonsense = [undefined, null, 5, markup, [], [null], {}];
    for (const value of nonsense) {
      for (const kind of ["account", "token", "served"]) {
        const standing = latest(line(kind, "page", { action: value, form: value, uid: value, provider: value, url: value, method: value, cookies: value, reasons: value }));
        equal(standing.phase, "idle", `${kind} with ${JSON.stringify(value)}`);
      }
    }
  } },
];
