import { entryOf, LineReader } from "../../../Sources/Inspecting/Page/trace-lines.js";
import { sentenceText } from "../../../Sources/Inspecting/Page/visible-text.js";
import { equal, holds, includes } from "./expectations.js";
import { markup } from "./trace-rows.js";

const event = '{"entry":"event","sequence":1,"at":"2026-11-22T21:26:07.263Z","actor":"page","event":"message","body":"x"}';
const read = (...pieces) => {
  const reader = new LineReader();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
};
const kinds = (entries) => entries.map((entry) => Object.keys(entry)[0] ?? "nothing");

export const tests = [
  { name: "lines: a line may come in any pieces", run: () => {
    for (let cut = 0; cut <= event.length; cut += 1) {
      equal(kinds(read(event.slice(0, cut), `${event.slice(cut)}\n`)), ["event"], `cut at ${cut}`);
    }
  } },
  { name: "lines: what is not known is passed over, what is no JSON is told", run: () => {
    const rows = [
      ['{"entry":"trace","version":1,"name":"n"}', ["head"], "a head"],
      ['{"entry":"outcome","verdict":"signed-in"}', ["outcome"], "an outcome"],
      ['{"entry":"of-tomorrow","x":1}', ["nothing"], "an entry of a later version"],
      ["{}", ["nothing"], "no entry"],
      ["", [], "an empty line"],
      ["   \r", [], "a blank line"],
      ["[1]", ["problem"], "a list"],
      ["null", ["problem"], "null"],
      ['"text"', ["problem"], "a text"],
      ["not json", ["problem"], "no JSON"],
      ['{"entry":"event","actor":"page"}', ["problem"], "an event without its place"],
      ['{"entry":"event","sequence":"1"}', ["problem"], "a sequence that is a text"],
      ['{"entry":"event","sequence":1e999}', ["problem"], "a sequence without an end"],
    ];
    for (const [text, expected, why] of rows) equal(kinds(read(`${text}\n`)), expected, why);
  } },
  { name: "lines: a last line that is cut off is named, and the ones before it count", run: () => {
    const entries = read(`${event}\n`, event.slice(0, 40));
    equal(kinds(entries), ["event", "problem"]);
    includes(entries[1].problem, "line 2 is cut off");
  } },
  { name: "lines: a last line without its end is read", run: () => equal(kinds(read(event)), ["event"]) },
  { name: "lines: an empty file is no problem", run: () => equal(read(""), []) },
  { name: "lines: members of wrong types are left out, not believed", run: () => {
    const { event: read_ } = entryOf({
      entry: "event", sequence: 3, at: 5, actor: null, event: ["x"], cause: "2", reasons: ["a", 1, null], hop: {}, url: 7,
      sent: "no list", withheld: [1, null, { name: 2 }, { name: "a", reasons: "r" }], visible: [[]], hidden: {},
    });
    equal([read_.actor, read_.kind, read_.cause, read_.reasons, read_.hop, read_.url], ["unknown", "unknown", undefined, ["a"], undefined, undefined]);
    equal([read_.sent, read_.visible, read_.hidden], [[], [], []]);
    equal(read_.withheld.map((cookie) => [cookie.name, cookie.reasons]), [["a", []]]);
    holds(Number.isNaN(read_.time), "a time that is no text is no time");
  } },
  { name: "lines: an event says what the server says of it, and is as it was recorded", run: () => {
    const said = (sentence) => entryOf({ entry: "event", sequence: 1, event: "cookie-read", sentence }).event;
    const rows = [
      [["document.cookie at ", { url: "https://a.test/x" }, " shows ", { strong: markup }], `document.cookie at a.test/x shows ${markup}`],
      [["x".repeat(500)], `${"x".repeat(200)}…`], [[{ strong: "a\u202eb" }], "a\u202eb".replace("\u202e", "‹U+202E›")],
      ...[undefined, null, 5, markup, {}, [], [null, 5, [], {}, { strong: 5 }, { url: [] }]].map((nonsense) => [nonsense, "cookie-read"]),
    ];
    for (const [sentence, text] of rows) equal(sentenceText(said(sentence)), text, JSON.stringify(sentence));
    equal(Object.keys(said(["x"]).raw), ["entry", "sequence", "event"]);
  } },
  { name: "lines: an outcome with nonsense in it", run: () => {
    const { outcome } = entryOf({ entry: "outcome", verdict: 5, passed: "yes", root_cause: { code: markup, evidence: [1, "x", null], followed_by: [5, { sequence: 2, code: "c" }] }, findings: [7, null, {}] });
    equal([outcome.verdict, outcome.passed, outcome.rootCause.code, outcome.rootCause.evidence], ["", undefined, markup, [1]]);
    equal([outcome.rootCause.followedBy.length, outcome.findings.length], [1, 1]);
  } },
];
