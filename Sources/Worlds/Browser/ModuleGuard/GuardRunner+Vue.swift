extension GuardRunner {
    /// Vue and Vue Router as far as a module that makes a router needs them: nothing is shown, and the router's side is
    /// that of ``router``.
    static let vue = #"""
        const routeKeys = ["path", "name", "alias", "meta", "redirect", "caseSensitive", "pathToRegexpOptions",
          "sensitive", "strict", "end"];
        // The router's own order: a route's guards before those of its children.
        const beforeEnters = (value) => {
          const told = (guard) => ({ id: `beforeEnter ${hooks.beforeEnter.push(guard)}` });
          if (typeof value === "function") return told(value);
          return isModern && isArray(value) ? value.map(told) : true;
        };
        const routesOf = (routes, depth = 0) => {
          if (!isArray(routes) || depth > 64) return routes === undefined ? [] : null;
          return routes.map((route) => {
            if (typeof route !== "object" || route === null) return null;
            const told = {};
            for (const key of routeKeys) if (route[key] !== undefined) told[key] = route[key];
            if (typeof told.name === "symbol") told.name = String(told.name);
            if (typeof told.redirect === "function") throw notSimulated("a redirect by a function");
            if (route.beforeEnter) told.beforeEnter = beforeEnters(route.beforeEnter);
            if (route.children) told.children = routesOf(route.children, depth + 1);
            return told;
          });
        };
        const makesRouter = (routes, mode, base) => {
          if (!["history", "hash", "abstract"].includes(mode)) throw own(new Error(`invalid mode: ${mode}`));
          hooks.beforeEnter.length = 0;
          post({ op: "makesRouter", routes: routesOf(routes), mode, base: typeof base === "string" ? base : null });
          return routerObject;
        };
        const failureTypes = isModern
          ? { aborted: 4, cancelled: 8, duplicated: 16 } : { redirected: 2, aborted: 4, cancelled: 8, duplicated: 16 };
        const isNavigationFailure = (error, type) =>
          error instanceof Error && "type" in error && (type === undefined || error.type === type);

        // A function that can be called with `new`, and whose other members are not simulated.
        const constructor = (name, make, members) => {
          function Constructor(...given) { return make(...given); }
          return library(name, Object.assign(Constructor, members));
        };

        packages.set("vue-router", () => {
          if (isModern) {
            const history = (mode) => (base) => ({ mode, base });
            return library("vue-router", {
              createRouter: ({ routes, history }) => makesRouter(routes, history?.mode, history?.base),
              createWebHistory: history("history"), createWebHashHistory: history("hash"),
              createMemoryHistory: history("abstract"), isNavigationFailure, NavigationFailureType: failureTypes,
              RouterView: {}, RouterLink: {},
            });
          }
          const VueRouter = constructor(
            "VueRouter", ({ routes, mode = "hash", base } = {}) => makesRouter(routes, mode, base),
            { install() {}, version: "3.6.5", isNavigationFailure, NavigationFailureType: failureTypes });
          // Many wrap these, to swallow failures.
          Object.assign(VueRouter.prototype, { push: navigates(false), replace: navigates(true) });
          return library("vue-router", { default: VueRouter, isNavigationFailure, NavigationFailureType: failureTypes });
        });

        packages.set("vue", () => {
          const nextTick = (then) => Promise.resolve().then(then);
          if (isModern) {
            const same = (value) => value, box = (value) => ({ value });
            return library("vue", {
              defineComponent: same, defineAsyncComponent: same, markRaw: same, reactive: same, readonly: same,
              ref: box, shallowRef: box, computed: (get) => ({ get value() { return get(); } }), h: () => ({}),
              nextTick,
            });
          }
          const Vue = constructor("Vue", () => { throw notSimulated("a Vue instance"); }, {
            use(plugin, ...options) {
              if (typeof plugin?.install === "function") plugin.install(Vue, ...options);
              else if (typeof plugin === "function") plugin(Vue, ...options);
              return Vue;
            },
            component() {}, directive() {}, filter() {}, mixin() {}, config: {}, extend: (options) => options,
            observable: (value) => value, nextTick, version: "2.7.16",
          });
          return library("vue", { default: Vue, nextTick });
        });
        """#
}
