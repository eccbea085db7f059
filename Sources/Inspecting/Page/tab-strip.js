// The tabs below. Only the one that is seen is kept up to date; the others catch up when they are chosen.

import { whenCalm } from "./calm-pace.js";
import { element } from "./page-element.js";

/** How often a tab follows events that come live: tables are read by people, and need not keep up with each frame. */
const liveRhythm = 200;

/**
 * @param tabs `[{id, label, isThere?(), view, update(topics), topics}]`
 * @param choose called with a tab's id
 */
export function tabStrip(state, tabs, choose) {
  const strip = element("div.tabs", { role: "tablist", "aria-label": "Details of the trace" });
  const panels = element("div.tab-panels");
  const entries = tabs.map((tab, index) => {
    const key = index + 1;
    const head = element("button", {
      type: "button", text: tab.label,
      role: "tab", id: `tab-${tab.id}`, "aria-controls": `panel-${tab.id}`,
      "aria-keyshortcuts": key, title: `${tab.label} (${key})`,
      on: { click: () => choose(tab.id), keydown: (event) => move(event, index) },
    });
    const panel = element("div.tab-panel",
      { role: "tabpanel", id: `panel-${tab.id}`, "aria-labelledby": `tab-${tab.id}` }, tab.view);
    strip.append(head);
    panels.append(panel);
    let pause;
    const follow = whenCalm(() => state.tab === tab.id && tab.update(new Set(["selection"])));
    state.on(tab.topics, (topics) => {
      if (state.tab !== tab.id) return;
      const only = topics.size === 1 ? [...topics][0] : undefined;
      if (only === "selection") {
        follow();
        return;
      }
      if (only !== "rows") {
        tab.update(topics);
        return;
      }
      pause ??= setTimeout(() => {
        pause = undefined;
        if (state.tab === tab.id) tab.update(topics);
      }, liveRhythm);
    });
    return { tab, head, panel };
  });

  const present = () => entries.filter(({ tab }) => tab.isThere?.() !== false);

  function move(event, from) {
    const heads = present();
    const at = heads.findIndex(({ tab }) => tab === tabs[from]);
    const targets = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: heads.length - 1 };
    if (!Object.hasOwn(targets, event.key)) return;
    event.preventDefault();
    const target = heads[(targets[event.key] + heads.length) % heads.length];
    choose(target.tab.id);
    target.head.focus();
  }

  state.on("tab session", () => {
    for (const { tab, head, panel } of entries) {
      const isChosen = tab.id === state.tab;
      head.hidden = tab.isThere?.() === false;
      head.setAttribute("aria-selected", isChosen);
      head.tabIndex = isChosen ? 0 : -1;
      panel.hidden = !isChosen || head.hidden;
      if (isChosen && !head.hidden) tab.update(new Set(["tab"]));
    }
  });

  return {
    view: element("section.details", { "aria-label": "Details" }, strip, panels),
    idAt: (index) => present()[index]?.tab.id,
  };
}
