import RouterGuard

/// What a page has for a guard of somebody's own to run on: modules and packages, the router's side of a guard call, and
/// Firebase Auth under its JavaScript names. It decides nothing: what a guard does goes through the port, and Swift
/// answers.
enum GuardRunner: Sendable {
    /// What stack traces call it: no file of a project's.
    static let name = "session-bridge:guard"

    /// The script that a document begins with.
    ///
    /// - Parameter generation: whose routes and guards they are.
    static func script(generation: RouterGeneration) -> String {
        """
        (function () {
        "use strict";
        const isModern = \(generation.isModern);
        \(core)
        \(router)
        \(firebase)
        \(cookies)
        \(vue)
        Object.defineProperty(globalThis, "\(ModuleScript.runner)", { value: Object.freeze(entries) });
        })();
        """
    }

    /// A call of one of its entries.
    static func call(_ entry: String, _ arguments: String...) -> String {
        "\(ModuleScript.runner).\(entry)(\(arguments.joined(separator: ", ")));"
    }

    /// Modules, errors, and the way out.
    private static let core = #"""
        const port = globalThis.$sbport;
        delete globalThis.$sbport;
        const { stringify, parse } = JSON, { isArray } = Array, functionText = Function.prototype.toString;
        const entries = {};

        const post = (operation) => void port(stringify(operation));
        const ask = (operation) => parse(port(stringify(operation)));

        // Errors: in words, and where in the project they were thrown.
        const ownErrors = new WeakSet(), places = new WeakMap(), definitions = new Map();
        let entryName = null;
        const own = (error) => (ownErrors.add(error), error);
        const notSimulated = (what) =>
          own(Object.assign(new Error(`${what} is not simulated.`), { name: "NotSupportedError" }));
        const placeOf = (error) => {
          try {
            if (places.has(error)) return places.get(error);
            for (const line of String(error.stack).split("\n")) {
              const match = /^(?:.*@)?(.+):(\d+):(\d+)$/.exec(line);
              if (match && definitions.has(match[1])) return `${match[1]}:${match[2]}:${match[3]}`;
            }
            if (definitions.has(error.sourceURL)) return `${error.sourceURL}:${error.line}`;
          } catch {}
          return null;
        };
        const thrown = (error) => {
          let text = "an exception without a text", message = "", name = "", isError = false, isOwn = false;
          try { text = String(error).slice(0, 2000); } catch {}
          try {
            isError = error instanceof Error;
            if (isError) [message, name] = [String(error.message).slice(0, 2000), String(error.name).slice(0, 100)];
            isOwn = ownErrors.has(error);
          } catch {}
          const code = isOwn && typeof error.code === "string" ? error.code : null;
          return { text, message, name, isError, isOwn, code, place: placeOf(error) ?? entryName };
        };

        // What a sign-in by hand goes over. It throws here, and is told even where the guard catches that.
        for (const name of ["fetch", "XMLHttpRequest"]) {
          if (name in globalThis) continue;
          const missing = function () {
            const error = notSimulated(name);
            if (placeOf(error)) post({ op: "misses", error: thrown(error) });
            throw error;
          };
          Object.defineProperty(globalThis, name, { value: missing, writable: true, configurable: true });
        }

        // Modules and packages.
        const instances = new Map(), packages = new Map();
        const library = (name, members) => new Proxy(members, {
          get(target, key) {
            if (key in target || typeof key === "symbol") return target[key];
            return function () { throw notSimulated(`${name}'s ${key}`); };
          },
        });
        const meta = Object.freeze({
          url: location.href,
          env: Object.freeze({ MODE: "production", PROD: true, DEV: false, SSR: false, BASE_URL: "/" }),
        });
        const load = (name) => {
          if (instances.has(name)) return instances.get(name);
          const package_ = packages.get(name);
          if (package_) {
            instances.set(name, package_());
            return instances.get(name);
          }
          // A view: its template and script are for the screen.
          if (!definitions.has(name)) return library(name, { default: {} });
          const namespace = Object.create(null);
          instances.set(name, namespace);
          const add = (exported, get) =>
            void Object.defineProperty(namespace, exported, { get, enumerable: true, configurable: true });
          add.all = (other) => {
            for (const key of Object.keys(other)) if (key !== "default" && !(key in namespace)) add(key, () => other[key]);
          };
          const loadLater = () => Promise.reject(notSimulated("import()"));
          definitions.get(name)(load, add, meta, loadLater, { env: { NODE_ENV: "production" } });
          return namespace;
        };
        entries.define = (name, body) => void definitions.set(name, body);
        """#
}
