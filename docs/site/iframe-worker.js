// The site's search runs in a worker, which a page from the disk may not start. There its script runs in a hidden frame.
// Material takes such a script from a network unless one of this name is given (`polyfills` in mkdocs.yml).
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #frame;
    #ready;

    constructor(url) {
      super();
      const element = document.createElement("iframe");
      element.hidden = true;
      document.body.append(element);
      const frame = (this.#frame = element.contentWindow);
      frame.document.open();
      frame.document.write("<!doctype html><head></head>");
      frame.document.close();
      frame.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = frame.document.createElement("script");
      script.src = url;
      this.#ready = new Promise((resolve) => script.addEventListener("load", resolve));
      frame.document.head.append(script);
    }

    postMessage(data) {
      this.#ready.then(() => this.#frame.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}
