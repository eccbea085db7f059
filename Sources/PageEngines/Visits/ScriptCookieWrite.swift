public import BridgePrimitives
import WebViews

/// A script's `document.cookie = …` in the engine: what no proxy sees.
public struct ScriptCookieWrite: Sendable {
    /// What was assigned.
    public let text: Secret<String>
    /// Of the document.
    public let url: String
    /// By the page's clock, in milliseconds.
    public let at: Instant

    package init(_ text: String, url: String, at: Instant) { (self.text, self.url, self.at) = (Secret(text), url, at) }

    /// The handler that is told of writes.
    static let handler = "sessionBridgeCookies"

    /// Stands before all other scripts, in every frame: it passes on what is assigned, and then lets it be assigned.
    static let observer = UserScript(
        source: """
            (() => {
              const handler = window.webkit.messageHandlers.\(handler);
              const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
              if (!own?.set) return;
              Object.defineProperty(Document.prototype, 'cookie', { ...own, set(text) {
                try { handler.postMessage({ text: String(text), url: this.URL, at: Date.now() }); } catch {}
                own.set.call(this, text);
              } });
            })();
            """, injectionTime: .atDocumentStart, forMainFrameOnly: false)

    /// - Returns: nil for what the script above does not post: a page may call the handler itself.
    init?(body: JSONValue) {
        guard let text = body["text"]?.stringValue, let url = body["url"]?.stringValue,
            let at = body["at"]?.integerValue
        else { return nil }
        (self.text, self.url, self.at) = (Secret(text), url, Instant(millisecondsSinceEpoch: at))
    }
}
