// The served world's clock, faults and keys. Each click is an event of the trace.

import { button, element, replaceContents } from "./page-element.js";
import { server } from "./server-calls.js";
import { briefText, visibleText } from "./visible-text.js";
import { fullTime, instantOf } from "./world-time.js";

/** What can happen to a device, by the names of the steps with which a scenario brings it about. */
const deviceSteps = [
  ["Relaunch the app", "relaunch"], ["End the network process", "crash-network-process"], ["Lock the device", "lock"],
  ["Unlock it", "unlock"], ["Open the page again", "open"],
];

const noDevice = "Services have no device: the phone or the browser that asks them is yours, to relaunch and to lock by hand."
  + " A scenario has one: run it with --ui.";
const itsDevice = "The device of the scenario, as its last step left it. The verdict above is of the scenario; what happens now"
  + " is added to the trace.";

const effects = ["status", "delay", "drop", "wrong-audience", "expired", "skew"];

export function worldTab(state) {
  const status = element("p.status", { role: "status" });
  const now = element("output.clock");
  const skew = element("span.muted");
  const freeze = button("Freeze", () => act(() => server.setClock({ frozen: freeze.dataset.frozen !== "true" })));
  const advance = (text) => button(`+${text}`, () => act(() => server.setClock({ advance: text })));
  const other = element("input.short", {
    "aria-label": "Advance by", placeholder: "90s", size: "6", spellcheck: "false",
  });
  const faultList = element("ul.faults");
  const endpoint = element("input", {
    "aria-label": "Endpoint", value: "*", size: "22", spellcheck: "false", autocapitalize: "none",
  });
  const effect = element("select", { "aria-label": "Effect", on: { change: () => showDetail() } },
    effects.map((name) => element("option", { value: name, text: name })));
  const detail = element("input.short", { "aria-label": "Status, delay or skew", size: "6", value: "503" });
  const times = element("select", { "aria-label": "How often" }, element("option", { value: "once", text: "once" }),
    element("option", { value: "always", text: "always" }));
  let faults = [];
  const deviceNote = element("p.muted", { id: "device-note" });
  const deviceTools = element("div.tools");

  const view = element("div.world-tab", {}, status,
    element("section", {}, element("h3", { text: "Clock" }), element("p", {}, now, " ", skew),
      element("div.tools", {}, advance("1m"), advance("61m"), advance("5d"),
        form([other, element("button", { type: "submit", text: "Advance" })],
          () => act(() => server.setClock({ advance: other.value.trim() }))), freeze)),
    element("section", {}, element("h3", { text: "Faults" }), faultList,
      form([endpoint, effect, detail, times, element("button", { type: "submit", text: "Add fault" }),
        button("Clear all", () => act(() => server.clearFaults()))],
      () => act(() => server.setFaults([...faults, newFault()])))),
    element("section", {}, element("h3", { text: "Device" }), deviceNote, deviceTools),
    element("section", {}, element("h3", { text: "Keys and accounts" }),
      element("div.tools", {}, button("Rotate the signing key",
        () => act(() => server.rotateKeys(false), "A new key signs; the old one is still served.")),
        button("Rotate and drop the old key", () => act(() => server.rotateKeys(true),
          "A new key signs; what the old one signed is refused.")),
        sureButton("Reset the world", "Really reset? Accounts and traces go", () => act(() => server.reset(),
          "The world is as after a first start; its keys stay.")))));

  function newFault() {
    const fault = { endpoint: endpoint.value.trim() || "*", effect: effect.value, times: times.value };
    const value = detail.value.trim();
    if (effect.value === "status") return { ...fault, status: Number(value) || 503, message: "UNAVAILABLE" };
    return effect.value === "delay" || effect.value === "skew" ? { ...fault, [effect.value]: value } : fault;
  }

  function showDetail() {
    const examples = { status: "503", delay: "2s", skew: "-3s" };
    detail.hidden = !Object.hasOwn(examples, effect.value);
    detail.value = examples[effect.value] ?? "";
  }

  function drawDevice() {
    const hasDevice = state.session.device === true;
    if (deviceTools.dataset.drawn === String(hasDevice)) return;
    deviceTools.dataset.drawn = String(hasDevice);
    deviceNote.textContent = hasDevice ? itsDevice : noDevice;
    replaceContents(deviceTools, deviceSteps.map(([label, step]) => (hasDevice
      ? button(label, () => act(() => server.toDevice(step)), { "aria-describedby": "device-note" })
      : button(`${label} · not here`, () => {
        status.textContent = `No device here. In a scenario, for \`session-bridge run FILE --ui\`, write the step \`- ${step}\`.`;
      }, { "aria-disabled": "true", "aria-describedby": "device-note", class: "unavailable" }))));
    for (const section of view.querySelectorAll("section")) {
      section.hidden = state.session.world !== true && section !== deviceTools.parentElement;
    }
  }

  /** @param done what to say when it went well, where the page would not show it */
  async function act(call, done = "") {
    status.textContent = "";
    try {
      await call();
    } catch (problem) {
      status.textContent = `✗ ${visibleText(problem.message)} ${visibleText(problem.fix ?? "")}`;
      return;
    }
    status.textContent = done && `✓ ${done}`;
    await load();
  }

  async function load() {
    drawDevice();
    if (state.session.world !== true) return;
    try {
      const [clock, { faults: inForce }] = await Promise.all([server.clock(), server.faults()]);
      const time = fullTime(instantOf(clock.now), briefText(clock.now, 40));
      now.textContent = clock.frozen === true ? `${time} · frozen` : time;
      freeze.dataset.frozen = String(clock.frozen === true);
      freeze.textContent = clock.frozen === true ? "Unfreeze" : "Freeze";
      const off = Object.entries(clock.skew ?? {}).filter(([, value]) => value !== "0s");
      skew.textContent = off.map(([who, value]) => `${briefText(who, 20)} ${briefText(value, 20)}`).join(", ");
      const isSame = JSON.stringify(inForce) === JSON.stringify(faults) && faultList.childElementCount > 0;
      faults = Array.isArray(inForce) ? inForce : [];
      if (isSame) return;
      replaceContents(faultList, faults.length === 0 && element("li.muted", { text: "none in force" }),
        faults.slice(0, 100).map(faultItem));
    } catch (problem) {
      status.textContent = `✗ ${visibleText(problem.message)} ${visibleText(problem.fix ?? "")}`;
    }
  }

  function faultItem(fault, index) {
    const remove = () => act(() => server.setFaults(faults.filter((_, at) => at !== index)));
    return element("li", {}, element("span.value", { text: faultText(fault) }), " ",
      button("Remove", remove, { "aria-label": `Remove fault ${index + 1}` }));
  }

  // The world's clock goes on: it is asked now and then, while somebody looks at it.
  setInterval(() => {
    const isSeen = state.tab === "world" && state.session.world === true && !document.hidden;
    if (isSeen && state.connection === "live") load();
  }, 2000);

  return {
    id: "world", label: "World", topics: "session", view, update: () => load(),
    isThere: () => state.session.world === true || state.session.device === true,
  };
}

/** What a fault does, in words: `* answers 503 UNAVAILABLE, once`. */
export function faultText(fault) {
  const { endpoint = "*", effect, status, message, delay, skew, times } = fault ?? {};
  const deeds = {
    status: `answers ${status ?? 503}${message ? ` ${message}` : ""}`, delay: `answers ${delay} later`,
    drop: "drops the connection", "wrong-audience": "gives out tokens for another project",
    expired: "gives out tokens that have expired", skew: `has a clock that is off by ${skew}`,
  };
  const deed = Object.hasOwn(deeds, effect) ? deeds[effect] : `has the fault ${effect}`;
  const often = times === "always" ? "each time" : Number.isFinite(times) ? `${times} times` : times ?? "";
  return briefText(`${endpoint === "*" ? "Every endpoint" : endpoint} ${deed}${often ? `, ${often}` : ""}`, 200);
}

/** Forms are never sent: the page's policy forbids it, and the listener does the work. */
function form(children, submit) {
  return element("form.tools", { on: { submit: (event) => { event.preventDefault(); submit(); } } }, children);
}

/** What cannot be taken back wants a second click. */
function sureButton(text, question, action) {
  let isAsked = false;
  const made = button(text, () => {
    if (isAsked) action();
    isAsked = !isAsked;
    made.textContent = isAsked ? question : text;
    if (isAsked) setTimeout(() => { isAsked = false; made.textContent = text; }, 5000);
  }, { class: "danger" });
  return made;
}
