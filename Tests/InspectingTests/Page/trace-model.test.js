import { entryOf } from "../../../Sources/Inspecting/Page/trace-lines.js";
import { TraceModel } from "../../../Sources/Inspecting/Page/trace-model.js";
import { ageOf } from "../../../Sources/Inspecting/Page/token-ledger.js";
import { requestRows } from "../../../Sources/Inspecting/Page/request-log.js";
import { sentenceText } from "../../../Sources/Inspecting/Page/visible-text.js";
import { withEmptyOnes } from "../../../Sources/Inspecting/Page/stores-tab.js";
import { equal, holds } from "./expectations.js";
import { came, copied, jarCookie, line, markup, modelOf, requested, served, setNatively, token, traded } from "./trace-rows.js";

export const tests = [
  { name: "model: a line that comes twice, with the file and live, is one row", run: () => {
    const model = modelOf([line("message", "page", { sequence: 4 }), line("message", "page", { sequence: 4 })]);
    equal(model.rows.length, 1);
  } },
  { name: "model: causes are as recorded, or by hop: write ← response ← request", run: () => {
    const model = modelOf([
      requested({ hop: 1 }), line("response", "web-view", { hop: 1, status: 200 }), line("cookie-write", "web-view", { hop: 1, store: "web view", name: "a", outcome: "stored" }),
      line("script", "page", { cause: 3 }),
    ]);
    const script = model.rowOf(4).event;
    equal(model.ancestry(script).map((link) => link.sequence), [1, 2, 3]);
    equal(model.effectsOf(1), [2]);
  } },
  { name: "model: causes that are missing, their own, or in a ring end", run: () => {
    const model = modelOf([line("message", "page", { sequence: 1, cause: 1 }), line("message", "page", { sequence: 2, cause: 99 }), line("message", "page", { sequence: 3, cause: 4 }), line("message", "page", { sequence: 4, cause: 3 })]);
    equal([1, 2, 3].map((sequence) => model.ancestry(model.rowOf(sequence).event).map((link) => link.sequence)), [[], [99], [4]]);
  } },
  { name: "model: stores after an event: replaced, deleted, rejected, and a path of its own", run: () => {
    const write = (members) => copied({ attributes: "Path=/", ...members });
    const model = modelOf([
      setNatively(), write({ value: "1" }), write({ value: "2", outcome: "replaced" }), write({ value: "3", attributes: "Path=/a" }),
      write({ value: "4", outcome: "rejected" }), write({ value: "", outcome: "deleted" }),
    ]);
    const values = (sequence) => model.stores.at(sequence).map(({ store, cookies }) => [store, cookies.map((cookie) => cookie.value)]);
    equal(values(0), [["native storage", []], ["web view", []]]);
    equal(values(3), [["native storage", [token]], ["web view", ["2"]]]);
    equal(values(5), [["native storage", [token]], ["web view", ["2", "3"]]]);
    equal(values(undefined), [["native storage", [token]], ["web view", ["3"]]]);
  } },
  { name: "model: a store that nobody wrote to is shown, empty, beside those of the answer", run: () => {
    const sid = { name: "sid" };
    const ledger = [{ store: "native storage", cookies: [sid] }, { store: "web view", cookies: [] }];
    equal(withEmptyOnes([{ store: "native storage", cookies: [sid, sid] }], ledger), [{ store: "native storage", cookies: [sid, sid] }, { store: "web view", cookies: [] }]);
    equal(withEmptyOnes([], []), []);
    equal(withEmptyOnes([{ store: "web view", cookies: [] }], ledger).map(({ store }) => store), ["web view", "native storage"]);
  } },
  { name: "model: a token's age and what is left of it, on the world's clock", run: () => {
    const model = modelOf([
      line("token", "backend", { at: "2026-11-22T21:26:07.000Z", action: "issued", form: "custom token", token, uid: "u1" }),
      traded({ at: "2026-11-22T22:27:07.000Z", action: "refused", reasons: ["token/expired"] }),
    ]);
    const [only, ...others] = model.tokens.tokens;
    equal([others.length, only.form, only.uid, only.uses.map((use) => use.action)], [0, "custom token", "u1", ["issued", "refused"]]);
    const { age, left } = ageOf(only, model.lastTime);
    equal([age, left], [61 * 60_000, -60_000]);
  } },
  { name: "model: the requests' table has sent and blocked cookies, and another profile's opinion", run: () => {
    const model = modelOf([requested({ sent: [jarCookie({ name: "sid" })], withheld: [jarCookie({ reasons: ["send/path", "send/secure"] })] })]);
    const { entries } = model.requests;
    equal(requestRows(entries).map(({ kind, cookie, code }) => [kind, cookie?.name, code]), [
      ["request", undefined, undefined], ["cookie", "sid", undefined], ["cookie", "customtoken", undefined],
      ["why", "customtoken", "send/path"], ["why", "customtoken", "send/secure"],
    ]);
    const judged = requestRows(entries, new Map([[1, [{ ...jarCookie(), sent: true, reasons: [] }]]]));
    equal(judged.map(({ kind, cookie }) => [kind, cookie?.sent, cookie?.recorded]), [["request", undefined, undefined], ["cookie", true, "blocked"]]);
  } },
  { name: "model: the requests' table has what an answer wanted to set, and why it was refused", run: () => {
    const write = (outcome, reasons) => line("cookie-write", "app", { hop: 2, name: markup, host: "a.test", store: "native storage", via: "Set-Cookie", outcome, reasons });
    const model = modelOf([requested({}), write("stored", []), write("rejected", ["store/domain-mismatch"]), write(undefined, undefined)]);
    equal(requestRows(model.requests.entries).map(({ kind, event, cookie, code }) => [kind, event.sequence, cookie?.sent, code]), [
      ["request", 1, undefined, undefined], ["cookie", 2, true, undefined], ["cookie", 3, false, undefined],
      ["why", 3, false, "store/domain-mismatch"], ["cookie", 4, false, undefined],
    ]);
  } },
  { name: "model: a request that only its server saw is in the table, with the cookies that came", run: () => {
    const model = modelOf([served(), served({ cookies: [{ name: markup, value: "<3 bytes>" }, { name: "", value: "x" }, null, 5, { value: 1 }] })]);
    const { entries, hasServed } = model.requests;
    equal([hasServed, entries.map(({ isServed, response }) => [isServed, response.raw.status])], [true, [[true, 200], [true, 200]]]);
    equal(requestRows(entries).map(({ kind, cookie }) => [kind, cookie?.name, cookie?.sent, cookie?.hasArrived]), [
      ["request", undefined, undefined, undefined], ["request", undefined, undefined, undefined], ["cookie", markup, true, true], ["cookie", "", true, true],
    ]);
    // Another engine's opinion is for requests from a store: this one stays as it was seen.
    equal(requestRows(entries, new Map()).length, 4);
  } },
  { name: "model: a request of our own is in the table once, though its service tells of it too", run: () => {
    const model = modelOf([requested({ hop: 1 }), served({ cause: 1 }), came()]);
    equal(model.requests.entries.map(({ event }) => event.sequence), [1, 3]);
  } },
  { name: "model: unknown kinds and actors have a row, a lane and a sentence", run: () => {
    const model = modelOf([line("of-tomorrow", "somebody", { member: markup, list: [1] }), line(markup, markup), line("constructor", "__proto__")]);
    equal(model.rows.map((row) => [row.lane, row.isRefusal]), [[0, false], [0, false], [0, false]]);
    equal(model.rows.map((row) => sentenceText(row.event)), ["of-tomorrow", markup, "constructor"]);
  } },
  { name: "model: cookies with names of Object's own", run: () => {
    const model = modelOf(["__proto__", "constructor", "toString", "", markup].map((name) => copied({ name })));
    equal(model.cookies.names, ["__proto__", "constructor", "toString", "", markup]);
    equal(model.cookies.entry("valueOf"), undefined);
  } },
  { name: "model: the ten thousandth event costs what the first did", run: () => {
    const model = new TraceModel();
    const batch = (from, count) => {
      const entries = Array.from({ length: count }, (_, index) => entryOf({ ...copied({ sequence: from + index }), cause: from + index - 1 }));
      const start = performance.now();
      for (const entry of entries) model.accept(entry);
      return performance.now() - start;
    };
    batch(0, 2000);
    const early = Math.min(batch(2000, 2000), batch(4000, 2000));
    const late = Math.min(batch(46_000, 2000), batch(48_000, 2000), batch(50_000, 2000));
    holds(late < early * 8 + 5, `2000 events took ${early} ms early and ${late} ms late`);
  } },
];
