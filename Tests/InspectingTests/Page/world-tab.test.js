import { InspectorState } from "../../../Sources/Inspecting/Page/inspector-state.js";
import { faultText, worldTab } from "../../../Sources/Inspecting/Page/world-tab.js";
import { equal, holds, includes } from "./expectations.js";
import { answering, ensureDocument, settled, shown } from "./small-document.js";

/** The tab of a session, drawn; `look` gets it with the buttons of its device and what was asked of the server. */
async function tab(session, answerOf, look) {
  ensureDocument();
  const { setInterval } = globalThis;
  // The clock is asked again and again while somebody looks; here nobody does for so long.
  globalThis.setInterval = () => 0;
  const state = new InspectorState();
  state.session = session;
  const made = worldTab(state);
  globalThis.setInterval = setInterval;
  const asked = [];
  await answering((path) => { asked.push(path); return answerOf(path); }, () => shown(made.view, async () => {
    made.update(new Set(["tab"]));
    await settled();
    const named = (text) => [...made.view.querySelectorAll("button")].find((button) => button.textContent.startsWith(text));
    await look({ ...made, state, asked, named });
  }));
}

const world = (path) => (path.endsWith("clock") ? { now: "2026-11-22T21:26:07Z", frozen: false, skew: {} } : { faults: [] });

export const tests = [
  { name: "world: a fault is said in words, whatever it has", run: () => {
    const rows = [
      [{ endpoint: "*", effect: "status", status: 503, message: "UNAVAILABLE", times: "once" }, "Every endpoint answers 503 UNAVAILABLE, once"],
      [{ endpoint: "accounts:lookup", effect: "delay", delay: "2s", times: "always" }, "accounts:lookup answers 2s later, each time"],
      [{ endpoint: "*", effect: "expired", times: 3 }, "Every endpoint gives out tokens that have expired, 3 times"],
      [{ effect: "constructor" }, "Every endpoint has the fault constructor"],
      [null, "Every endpoint has the fault undefined"],
    ];
    for (const [fault, expected] of rows) equal(faultText(fault), expected);
  } },
  { name: "world: what went well and is not to be seen is said", run: () =>
    tab({ world: true, device: false }, world, async ({ view, named }) => {
      named("Rotate the signing key").click();
      await settled();
      includes(view.textContent, "✓ A new key signs");
    }) },
  { name: "world: services have no device, and each of its buttons says so", run: () =>
    tab({ world: true, device: false }, world, async ({ view, asked, named, isThere }) => {
      equal(isThere(), true);
      for (const [label, step] of [["Relaunch the app", "relaunch"], ["Lock the device", "lock"], ["Unlock it", "unlock"]]) {
        equal(named(label).getAttribute("aria-disabled"), "true", label);
        named(label).click();
        await settled();
        includes(view.textContent, `- ${step}`);
      }
      equal(asked.filter((path) => path.includes("device:")), [], "and nothing is asked");
    }) },
  { name: "world: a device that stays does what is clicked, and says what it could not do", run: () =>
    tab({ world: false, device: true }, (path) => (path.endsWith(":unlock") ? 409 : {}), async ({ view, asked, named, isThere }) => {
      equal(isThere(), true);
      for (const [label, path] of [["Relaunch", "relaunch"], ["End the network", "crash-network-process"], ["Lock", "lock"], ["Open the page", "open"]]) {
        named(label).click();
        await settled();
        equal(asked.at(-1), `/__bridge/device:${path}`, label);
        holds(!view.textContent.includes("✗"), `${label} went well`);
      }
      named("Unlock").click();
      await settled();
      includes(view.textContent, "✗ The server answered 409.");
      equal(asked.filter((path) => path.endsWith("clock")), [], "it has no clock to steer");
    }) },
  { name: "world: neither a world nor a device is no tab", run: () =>
    tab({ world: false, device: false }, () => 404, ({ isThere, asked }) => equal([isThere(), asked], [false, []])) },
];
