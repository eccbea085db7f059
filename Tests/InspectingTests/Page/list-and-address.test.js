import { readFragment, writeFragment } from "../../../Sources/Inspecting/Page/event-fragment.js";
import { isAtEnd, overscan, rowWindow, scrollToShow } from "../../../Sources/Inspecting/Page/row-window.js";
import { briefText, briefURL, cutText, eventCount, visibleLines, visibleText } from "../../../Sources/Inspecting/Page/visible-text.js";
import { ageText, clockTime, durationText, instantOf, jumpText } from "../../../Sources/Inspecting/Page/world-time.js";
import { equal, holds } from "./expectations.js";
import { markup } from "./trace-rows.js";

export const tests = [
  { name: "times: an age that lies ahead is none below zero", run: () => {
    equal([-3200, 0, 3200, NaN].map(ageText), ["in 3.2 s", "0 ms", "3.2 s", ""]);
  } },
  { name: "texts: one event is one", run: () => {
    equal([0, 1, 2].map(eventCount), ["0 events", "1 event", "2 events"]);
  } },
  { name: "list: rows are made for what is seen and a little more", run: () => {
    const geometry = { viewport: 260, rowHeight: 26, count: 10_000 };
    const rows = [
      [{ scrollTop: 0 }, { first: 0, end: 10 + overscan }, "the top"],
      [{ scrollTop: 26_000 }, { first: 1000 - overscan, end: 1010 + overscan }, "the middle"],
      [{ scrollTop: 260_000 }, { first: 10_000 - overscan, end: 10_000 }, "past the end"],
      [{ scrollTop: -50 }, { first: 0, end: 10 + overscan }, "pulled beyond the top"],
      [{ scrollTop: 0, count: 0 }, { first: 0, end: 0 }, "nothing"],
      [{ scrollTop: 0, count: 3 }, { first: 0, end: 3 }, "less than a window"],
      [{ scrollTop: 1e9, count: 3 }, { first: 3, end: 3 }, "far past the end"],
    ];
    for (const [members, expected, why] of rows) equal(rowWindow({ ...geometry, ...members }), expected, why);
  } },
  { name: "list: a row is shown with as little movement as possible", run: () => {
    const at = (index, scrollTop) => scrollToShow({ index, scrollTop, viewport: 260, rowHeight: 26 });
    equal([at(3, 0), at(10, 0), at(0, 26), at(500, 0)], [0, 26, 0, 500 * 26 - 260 / 3]);
  } },
  { name: "list: it follows at its end only", run: () => {
    const at = (scrollTop) => isAtEnd({ scrollTop, viewport: 260, rowHeight: 26, count: 100 });
    equal([at(2340), at(2330), at(2000)], [true, true, false]);
  } },
  { name: "address: what is written is read again", run: () => {
    const rows = [
      [{ trace: "1", event: 31 }, "#trace=1&event=31"],
      [{ trace: "1", event: 0, tab: "stores", filter: "reason:send/* -actor:page" }, "#trace=1&event=0&tab=stores&filter=reason:send/*+-actor:page"],
      [{ trace: markup, cookie: "a&b=c#d" }, undefined],
      [{ filter: "ü \u0000 ‮ %" }, undefined],
      [{}, ""],
    ];
    for (const [parts, expected] of rows) {
      const text = writeFragment(parts);
      if (expected !== undefined) equal(text, expected);
      equal(readFragment(text), { trace: undefined, event: undefined, tab: undefined, cookie: undefined, filter: undefined, ...parts });
    }
  } },
  { name: "address: nonsense is nothing", run: () => {
    for (const text of ["", "#", "#event=x", "#event=-1", "#event=1e9", "#event=99999999999999999999", "#event=", "#&&==", null]) equal(readFragment(text).event, undefined, text);
  } },
  { name: "text: nothing invisible, nothing that turns the line round", run: () => {
    const rows = [
      ["a\u0000b", "a‹NUL›b"], ["\u001b[31m", "‹ESC›[31m"], ["a\nb", "a↵b"], ["\u007f", "‹U+007F›"], ["\u202ecba", "‹U+202E›cba"],
      ["a\u200bb\ufeff", "a‹U+200B›b‹U+FEFF›"], ["\ud800x", "\ufffdx"], ["😀", "😀"], ["אבג", "אבג"], [markup, markup], [undefined, ""], [5, "5"],
    ];
    for (const [text, expected] of rows) equal(visibleText(text), expected, JSON.stringify(text));
    equal(visibleLines("a\r\nb\tc\u0000"), "a\nb\tc‹NUL›");
  } },
  { name: "text: 100 kB cost a row no more than a line, and no letter is halved", run: () => {
    const long = "😀".repeat(50_000);
    holds(briefText(long).length <= 161, "a row's text is short");
    equal(cutText("a😀b", 2), "a…");
    equal(cutText("abc", 3), "abc");
    equal(briefURL("https://app.localhost/a"), "app.localhost/a");
    equal(briefURL("javascript:alert(1)"), "javascript:alert(1)");
  } },
  { name: "time: the world's clock as people read it", run: () => {
    const time = instantOf("2026-11-22T21:26:07.263Z");
    equal([clockTime(time), clockTime(NaN, "x"), clockTime(Infinity, "y")], ["21:26:07.263", "x", "y"]);
    const rows = [[0, "0 ms"], [999, "999 ms"], [1500, "1.5 s"], [60_000, "1 min"], [61 * 60_000, "1 h 1 min"], [5 * 86_400_000, "5 d"], [-3000, "−3 s"], [NaN, ""]];
    for (const [length, expected] of rows) equal(durationText(length), expected);
    equal([jumpText(time, time + 20), jumpText(time, time + 61 * 60_000), jumpText(time, time - 60_000), jumpText(NaN, time)], ["", "+1 h 1 min", "−1 min", ""]);
  } },
];
