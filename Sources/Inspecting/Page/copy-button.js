// A button that copies a text, and says that it did.

import { announce, button } from "./page-element.js";

export function copyButton(text, label = "Copy", properties = {}) {
  const made = button(label, async (event) => {
    event.stopPropagation();
    const hasCopied = await copyText(typeof text === "function" ? text() : text);
    const answer = hasCopied ? "Copied ✓" : "Not allowed";
    made.textContent = answer;
    announce(answer);
    setTimeout(() => { made.textContent = label; }, 1400);
  }, { class: "copy", ...properties });
  return made;
}

/** The clipboard is there on loopback and over TLS; elsewhere a selected field does it. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "off-screen";
    document.body.append(field);
    field.select();
    const hasCopied = document.execCommand("copy");
    field.remove();
    return hasCopied;
  }
}
