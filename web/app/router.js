// A small router in the manner of Vue Router: nested records, `meta`, `matched`, one `beforeEach`. Routes are written
// as for Vue Router 3 (`*`), the guard returns its decision as in Vue Router 4.

/** One record a path, children joined to their parents, children before parents as Vue Router matches them. */
function flatten(routes, parent = null) {
  return routes.flatMap((route) => {
    const path = route.path.startsWith("/") || route.path === "*" || !parent ? route.path : `${parent.path}/${route.path}`;
    const record = { path: path.replace(/\/+/g, "/"), name: route.name ?? null, meta: route.meta ?? {}, parent };
    return [...flatten(route.children ?? [], record), record];
  });
}

/** A record's path as a regular expression, with the names of its `:parameters`. */
function compile(path) {
  if (path === "*") return { pattern: /^.*$/, names: [] };
  const names = [];
  const source = path.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/:(\w+)/g, (_, name) => {
    names.push(name);
    return "([^/]+?)";
  });
  return { pattern: new RegExp(`^${source.replace(/\/$/, "")}/?$`, "i"), names };
}

export class Router {
  /**
   * @param {object[]} routes as in routes.json
   * @param {{beforeEach: Function, afterEach: Function}} hooks
   * @param {string} query stays in the address wherever the user goes
   */
  constructor(routes, hooks, query = "") {
    this.records = flatten(routes).map((record) => ({ ...record, ...compile(record.path) }));
    this.hooks = hooks;
    this.query = query;
    this.current = { path: "/", name: null, params: {}, matched: [], meta: {} };
    this.pending = 0;
  }

  /** Follows the address bar and links of `window`, then opens the present address. */
  start(window) {
    this.window = window;
    window.addEventListener("popstate", () => this.navigate(window.location.pathname, "none"));
    window.document.addEventListener("click", (event) => {
      const link = event.target.closest("a[href^='/']");
      if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey) return;
      // A link into another window is the browser's, as with Vue Router's own links.
      if (link.target && link.target !== "_self") return;
      event.preventDefault();
      this.navigate(link.getAttribute("href"), "push");
    });
    return this.navigate(window.location.pathname, "replace");
  }

  match(path) {
    for (const record of this.records) {
      const hit = record.pattern.exec(path);
      if (!hit) continue;
      const params = Object.fromEntries(record.names.map((name, index) => [name, decodeURIComponent(hit[index + 1])]));
      const matched = [];
      for (let ancestor = record; ancestor; ancestor = ancestor.parent) matched.unshift(ancestor);
      return { path, name: record.name, params, matched, meta: record.meta };
    }
    return { path, name: null, params: {}, matched: [], meta: {} };
  }

  /** @param {"push" | "replace" | "none"} how what happens to the address bar */
  async navigate(path, how) {
    const to = this.match(path);
    const ticket = ++this.pending;
    const verdict = await this.hooks.beforeEach(to, this.current);
    if (ticket !== this.pending) return; // a newer navigation took over
    if (typeof verdict === "string") return this.navigate(verdict, how === "none" ? "replace" : how);
    if (verdict === false) return;
    this.current = to;
    const { location, history } = this.window;
    if (how !== "none" && location.pathname !== to.path) history[`${how}State`](null, "", to.path + this.query);
    this.hooks.afterEach(to);
  }
}
