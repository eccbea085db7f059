import Cookies
import HTTPLoader

/// Where a document comes from: the network, or a base URL that the app gave.
struct DocumentURL: Sendable {
    let text: String
    /// Nil for documents that are not of http or https.
    let web: WebURL?
    /// What the jar is asked with; nil where no jar could be asked (`about:blank`).
    let cookieURL: CookieURL?
    /// Whether the app gave the document's content; such documents belong to the app, whatever base URL they have.
    private(set) var isAppContent = false

    static let blank = DocumentURL(text: "about:blank", web: nil, cookieURL: nil)

    init(_ web: WebURL) {
        self.init(text: web.string, web: web, cookieURL: try? CookieURL(web.string))
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
            self.init(text: base, web: nil, cookieURL: cookieURL)
        }
        isAppContent = true
    }

    private init(text: String, web: WebURL?, cookieURL: CookieURL?) {
        (self.text, self.web, self.cookieURL) = (text, web, cookieURL)
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
}
