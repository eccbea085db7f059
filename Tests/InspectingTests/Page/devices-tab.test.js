import { devicesTab } from "../../../Sources/Inspecting/Page/devices-tab.js";
import { InspectorState } from "../../../Sources/Inspecting/Page/inspector-state.js";
import { equal, holds, includes } from "./expectations.js";
import { answering, ensureDocument, settled, shown } from "./small-document.js";
import { markup } from "./trace-rows.js";

const phone = { device: "iPhone, iOS 18", trace: "2", address: "192.168.1.7", profile: "ios18", connections: 3, requests: 41, hosts: 2, last_seen: "2026-11-22T21:26:07Z" };
const pinned = { host: "api.example.com", reason: "proxy/certificate-pinned", meaning: "The app trusts one certificate alone.", fix: "--pass api.example.com" };

/** The tab over what the server answers; `look` gets it when it has drawn. */
async function tab(answer, look) {
  ensureDocument();
  const state = new InspectorState();
  const opened = [];
  const asked = [];
  const made = devicesTab(state, { open: (id) => opened.push(id) });
  await answering((path) => { asked.push(path); return typeof answer === "function" ? answer() : answer; }, () =>
    shown(made.view, async () => {
      made.update(new Set(["tab"]));
      await settled();
      await look({ ...made, state, opened, asked, text: made.view.textContent });
    }));
}

export const tests = [
  { name: "devices: who is recorded, and what hides what they send, with its fix", run: () =>
    tab({ clients: [phone], problems: [pinned] }, ({ text, view, opened }) => {
      for (const part of ["iPhone, iOS 18", "192.168.1.7", "ios18", "41", "api.example.com", pinned.reason, pinned.meaning, pinned.fix]) includes(text, part);
      [...view.querySelectorAll("button")].find((button) => button.textContent.includes("iPhone")).click();
      equal(opened, ["2"], "its name leads to its trace");
    }) },
  { name: "devices: nobody yet says what to do, and no button that leads nowhere", run: async () => {
    await tab({ clients: [], problems: [] }, ({ text }) => {
      includes(text, "set the proxy on a device");
      includes(text, "Nothing hides");
    });
    await tab({ clients: [{ ...phone, trace: undefined }] }, ({ view }) =>
      equal([...view.querySelectorAll("button")].filter((button) => button.textContent.includes("iPhone")).length, 0, "a device without a trace"));
  } },
  { name: "devices: names from the network stay text, and nonsense is no device", run: async () => {
    const hostile = { device: markup, address: markup, profile: `\u202e${markup}`, host: markup, reason: markup, meaning: markup, fix: markup };
    await tab({ clients: [hostile, null, 5, "x", []], problems: [hostile, null] }, ({ view, text }) => {
      equal(view.querySelectorAll("img").length, 0);
      includes(text, markup);
      holds(!text.includes("\u202e"), "nothing turns the line round");
    });
    for (const answer of [{}, null, [], { clients: 5, problems: "x" }, { clients: {} }]) {
      await tab(answer, ({ text }) => includes(text, "Nobody has asked", JSON.stringify(answer)));
    }
  } },
  { name: "devices: a server that does not answer is told, and the tab comes back with it", run: async () => {
    let answer = 503;
    await tab(() => answer, async ({ view, text, update }) => {
      includes(text, "✗ The server answered 503.");
      answer = { clients: [phone] };
      update(new Set(["traces"]));
      await settled();
      includes(view.textContent, "iPhone");
      holds(!view.textContent.includes("✗"), "and what was wrong is gone");
    });
  } },
  { name: "devices: asked again when something happened, and not for looking", run: () =>
    tab({ clients: [phone] }, async ({ update, asked, state }) => {
      update(new Set(["rows"]));
      update(new Set(["rows"]));
      await settled();
      equal(asked.length, 1, "nothing has happened since");
      state.model.accept({ event: { sequence: 1, kind: "proxied", actor: "proxy", raw: {}, reasons: [], sent: [], withheld: [], arrived: [], visible: [], hidden: [] } });
      update(new Set(["rows"]));
      await settled();
      equal(asked.length, 2);
    }) },
  { name: "devices: only where devices are recorded", run: () => {
    ensureDocument();
    const state = new InspectorState();
    const { isThere } = devicesTab(state, { open() {} });
    for (const [devices, expected] of [[true, true], [false, false], [undefined, false], ["yes", false]]) {
      state.session = { devices };
      equal(isThere(), expected, String(devices));
    }
  } },
];
