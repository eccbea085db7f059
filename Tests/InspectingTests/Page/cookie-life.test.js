import { ribbonOf } from "../../../Sources/Inspecting/Page/cookie-life.js";
import { equal } from "./expectations.js";
import { viewpointOf } from "../../../Sources/Inspecting/Page/trace-viewpoint.js";
import { answered, came, copied, decided, jarCookie, line, looked, markup, modelOf, requested, saw, served, setByBackend, setNatively, traded } from "./trace-rows.js";

const signs = { done: "✓", "passed-over": "–", gap: "✗", missing: "·", unseen: "?", open: "○" };
const failed = (code, ...evidence) => ({ verdict: "signed-out", passed: false, root_cause: { code, evidence } });

/** `✓✓✗···…` and the gap's label, reasons and place. */
function ribbon(lines, outcome, at, seenFrom) {
  const model = modelOf(lines, { outcome, seenFrom });
  const { unseen } = viewpointOf(model.head);
  const { entries, gap } = ribbonOf(model.cookies.entry("customtoken")?.lives.at(at), model.outcome, unseen);
  return [entries.map((entry) => signs[entry.state]).join(""), gap?.label, gap?.reasons, gap?.at];
}

const whole = () => [answered(), setNatively(), copied(), requested({ sent: [jarCookie()] }), looked(), saw({ visible: [jarCookie()] }), traded()];

export const tests = [
  { name: "life: a whole handoff has no gap", run: () => {
    equal(ribbon(whole(), { verdict: "signed-in", passed: true }), ["✓✓✓✓✓✓✓✓○", undefined, undefined, undefined]);
  } },
  { name: "life: a stage that was not needed is passed over", run: () => {
    const lines = [line("cookie-write", "web-view", { store: "web view", via: "Set-Cookie", name: "customtoken", outcome: "stored" }), looked(), saw({ visible: [jarCookie()] }), traded()];
    equal(ribbon(lines, { verdict: "signed-in" })[0], "✓––✓–✓✓✓○");
  } },
  { name: "life: the first gap and its reason", run: () => {
    const rows = [
      [[], failed("handoff/no-exchange", 5), ["✗·······○", "set", ["handoff/no-exchange"], 5], "never set"],
      [[answered(), setNatively({ outcome: "rejected", reasons: ["store/domain-mismatch"] })], undefined,
        ["✓✗······○", "native store", ["store/domain-mismatch"], 2], "refused by the native store, and nothing has ended yet"],
      [[answered(), setNatively(), requested({ withheld: [jarCookie({ reasons: ["send/other-store"] })] }), looked(), saw(), decided("guard/cookie-absent")],
        failed("send/other-store", 2), ["✓✓✗·····○", "copied", ["send/other-store"], 3], "in the native storage only"],
      [[answered(), setNatively(), copied(), requested({ sent: [jarCookie()] }), looked(), saw({ hidden: [jarCookie({ reasons: ["script/http-only"] })] }), decided("guard/cookie-absent")],
        failed("script/http-only", 3), ["✓✓✓✓✓✗··○", "seen by script", ["script/http-only"], 6], "HttpOnly: the guard looked and saw nothing"],
      [[answered(), setNatively(), copied(), requested({ withheld: [jarCookie({ reasons: ["send/same-site"] })] }), looked(), saw({ hidden: [jarCookie({ reasons: ["script/http-only"] })] }), decided("guard/cookie-absent")],
        failed("script/http-only", 3), ["✓✓✓✓○✗··○", "seen by script", ["script/http-only"], 6], "not sent either, which was not why"],
      [[answered(), setNatively(), copied(), requested({ withheld: [jarCookie({ reasons: ["send/path"] })] }), looked(), saw({ hidden: [jarCookie({ reasons: ["script/path"] })] }), decided("guard/cookie-absent")],
        failed("script/path", 3), ["✓✓✓✓✗···○", "sent", ["script/path", "send/path"], 6], "one rule kept it from the request and from the script"],
      [[...whole().slice(0, -1), traded({ action: "refused", reasons: ["auth/invalid-custom-token", "token/expired"] }), decided("guard/token-refused")],
        failed("token/expired", 7), ["✓✓✓✓✓✓✓✗○", "traded", ["token/expired", "guard/token-refused"], 7], "too old"],
      [[answered(), setNatively(), copied(), looked(), saw(), decided("guard/cookie-absent")], failed("handoff/written-too-late", 3),
        ["✓✓✓✓○✗··○", "seen by script", ["handoff/written-too-late"], 3], "in the store, and looked for too early"],
    ];
    for (const [lines, outcome, expected, why] of rows) equal(ribbon(lines, outcome), expected, why);
  } },
  { name: "life: a trace that goes on has no gap where nothing has failed", run: () => {
    equal(ribbon([answered(), setNatively()], undefined), ["✓✓○○○○○○○", undefined, undefined, undefined]);
  } },
  { name: "life: what was whole and is lost by a later visit", run: () => {
    const lines = [...whole(), requested({ withheld: [jarCookie({ reasons: ["send/session-ended"] })] }), looked(), saw(), decided("guard/cookie-absent")];
    equal(ribbon(lines, failed("send/session-ended", 8)).slice(1), ["sent", ["send/session-ended"], 8]);
  } },
  { name: "life: another value is another life, the same value is not", run: () => {
    const other = "<custom token uid=u2 exp=2026-11-22T22:26:07Z #99ffee>";
    const model = modelOf([...whole(), setNatively({ value: other }), copied({ value: other }), copied()]);
    const { lives } = model.cookies.entry("customtoken").lives;
    equal(lives.map((life) => [life.first, life.last]), [[1, 7], [8, 9], [10, 10]]);
    equal(model.cookies.entry("customtoken").lives.at(3).first, 1);
  } },
  { name: "life: a value that cannot be told apart does not begin a life", run: () => {
    const model = modelOf([copied({ value: "<3 bytes>" }), copied({ value: "<5 bytes>" }), copied({ value: undefined })]);
    equal(model.cookies.entry("customtoken").lives.lives.length, 1);
  } },
  { name: "life: a gap may have a reason that nobody knows", run: () => {
    equal(ribbon([answered()], failed(markup)).slice(1, 3), ["native store", [markup]]);
  } },
  { name: "life: what cannot be seen from the services is neither needless nor missing", run: () => {
    const refused = traded({ action: "refused", reasons: ["auth/invalid-custom-token", "token/expired"] });
    const rows = [
      [[setByBackend(), came(), traded()], ["✓???✓??✓?", undefined], "a browser's store and scripts are its own"],
      [[setByBackend(), traded()], ["✓???–??✓?", undefined], "traded without having been sent: that was not needed"],
      [[setByBackend(), served()], ["✓???○??○?", undefined], "asked for without it, and nothing has ended yet"],
      [[setByBackend(), came(), refused], ["✓???✓??✗?", "traded", ["token/expired", "auth/invalid-custom-token"], 3], "refused: the code behind the wire's first"],
      [[], ["○???○??○?", undefined], "nothing at all"],
    ];
    for (const [lines, expected, why] of rows) equal(ribbon(lines, undefined, undefined, "services").slice(0, expected.length), expected, why);
    equal(ribbon([setByBackend(), came(), traded()], undefined)[0], "✓–––✓––✓○", "without a viewpoint all was in sight");
  } },
  { name: "life: from the network stores are known, and what a script saw is not", run: () => {
    equal(ribbon([answered(), setNatively(), requested({ sent: [jarCookie()] })], undefined, undefined, "network")[0], "✓✓?–✓??○○");
  } },
  { name: "life: a viewpoint that nobody knows is none", run: () => {
    for (const from of ["moon", "__proto__", "constructor", 5, null]) equal([...viewpointOf({ seen_from: from }).unseen], [], String(from));
  } },
  { name: "life: a service that sets it once more begins a round, and an old value goes on with its own", run: () => {
    const other = "<custom token uid=u2 exp=2026-11-22T22:26:07Z #99ffee>";
    const model = modelOf([setByBackend(), came(), traded(), setByBackend(), came(), came(other), traded({ token: other })]);
    const { lives } = model.cookies.entry("customtoken").lives;
    equal(lives.map((life) => [life.first, life.last]), [[1, 5], [4, 7]], "the old value came once more at 5");
  } },
  { name: "life: neighbours of a row, for [ and ]", run: () => {
    const { cookies } = modelOf([answered(), line("message", "page"), setNatively(), line("message", "page"), copied()]);
    equal([cookies.neighbour("customtoken", -1, 1), cookies.neighbour("customtoken", 0, 1), cookies.neighbour("customtoken", 3, -1), cookies.neighbour("customtoken", 0, -1), cookies.neighbour("nobody", 0, 1)], [0, 2, 2, undefined, undefined]);
  } },
];
