import { filterWith, filterWord, parseFilter, rowTest } from "../../../Sources/Inspecting/Page/filter-language.js";
import { FilteredRows } from "../../../Sources/Inspecting/Page/filtered-rows.js";
import { nearestName } from "../../../Sources/Inspecting/Page/nearest-name.js";
import { equal, holds, includes } from "./expectations.js";
import { copied, decided, jarCookie, line, markup, modelOf, requested, traded } from "./trace-rows.js";

const model = modelOf([
  requested({ sent: [jarCookie({ name: "sid" })], withheld: [jarCookie({ reasons: ["send/path"] })] }),
  copied({ reasons: ["note/x"] }),
  decided("guard/cookie-absent"),
  traded({ action: "refused", reasons: ["token/expired"] }),
  line("message", "page", { handler: "console.log", body: `Ünïcode "quoted" ${markup}` }),
  line("of-tomorrow", "somebody", { url: "https://other.test/a:b" }),
], { outcome: { verdict: "signed-out", root_cause: { code: "c", evidence: [2], followed_by: [{ sequence: 3, code: "d" }] } } });

const passing = (text) => {
  const { words, problem } = parseFilter(text, model);
  if (problem) throw new Error(`${text}: ${problem.message}`);
  return model.rows.filter(rowTest(words, model.marks)).map((row) => row.event.sequence);
};

export const tests = [
  { name: "filter: what each word lets through", run: () => {
    const rows = [
      ["", [1, 2, 3, 4, 5, 6], "nothing asked"],
      ["   ", [1, 2, 3, 4, 5, 6], "blanks"],
      ["cookie:customtoken", [1, 2, 3, 4], "sent, written, looked for and traded"],
      ["cookie:SID", [1], "whatever the case"],
      ["cookie:*to*", [1, 2, 3, 4], "* in the middle"],
      ["cookie:custom", [], "a whole name, unless there is a *"],
      ["reason:send/*", [1], "a cookie's own reason"],
      ["reason:token/expired", [4], "an event's"],
      ["actor:auth", [4], "an actor"],
      ["actor:auth,web-view", [1, 4], "a comma is or"],
      ["actor:auth actor:web-view", [1, 4], "so are two words of one key"],
      ["actor:page kind:routing", [3], "two keys are and"],
      ["-actor:page -actor:auth", [1, 6], "two negations are and"],
      ["kind:request,message", [1, 5], "kinds"],
      ["lane:guard", [3], "a lane"],
      ["url:other.test", [6], "a part of a URL"],
      ["store:web", [1, 2], "a part of a store"],
      ["is:refused", [1, 3, 4], "by itself"],
      ["is:evidence", [2], "by the outcome"],
      ["is:followed", [3], "by the outcome"],
      ["EXPIRED", [4], "a free word, whatever the case"],
      ["refused expired", [4], "free words are and"],
      ["-page", [1, 4, 6], "a free word taken out"],
      ['"onerror=alert"', [5], "a text in quotation marks"],
      ["https://other.test/a:b", [6], "a URL is a text although it has a colon"],
      ["actor:somebody", [6], "an actor that only this trace has"],
      ["kind:of-tomorrow", [6], "a kind that only this trace has"],
      ["ünïcode", [5], "letters beyond ASCII"],
      ["cookie:(", [], "signs that mean something in patterns"],
      ["cookie:[a-z]+", [], "no pattern but *"],
    ];
    for (const [text, expected, why] of rows) equal(passing(text), expected, `${text} (${why})`);
  } },
  { name: "filter: a wrong one is told, with its place and what was meant", run: () => {
    const rows = [
      ["colour:x", "There is no “colour:”", 0, 8],
      ["cokie:x", "Did you mean “cookie:”?", 0, 7],
      ["actor:page raeson:x", "Did you mean “reason:”?", 11, 19],
      ["actor:pge", "Did you mean “page”?", 0, 9],
      ["actor:page,bckend", "Did you mean “backend”?", 0, 17],
      ["kind:nothing-like-it", "Known are account", 0, 20],
      ["cookie:", "needs a value, as in cookie:customtoken", 0, 7],
      ["is:x", "No is is", 0, 4],
      ['"open', "is not closed", 0, 5],
      ['cookie:"open', "is not closed", 0, 12],
      ["-", "stands before the word", 0, 1],
      ["__proto__:x", "", 0, 0],
      ["constructor:x", "There is no “constructor:”", 0, 13],
    ];
    for (const [text, message, start, end] of rows) {
      const { problem } = parseFilter(text, model);
      if (message === "") continue; // an underline is no key's letter, so this is a free text
      holds(problem, `${text} is wrong`);
      includes(problem.message, message, text);
      equal([problem.start, problem.end], [start, end], text);
    }
  } },
  { name: "filter: any text ends, and is understood or told", run: () => {
    const letters = ['"', "-", ":", "*", ",", " ", "a", "cookie", "actor", "\\", "(", "[", "\u0000", "é", "\ud800"];
    let seed = 7;
    const next = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    for (let round = 0; round < 3000; round += 1) {
      const text = Array.from({ length: next(12) }, () => letters[next(letters.length)]).join("");
      const { words, problem } = parseFilter(text, model);
      holds(Boolean(words) !== Boolean(problem), JSON.stringify(text));
      if (words) model.rows.filter(rowTest(words, model.marks));
    }
  } },
  { name: "filter: rows that arrive are tested once, and found by place", run: () => {
    const shown = new FilteredRows();
    shown.setFilter((row) => row.position % 3 === 0, Array.from({ length: 10 }, (_, position) => ({ position })));
    shown.append({ position: 10 });
    shown.append({ position: 12 });
    equal(shown.positions, [0, 3, 6, 9, 12]);
    equal([shown.indexOf(6), shown.indexOf(7), shown.indexAtOrAfter(7), shown.indexAtOrAfter(99)], [2, -1, 3, 5]);
  } },
  { name: "filter: words are added once, and quoted where they must be", run: () => {
    equal(filterWith("actor:page", "reason:x"), "actor:page reason:x");
    equal(filterWith("actor:page", "actor:page"), "actor:page");
    equal([filterWord("cookie", "a b"), filterWord("cookie", 'a"b')], ['cookie:"a b"', "cookie:ab"]);
  } },
  { name: "filter: names that are near enough to have been meant", run: () => {
    const names = ["cookie", "reason", "actor"];
    equal(["cokie", "coo", "resaon", "x", "completely", "a".repeat(1000)].map((text) => nearestName(text, names)), ["cookie", "cookie", "reason", undefined, undefined, undefined]);
  } },
];
