extension GuardRunner {
    /// Cookie libraries: what `get` gives for a text is decided in Swift, by the readers that the presets use.
    static let cookies = #"""
        const readCookie = (library, name) => {
          post({ op: "looksFor", library, name: String(name) });
          const reading = ask({ op: "cookie", library, name: String(name), text: document.cookie });
          switch (reading.kind) {
            case "value": return reading.value;
            case "null": return null;
            case "undefined": return undefined;
            case "URIError": throw own(new URIError("URI malformed"));
            default: throw own(new SyntaxError("Invalid regular expression"));
          }
        };
        const cookieNames = () => document.cookie.split(";").map((part) => part.split("=")[0].trim()).filter(Boolean)
          .map((name) => { try { return decodeURIComponent(name); } catch { return name; } });
        const writeCookie = (name, value, attributes) => {
          let text = `${encodeURIComponent(name)}=${value}`;
          for (const [key, member] of Object.entries(attributes)) {
            if (member === undefined || member === null || member === false) continue;
            const shown = key === "maxAge" ? "max-age" : key;
            text += member === true ? `; ${shown}` : `; ${shown}=${member instanceof Date ? member.toUTCString() : String(member).split(";")[0]}`;
          }
          document.cookie = text;
          return text;
        };
        const encoded = (value) => encodeURIComponent(typeof value === "object" && value !== null ? stringify(value) : String(value));
        const expired = new Date(0);
        const removes = (name, attributes) => {
          post({ op: "deletesCookie", name: String(name) });
          writeCookie(name, "", { path: "/", ...attributes, expires: expired });
        };
        const inDays = (expires) =>
          typeof expires === "number" ? new Date(Date.now() + expires * 86400000) : expires;
        const all = (library) => Object.fromEntries(cookieNames().map((name) => [name, readCookie(library, name)]));

        packages.set("js-cookie", () => {
          const make = (attributes) => ({
            get(name) {
              if (arguments.length && !name) return undefined;
              return arguments.length ? readCookie("js-cookie", name) : all("js-cookie");
            },
            set: (name, value, more) => {
              const given = { path: "/", ...attributes, ...more };
              return writeCookie(name, encoded(value), { ...given, expires: inDays(given.expires) });
            },
            remove: (name, more) => removes(name, { ...attributes, ...more }),
            withAttributes: (more) => make({ ...attributes, ...more }), attributes,
          });
          return library("js-cookie", { default: library("js-cookie", make({ path: "/" })) });
        });

        packages.set("vue-cookies", () => {
          const VueCookies = library("vue-cookies", {
            get: (name) => readCookie("vue-cookies", name),
            set(name, value, expires, path, domain, secure, sameSite) {
              const isSeconds = typeof expires === "number" && Number.isFinite(expires);
              writeCookie(name, encoded(value), {
                expires: expires instanceof Date ? expires : undefined, "max-age": isSeconds ? expires : undefined,
                path: path || "/", domain, secure: Boolean(secure), samesite: sameSite,
              });
              return this;
            },
            remove: (name, path, domain) => {
              if (!VueCookies.isKey(name)) return false;
              removes(name, { path: path || "/", domain });
              return true;
            },
            isKey: (name) => cookieNames().includes(String(name)), keys: cookieNames, config() {},
            install(app) {
              if (app?.config?.globalProperties) app.config.globalProperties.$cookies = VueCookies;
              else [app.prototype.$cookies, app.$cookies] = [VueCookies, VueCookies];
            },
          });
          globalThis.$cookies = VueCookies;
          return library("vue-cookies", { default: VueCookies });
        });

        packages.set("universal-cookie", () => {
          const plain = (name) => {
            for (const part of document.cookie.split(";")) {
              const at = part.indexOf("=");
              if (at < 0 || part.slice(0, at).trim() !== name) continue;
              const value = part.slice(at + 1).trim();
              try { return decodeURIComponent(value); } catch { return value; }
            }
            return undefined;
          };
          class Cookies {
            get(name, options) { return options?.doNotParse ? plain(String(name)) : readCookie("universal-cookie", name); }
            getAll() { return all("universal-cookie"); }
            set(name, value, attributes) { writeCookie(name, encoded(value), { path: "/", ...attributes }); }
            remove(name, attributes) { removes(name, attributes); }
            update() {}
          }
          return library("universal-cookie", { default: Cookies, Cookies });
        });
        """#
}
