public import BridgePrimitives

/// One scripted handoff: a world, what happens in it, and what must be the case afterwards.
public struct Scenario: Hashable, Sendable {
    public var name: String
    /// Where it begins; of one that a table in its file gives, the row.
    public var source: SourceLocation
    /// The file that it is written in.
    public var file: String { source.file }
    /// The row that it is run for; nil without a table.
    public var row: TableRow?
    /// The line in which its document begins.
    public var firstLine: Int { row?.documentLine ?? source.line }
    /// Where it is, as it is typed to choose it alone: `FILE:LINE`, and `#ROW` where a line has several rows or the table
    /// is another file.
    public var place: String {
        "\(file):\(source.line)" + (row.map { $0.lines == nil ? "#\($0.number)" : "" } ?? "")
    }
    /// What it is chosen by, in the file's order.
    public var tags: [String]
    public var setting: Setting
    public var steps: [LocatedStep]
    public var expectation: ScenarioExpectation
    /// What happens when all is done, whether or not it went well.
    public var tearDown: [LocatedStep] = []
    /// Why it fails as long as nobody has mended that; nil for a scenario that is to pass.
    public var knownFailure: KnownFailure?
    /// The files that it is made of beside its own: those it uses, tables, and its folders' settings.
    public var files: [String] = []
    /// Its variables and all that it asks for, by their names.
    public var variables: Set<String> = []
    /// The variables of the environment that its file, and what that uses, ask for by their names.
    public var environment: Set<String> = []

    /// One row of a scenario's table.
    public struct TableRow: Hashable, Sendable {
        /// From 1.
        public var number: Int
        /// Its lines, where no other row has one of them; nil else, and for a row of another file.
        public var lines: ClosedRange<Int>?
        public var documentLine: Int
    }

    /// The world in which the steps are taken.
    public struct Setting: Hashable, Sendable {
        /// What opens the page; nil for the runner's default.
        public var engine: EngineName?
        /// The name of a cookie profile; nil for the runner's default.
        public var profile: String?
        /// `strict` or `lenient`; nil for the runner's default.
        public var strictness: Strictness?
        /// Nil for the runner's default.
        public var emailEnumerationProtection: Bool?
        /// How the page's custom-token guard is written; nil for the runner's default.
        public var pageGuard: PageGuard?
        /// Nil for the runner's default.
        public var user: User?
        /// The name of the cookie that carries the custom token; nil for the usual one.
        public var cookieName: String?
        /// The name that the page looks for; nil for that of the backend's cookie.
        public var pageCookieName: String?
        /// Whether backend and web app are on HTTPS.
        public var scheme = Scheme.https
        /// Where the web app and the backend listen; nil for any free port.
        public var webPort: Int?
        public var backendPort: Int?
        /// How far the backend lets clocks differ, up to a minute.
        public var clockTolerance = Duration.zero
        /// Attributes of the cookie that the backend sets, as in a `Set-Cookie` line; nil for the usual ones.
        public var cookieAttributes: String?
        /// How many bytes of claims the backend puts into its custom tokens; nil for none.
        public var claimsSize: Int?
        /// How the backend keeps the auth service's certificates.
        public var certificates = Certificates.asTold
        /// What the backend does about a token that it does not take.
        public var badTokens = BadTokens.refused
        /// Whether the server asks the auth service about each session cookie, so that revoked ones are refused.
        public var checksRevocation = false
        /// The name of what stands in front of the backend and the web app; nil for nothing.
        public var edge: String?
        /// Paths of the web app that answer with a redirect.
        public var redirects: [Redirect] = []
        /// Paths of the web app that show other pages in frames.
        public var frames: [Frame] = []
        /// Whether the page registers a service worker, which adds the session to requests as a bearer token.
        public var hasServiceWorker = false
        /// `WKAppBoundDomains` of the app's Info.plist; nil without that key.
        public var boundDomains: [String]?
        /// The keychain access group in which the team's apps keep their Firebase user; nil where each has its own.
        public var accessGroup: String?
        /// Whether web views are limited to these domains.
        public var limitsNavigations = false
        /// Whether tracking prevention is on; nil for what the profile has.
        public var preventsTracking: Bool?
        /// Whether the app's navigation delegate cancels what leads to other hosts than the web app's.
        public var staysOnApp = false
        /// Whether the default store's process starts with the first load, as after an install on iOS 11.
        public var hasColdStore = false
        /// Scripts that the app adds to each of its web views, beside those that hand the session over.
        public var appScripts: [AppScript] = []
        /// In which order things happen that nobody promises an order for; nil for none that was chosen.
        public var order: EventOrder?
        /// What goes wrong in the services, each in the form of the control endpoint's faults.
        public var faults: [JSONValue] = []

        public init() {}
    }

    public enum Strictness: String, CaseIterable, Sendable { case strict, lenient }

    /// How long a backend keeps certificates; all but the first are mistakes that are made.
    public enum Certificates: String, CaseIterable, Sendable {
        /// As `Cache-Control` says; once more for a key that is not known.
        case asTold = "as-told"
        case forEver = "for-ever"
        /// A job fetches them once a day, and nothing else does.
        case byBatch = "by-batch"
        case never
    }

    /// What a backend does about a token that it does not take.
    public enum BadTokens: String, CaseIterable, Sendable {
        /// It answers with the reason.
        case refused
        /// Its handler returns without an answer, as one whose `catch` only logs.
        case unanswered
    }

    public enum Scheme: String, CaseIterable, Sendable { case http, https }

    public struct User: Hashable, Sendable {
        public var email = "taro@example.com"
        public var password = "correct-horse"
        public init() {}
    }

    public struct Redirect: Hashable, Sendable {
        public var from: String
        /// A path, or a URL that may say `${partner}` for the origin of another site.
        public var to: String
        public init(from: String, to: String) { (self.from, self.to) = (from, to) }
    }

    public struct Frame: Hashable, Sendable {
        public var at: String
        /// For each frame a path, or a URL that may say `${partner}` for the origin of another site, and `${sibling}` for that
        /// of a host below the web app's.
        public var shows: [String]
        public init(at: String, shows: [String]) { (self.at, self.shows) = (at, shows) }
    }

    /// A `WKUserScript` of the app's own, for the main frame.
    public struct AppScript: Hashable, Sendable {
        public enum Time: String, CaseIterable, Sendable {
            case documentStart = "document-start"
            case documentEnd = "document-end"
        }

        public var source: String
        public var time = Time.documentStart
        public init(source: String, time: Time = .documentStart) { (self.source, self.time) = (source, time) }
    }

    public init(
        name: String, source: SourceLocation, tags: [String] = [], setting: Setting, steps: [LocatedStep],
        expectation: ScenarioExpectation
    ) {
        (self.name, self.source, self.tags, self.setting) = (name, source, tags, setting)
        (self.steps, self.expectation) = (steps, expectation)
    }
}

/// Where something stands in a file; line and column count from 1.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    public var file: String
    public var line: Int
    public var column: Int

    public init(file: String, line: Int, column: Int) { (self.file, self.line, self.column) = (file, line, column) }

    public var description: String { "\(file):\(line):\(column)" }
}
