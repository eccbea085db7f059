import Reasons

/// A kind of data that websites leave, `WKWebsiteDataStore`'s types as far as they concern a session.
public enum WebsiteData: String, CaseIterable, Sendable {
    case cookies
    /// What pages keep beside cookies: Firebase's session in IndexedDB.
    case storage
    case serviceWorkers = "service-workers"
}

/// What an app removes of its web view's data.
public struct DataRemoval: Hashable, Sendable {
    public var types: [WebsiteData]

    public init(types: [WebsiteData] = WebsiteData.allCases) { self.types = types }

    public var isWhole: Bool { Set(types) == Set(WebsiteData.allCases) }

    static let fields = [
        Field<Self>(
            "types", \.types, FieldType<WebsiteData>.word.list,
            "Only these; `storage` has the page's session. All unless given.")
    ]
}

/// A cookie that an app deletes by its name.
public struct CookieDeletion: Hashable, Sendable {
    /// Where from.
    public enum Store: String, CaseIterable, Sendable {
        case webView = "web-view"
        case native
    }

    public var name: String
    public var store: Store

    public init(name: String, store: Store = .webView) { (self.name, self.store) = (name, store) }

    static let fields = [
        Field<Self>("name", \.name, .text, "Which: all cookies of the name, whatever their domain and path.")
            .required("which cookie?", "write `delete-cookie: { name: customtoken }`"),
        Field("store", \.store, .word, "The web view's store, or the app's own HTTPCookieStorage."),
    ]

    var complaint: Vocabulary.Complaint? {
        guard name.isEmpty else { return nil }
        return Vocabulary.Complaint(
            ScenarioReason.missingField, message: "which cookie?", fix: "write `delete-cookie: { name: customtoken }`")
    }
}
