// A value of any length: the first of it at once, all of it when asked for.

import { button, element } from "./page-element.js";
import { cutText, visibleLines } from "./visible-text.js";

const atOnce = 600;
const atMost = 200_000;

export function longValue(value) {
  const whole = String(value ?? "");
  const shown = element("span.value", { text: visibleLines(cutText(whole, atOnce)) });
  if (whole.length <= atOnce) return shown;
  const more = button(`Show all ${whole.length.toLocaleString("en")} characters`, () => {
    shown.textContent = visibleLines(cutText(whole, atMost));
    shown.classList.add("scrolled");
    more.remove();
  }, { class: "link" });
  return element("span", {}, shown, " ", more);
}
