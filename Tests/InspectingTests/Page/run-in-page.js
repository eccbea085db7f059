// In a browser: results go to `window.results`, and a line of them to the title, where a driver of any kind can read it.

import { runAll } from "./every-test.js";

const results = await runAll();
window.results = results;
const list = document.createElement("pre");
list.textContent = [...results.passed.map((name) => `✓ ${name}`), ...results.failed.map(({ name, message }) => `✗ ${name}\n  ${message}`)].join("\n");
document.body.append(list);
document.title = `${results.passed.length} passed, ${results.failed.length} failed`;
