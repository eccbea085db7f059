/// One thing that the app does with the token before it opens the page, with the app's own names.
public enum Handover: Hashable, Sendable {
    /// The team's own script, `${token}` in it.
    case userScript(OwnScript)
    /// `httpCookieStore.setCookie` of the web view.
    case cookieStore(CookieCopy)
    /// The app's own `HTTPCookieStorage`, which no web view reads.
    case nativeStorage(CookieCopy)
    /// A header of the first request.
    case header(OwnHeader)
    /// A message handler of the app's, by which the page asks for the token.
    case message(OwnMessage)

    /// The name of the cookie that it makes, where the file says one.
    var cookieName: String? {
        switch self {
        case .cookieStore(let copy), .nativeStorage(let copy): copy.name
        case .userScript, .header, .message: nil
        }
    }
}

extension Handover {
    /// The texts that the app fills in.
    private var templates: [TextTemplate] {
        switch self {
        case .userScript(let script): [script.source]
        case .header(let header): [header.value]
        case .message(let message): [message.answer]
        case .cookieStore, .nativeStorage: []
        }
    }

    /// Whether the app hands over its own ID token, for which it needs no exchange.
    public var wantsIDToken: Bool { templates.contains { $0.mentions(TextTemplate.idToken) } }
    /// Whether it hands over what the backend answered with.
    public var wantsToken: Bool { templates.isEmpty || templates.contains { $0.mentions(TextTemplate.token) } }
}

/// A user script from a file of the team's.
public struct OwnScript: Hashable, Sendable {
    public enum Time: String, CaseIterable, Sendable {
        case documentStart = "document-start"
        case documentEnd = "document-end"
    }

    /// What the file holds.
    public var source = TextTemplate("")
    public var time = Time.documentStart
    public var isForMainFrameOnly = true

    public init() {}
}

/// A cookie of the app's making that carries the token.
public struct CookieCopy: Hashable, Sendable {
    /// Nil for the one that the page reads.
    public var name: String?
    /// As in a `Set-Cookie` line; nil for those of the backend's cookie.
    public var attributes: String?
    /// Whether the app waits until the store has it.
    public var isAwaited = true

    public init() {}
}

/// A header that carries the token.
public struct OwnHeader: Hashable, Sendable {
    public var name = ""
    public var value = TextTemplate("${token}")

    public init() {}
}

/// A handler under `window.webkit.messageHandlers`, and what the app does when the page posts to it.
public struct OwnMessage: Hashable, Sendable {
    public var handler = ""
    /// What the app evaluates in the page.
    public var answer = TextTemplate("")

    public init() {}
}
