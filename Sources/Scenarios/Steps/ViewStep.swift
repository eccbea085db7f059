/// What the web view does, and whoever holds the phone in it.
public enum ViewStep: Hashable, Sendable {
    case open(PageOpening)
    case reload
    case reloadOther
    case interact
    case removeData(DataRemoval)
    case deleteCookies
    case deleteCookie(CookieDeletion)
    case setCookiePolicy(CookieAcceptance)

    /// What the app lets its store do.
    public enum CookieAcceptance: String, CaseIterable, Sendable { case allow, disallow }

    var definition: StepDefinition {
        switch self {
        case .open: .open
        case .reload: .reload
        case .reloadOther: .reloadOther
        case .interact: .interact
        case .removeData: .removeData
        case .deleteCookies: .deleteCookies
        case .deleteCookie: .deleteCookie
        case .setCookiePolicy: .setCookiePolicy
        }
    }

    static let definitions: [StepDefinition] = [
        .open, .reload, .reloadOther, .interact, .removeData, .deleteCookies, .deleteCookie, .setCookiePolicy,
    ]
}

extension StepDefinition {
    static let open = StepDefinition(
        "open", .view, startingWith: PageOpening(),
        "The web view opens a page of the web app, after the session was put where `inject` says.", PageOpening.fields
    ) { .view(.open($0)) }

    static let reload = StepDefinition(
        "reload", .view, .view(.reload), "The web view loads again what it shows.")

    static let reloadOther = StepDefinition(
        "reload-other", .view, .view(.reloadOther), obstacle: .secondView,
        "The user goes back to the app's other web view, which loads again what it shows.")

    static let interact = StepDefinition(
        "interact", .view, .view(.interact), obstacle: .trackingPrevention,
        "The user taps on the page: for tracking prevention its site is in use.")

    static let removeData = StepDefinition(
        "remove-website-data", .view, startingWith: DataRemoval(), obstacle: .processEnds,
        "The app calls removeData(ofTypes:modifiedSince:) for all there is: cookies, the page's session, workers.",
        DataRemoval.fields
    ) { .view(.removeData($0)) }

    static let deleteCookies = StepDefinition(
        "delete-cookies", .view, .view(.deleteCookies), obstacle: .processEnds,
        "The app deletes each cookie of httpCookieStore.allCookies(); the page's session stays.")

    static let deleteCookie = StepDefinition(
        "delete-cookie", .view, startingWith: CookieDeletion(name: ""), obstacle: .processEnds,
        "The app deletes the cookies of one name, with httpCookieStore.delete(_:) or HTTPCookieStorage.deleteCookie(_:).",
        CookieDeletion.fields, complaint: \.complaint
    ) { .view(.deleteCookie($0)) }

    static let setCookiePolicy = StepDefinition(
        "set-cookie-policy", .view, startingWith: ViewStep.CookieAcceptance.disallow, obstacle: .processEnds,
        "The app calls httpCookieStore.setCookiePolicy(_:) of iOS 17.",
        [Field("to", \.self, .word, "Whether the store takes cookies from now on.")]
    ) { .view(.setCookiePolicy($0)) }
}

/// A page that a web view opens.
public struct PageOpening: Hashable, Sendable {
    /// Which of the app's web views.
    public enum View: String, CaseIterable, Sendable { case first, second }
    /// Which data store a new view is made with.
    public enum Store: String, CaseIterable, Sendable {
        /// The app's persistent one.
        case `default`
        /// A new one in memory, `WKWebsiteDataStore.nonPersistent()`.
        case `private`
    }
    /// Which web content process a new view is in.
    public enum Process: String, CaseIterable, Sendable { case shared, own }

    public var path: String
    /// Nil for what the runner does by default: nothing, or what a project file says of the app.
    public var injections: [Injection]?
    public var view = View.first
    public var store = Store.default
    public var process = Process.shared

    public init(path: String = "/", injections: [Injection]? = nil) {
        (self.path, self.injections) = (path, injections)
    }

    static let fields = [
        Field<Self>("path", \.path, .path, "A path of the web app."),
        Field(
            "inject", \.injections, FieldType.injection.list,
            "Ways to give the web view the session; as the project file says unless given, and none without one."
        )
        .browserCannot { opening in
            for injection in opening.injections ?? [] {
                switch injection.method {
                case .header: return .headerByHand
                case .serverCookie, .sessionCookie: return .ownExchange
                case .message: return .messageHandler
                case .htmlString: return .appsDocument
                case .cookieStore where !injection.isAwaited: return .writeNotAwaited
                case .cookieStore, .userScript, .userScriptAtEnd, .nativeStorage, .query, .fragment: continue
                }
            }
            return nil
        },
        Field("in", \.view, .word, "Which of the app's two web views; `reload` is for the one that was opened last.")
            .browserCannot { $0.view == .second ? .secondView : nil },
        Field("store", \.store, .word, "`private` is a new nonPersistent store, empty and in memory.")
            .browserCannot { $0.store == .private ? .secondView : nil },
        Field("process", \.process, .word, "Whether the view shares the process pool with the app's other views.")
            .browserCannot { $0.process == .own ? .secondView : nil },
    ]
}

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
        /// A script of the document posts to `window.webkit.messageHandlers.session`; the app's handler answers by
        /// writing `document.cookie` with `evaluateJavaScript`.
        case message
        /// The app shows a blank page by `loadHTMLString` with the web app's URL as its base, writes `document.cookie`
        /// there with `evaluateJavaScript`, and then opens the page.
        case htmlString = "html-string"
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

        /// Whether the web app's server sets the cookie, for an ID token that the view brings.
        package var isByServer: Bool { self == .serverCookie || self == .sessionCookie }
        var isScript: Bool { self == .userScript || self == .userScriptAtEnd }
        /// Whether a cookie of the app's making goes into a store.
        var isCopy: Bool { self == .cookieStore || self == .nativeStorage }
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
    ]
}
