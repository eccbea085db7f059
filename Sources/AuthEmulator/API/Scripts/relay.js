// `gapi.iframes` as far as Firebase's JavaScript SDK and the frame of this service call it: messages between a page and
// a frame in it. A page that has this script before Firebase's needs nothing from Google:
//
//     <script src="http://127.0.0.1:9099/__/auth/relay.js"></script>
//
// The two ends share a channel of their own, which the page gives to the origin that it has opened and to no other.

(() => {
  "use strict";
  if (!window.gapi?.iframes?.Iframe) define();
  // Google's script calls what its address names, and so may this one be asked to.
  const onload = document.currentScript && new URL(document.currentScript.src).searchParams.get("onload");
  if (onload && typeof window[onload] === "function") window[onload]();

  function define() {
    const greeting = "session-bridge:relay";

    /** The other end: a frame for a page, and the page for a frame. */
    class Iframe {
      #handlers = new Map([["ping", () => true]]);
      #waiting = new Map();
      #unsent = [];
      #port = null;

      /** Handlers may answer at once or with a promise; a message that nobody handles is not answered. */
      register(name, handler) { this.#handlers.set(name, handler); }
      unregister(name) { this.#handlers.delete(name); }

      /** @param callback gets a list of answers, which has one. */
      send(name, data, callback) {
        return new Promise((resolve) => {
          const id = `${Math.random()}`;
          this.#waiting.set(id, (answers) => {
            callback?.(answers);
            resolve(answers);
          });
          this.#post({ id, name, data });
        });
      }

      ping(callback, data) { return this.send("ping", data, callback); }

      /** Where a frame stands is the page's business; a frame of the SDK's is not seen. */
      async restyle(_style, callback) {
        callback?.([true]);
        return [true];
      }

      connect(port) {
        this.#port = port;
        port.onmessage = ({ data }) => (data.answers ? this.#answered(data) : this.#asked(data));
        for (const message of this.#unsent.splice(0)) port.postMessage(message);
      }

      #post(message) {
        if (this.#port) this.#port.postMessage(message);
        else this.#unsent.push(message);
      }

      async #asked({ id, name, data }) {
        const handler = this.#handlers.get(name);
        if (handler) this.#post({ id, answers: [await handler(data)] });
      }

      #answered({ id, answers }) {
        this.#waiting.get(id)?.(answers);
        this.#waiting.delete(id);
      }
    }

    /** Opens frames in a page. */
    async function open({ url, where = document.body, attributes = {} }, callback) {
      const address = new URL(url, location.href);
      address.hash = "relay=own";
      const element = document.createElement("iframe");
      const { style, ...others } = attributes;
      Object.assign(element.style, style);
      for (const [name, value] of Object.entries(others)) element.setAttribute(name, value);
      const frame = new Iframe();
      element.addEventListener("load", () => {
        const { port1, port2 } = new MessageChannel();
        frame.connect(port1);
        element.contentWindow.postMessage(greeting, address.origin, [port2]);
      }, { once: true });
      element.src = address.href;
      where.append(element);
      return callback ? callback(frame) : frame;
    }

    let parent = null;

    /** For a frame, the page around it. */
    function getParentIframe() {
      if (parent) return parent;
      parent = new Iframe();
      addEventListener("message", function greet({ source, data, ports }) {
        if (source !== window.parent || data !== greeting || ports.length !== 1) return;
        removeEventListener("message", greet);
        parent.connect(ports[0]);
      });
      return parent;
    }

    const context = { open, getParentIframe };
    window.gapi = {
      ...window.gapi,
      load(_features, options) {
        const callback = typeof options === "function" ? options : options?.callback;
        queueMicrotask(() => callback?.());
      },
      iframes: { Iframe, getContext: () => context, CROSS_ORIGIN_IFRAMES_FILTER: () => true },
    };
  }
})();
