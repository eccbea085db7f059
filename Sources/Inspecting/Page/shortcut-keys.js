// Keys that work wherever the focus is, except in fields.

const isField = (target) => target.closest?.("input, textarea, select, [contenteditable]") != null;

/** @param actions functions by key: `j`, `/`, `?`, `Escape` … */
export function listenForKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isField(event.target) || document.querySelector("dialog[open]")) return;
    // Enter belongs to the button or link that has the focus.
    if (event.key === "Enter" && event.target.closest?.("button, a, summary")) return;
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  });
}
