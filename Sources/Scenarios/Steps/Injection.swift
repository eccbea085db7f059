/// One way of giving the web view what the backend answered.
public struct Injection: Hashable, Sendable {
    public enum Method: String, CaseIterable, Sendable {
        /// A user script at document start writes `document.cookie`.
        case userScript = "user-script"
        /// The same at document end.
        case userScriptAtEnd = "user-script-at-end"
        /// The app puts the cookie into its own `HTTPCookieStorage`.
        case nativeStorage = "native-storage"
        /// The app calls `httpCookieStore.setCookie`, and awaits it unless told not to.
        case cookieStore = "cookie-store"
        /// The app writes a `Cookie` header on the first request.
        case header
        /// The app writes its ID token into an `Authorization` header on the first request.
        case authorization
        /// A script of the document posts to `window.webkit.messageHandlers.session`; the app's handler answers by
        /// writing `document.cookie` with `evaluateJavaScript`.
        case message
        /// The app shows a blank page by `loadHTMLString` with the web app's URL as its base, writes `document.cookie`
        /// there with `evaluateJavaScript`, and then opens the page.
        case htmlString = "html-string"
        /// The app writes `document.cookie` with `evaluateJavaScript` in a view that has loaded nothing yet.
        case beforeLoad = "before-load"
        /// The app puts the token into the page's address, as a value of its query.
        case query
        /// The same behind the `#`, which no server sees.
        case fragment
        /// The view itself loads the web app's hand-over address with the app's ID token in `Authorization`; the answer
        /// sets the cookie in the view's own store and leads to the page.
        case serverCookie = "server-cookie"
        /// The same for a Firebase session cookie, which the server verifies on each request; `/__/account` is a page that
        /// it shows to nobody else.
        case sessionCookie = "session-cookie"
        /// The app trades its ID token for a one-time code, natively; the view loads the web app's address for codes with
        /// it, and the answer, 302, sets the cookie and leads to the page.
        case code
        /// The same with the code in the body of a POST, which is answered with 303.
        case codeByPost = "code-by-post"

        /// Whether the web app's server sets the cookie, for an ID token that the view brings.
        package var isByServer: Bool { self == .serverCookie || self == .sessionCookie || isByCode }
        /// Whether what the view brings is a code, which the app asks for.
        package var isByCode: Bool { self == .code || self == .codeByPost }
        var isScript: Bool { self == .userScript || self == .userScriptAtEnd }
        /// Whether a cookie of the app's making goes into a store.
        var isCopy: Bool { self == .cookieStore || self == .nativeStorage }
        /// Whether somebody writes a cookie with attributes.
        var hasAttributes: Bool { isCopy || isScript || self == .htmlString || self == .beforeLoad }
    }

    public var method: Method
    /// What to hand over instead of the custom token.
    public var value: String?
    /// Whether the script checks `location.hostname` before it writes.
    public var isGuardedByHost: Bool
    /// Whether the app waits until the store has the cookie. Otherwise the load wins the race, where there is one.
    public var isAwaited: Bool
    /// The copy's domain: with a leading dot for the hosts below it as well. Nil for the backend's own where it gave a
    /// `Domain`, and otherwise for the web app's host.
    public var domain: String?
    /// The copy's path; nil for that of the backend's cookie.
    public var path: String?
    /// The cookie's attributes, as in a `Set-Cookie` line; nil for those of the backend's cookie, or of the usual script.
    public var attributes: String?
    /// The variable of the page's that the app's answer sets, in the place of a cookie.
    public var variable: String?
    /// Which token goes along.
    public var token = Token.custom
    /// Whether the script prints what it writes to the console.
    public var isLogged = false
    /// The cookie's name; nil for the backend's.
    public var name: String?
    /// Whether the app's main thread stands still until the completion handler has run.
    public var blocksMainThread = false

    public enum Token: String, CaseIterable, Sendable {
        case custom
        /// The app's own ID token, which is for the backend.
        case id
    }

    public init(_ method: Method, value: String? = nil, isGuardedByHost: Bool = false, isAwaited: Bool = true) {
        (self.method, self.value, self.isGuardedByHost) = (method, value, isGuardedByHost)
        self.isAwaited = isAwaited
    }

    static let fields = [
        Field<Self>("value", \.value, .text, "What to hand over instead of the custom token."),
        Field(
            "token", \.token, .word,
            "Which token is handed over; `id` is a mistake that is made: it is for the backend."
        ).only("a `value` is handed over instead of any token") { $0.value == nil || $0.token == .custom },
        Field("logged", \.isLogged, .bool, "Whether the script prints what it writes to the console, too.")
            .only("only user scripts print") { $0.method.isScript },
        Field("guarded", \.isGuardedByHost, .bool, "Whether the script looks at location.hostname before it writes.")
            .only("only user scripts look at the host") { $0.method.isScript },
        Field("awaited", \.isAwaited, .bool, "Whether the app waits until the store has the cookie.")
            .only("only cookie-store is awaited, or not") { $0.method == .cookieStore },
        Field(
            "blocking", \.blocksMainThread, .bool,
            "Whether the app's main thread stands still until the completion handler has run, for which it is needed."
        ).only("only cookie-store has a completion handler, and `awaited: false` does not wait for it") {
            $0.method == .cookieStore && $0.isAwaited
        },
        Field("name", \.name, .text, "The cookie's name; the backend's unless given.")
            .only("only cookies have a name") { $0.method.isCopy || $0.method.isScript },
        Field("domain", \.domain, .text, "The copy's domain; the backend's own, or else the web app's host.")
            .only("only a copy has a domain of its own") { $0.method.isCopy },
        Field("path", \.path, .text, "The copy's path; that of the backend's cookie unless given, and `/` in a script.")
            .only("only a copy, or what a script writes, has a path of its own") {
                $0.method.isCopy || $0.method.isScript
            },
        Field(
            "attributes", \.attributes, .checked { $0.cookieComplaint("customtoken", $1) },
            "The cookie's attributes, as in a Set-Cookie line, Max-Age in place of Expires; the backend's cookie's unless given, or of a script the path alone."
        ).only("only cookies have attributes, and `path` and `domain` are among them") {
            $0.method.hasAttributes && $0.path == nil && $0.domain == nil
        },
        Field(
            "variable", \.variable, .text,
            "The variable of the page's that the app's answer sets, in the place of a cookie."
        ).only("only the answer to a message sets a variable") { $0.method == .message },
    ]
}
