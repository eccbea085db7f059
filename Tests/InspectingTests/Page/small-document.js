// As much of a document as the page's views need, for runs outside of a browser. In a browser the views get the real one.

class SmallNode {
  children = [];
  attributes = new Map();
  listeners = new Map();
  style = { setProperty(name, value) { this[name] = value; } };
  dataset = {};
  className = "";
  scrollTop = 0;
  parent = null;
  #text = "";

  constructor(name) { this.tagName = name.toUpperCase(); }

  get textContent() { return this.#text + this.children.map((child) => child.textContent).join(""); }

  set textContent(text) {
    this.replaceChildren();
    this.#text = String(text);
  }

  get childElementCount() { return this.children.filter((child) => child.tagName !== "#TEXT").length; }
  get clientHeight() { return parseFloat(this.style.height) || 0; }

  get classList() {
    const words = () => this.className.split(" ").filter(Boolean);
    return {
      add: (word) => { this.className = [...new Set([...words(), word])].join(" "); },
      toggle: (word, on) => { this.className = [...words().filter((each) => each !== word), ...(on ? [word] : [])].join(" "); },
    };
  }

  append(...nodes) { for (const node of nodes) this.insertBefore(node, null); }

  insertBefore(node, next) {
    const child = typeof node === "object" ? node : Object.assign(new SmallNode("#text"), { textContent: node });
    child.parent?.children.splice(child.parent.children.indexOf(child), 1);
    child.parent = this;
    this.children.splice(next === null ? this.children.length : this.children.indexOf(next), 0, child);
  }

  replaceChildren(...nodes) {
    for (const child of this.children) child.parent = null;
    this.children = [];
    this.#text = "";
    this.append(...nodes);
  }

  get nextElementSibling() {
    const siblings = this.parent?.children ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  remove() { this.parent?.children.splice(this.parent.children.indexOf(this), 1); }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
    if (["id", "value", "hidden", "title"].includes(name)) this[name] = name === "hidden" ? true : String(value);
    if (name === "class") this.className = String(value);
  }

  getAttribute(name) { return this.attributes.get(name) ?? null; }
  removeAttribute(name) { this.attributes.delete(name); }

  addEventListener(type, listener) { this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]); }

  dispatchEvent(event) {
    Object.defineProperty(event, "target", { value: this, configurable: true });
    for (const listener of this.listeners.get(event.type) ?? []) listener.call(this, event);
    return !event.defaultPrevented;
  }

  click() { this.dispatchEvent(new Event("click")); }
  focus() { globalThis.document.activeElement = this; }
  select() {}

  /** Elements of a tag, or with an attribute: `img`, `[role=option]`. */
  querySelectorAll(wanted) {
    const [, name, value] = /^\[(\w+)=(\w+)\]$/.exec(wanted) ?? [];
    const fits = (node) => (name ? node.getAttribute(name) === value : node.tagName === wanted.toUpperCase());
    return this.children.flatMap((child) => [...(fits(child) ? [child] : []), ...child.querySelectorAll(wanted)]);
  }

  querySelector(wanted) { return this.querySelectorAll(wanted)[0] ?? null; }
}

/** Gives views something to stand in, where there is no browser. */
export function ensureDocument() {
  if (globalThis.document !== undefined) return;
  const body = new SmallNode("body");
  globalThis.document = {
    body, activeElement: body, hidden: false, createElement: (name) => new SmallNode(name),
    createElementNS: (_, name) => new SmallNode(name), getElementById: () => null,
  };
  globalThis.ResizeObserver = class {
    constructor(changed) { this.changed = changed; }
    observe() { queueMicrotask(this.changed); }
  };
  globalThis.requestAnimationFrame = (drawn) => setTimeout(drawn, 0);
  globalThis.cancelAnimationFrame = clearTimeout;
}

/** Puts a view into the document for as long as `body` runs. */
export async function shown(view, body) {
  document.body.append(view);
  try {
    await body();
  } finally {
    view.remove();
  }
}

/** Ends when what was set going, drawn or asked for has been. */
export async function settled() {
  for (let round = 0; round < 3; round += 1) await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)));
}

/** Ends when `isSo`, or after as long as nobody would wait. */
export async function until(isSo) {
  for (const end = performance.now() + 3000; !isSo() && performance.now() < end;) await settled();
}

export function press(target, key) {
  target.dispatchEvent(Object.assign(new Event("keydown", { bubbles: true, cancelable: true }), { key }));
}

/** Answers what the page asks of its server, as long as `body` runs; a number is a status without an answer. */
export async function answering(answerOf, body) {
  const { fetch } = globalThis;
  globalThis.fetch = async (path) => {
    const answer = answerOf(String(path));
    return typeof answer === "number" ? new Response("", { status: answer }) : new Response(JSON.stringify(answer));
  };
  try {
    await body();
  } finally {
    globalThis.fetch = fetch;
  }
}
