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
        "reload-other", .view, .view(.reloadOther),
        "The user goes back to the app's other web view, which loads again what it shows.")

    static let interact = StepDefinition(
        "interact", .view, .view(.interact),
        "The user taps on the page: for tracking prevention its site is in use.")

    static let removeData = StepDefinition(
        "remove-website-data", .view, startingWith: DataRemoval(),
        "The app calls removeData(ofTypes:modifiedSince:) for all there is: cookies, the page's session, workers.",
        DataRemoval.fields
    ) { .view(.removeData($0)) }

    static let deleteCookies = StepDefinition(
        "delete-cookies", .view, .view(.deleteCookies),
        "The app deletes each cookie of httpCookieStore.allCookies(); the page's session stays.")

    static let deleteCookie = StepDefinition(
        "delete-cookie", .view, startingWith: CookieDeletion(name: ""),
        "The app deletes the cookies of one name, with httpCookieStore.delete(_:) or HTTPCookieStorage.deleteCookie(_:).",
        CookieDeletion.fields, complaint: \.complaint
    ) { .view(.deleteCookie($0)) }

    static let setCookiePolicy = StepDefinition(
        "set-cookie-policy", .view, startingWith: ViewStep.CookieAcceptance.disallow,
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
            "Ways to give the web view the session; as the project file says unless given, and none without one."),
        Field("in", \.view, .word, "Which of the app's two web views; `reload` is for the one that was opened last."),
        Field("store", \.store, .word, "`private` is a new nonPersistent store, empty and in memory."),
        Field("process", \.process, .word, "Whether the view shares the process pool with the app's other views."),
    ]
}
