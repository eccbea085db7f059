// What is shown while there is no trace: the commands that bring one.

import { copyButton } from "./copy-button.js";
import { element } from "./page-element.js";

const ways = [
  ["Watch one handoff, end to end", "session-bridge demo --trace demo.jsonl && session-bridge inspect demo.jsonl"],
  ["Run your scenarios and look at what failed", "session-bridge run Scenarios --ui"],
  ["Ask why a page does not know the user",
    "session-bridge trace https://app.example.com/ --trace page.jsonl && session-bridge inspect page.jsonl"],
];

export function emptyPage(state) {
  const waiting = element("p.muted", { role: "status" });
  const view = element("section.empty", { "aria-label": "No trace yet" },
    element("h1", { text: "No trace yet" }),
    element("p", {}, "A trace is what happened to a cookie, a token and a route, with the reason for each step. ",
      "Any of these brings one here:"),
    element("ol", {}, ways.map(([what, command]) => element("li", {}, element("p", { text: what }),
      element("div.command", {}, element("code", { text: command }), copyButton(command))))),
    waiting);
  state.on("session connection traces", () => {
    waiting.textContent = state.session.mode === "serve"
      ? "This page also fills by itself: open the served web app, or sign in against the auth service."
      : "This page fills by itself as soon as there is something.";
  });
  return view;
}
