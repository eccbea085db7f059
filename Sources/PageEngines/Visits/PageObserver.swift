import WebViews

/// The script that tells what a page's scripts do with `document.cookie`: what no proxy sees.
enum PageObserver {
    /// The handler that is told.
    static let handler = "sessionBridgeCookies"
    /// What stands about a user script says that it began, and that it came to its end.
    static let began = "began", ended = "ended"
    /// Of reads in one document, each different from the one before.
    private static let readLimit = 100

    /// Stands before all other scripts, in every frame: it tells what is assigned or got, and lets it happen.
    static let script = UserScript(
        source: """
            (() => {
              const handler = window.webkit.messageHandlers.\(handler);
              const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
              if (!own?.set || !own.get) return;
              let last, left = \(readLimit), violations = 20, lost = 20;
              const tell = (what, url) => { try { handler.postMessage({ ...what, url, at: Date.now() }); } catch {} };
              document.addEventListener('securitypolicyviolation', (event) => {
                const what = { violated: event.effectiveDirective, blocked: event.blockedURI };
                if (violations-- > 0) tell(what, document.URL);
              });
              // Such an event does not bubble; it is seen on its way down.
              document.addEventListener('error', ({ target }) => {
                if (target?.localName !== 'script' || !target.src || lost-- <= 0) return;
                tell({ lost: target.src, hashed: Boolean(target.integrity) }, document.URL);
              }, true);
              Object.defineProperty(Document.prototype, 'cookie', { ...own,
                get() {
                  const text = own.get.call(this);
                  if (text !== last && left-- > 0) tell({ read: text }, this.URL);
                  return last = text;
                },
                set(text) {
                  tell({ text: String(text) }, this.URL);
                  own.set.call(this, text);
                },
              });
            })();
            """, injectionTime: .atDocumentStart, forMainFrameOnly: false)

    /// The scripts with marks about them, by which it is known whether each came to its end.
    static func marking(_ scripts: [UserScript]) -> [UserScript] {
        scripts.enumerated().flatMap { number, script in
            func post(_ mark: String) -> String {
                "window.webkit.messageHandlers.\(handler).postMessage("
                    + "{ script: \(number), mark: '\(mark)', url: document.URL, at: Date.now() });"
            }
            func marked(_ source: String) -> UserScript {
                UserScript(
                    source: source, injectionTime: script.injectionTime, forMainFrameOnly: script.forMainFrameOnly)
            }
            // Both in their own scripts would say nothing: after one that throws, the next one runs all the same.
            return [marked(post(began)), marked("\(script.source)\n;\(post(ended))")]
        }
    }
}
