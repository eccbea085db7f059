// The devices that a proxy records: who is connected, and what hides what they send.

import { copyButton } from "./copy-button.js";
import { button, element } from "./page-element.js";
import { server } from "./server-calls.js";
import { simpleTable } from "./simple-table.js";
import { briefText, visibleText } from "./visible-text.js";

const listOf = (value) =>
  (Array.isArray(value) ? value.filter((member) => typeof member === "object" && member !== null) : []);
const count = (value) => (Number.isFinite(value) ? String(value) : "–");

export function devicesTab(state, { open }) {
  const status = element("p.status", { role: "status" });
  const devices = simpleTable({
    caption: "Devices", empty: "Nobody has asked for anything yet: set the proxy on a device.",
    columns: [
      {
        title: "device", className: "wrap",
        cell: ({ device, trace }) => (typeof trace === "string"
          ? button(briefText(device, 120), () => open(trace), { class: "quiet" })
          : briefText(device, 120)),
      },
      { title: "address", className: "mono", cell: ({ address }) => briefText(address, 60) },
      { title: "profile", cell: ({ profile }) => briefText(profile, 40) },
      { title: "connections", cell: ({ connections }) => count(connections) },
      { title: "requests", cell: ({ requests }) => count(requests) },
      { title: "hosts", cell: ({ hosts }) => count(hosts) },
      { title: "last seen", cell: ({ last_seen: seen }) => briefText(seen, 40) },
    ],
  });
  const problems = simpleTable({
    caption: "What hides traffic", empty: "Nothing hides what the devices send.",
    columns: [
      { title: "host", className: "mono wrap", cell: ({ host, address }) => briefText(host || address, 120) },
      { title: "reason", className: "mono wrap", cell: ({ reason }) => briefText(reason, 60) },
      { title: "what it means", className: "wrap", cell: ({ meaning }) => briefText(meaning, 300) },
      {
        title: "to do", className: "wrap",
        cell: ({ fix }) => [briefText(fix, 300), " ", copyButton(String(fix ?? ""))],
      },
    ],
  });
  const view = element("div", {},
    element("div.tools", {}, element("h3", { text: "Devices" }), button("Refresh", () => load()), status), devices.view,
    element("h3", { text: "What hides traffic" }), problems.view);
  let eventsSeen = -1;

  async function load() {
    try {
      const answer = await server.clients();
      devices.draw(listOf(answer?.clients));
      problems.draw(listOf(answer?.problems));
      status.textContent = "";
    } catch (problem) {
      status.textContent = `✗ ${visibleText(problem.message)} ${visibleText(problem.fix ?? "")}`;
    }
  }

  function update(topics) {
    const seen = state.model.rows.length;
    if (topics.has("tab") || topics.has("traces") || seen !== eventsSeen) load();
    eventsSeen = seen;
  }

  return {
    id: "devices", label: "Devices", topics: "rows traces session", view, update,
    isThere: () => state.session.devices === true,
  };
}
