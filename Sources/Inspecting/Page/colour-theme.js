// Light, dark, or as the system has it. `early-theme.js` sets the kept choice before anything is painted.

import { announce } from "./page-element.js";

const order = ["system", "light", "dark"];
const signs = { system: "◐", light: "○", dark: "●" };

export const currentTheme = () => document.documentElement.dataset.theme ?? "system";

export function nextTheme(control) {
  const theme = order[(order.indexOf(currentTheme()) + 1) % order.length];
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("session-bridge-theme", theme);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  labelTheme(control);
  announce(`Colours: ${theme}`);
}

export function labelTheme(control) {
  const theme = currentTheme();
  control.textContent = `${signs[theme]} ${theme}`;
  control.setAttribute("aria-label", `Colours: ${theme}. Press for the next.`);
}
