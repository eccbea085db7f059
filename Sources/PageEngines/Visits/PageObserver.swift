public import BridgePrimitives
import WebViews

/// The script that tells what a page's scripts do with `document.cookie`: what no proxy sees.
enum PageObserver {
    /// The handler that is told.
    static let handler = "sessionBridgeCookies"
    /// Of reads in one document, each different from the one before.
    private static let readLimit = 100

    /// Stands before all other scripts, in every frame: it tells what is assigned or got, and lets it happen.
    static let script = UserScript(
        source: """
            (() => {
              const handler = window.webkit.messageHandlers.\(handler);
              const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
              if (!own?.set || !own.get) return;
              let last, left = \(readLimit), violations = 20;
              document.addEventListener('securitypolicyviolation', (event) => {
                if (violations-- > 0) tell({ violated: event.effectiveDirective, blocked: event.blockedURI });
              });
              const tell = (what) => { try { handler.postMessage({ ...what, at: Date.now() }); } catch {} };
              Object.defineProperty(Document.prototype, 'cookie', { ...own,
                get() {
                  const text = own.get.call(this);
                  if (text !== last && left-- > 0) tell({ read: text, url: this.URL });
                  return last = text;
                },
                set(text) {
                  tell({ text: String(text), url: this.URL });
                  own.set.call(this, text);
                },
              });
            })();
            """, injectionTime: .atDocumentStart, forMainFrameOnly: false)

    /// The scripts with marks about them, by which it is known whether each came to its end.
    static func marking(_ scripts: [UserScript]) -> [UserScript] {
        scripts.enumerated().flatMap { number, script in
            func post(_ mark: UserScriptRun.Mark) -> String {
                "window.webkit.messageHandlers.\(handler).postMessage("
                    + "{ script: \(number), mark: '\(mark.rawValue)', url: document.URL, at: Date.now() });"
            }
            func marked(_ source: String) -> UserScript {
                UserScript(
                    source: source, injectionTime: script.injectionTime, forMainFrameOnly: script.forMainFrameOnly)
            }
            // Both in their own scripts would say nothing: after one that throws, the next one runs all the same.
            return [marked(post(.began)), marked("\(script.source)\n;\(post(.ended))")]
        }
    }
}

/// A script's `document.cookie = …` in the engine.
public struct ScriptCookieWrite: Sendable {
    /// What was assigned.
    public let text: Secret<String>
    /// Of the document.
    public let url: String
    /// By the page's clock, in milliseconds.
    public let at: Instant

    package init(_ text: String, url: String, at: Instant) { (self.text, self.url, self.at) = (Secret(text), url, at) }

    /// - Returns: nil for what the observer does not post: a page may call the handler itself.
    init?(body: JSONValue) {
        guard let text = body["text"]?.stringValue, let url = body["url"]?.stringValue,
            let at = body["at"]?.integerValue
        else { return nil }
        (self.text, self.url, self.at) = (Secret(text), url, Instant(millisecondsSinceEpoch: at))
    }
}

/// What a script got by `document.cookie` in the engine; told once until it changes.
public struct ScriptCookieRead: Sendable {
    public let text: Secret<String>
    /// Of the document.
    public let url: String
    /// By the page's clock, in milliseconds.
    public let at: Instant

    package init(_ text: String, url: String, at: Instant) { (self.text, self.url, self.at) = (Secret(text), url, at) }

    /// - Returns: nil for what the observer does not post.
    init?(body: JSONValue) {
        guard let text = body["read"]?.stringValue, let url = body["url"]?.stringValue,
            let at = body["at"]?.integerValue
        else { return nil }
        self.init(text, url: url, at: Instant(millisecondsSinceEpoch: at))
    }
}

/// A user script ran in a document of the engine.
public struct UserScriptRun: Hashable, Sendable {
    enum Mark: String { case began, ended }

    /// Its place among those that were given.
    public let number: Int
    public let url: String
    /// When it ended, or began where it did not.
    public internal(set) var at: Instant
    /// Otherwise it is no JavaScript, or threw; the engine keeps to itself what.
    public internal(set) var hasEnded: Bool

    package init(_ number: Int, url: String, at: Instant, hasEnded: Bool) {
        (self.number, self.url, self.at, self.hasEnded) = (number, url, at, hasEnded)
    }

    /// Joins the marks of each run.
    ///
    /// - Parameter bodies: of the observer's messages, in order; others are passed over.
    static func runs(in bodies: [JSONValue]) -> [UserScriptRun] {
        var runs: [UserScriptRun] = []
        for body in bodies {
            guard let number = body["script"]?.integerValue.flatMap({ Int(exactly: $0) }),
                let mark = body["mark"]?.stringValue.flatMap(Mark.init), let url = body["url"]?.stringValue,
                let at = body["at"]?.integerValue
            else { continue }
            switch mark {
            case .began:
                runs.append(
                    UserScriptRun(number, url: url, at: Instant(millisecondsSinceEpoch: at), hasEnded: false))
            case .ended:
                // A script may itself have changed the address.
                guard let run = runs.lastIndex(where: { $0.number == number && !$0.hasEnded }) else { continue }
                (runs[run].hasEnded, runs[run].at) = (true, Instant(millisecondsSinceEpoch: at))
            }
        }
        return runs
    }
}

/// The page's content security policy kept something back.
public struct PolicyViolation: Hashable, Sendable {
    /// Such as `connect-src`.
    public let directive: String
    /// What was kept back, as far as the engine tells it.
    public let blocked: String
    public let at: Instant

    package init(_ directive: String, blocked: String, at: Instant) {
        (self.directive, self.blocked, self.at) = (directive, blocked, at)
    }

    /// - Returns: nil for what the observer does not post.
    init?(body: JSONValue) {
        guard let directive = body["violated"]?.stringValue, let blocked = body["blocked"]?.stringValue,
            let at = body["at"]?.integerValue
        else { return nil }
        self.init(directive, blocked: blocked, at: Instant(millisecondsSinceEpoch: at))
    }
}

/// The app evaluated a script in the page, since the page had posted to a handler.
public struct MessageAnswer: Sendable {
    public let handler: String
    public let at: Instant
    /// Why the script gave nothing; nil when it ran to its end.
    public let failure: BridgeFailure?

    package init(_ handler: String, at: Instant, failure: BridgeFailure?) {
        (self.handler, self.at, self.failure) = (handler, at, failure)
    }
}
