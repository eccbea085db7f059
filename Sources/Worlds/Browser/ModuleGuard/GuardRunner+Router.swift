extension GuardRunner {
    /// Guards as the router calls them, and the router as a module that registers guards sees it.
    static let router = #"""
        const hooks = { beforeEach: [], beforeResolve: [], beforeEnter: [], afterEach: [], onError: [] };
        let current;

        // Where the page's routes are not known, the guard's own questions say what they may be: `meta.public` is true of the
        // sign-in page and `meta.requiresAuth` of all others, and what asks for a name or a loop of its own decides nothing.
        let signInPath = null, asksForName = false;
        const isForAnybody = /public|guest|anon|open|skip|no-?auth|unauth|visitor|allow|free/i;
        const isForUsers = /auth|log|sign|user|protect|private|secur|restrict|member|session|account|require|guard/i;
        const guessedMeta = (meta) => new Proxy(meta, {
          get(target, key) {
            if (typeof key !== "string" || key in target) return target[key];
            const needsUser = target.requiresAuth === true;
            if (isForAnybody.test(key)) return !needsUser;
            return isForUsers.test(key) ? needsUser : undefined;
          },
        });
        const guessed = (route) => {
          const name = route.name;
          Object.defineProperty(route, "name", { enumerable: true, get() { asksForName = true; return name; } });
          route.meta = guessedMeta(route.meta);
          for (const record of route.matched) record.meta = guessedMeta(record.meta);
          return route;
        };
        const guessedDecision = (told, to) => {
          const { value } = told;
          if (signInPath === null || told.kind !== "value" || value === null) return told;
          const isLocation = typeof value === "object" && !isArray(value);
          if (isLocation && value.name && !["signin", "main", "page"].includes(value.name)
              && /log|sign|auth|enter|welcome/i.test(value.name)) {
            delete value.name;
            value.path = signInPath;
          }
          const target = typeof value === "string" ? value : isLocation ? value.path : undefined;
          const isOfItself = typeof target === "string" && target.split(/[?#]/)[0] === signInPath && to.path === signInPath;
          return isOfItself && asksForName ? { kind: "value", value: true } : told;
        };

        const routeOf = (json) => {
          const route = {
            ...json, name: json.name ?? undefined,
            matched: json.matched.map((record) => ({ ...record, name: record.name ?? undefined })),
          };
          if (signInPath !== null) guessed(route);
          const from = json.redirectedFrom ?? undefined;
          route.redirectedFrom = isModern && from ? { path: from.split(/[?#]/)[0], fullPath: from } : from;
          return isModern ? route : Object.freeze(route);
        };

        // What is handed to next, or returned, without what a router does not look at.
        const decision = (value, count) => {
          if (count === 0 || value === undefined) return { kind: "none" };
          if (value === null || typeof value === "boolean" || typeof value === "string") return { kind: "value", value };
          if (typeof value === "function") return { kind: "callback" };
          if (typeof value !== "object") return { kind: "value", value: true };
          if (value instanceof Error) return { kind: "error", error: thrown(value) };
          if (isArray(value)) return { kind: "value", value: [] };
          const location = {};
          for (const key of ["path", "name", "params", "query", "hash", "replace", "append", "force"]) {
            const member = value[key];
            if (member !== undefined) location[key] = typeof member === "symbol" ? String(member) : member;
          }
          return { kind: "value", value: parse(stringify(location)) };
        };

        entries.call = (call, kind, index, toJSON, fromJSON) => {
          const guard = hooks[kind][index], to = routeOf(toJSON), from = routeOf(fromJSON);
          current = from;
          asksForName = false;
          const decided = (value, count) => guessedDecision(decision(value, count), toJSON);
          const next = function (value) { post({ op: "next", call, decision: decided(value, arguments.length) }); };
          const declaresNext = guard.length > 2;
          const threw = (error, isRejection) => post({ op: "threw", call, isRejection, error: thrown(error) });
          const returned = (value, isPromise) =>
            post({ op: "returned", call, isPromise, declaresNext, decision: decided(value, 1) });
          post({ op: "called", call, declaresNext });
          try {
            const result = guard(to, from, next);
            const isObject = (typeof result === "object" && result !== null) || typeof result === "function";
            if (!isObject || typeof result.then !== "function") return returned(result, false);
            Promise.resolve(result).then((value) => returned(value, true)).catch((error) => threw(error, true));
          } catch (error) {
            threw(error, false);
          }
        };

        // A listener that throws is nobody's business but the console's.
        const tell = (listeners, ...told) => {
          for (const listener of listeners) {
            try { listener(...told); } catch (error) { console.error(String(error)); }
          }
        };
        entries.tellEnd = (toJSON, fromJSON, failure) => {
          current = failure ? current : routeOf(toJSON);
          tell(hooks.afterEach, routeOf(toJSON), routeOf(fromJSON), failure ? Object.assign(new Error(failure.text), failure) : undefined);
        };
        entries.tellError = (text) => tell(hooks.onError, new Error(text));

        const registers = (kind) => (hook) => {
          if (typeof hook !== "function") throw own(new TypeError(`${kind} takes a function`));
          const index = hooks[kind].push(hook) - 1;
          const isGuard = kind === "beforeEach" || kind === "beforeResolve";
          if (isGuard) post({ op: "registers", kind });
          const nothing = isGuard ? (to, from, next) => next() : () => {};
          return () => void (hooks[kind][index] = nothing);
        };
        const navigates = (replaces) => (location) => {
          post({ op: "navigates", replaces, decision: decision(location, 1) });
          return Promise.resolve();
        };
        const routerObject = library("the router", {
          beforeEach: registers("beforeEach"), beforeResolve: registers("beforeResolve"),
          afterEach: registers("afterEach"), onError: registers("onError"),
          push: navigates(false), replace: navigates(true), then: undefined,
          get currentRoute() { return isModern ? { value: current } : current; },
        });

        // A function that takes the router, and not a navigation: told by its first parameter.
        const setup = (value) => {
          const text = functionText.call(value);
          const match = /^(?:async\s+)?(?:function\b\s*\*?\s*[\w$]*\s*)?\(?\s*(\{[^}]*\}|[A-Za-z_$][\w$]*)/.exec(text);
          if (!match) return null;
          const parameter = match[1];
          if (parameter.startsWith("{")) return /\brouter\b/.test(parameter) ? { router: routerObject } : null;
          if (/router/i.test(parameter)) return routerObject;
          const uses = new RegExp(`(?:^|[^\\w$])${parameter.replace(/\$/g, "\\$")}\\s*\\.\\s*before(?:Each|Resolve)\\s*\\(`);
          return uses.test(text) ? routerObject : null;
        };
        const choose = (exports, names) => {
          if (names.includes("default")) return "default";
          const routers = names.filter((name) => exports[name] === routerObject);
          if (routers.length === 1) return routers[0];
          const functions = names.filter((name) => typeof exports[name] === "function");
          if (functions.length === 1) return functions[0];
          if (functions.includes("guard")) return "guard";
          const likely = functions.filter((name) => /guard|beforeEach/i.test(name));
          return likely.length === 1 ? likely[0] : null;
        };
        const kindOf = (value) => {
          if (value === null || value === undefined) return String(value);
          return isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
        };

        entries.start = (name, exportName, unknownRoutesBeside) => {
          entryName = name;
          signInPath = unknownRoutesBeside;
          try {
            const exports = load(name), names = Object.keys(exports);
            const chosen = exportName ?? choose(exports, names);
            if (chosen === null) return post({ op: "noGuard", text: `${name} exports ${names.join(", ")}: which one is the guard?` });
            const value = exports[chosen];
            // It has registered its guards as it was made.
            if (value === routerObject) return;
            if (typeof value !== "function") {
              const others = names.filter((other) => typeof exports[other] === "function").join(", ");
              const text = `${chosen} of ${name} is no function, but ${kindOf(value)}`;
              return post({ op: "noGuard", text: others ? `${text}; there are also the exports ${others}` : text });
            }
            const argument = setup(value);
            if (argument === null) return void routerObject.beforeEach(value);
            const done = value(argument);
            if (typeof done === "object" && done !== null && typeof done.then === "function")
              Promise.resolve(done).catch((error) => post({ op: "broken", error: thrown(error) }));
          } catch (error) {
            post({ op: "broken", error: thrown(error) });
          }
        };
        """#
}
