import BridgePrimitives
import WebViews

/// Scripts that Chromium puts into documents in the place of what a web view has of its own.
enum ChromiumScript {
    /// What `window.webkit` sends its messages through; taken from the page before any of its scripts runs.
    static let messageBinding = "sessionBridgePost"
    /// What tells of the title: in a world of its own, where no page comes.
    static let titleBinding = "sessionBridgeTitle"
    static let titleWorld = "session-bridge"

    /// `window.webkit.messageHandlers` with these names. What is posted comes as JSON has it.
    static func messageHandlers(_ names: [String]) -> String {
        let list = JSONValue.array(names.map { .string($0) }).text()
        return """
            (() => {
              const send = window.\(messageBinding), stringify = JSON.stringify;
              delete window.\(messageBinding);
              if (!send || !\(list).length) return;
              const handlers = {};
              for (const name of \(list)) {
                handlers[name] = Object.freeze({ postMessage(body) {
                  send(stringify({ name, body: body === undefined ? null : body }));
                } });
              }
              Object.defineProperty(window, 'webkit', { value: { messageHandlers: Object.freeze(handlers) },
                configurable: true, writable: true });
            })();
            """
    }

    /// Tells the main frame's title whenever it is another.
    static let titleWatch = """
        if (window === window.top) {
          let last = '';
          const tell = () => {
            if (document.title === last) return;
            last = document.title;
            \(titleBinding)(last.slice(0, 65536));
          };
          new MutationObserver(tell).observe(document, { childList: true, subtree: true, characterData: true });
          document.addEventListener('DOMContentLoaded', tell);
        }
        """

    /// A user script at its time and in its frames.
    ///
    /// At document end: after the page's own listeners of `DOMContentLoaded`, those apart that are added while they run; a
    /// page that stops the event puts it off until the document has loaded.
    static func source(of script: UserScript) -> String {
        var source = script.source
        if script.injectionTime == .atDocumentEnd {
            source = """
                (() => {
                  let hasRun = false;
                  const run = () => {
                    if (hasRun) return;
                    hasRun = true;
                    (function () {
                \(source)
                    }).call(window);
                  };
                  window.addEventListener('DOMContentLoaded', () => {
                    window.addEventListener('DOMContentLoaded', run, { once: true });
                  }, { capture: true, once: true });
                  window.addEventListener('load', run, { once: true });
                })();
                """
        }
        return script.forMainFrameOnly ? "if (window === window.top) {\n\(source)\n}" : source
    }

    /// Gives an object as the text of its JSON; longer ones are refused, as the helper over WebKitGTK refuses them.
    static let stringify = """
        function () {
          const text = JSON.stringify(this);
          if (typeof text !== 'string') throw new TypeError('it has no JSON');
          if (text.length > 16777216) throw new RangeError('its JSON is too long');
          return text;
        }
        """
}
