import Cookies
import CookieStores
import HTTPLoader

/// Where a document comes from: the network, a base URL that the app gave, or the document around it.
struct DocumentURL: Sendable {
    let text: String
    /// Nil for documents that are not of http or https.
    let web: WebURL?
    /// What the jar is asked with; nil where no jar could be asked (`about:blank`).
    let cookieURL: CookieURL?
    /// What the document has its origin and its relative URLs from: its own URL, or that of the document that made it.
    let baseURL: WebURL?
    /// Whether the app gave the document's content; such documents belong to the app, whatever base URL they have.
    private(set) var isAppContent = false

    static let blank = DocumentURL(text: "about:blank", web: nil, cookieURL: nil, baseURL: nil)

    init(_ web: WebURL) {
        self.init(text: web.string, web: web, cookieURL: CookieURL(web), baseURL: web)
    }

    /// A base URL as `loadHTMLString` takes it: nil, and text that is no URL, make an `about:blank` document.
    init(base: String?) {
        guard let base, let cookieURL = try? CookieURL(base), cookieURL.scheme != "about" else {
            self = .blank
            return
        }
        if let web = try? WebURL(base) {
            self.init(web)
        } else {
            self.init(text: base, web: nil, cookieURL: cookieURL, baseURL: nil)
        }
        isAppContent = true
    }

    /// `about:blank` or `about:srcdoc` inside another document, whose origin and cookies it has (HTML §7.1.1).
    ///
    /// - Parameter isSandboxed: a sandboxed document inherits no cookies, so it is one without.
    init(_ text: String, inside parent: DocumentURL, isSandboxed: Bool) {
        self.init(
            text: text, web: nil, cookieURL: isSandboxed ? nil : parent.cookieURL, baseURL: parent.baseURL)
        isAppContent = parent.isAppContent
    }

    private init(text: String, web: WebURL?, cookieURL: CookieURL?, baseURL: WebURL?) {
        (self.text, self.web, self.cookieURL, self.baseURL) = (text, web, cookieURL, baseURL)
    }

    /// `https:`, with the colon, as `location.protocol` has it.
    var scheme: String {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return "" }
        return String(text[...colon]).lowercased()
    }

    /// What follows the scheme, for documents without a web URL.
    var opaquePath: String {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return "" }
        return String(text[text.utf8.index(after: colon)...])
    }

    /// The `Referer` of a request that the document makes: nothing from https to http, the whole URL within the
    /// origin, the origin alone elsewhere (Referrer Policy §3.7, strict-origin-when-cross-origin, the default).
    func referrer(for target: WebURL) -> String? {
        guard let baseURL, !baseURL.isSecure || target.isSecure else { return nil }
        return baseURL.sameOrigin(as: target) ? baseURL.settingFragment(nil).string : baseURL.origin + "/"
    }
}
