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

    /// The name of the cookie that it makes, where the file says one.
    var cookieName: String? {
        switch self {
        case .cookieStore(let copy), .nativeStorage(let copy): copy.name
        case .userScript, .header: nil
        }
    }
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
