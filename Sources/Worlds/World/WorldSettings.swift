public import AuthEmulator
public import BridgePrimitives
public import BridgeTrace
public import Cookies
public import Faults
public import HTTPLoader
public import HandoffBackend
import PageEngines
public import Project
public import Proxying
public import RouterGuard
public import Scenarios
import WebViews

/// What a world is like. Each has a default that a first run can live with.
public struct WorldSettings: Sendable {
    public var projectID = "demo-bridge"
    public var apiKey = "demo-key"
    /// Whether the auth service answers as production does.
    public var strictness = Strictness.strict
    /// Nil for what the strictness implies.
    public var tokenForm: TokenForm?
    /// What the auth service does when a request names another project.
    public var singleProject = SingleProjectMode.off
    /// Whether the project has e-mail enumeration protection on, as those made since September 2023 do: an unknown address
    /// and a wrong password are then one error, `INVALID_LOGIN_CREDENTIALS`.
    public var emailEnumerationProtection = false
    /// What opens the page.
    public var engine = EngineName.model
    /// How a page in a real engine is known to be signed in.
    public var signedIn = SignedInProof.signIn
    /// When a page in a real engine is judged.
    public var pageTimeouts = PageTimeouts()
    /// How the web view's cookies behave.
    public var profile: CookieProfile {
        get { chosenProfile ?? .ios18 }
        set { chosenProfile = newValue }
    }
    private var chosenProfile: CookieProfile?
    /// What stands in front of the backend and the web app.
    public var edge = EdgeProfile.direct
    /// Fixes uids and other ids.
    public var seed: UInt64 = 1
    /// How the page's custom-token guard is written.
    public var pageGuard = CustomTokenGuard.Configuration.recommended
    /// A guard of somebody's own and the Vue Router that runs it; nil for ``pageGuard``.
    public var ownGuard: (module: GuardModule, generation: RouterGeneration)?
    /// Where the page's router keeps its route.
    public var routerMode = RouterMode.history
    public var user = Scenario.User()
    /// The cookie that carries the custom token.
    public var cookieName = "customtoken"
    /// The name that the page looks for; nil for ``cookieName``.
    public var pageCookieName: String?
    /// How far the backend lets clocks differ, up to a minute.
    public var clockTolerance = Duration.zero
    /// Attributes that the backend gives the cookie; nil for the usual ones.
    public var cookieAttributes: String?
    /// How many bytes of claims the backend puts into its custom tokens; nil for none.
    public var claimsSize: Int?
    /// What goes wrong in the services.
    public var faults: [Fault] = []
    /// How the backend keeps the auth service's certificates.
    public var certificateCaching = CertificateCaching.asTold
    /// Whether the backend lets whoever brings a token that it does not take wait for ever.
    public var leavesBadTokensUnanswered = false
    /// Whether the web app's server asks the auth service about each session cookie.
    public var checksRevocation = false
    /// Paths of the web app that answer with a redirect.
    public var redirects: [Scenario.Redirect] = []
    /// Paths of the web app that show another page in a frame.
    public var frames: [Scenario.Frame] = []
    /// What the app adds to each of its web views, beside what hands the session over.
    var appScripts: [UserScript] = []
    /// Whether the page registers a service worker, which adds its ID token to later requests.
    public var hasServiceWorker = false
    /// `WKAppBoundDomains` of the app's Info.plist; nil without that key.
    public var boundDomains: [String]?
    /// The keychain access group in which the team's apps keep their Firebase user; nil where each has its own.
    public var accessGroup: String?
    /// `limitsNavigationsToAppBoundDomains` of the app's web views.
    public var limitsNavigations = false
    /// Whether the app's web views prevent tracking; nil for what the profile has.
    public var preventsTracking: Bool?
    /// Whether the app's navigation delegate cancels what leads to other hosts than the web app's.
    public var staysOnApp = false
    /// Where the auth service listens; 0 for any free port.
    public var authPort = 0
    /// Where the web app and the built-in backend listen; 0 for any free port.
    public var (webPort, backendPort) = (0, 0)
    /// Users, tenants and settings to begin with.
    public var seeds: Seeds?
    /// Somebody's own backend, and the folder in which it is started; nil for the built-in one.
    public var ownBackend: (backend: OwnBackend, folder: String)?
    /// Certificates in PEM form that are trusted besides the system's and the local authority's.
    public var trustedCertificates: [UInt8] = []
    /// Hosts that scenarios may ask beside this machine and the project's own.
    public var allowedHosts: [AllowedHost] = []
    /// A folder with somebody's own page; nil for the sample's files.
    public var webRoot: String?
    /// Where somebody serves their own page; nil for one that is served here.
    public var webURL: WebURL?
    /// What is started to serve their own page, and in which folder; nil for one that nobody starts.
    public var startedPage: (service: StartableService, folder: String)?
    /// The page's routes; nil for what it serves as `/routes.json`.
    public var routes: PageRoutes?
    /// What the app does with the token before a page is opened, where no scenario says; nil for nothing.
    public var handover: [Handover]?
    public var masking = Masking.Policy.fingerprints
    /// How many events the trace keeps.
    package var traceCapacity = 100_000
    /// Where the clock stands at first. Nil for the system's time.
    public var startsAt: Instant?
    /// Whether the clock stands still until somebody moves it.
    public var isClockFrozen = false
    /// Whether backend and web app are on HTTPS, as they are for users; plain HTTP leaves TLS out of measurements.
    public var usesTLS = true
    /// What has no promised order in it, and how that is ordered; nil where all waits for all.
    package var race: RacePlan?
    /// How long a page may take, in the world's time.
    public var pageTimeout = Duration.seconds(10)
    /// What the world changes at its edges to try a cause; nothing as a rule.
    package internal(set) var trial = Trial()

    public init() {}

    /// The settings that a scenario asks for, these being the defaults.
    package func adopting(_ setting: Scenario.Setting) throws(BridgeFailure) -> WorldSettings {
        var settings = self
        if let name = setting.profile {
            settings.profile = try .required(name)
        }
        if let strictness = setting.strictness {
            settings.strictness = strictness == .strict ? .strict : .lenient
            settings.tokenForm = nil
        }
        if let isOn = setting.emailEnumerationProtection { settings.emailEnumerationProtection = isOn }
        if let engine = setting.engine { settings.engine = engine }
        try settings.requireModel(for: setting)
        if let pageGuard = setting.pageGuard { settings.adopt(pageGuard) }
        settings.faults = []
        for fault in setting.faults { settings.faults.append(try Fault(json: fault)) }
        if let user = setting.user { settings.user = user }
        (settings.cookieAttributes, settings.claimsSize) = (setting.cookieAttributes, setting.claimsSize)
        (settings.pageCookieName, settings.clockTolerance) = (setting.pageCookieName, setting.clockTolerance)
        if setting.scheme == .http { settings.usesTLS = false }
        (settings.webPort, settings.backendPort) = (setting.webPort ?? 0, setting.backendPort ?? 0)
        (settings.redirects, settings.frames) = (setting.redirects, setting.frames)
        settings.appScripts = setting.appScripts.map { UserScript($0) }
        settings.hasServiceWorker = setting.hasServiceWorker
        settings.accessGroup = setting.accessGroup
        (settings.boundDomains, settings.limitsNavigations) = (setting.boundDomains, setting.limitsNavigations)
        (settings.preventsTracking, settings.staysOnApp) = (setting.preventsTracking, setting.staysOnApp)
        settings.certificateCaching =
            switch setting.certificates {
            case .asTold: .asTold
            case .forEver: .forEver
            case .byBatch: .byBatch
            case .never: .never
            }
        settings.leavesBadTokensUnanswered = setting.badTokens == .unanswered
        settings.checksRevocation = setting.checksRevocation
        if let name = setting.edge {
            guard let edge = EdgeProfile.named(name) else {
                throw BridgeFailure(
                    ScenarioReason.unknownEdge, cause: "there is no edge \"\(name)\"",
                    fix: "known are: \(EdgeProfile.all.map(\.name).joined(separator: ", "))")
            }
            settings.edge = edge
        }
        if let name = setting.cookieName { settings.cookieName = name }
        return settings
    }
}

extension WorldSettings {
    /// Whether the page is served here, with the addresses that only our server has.
    package var servesPage: Bool { ownPageAddress == nil }

    /// Whether the page is somebody's own, whose scripts nobody here speaks for.
    public var hasOwnPage: Bool { webRoot != nil || ownPageAddress != nil }

    /// What a real engine is compared with: its own profile, unless another was chosen.
    var engineProfile: CookieProfile {
        chosenProfile ?? engine.kind?.cookieProfile ?? profile
    }

    /// - Throws: `engine/model-only` for what a scenario asks of a page or a view that is not the model's.
    private func requireModel(for setting: Scenario.Setting) throws(BridgeFailure) {
        guard engine != .model else { return }
        let asked: [(what: String, isAsked: Bool)] = [
            ("a guard of the scenario's", setting.pageGuard != nil),
            ("a service worker of the model's", setting.hasServiceWorker),
            ("app-bound domains", setting.boundDomains != nil),
            ("tracking prevention", setting.preventsTracking != nil),
            ("a navigation delegate of the app's", setting.staysOnApp),
        ]
        guard let first = asked.first(where: \.isAsked) else { return }
        throw PageEngineReason.modelOnly.failure("\(first.what) in \(engine.rawValue)")
    }

    /// - Throws: `engine/model-only` for what a scenario wants to know of an engine and no engine shows.
    func requireModel(for scenario: Scenario) throws(BridgeFailure) {
        let engine = scenario.setting.engine ?? engine
        guard engine != .model else { return }
        let expectation = scenario.expectation
        if expectation.tokens.contains(where: { $0.kind == .pageID }) {
            throw PageEngineReason.modelOnly.failure("the page's ID token in \(engine.rawValue)")
        }
        if expectation.cookies.contains(where: { $0.store == .second || $0.store == .privateView }) {
            throw PageEngineReason.modelOnly.failure("a second store in \(engine.rawValue)")
        }
    }

    /// The guard is written anew; which site it is for stays.
    mutating func adopt(_ pageGuard: PageGuard) {
        let signInPath = self.pageGuard.signInPath
        self.pageGuard = CustomTokenGuard.Configuration(pageGuard)
        self.pageGuard.signInPath = signInPath
        routerMode = pageGuard.mode == .hash ? .hash : .history
        ownGuard = pageGuard.module.map { module in
            (module, pageGuard.generation.flatMap { RouterGeneration(rawValue: "\($0)") } ?? .four)
        }
    }
}

extension CustomTokenGuard.Configuration {
    /// As a scenario or a project wants it.
    init(_ pageGuard: PageGuard) {
        self.init(preset: pageGuard.preset == .article ? .article : .recommended)
        if let reader = pageGuard.cookieReader { self.reader = CookieReader(reader) }
        if let deletesCookie = pageGuard.deletesCookie { self.deletesCookie = deletesCookie }
        if let retries = pageGuard.retries { retryLimit = retries }
        if let waitsForAuth = pageGuard.waitsForAuth { self.waitsForAuth = waitsForAuth }
    }
}

extension CookieReader {
    fileprivate init(_ reader: PageGuard.CookieReader) {
        self =
            switch reader {
            case .vueCookies: .vueCookies
            case .jsCookie: .jsCookie
            case .universalCookie: .universalCookie
            }
    }
}
