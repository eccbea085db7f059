// Making elements. Every text goes in as text: a cookie that is called `<img onerror=…>` stays a name. Styles are set
// by classes, or by CSSOM, since the page's policy allows no style attributes.

import { partText } from "./visible-text.js";

/** Listeners that never stop a scroll, and so must not hold it up. */
const passive = new Set(["wheel", "touchstart", "touchmove", "scroll"]);

/**
 * @param tag the element's name, with classes: `div.row.lit`
 * @param properties attributes; `on` has listeners, `text` the text, a function or `undefined` value is left out
 * @param children elements and texts; `undefined`, `null` and `false` are left out
 */
export function element(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name);
  if (classes.length > 0) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (key === "on") for (const [type, listener] of Object.entries(value)) made.addEventListener(type, listener,
      passive.has(type) ? { passive: true } : undefined);
    else if (key === "text") made.textContent = value;
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  append(made, children);
  return made;
}

export function append(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    parent.append(child);
  }
}

/** Puts new children in place of all that were there. */
export function replaceContents(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

export const icon = (sign, label) => element("span.sign",
  { "aria-hidden": label ? undefined : "true", role: label ? "img" : undefined, "aria-label": label, text: sign });

export function button(text, action, properties = {}) {
  return element("button", { type: "button", on: { click: action }, ...properties }, text);
}

/** What an event is, in one line. */
export function sentenceNodes({ sentence }) {
  return sentence.map((part) => (part.strong === undefined ? partText(part) : element("b", { text: partText(part) })));
}

let announcer;

/** Says something to screen readers, and to nobody else. */
export function announce(text) {
  announcer ??= document.getElementById("announcer");
  if (announcer) announcer.textContent = text;
}
